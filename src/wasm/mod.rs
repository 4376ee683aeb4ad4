//! The boundary to JavaScript: convert, call, convert.
//!
//! - Every export takes `&self` and returns a `Result`; nothing exported is taken by value.
//! - No JavaScript runs while the ledger is borrowed: what is to be done comes back as effects.
//! - In: JSON text (an object would be read by reflection, which costs more than all the rest of a
//!   step). Out: plain objects, `None` as an absent key, JSON whose keys a model wrote as text.
//! - Errors are `Error` objects with a stable `code`.
//!
//! Two modules are made of this crate, by feature: `core`, what every app needs, and `phoenix`, Phoenix's
//! approval families, which the others need not load.

#[cfg(feature = "core")]
mod alarm;
#[cfg(feature = "core")]
mod core;
#[cfg(feature = "core")]
mod diff;
#[cfg(feature = "core")]
mod json_diff;
#[cfg(feature = "phoenix")]
mod phoenix;
#[cfg(feature = "core")]
mod texts;

#[cfg(feature = "core")]
pub use core::{Core, display_prompt};
#[cfg(feature = "core")]
pub use diff::{diff_text, hazards, place_hunks, unified_patch};
#[cfg(feature = "core")]
pub use json_diff::{apply_json, diff_json, pretty_json};
#[cfg(feature = "phoenix")]
pub use phoenix::phoenix;
#[cfg(feature = "core")]
pub use texts::scratch;

/// As fast as the standard one here, in 2 KB of the compressed module less.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(feature = "core")]
fn error(code: &str, message: &str) -> wasm_bindgen::JsValue {
    let error = js_sys::Error::new(message);
    // Setting a fresh property of a fresh object can't fail.
    let _ = js_sys::Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}
