//! What a table can't say: rules between the fields of an input.

use super::repeated;
use crate::json::{Value, object};

/// Something is to be written or deleted.
pub(super) fn some_tools(input: &mut Value<'_>) -> bool {
    ["tools", "deleteToolIds"].iter().any(|key| input.get(key).is_some_and(|list| !list.items().is_empty()))
}

/// There is at least one change. An empty text clears nothing: `null` does.
pub(super) fn some_split_change(input: &mut Value<'_>) -> bool {
    any(input, &["name", "description", "color"]) && !input.get("description").is_some_and(|text| text.is_text(""))
}

pub(super) fn some_dataset_change(input: &mut Value<'_>) -> bool {
    any(input, &["name", "description", "metadata"])
}

/// Each patch changes something, and no two the same example.
pub(super) fn example_patches(input: &mut Value<'_>) -> bool {
    let patches = input.get("patches").map(Value::items).unwrap_or_default();
    let ids: Vec<_> = patches.iter().filter_map(|patch| patch.copy("exampleId")).collect();
    patches.iter().all(|patch| any(patch, &["input", "output", "metadata"])) && repeated(&ids).is_empty()
}

/// Each annotation has one target and says something; the name `note` is Phoenix's own. The input
/// becomes the list.
pub(super) fn annotations(input: &mut Value<'_>) -> bool {
    let Some(list) = input.copy("annotations") else {
        return false;
    };
    let sound = list.items().iter().all(|each| {
        any(each, &["spanId"]) != any(each, &["spanNodeId"])
            && ["label", "score", "explanation"].iter().any(|key| each.given(key).is_some())
            && !each.get("name").is_some_and(|name| name.is_text("note"))
    });
    *input = list;
    sound
}

/// One operation alone becomes a list of one.
pub(super) fn operations(input: &mut Value<'_>) -> bool {
    if any(input, &["type"]) {
        let operation = std::mem::replace(input, Value::NULL);
        *input = object(vec![("operations", Some(Value::Array(vec![operation])))]);
    }
    true
}

fn any(value: &Value<'_>, keys: &[&str]) -> bool {
    keys.iter().any(|key| value.get(key).is_some())
}
