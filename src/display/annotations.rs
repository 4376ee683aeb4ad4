//! Annotations of spans (`batch_span_annotate`).

use crate::json::{Value, object};

/// What the agent is told of annotations that were accepted or rejected: of each its target, its name
/// and what it says. `annotations` is what [`super::input::parse`] returned.
#[must_use]
pub fn annotations_output<'a>(annotations: &Value<'a>) -> Value<'a> {
    const KEYS: [&str; 6] = ["spanId", "spanNodeId", "name", "label", "score", "explanation"];
    let shown = annotations
        .items()
        .iter()
        .map(|annotation| object(KEYS.map(|key| (key, Some(annotation.copy(key).unwrap_or(Value::NULL)))).to_vec()));
    Value::Array(shown.collect())
}
