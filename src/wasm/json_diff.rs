//! Diffs of JSON texts for JavaScript: see [`super::diff`] for how texts come.

use wasm_bindgen::prelude::*;

use super::diff::text;
use super::error;
use crate::diff::json::JsonDiff;
use crate::json::{Value, parse, pretty};

/// The difference of two JSON texts as numbers; [`crate::diff::json`] describes the layout. `id`,
/// the JSON text of a path of keys, has them compared as tables.
#[wasm_bindgen(js_name = diffJson)]
pub fn diff_json(before: &[u8], after: &[u8], id: Option<String>) -> Result<Vec<u32>, JsValue> {
    Ok(compare(before, after, id)?.flat())
}

/// The text that the changes make that `taken` marks with 1.
#[wasm_bindgen(js_name = applyJson)]
pub fn apply_json(before: &[u8], after: &[u8], id: Option<String>, taken: &[u8]) -> Result<String, JsValue> {
    let taken: Vec<_> = taken.iter().map(|&taken| taken == 1).collect();
    Ok(compare(before, after, id)?.apply(&taken))
}

/// A JSON text as its editor shows it.
#[wasm_bindgen(js_name = prettyJson)]
pub fn pretty_json(json: &[u8]) -> Result<String, JsValue> {
    Ok(pretty(&parse(text(json)?).map_err(invalid)?))
}

fn compare<'a>(before: &'a [u8], after: &'a [u8], id: Option<String>) -> Result<JsonDiff<'a>, JsValue> {
    let (before, after) = (text(before)?, text(after)?);
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
