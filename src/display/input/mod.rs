//! The inputs of the tools whose writes wait for an approval: checked whole, in one spelling each.
//!
//! A key in snake case, or another name that models use, stands in for its key where that is absent. A
//! `null` counts as given. Keys that a tool does not know are left out, or refused where a table says so.

mod checks;
mod common;
mod evaluators;
mod ids;
mod prompts;
mod shape;
mod tools;

use super::sentence::{Code, Sentence};
use crate::json::Value;
use shape::{fit, repeated};
use tools::find;

/// The input of a tool as everything that follows takes it: previews, diffs and the write itself. For
/// `batch_span_annotate` that is the list of annotations alone. `input` must be in its normal form, and
/// is `None` where the call has no input at all.
///
/// # Errors
/// `UNKNOWN_TOOL`, `INVALID_INPUT`; for annotations that are missing as a whole `ANNOTATIONS_MISSING`.
pub fn parse<'a>(tool: &str, input: Option<&Value<'a>>) -> Result<Value<'a>, Sentence> {
    let refused = |code| Sentence::with(code, vec![tool.to_owned()]);
    let tools::Tool { shape, check, .. } = find(tool).ok_or_else(|| refused(Code::UnknownTool))?;
    let given = input.unwrap_or(&Value::NULL);
    let fitted = fit(shape, given).and_then(|mut input| check.is_none_or(|check| check(&mut input)).then_some(input));
    fitted.ok_or_else(|| {
        let missing =
            tool == "batch_span_annotate" && given.get("annotations").is_none_or(|list| list.items().is_empty());
        refused(if missing { Code::AnnotationsMissing } else { Code::InvalidInput })
    })
}
