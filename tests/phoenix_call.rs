//! The families' functions by name, with JSON text in and out.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::{call, revision_of};
use countersign::json::{MAX_DEPTH, Value, compact, object, read};
use phoenix_support::json;
use proptest::prelude::*;
use proptest::sample::select;

const NAMES: [&str; 23] = [
    "revisionOf",
    "parse",
    "row",
    "promptText",
    "promptSnapshot",
    "promptEdit",
    "promptEditSummary",
    "toolsSnapshot",
    "planTools",
    "toolsText",
    "removableInstance",
    "savePreview",
    "selectionRevision",
    "experimentProposal",
    "annotationsOutput",
    "datasetPreview",
    "datasetCard",
    "annotationConfigPreview",
    "annotationConfigCard",
    "editCodeDraft",
    "editLlmDraft",
    "codeDraftText",
    "llmDraftText",
];

const PLAYGROUND: &str =
    r#"{"instances":[{"id":0,"messages":[{"id":1,"role":"user","content":"a"}],"provider":"OPENAI","tools":[]}]}"#;

fn error(code: &str, params: &[&str]) -> String {
    let params = params.iter().map(|param| Value::text(param)).collect();
    let said = object(vec![("code", Some(Value::text(code))), ("params", Some(Value::Array(params)))]);
    compact(&object(vec![("error", Some(said))]))
}

/// What a function returned.
fn ok(name: &str, arguments: &str) -> String {
    let answer = call(name, arguments);
    let answer = read(&answer).unwrap();
    compact(answer.get("ok").unwrap_or_else(|| panic!("{name}: {}", compact(&answer))))
}

#[test]
fn what_can_t_be_called_is_an_error_and_not_a_panic() {
    assert_eq!(call("nothing", "{}"), error("UNKNOWN_FUNCTION", &["nothing"]));
    assert!(call("parse", "{").starts_with(r#"{"error":{"code":"NOT_JSON""#));
    let deep = format!(r#"{{"value":{}}}"#, "[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH));
    assert!(call("revisionOf", &deep).starts_with(r#"{"error":{"code":"NOT_JSON""#));
    assert_eq!(call("parse", r#"{"tool":"edit_prompt_instance"}"#), error("INVALID_INPUT", &["edit_prompt_instance"]));
}

#[test]
fn revisions_are_the_same_on_every_platform() {
    // The package's tests have the same one.
    assert_eq!(ok("revisionOf", r#"{"value":{"b":[1,"é\ud800"],"a":null}}"#), r#""795533361ffdb2f6633b6b665b5fea31""#);
}

#[test]
fn what_there_is_nothing_of_is_no_member() {
    assert_eq!(call("experimentProposal", r#"{"input":{"name":"a"},"experiment":{"name":"a"}}"#), "{}");
    assert_eq!(call("row", r#"{"tool":"edit_prompt_instance","input":null}"#), "{}");
}

#[test]
fn annotations_that_are_parsed_can_be_parsed_again() {
    let once = ok(
        "parse",
        r#"{"tool":"batch_span_annotate","input":{"annotations":[{"spanId":"00F067AA0BA902B7","name":"q","score":1}]}}"#,
    );
    assert_eq!(ok("parse", &format!(r#"{{"tool":"batch_span_annotate","input":{once}}}"#)), once);
}

fn edit(revisions: &str, expected: &str) -> String {
    let input = format!(
        r#"{{"instanceId":0,"expectedRevision":{expected},"operations":[{{"type":"delete_message","messageId":1}}]}}"#
    );
    call(
        "promptEdit",
        &format!(r#"{{"playground":{PLAYGROUND},"input":{input},"nextMessageId":5,"revisions":"{revisions}"}}"#),
    )
}

fn revision(revisions: &str, playground: &str) -> String {
    let snapshot = ok("promptSnapshot", &format!(r#"{{"playground":{playground},"revisions":"{revisions}"}}"#));
    compact(read(&snapshot).unwrap().get("revision").unwrap())
}

#[test]
fn an_edit_is_for_the_revision_of_its_own_kind_alone() {
    let (digest, token) = (revision("digests", PLAYGROUND), revision("tokens", PLAYGROUND));
    assert!(token.starts_with("\"prompt-"));
    assert!(edit("digests", &digest).contains(&format!(r#""revision":{digest}"#)));
    assert!(edit("tokens", &token).contains(&format!(r#""revision":{token}"#)));
    assert_eq!(edit("digests", &token), error("PROMPT_STALE_AT_PROPOSE", &[]));
    assert_eq!(edit("tokens", &digest), error("PROMPT_STALE_AT_PROPOSE", &[]));
}

#[test]
fn a_digest_is_of_the_content_and_a_token_of_the_mark_too() {
    let touched = PLAYGROUND.replace(r#""id":0"#, r#""id":0,"dirty":true"#);
    let typed = PLAYGROUND.replace(r#""a""#, r#""b""#);
    assert_eq!(revision("digests", &touched), revision("digests", PLAYGROUND));
    assert_ne!(revision("digests", &typed), revision("digests", PLAYGROUND));
    assert_ne!(revision("tokens", &touched), revision("tokens", PLAYGROUND));
}

proptest! {
    /// Whatever comes in, an object with a result or an error comes out.
    #[test]
    fn every_function_answers_any_json(
        name in select(NAMES.to_vec()),
        tool in select(vec!["edit_prompt_instance", "write_prompt_tools", "create_dataset", "add_spans_to_dataset", "?"]),
        values in prop::collection::vec(json(), 4),
    ) {
        let keys = ["playground", "input", "snapshot", "preview"];
        let mut members: Vec<_> = keys.iter().zip(&values).map(|(key, value)| format!("\"{key}\":{value}")).collect();
        members.extend(["value", "draft", "operations", "entries", "before", "after"].map(|key| format!("\"{key}\":{}", values[0])));
        members.push(format!("\"tool\":\"{tool}\""));
        let answer = call(name, &format!("{{{}}}", members.join(",")));
        let answer = read(&answer).unwrap();
        prop_assert!(matches!(answer, Value::Object(ref members) if members.len() <= 1), "{}", compact(&answer));
    }

    /// Equal values, and no others, have equal revisions.
    #[test]
    fn revisions_are_those_of_values(left in json(), right in json()) {
        let (left, right) = (read(&left).unwrap(), read(&right).unwrap());
        prop_assert_eq!(revision_of(&left) == revision_of(&right), left.canonical() == right.canonical());
    }
}
