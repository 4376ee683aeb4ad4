//! Text diffs for JavaScript: see [`super::texts`] for how texts come. The offsets that go back are
//! UTF-16 units.

use wasm_bindgen::prelude::*;

use super::texts::{numbers, placed, with_numbers, with_texts};
use crate::diff::flat::flat_placed;
use crate::diff::{Cut, Delta, DiffOptions, TextDiff, find_hazards, unified_text};

fn options(context: u32) -> DiffOptions {
    DiffOptions { context: context as usize }
}

/// The difference of two texts as numbers; [`crate::diff::flat`] describes the layout. The text after is
/// given as a [`Delta`], with so many numbers of steps. `cut` says which ends were cut off: 1 above, 2
/// below. 0 where the whole texts are needed.
#[wasm_bindgen(js_name = diffText)]
pub fn diff_text(steps: usize, before: usize, added: usize, context: u32, cut: u32) -> Result<*const u32, JsValue> {
    let cut = Cut { above: cut & 1 != 0, below: cut & 2 != 0 };
    let flat = with_numbers(steps, [before, added, 0], |steps, [before, added, _]| {
        let mut room = String::new();
        TextDiff::of_middle(before, Delta { added, steps }, &mut room, options(context), cut).map(|diff| diff.flat())
    })?;
    Ok(flat.map_or(std::ptr::null(), placed))
}

/// The patch from one text to the other that `git apply` accepts.
#[wasm_bindgen(js_name = unifiedText)]
pub fn unified_patch(before: usize, after: usize, file_name: &str, context: u32) -> Result<String, JsValue> {
    with_texts([before, after, 0], |[before, after, _]| unified_text(before, after, file_name, options(context)))
}

/// What the hunks that `take` names change in a third text; [`crate::diff::flat`] describes the layout.
#[wasm_bindgen(js_name = placeHunks)]
pub fn place_hunks(
    before: usize,
    after: usize,
    text: usize,
    take: &[u32],
    context: u32,
) -> Result<*const u32, JsValue> {
    numbers([before, after, text], |[before, after, text]| {
        let diff = TextDiff::new(before, after, options(context));
        flat_placed(&diff.placed(text, |hunk| take.iter().any(|&taken| taken as usize == hunk)))
    })
}

/// Each hazard of a text as its kind's number, its start and its end in UTF-16 units.
#[wasm_bindgen(js_name = findHazards)]
pub fn hazards(text: usize) -> Result<*const u32, JsValue> {
    numbers([text, 0, 0], |[text, ..]| {
        let mut numbers = Vec::new();
        find_hazards(text).iter().for_each(|hazard| numbers.extend([hazard.kind as u32, hazard.start, hazard.end]));
        numbers
    })
}
