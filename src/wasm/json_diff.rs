//! Diffs of JSON texts for JavaScript: see [`super::texts`] for how texts come.

use wasm_bindgen::prelude::*;

use super::error;
use super::texts::{placed, with_texts};
use crate::diff::json::{JsonDiff, put_together};
use crate::json::{parse, pretty};

/// The difference of two JSON texts as numbers; [`crate::diff::json`] describes the layout. The text after
/// is what `steps` makes of the one before and of `added`: [`put_together`]. `id`, the JSON text of a path of keys,
/// has them compared as tables.
#[wasm_bindgen(js_name = diffJson)]
pub fn diff_json(before: usize, added: usize, steps: &[u32], id: Option<String>) -> Result<*const u32, JsValue> {
    let mut flat = Vec::new();
    compare([before, added, 0], steps, id, &mut |diff| flat = diff.flat())?;
    Ok(placed(flat))
}

/// The text that the changes make that `taken` marks with 1.
#[wasm_bindgen(js_name = applyJson)]
pub fn apply_json(before: usize, after: usize, id: Option<String>, taken: &[u8]) -> Result<String, JsValue> {
    let taken: Vec<_> = taken.iter().map(|&taken| taken == 1).collect();
    let mut text = String::new();
    compare([before, after, 0], &[], id, &mut |diff| text = diff.apply(&taken))?;
    Ok(text)
}

/// A JSON text as its editor shows it.
#[wasm_bindgen(js_name = prettyJson)]
pub fn pretty_json(json: usize) -> Result<String, JsValue> {
    with_texts([json, 0, 0], |[json, ..]| parse(json).map(|value| pretty(&value)).map_err(invalid))?
}

fn compare(
    lens: [usize; 3],
    steps: &[u32],
    id: Option<String>,
    work: &mut dyn FnMut(&JsonDiff<'_>),
) -> Result<(), JsValue> {
    with_texts(lens, |[before, added, _]| {
        let after =
            put_together(before, added, steps).ok_or_else(|| error("core_failed", "a text is not as it was sent"))?;
        let diff = match id {
            None => JsonDiff::new(before, &after),
            Some(id) => JsonDiff::rows(before, &after, &id),
        };
        work(&diff.map_err(invalid)?);
        Ok(())
    })?
}

fn invalid(bad: impl std::fmt::Display) -> JsValue {
    error("invalid_argument", &bad.to_string())
}
