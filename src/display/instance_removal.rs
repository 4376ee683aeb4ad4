//! Removals of an instance from the playground (`remove_prompt_instance`).

use super::playground;
use super::sentence::{Code, Sentence};
use crate::json::{Value, object};

/// `{"instanceId", "label"}` of an instance that may be removed.
///
/// # Errors
/// `REMOVE_LAST_INSTANCE`, `INSTANCE_NOT_FOUND`.
pub fn removable_instance<'a>(playground: &Value<'a>, id: &Value<'_>) -> Result<Value<'a>, Sentence> {
    if playground::instances(playground).len() < 2 {
        return Err(Sentence::new(Code::RemoveLastInstance));
    }
    let instance = playground::find(playground, Some(id))?;
    Ok(object(vec![("instanceId", Some(instance.id())), ("label", Some(Value::text(&instance.label())))]))
}
