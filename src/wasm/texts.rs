//! How texts come from JavaScript, and numbers go back.
//!
//! Texts come as UTF-8, one after the other in one growing piece of memory that `TextEncoder` writes into: a
//! `&str` parameter is copied character by character, twenty times slower for ASCII.

use std::cell::RefCell;
use std::str::Utf8Error;

use wasm_bindgen::prelude::*;

/// Bytes of texts beyond which the memory is given back after use.
const MOST_KEPT: usize = 0x80_0000;

thread_local! {
    static TEXTS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NUMBERS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Where so many bytes of text can be written, for the next call.
#[wasm_bindgen]
pub fn scratch(bytes: usize) -> *mut u8 {
    TEXTS.with_borrow_mut(|texts| {
        if texts.len() < bytes {
            *texts = vec![0; bytes];
        }
        texts.as_mut_ptr()
    })
}

/// Calls `work` with the texts of these lengths, and gives the place of the numbers that it makes,
/// which follow how many they are.
pub(super) fn numbers(
    lens: [usize; 3],
    work: impl FnOnce([&str; 3]) -> Option<Vec<u32>>,
) -> Result<*const u32, JsValue> {
    Ok(with_texts(lens, work)?.map_or(std::ptr::null(), placed))
}

/// The place of numbers that follow how many they are, good until the next call.
pub(super) fn placed(mut numbers: Vec<u32>) -> *const u32 {
    numbers.insert(0, u32::try_from(numbers.len()).unwrap_or(u32::MAX));
    NUMBERS.with_borrow_mut(|kept| {
        *kept = numbers;
        kept.as_ptr()
    })
}

pub(super) fn with_texts<T>(lens: [usize; 3], work: impl FnOnce([&str; 3]) -> T) -> Result<T, JsValue> {
    TEXTS.with_borrow_mut(|texts| {
        let parts = split(texts, lens).map_err(|_| super::error("core_failed", "a text is not UTF-8"))?;
        let done = work(parts);
        if texts.len() > MOST_KEPT {
            *texts = Vec::new();
        }
        Ok(done)
    })
}

fn split(texts: &[u8], lens: [usize; 3]) -> Result<[&str; 3], Utf8Error> {
    let mut rest = texts;
    let mut parts = [""; 3];
    for (part, len) in parts.iter_mut().zip(lens) {
        let (text, after) = rest.split_at_checked(len).unwrap_or_default();
        *part = std::str::from_utf8(text)?;
        rest = after;
    }
    Ok(parts)
}
