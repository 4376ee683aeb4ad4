//! The display text of prompts, by the vectors of the prompt cards that it stands in for.
#![cfg(not(target_arch = "wasm32"))]

use countersign::display::{DisplayError, prompt};
use countersign::json::JsonText;
use serde_json::Value;

fn text_of(snapshot: &Value) -> String {
    prompt(&JsonText::new(snapshot.to_string()).unwrap()).unwrap()
}

fn vectors(file: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(file).unwrap();
    file["vectors"].as_array().unwrap().clone()
}

#[test]
fn both_sides_of_a_prompt_edit_read_as_their_editor_shows_them() {
    let vectors = vectors(include_str!("vectors/phoenix/prompt-edit-summary.json"));
    assert_eq!(vectors.len(), 13);
    for vector in vectors {
        let (input, expected) = (&vector["input"], &vector["expected"]);
        assert_eq!(text_of(&input["before"]), expected["beforeText"], "{}", vector["id"]);
        assert_eq!(text_of(&input["after"]), expected["afterText"], "{}", vector["id"]);
    }
}

#[test]
fn previews_of_operations_read_as_their_editor_shows_them() {
    let mut checked = 0;
    for vector in vectors(include_str!("vectors/phoenix/prompt-edit-operations.json")) {
        let expected = &vector["expected"];
        let after = &expected["result"]["output"]["after"];
        if after.is_object() {
            assert_eq!(text_of(after), expected["afterText"], "{}", vector["id"]);
            checked += 1;
        }
    }
    assert!(checked >= 10);
}

#[test]
fn keys_and_numbers_of_tool_calls_stay_as_they_are_written() {
    let snapshot = r#"{"messages":[{"role":"ai","toolCalls":[{"z":9007199254740993,"__proto__":[],"a":{}}]}]}"#;
    let text = prompt(&JsonText::new(snapshot).unwrap()).unwrap();
    assert_eq!(
        text,
        "role: ai\n\ntoolCalls:\n[\n  {\n    \"z\": 9007199254740993,\n    \"__proto__\": [],\n    \"a\": {}\n  }\n]"
    );
}

#[test]
fn a_snapshot_of_another_shape_is_refused_with_its_place() {
    let refused = |text: &str| prompt(&JsonText::new(text).unwrap()).unwrap_err();
    assert_eq!(refused("{}"), DisplayError::MessagesMissing);
    assert_eq!(refused("[]"), DisplayError::MessagesMissing);
    assert_eq!(refused(r#"{"messages":{}}"#), DisplayError::MessagesMissing);
    assert_eq!(refused(r#"{"messages":[{"role":"user"},{}]}"#), DisplayError::RoleMissing { index: 1 });
    assert_eq!(refused(r#"{"messages":[{"role":"user","content":null}]}"#), DisplayError::ContentNotText { index: 0 });
}
