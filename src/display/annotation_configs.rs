//! Writes of annotation configs (`create_annotation_config`, `update_annotation_config`).

use super::datasets::Card;
use super::sentence::Code;
use crate::json::{Value, object, pretty};

/// What waits for an approval: `{"kind": "create", "draft", "projectId"}` or `{"kind": "update",
/// "configId", "draft"}`. `input` is what [`super::input::parse`] returned for `tool`.
#[must_use]
pub fn annotation_config_preview<'a>(tool: &str, input: &Value<'a>) -> Value<'a> {
    let update = tool == "update_annotation_config";
    let of_input = |key: &str| Some(input.copy(key).unwrap_or(Value::NULL));
    let mut draft = input.clone();
    draft.set(if update { "id" } else { "projectId" }, None);
    if update {
        object(vec![("kind", Some(Value::text("update"))), ("configId", of_input("id")), ("draft", Some(draft))])
    } else {
        object(vec![
            ("kind", Some(Value::text("create"))),
            ("draft", Some(draft)),
            ("projectId", of_input("projectId")),
        ])
    }
}

/// The card of what [`annotation_config_preview`] returned. It shows what a config of that type has.
#[must_use]
pub fn annotation_config_card(preview: &Value<'_>) -> Card {
    let update = preview.get("configId").is_some();
    let draft = preview.get("draft").unwrap_or(&Value::NULL);
    let given = |key: &'static str| (key, draft.given(key).cloned());
    let mut config = vec![given("type"), given("name"), given("optimizationDirection"), given("description")];
    if let Some((_, direction @ None)) = config.get_mut(2) {
        *direction = Some(Value::text("NONE"));
    }
    config.extend(match draft.get("type").and_then(Value::as_text).as_deref() {
        Some("categorical") => vec![given("values")],
        Some("continuous") => vec![given("lowerBound"), given("upperBound")],
        _ => vec![given("lowerBound"), given("upperBound"), given("threshold")],
    });
    let body = object(vec![
        ("configId", preview.copy("configId")),
        ("config", Some(object(config))),
        ("projectId", preview.given("projectId").cloned()),
    ]);
    let (label, note) = match update {
        true => (Code::ReplaceAnnotationConfig, Some(Code::NoteReplaceAnnotationConfig)),
        false => (Code::CreateAnnotationConfig, None),
    };
    Card { label, note, body: pretty(&body) }
}
