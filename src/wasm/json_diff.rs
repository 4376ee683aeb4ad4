//! Diffs of JSON texts for JavaScript: see [`super::texts`] for how texts come.

use wasm_bindgen::prelude::*;

use super::error;
use super::texts::{placed, with_texts};
use crate::diff::json::JsonDiff;
use crate::json::{Value, parse, pretty};

/// The difference of two JSON texts as numbers; [`crate::diff::json`] describes the layout. `id`,
/// the JSON text of a path of keys, has them compared as tables.
#[wasm_bindgen(js_name = diffJson)]
pub fn diff_json(before: usize, after: usize, id: Option<String>) -> Result<*const u32, JsValue> {
    let flat = with_texts([before, after, 0], |[before, after, _]| compare(before, after, id).map(|diff| diff.flat()))?;
    Ok(placed(flat?))
}

/// The text that the changes make that `taken` marks with 1.
#[wasm_bindgen(js_name = applyJson)]
pub fn apply_json(before: usize, after: usize, id: Option<String>, taken: &[u8]) -> Result<String, JsValue> {
    let taken: Vec<_> = taken.iter().map(|&taken| taken == 1).collect();
    with_texts([before, after, 0], |[before, after, _]| compare(before, after, id).map(|diff| diff.apply(&taken)))?
}

/// A JSON text as its editor shows it.
#[wasm_bindgen(js_name = prettyJson)]
pub fn pretty_json(json: usize) -> Result<String, JsValue> {
    with_texts([json, 0, 0], |[json, ..]| parse(json).map(|value| pretty(&value)).map_err(invalid))?
}

fn compare<'a>(before: &'a str, after: &'a str, id: Option<String>) -> Result<JsonDiff<'a>, JsValue> {
    let diff = match id {
        None => JsonDiff::new(before, after),
        Some(id) => match parse(&id).map_err(invalid)? {
            Value::Array(keys) => {
                let path: Vec<_> = keys.iter().filter_map(Value::as_text).collect();
                JsonDiff::rows(before, after, &path)
            }
            _ => return Err(error("core_failed", &id)),
        },
    };
    diff.map_err(invalid)
}

fn invalid(bad: impl std::fmt::Display) -> JsValue {
    error("invalid_argument", &bad.to_string())
}
