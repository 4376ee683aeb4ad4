//! The playground that prompts and their tools are edited in.
//!
//! It comes as a JSON object `{"instances": […]}`. An instance is `{"id", "template"?, "dirty"?,
//! "prompt"?, "messages", "provider", "tools", "toolChoice"?}`, where `template` is `"chat"` if absent,
//! and a message that is listed but has no state is `null`.

use super::sentence::{Code, Sentence};
use crate::json::{Value, compact};

/// One instance and where it stands.
pub(super) struct Instance<'v, 'a> {
    pub(super) index: usize,
    pub(super) value: &'v Value<'a>,
}

impl<'a> Instance<'_, 'a> {
    pub(super) fn id(&self) -> Value<'a> {
        self.value.copy("id").unwrap_or(Value::NULL)
    }

    /// A letter: `A` for the first.
    pub(super) fn label(&self) -> String {
        u32::try_from(self.index)
            .ok()
            .and_then(|index| char::from_u32(u32::from('A') + index))
            .map(String::from)
            .unwrap_or_default()
    }

    pub(super) fn items(&self, key: &str) -> &[Value<'a>] {
        self.value.get(key).map(Value::items).unwrap_or_default()
    }
}

pub(super) fn instances<'v, 'a>(playground: &'v Value<'a>) -> &'v [Value<'a>] {
    playground.get("instances").map(Value::items).unwrap_or_default()
}

/// The instance with that id; without an id the only one.
///
/// # Errors
/// `INSTANCE_AMBIGUOUS`, `INSTANCE_NOT_FOUND`.
pub(super) fn find<'v, 'a>(playground: &'v Value<'a>, id: Option<&Value<'_>>) -> Result<Instance<'v, 'a>, Sentence> {
    let instances = instances(playground);
    let Some(id) = id else {
        return match instances {
            [value] => Ok(Instance { index: 0, value }),
            _ => {
                let ids: Vec<_> = instances.iter().filter_map(|each| each.get("id")).map(compact).collect();
                Err(Sentence::with(Code::InstanceAmbiguous, vec![ids.join(", ")]))
            }
        };
    };
    instances
        .iter()
        .enumerate()
        .find(|(_, value)| value.get("id") == Some(id))
        .map(|(index, value)| Instance { index, value })
        .ok_or_else(|| Sentence::with(Code::InstanceNotFound, vec![compact(id)]))
}
