//! How texts come from JavaScript, and numbers go back.
//!
//! Texts come as UTF-8, one after the other in one growing piece of memory that `TextEncoder` writes into: a
//! `&str` parameter is copied character by character, twenty times slower for ASCII.

use std::cell::{Cell, RefCell};
use std::str::Utf8Error;

use wasm_bindgen::prelude::*;

use crate::diff::bytes::narrow;

/// Bytes of texts beyond which the memory is given back after use.
const MOST_KEPT: usize = 0x80_0000;

thread_local! {
    static TEXTS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NUMBERS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    /// Where they are, and how many: what JavaScript reads first.
    static PLACE: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
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

/// Calls `work` with the texts of these lengths, and gives where the numbers that it makes are found: see
/// [`placed`].
pub(super) fn numbers(lens: [usize; 3], work: impl FnOnce([&str; 3]) -> Vec<u32>) -> Result<*const u32, JsValue> {
    Ok(placed(with_texts(lens, work)?))
}

/// Two numbers: where these numbers are, and how many. Both are good until the next call.
pub(super) fn placed(numbers: Vec<u32>) -> *const u32 {
    let place = [narrow(numbers.as_ptr().addr()), narrow(numbers.len())];
    NUMBERS.set(numbers);
    PLACE.with(|kept| {
        kept.set(place);
        kept.as_ptr().cast()
    })
}

pub(super) fn with_texts<T>(lens: [usize; 3], work: impl FnOnce([&str; 3]) -> T) -> Result<T, JsValue> {
    with_numbers(0, lens, |_, texts| work(texts))
}

/// The same with so many numbers, which stand before the texts.
pub(super) fn with_numbers<T>(
    count: usize,
    lens: [usize; 3],
    work: impl FnOnce(&[u32], [&str; 3]) -> T,
) -> Result<T, JsValue> {
    TEXTS.with_borrow_mut(|memory| {
        let (numbers, texts) = memory.split_at_checked(4 * count).unwrap_or_default();
        let parts = split(texts, lens).map_err(|_| super::error("core_failed", "a text is not UTF-8"))?;
        let numbers: Vec<_> = numbers.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let done = work(&numbers, parts);
        if memory.len() > MOST_KEPT {
            *memory = Vec::new();
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
