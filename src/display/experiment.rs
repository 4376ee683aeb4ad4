//! Changes of an experiment (`patch_experiment`).

use crate::json::{Value, object, pretty};

/// What `input` changes in the experiment `{"name", "description", "metadata"}`: `{"payload", "diff":
/// [{"field", "previous", "next"}]}`, or nothing where everything is so already. Metadata stands in the
/// diff as its laid out text, and the order of its keys counts.
#[must_use]
pub fn experiment_proposal<'a>(input: &Value<'a>, experiment: &Value<'a>) -> Option<Value<'a>> {
    let (mut payload, mut diff) = (Vec::new(), Vec::new());
    for field in ["name", "description", "metadata"] {
        let Some(wanted) = input.get(field) else {
            continue;
        };
        let shown = |value: Option<&Value<'a>>| match value {
            Some(value) if field == "metadata" && *value != Value::NULL => Value::text(&pretty(value)),
            value => value.cloned().unwrap_or(Value::NULL),
        };
        let (previous, next) = (shown(experiment.get(field)), shown(Some(wanted)));
        if previous != next {
            payload.push((field, Some(wanted.clone())));
            diff.push(object(vec![
                ("field", Some(Value::text(field))),
                ("previous", Some(previous)),
                ("next", Some(next)),
            ]));
        }
    }
    (!diff.is_empty()).then(|| object(vec![("payload", Some(object(payload))), ("diff", Some(Value::Array(diff)))]))
}
