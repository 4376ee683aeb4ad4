//! Text diffs for JavaScript.
//!
//! Texts come as UTF-8 bytes: `TextEncoder` writes them at once, where a `&str` parameter is
//! copied character by character (twenty times slower for ASCII). The offsets that go back
//! are UTF-16 units all the same.

use wasm_bindgen::prelude::*;

use crate::diff::{DiffOptions, TextDiff, unified_text};

pub(super) fn text(bytes: &[u8]) -> Result<&str, JsError> {
    Ok(std::str::from_utf8(bytes)?)
}

/// The difference of two texts as numbers; [`crate::diff::flat`] describes the layout.
#[wasm_bindgen(js_name = diffText)]
pub fn diff_text(before: &[u8], after: &[u8], context: u32) -> Result<Vec<u32>, JsError> {
    let options = DiffOptions { context: context as usize };
    Ok(TextDiff::new(text(before)?, text(after)?, options).flat())
}

/// The patch from one text to the other that `git apply` accepts.
#[wasm_bindgen(js_name = unifiedText)]
pub fn unified_patch(before: &[u8], after: &[u8], file_name: &str, context: u32) -> Result<String, JsError> {
    let options = DiffOptions { context: context as usize };
    Ok(unified_text(text(before)?, text(after)?, file_name, options))
}
