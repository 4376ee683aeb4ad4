//! Phoenix's families for JavaScript.

use wasm_bindgen::prelude::*;

use crate::display;

/// [`display::call`]: one of the families' functions by its name, with JSON text in and out.
///
/// # Errors
/// None; the signature is that of every export.
#[wasm_bindgen]
pub fn phoenix(name: &str, arguments: &str) -> Result<String, JsValue> {
    Ok(display::call(name, arguments))
}
