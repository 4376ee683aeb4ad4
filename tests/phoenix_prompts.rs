//! Edits of prompts: snapshots and their revisions, operations, summaries, removals.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::{prompt, prompt_edit, prompt_edit_summary, prompt_snapshot, removable_instance};
use countersign::json::{JsonText, Value, compact, object, read};
use phoenix_support::{at, number, same, says, text, vectors};
use proptest::prelude::*;
use proptest::sample::select;

fn display_text(snapshot: &Value<'_>) -> String {
    prompt(&JsonText::new(compact(snapshot)).unwrap()).unwrap()
}

#[test]
fn snapshots_of_prompts_have_the_revisions_of_the_vectors() {
    let vectors = vectors(include_str!("vectors/phoenix/revision-prompt.json"), "getPromptSnapshot");
    assert_eq!(vectors.len(), 17);
    for vector in vectors {
        let result = at(vector.expected(), "result");
        match prompt_snapshot(&vector.store(), vector.input("instanceId")) {
            Ok(mut snapshot) => {
                same(&snapshot, at(result, "output"), &vector);
                snapshot.set("revision", None);
                let hashed = compact(&snapshot);
                // Of the longest text the vectors hold the length alone.
                if let Some(expected) = vector.expected().get("hashedText") {
                    assert_eq!(hashed, text(expected), "{}", vector.id());
                }
                let length = number(at(vector.expected(), "hashedLengthUtf16")) as usize;
                assert_eq!(hashed.encode_utf16().count(), length, "{}", vector.id());
            }
            Err(sentence) => says(&sentence, at(result, "error"), &vector),
        }
    }
}

fn edit_input<'a>(id: &Value<'a>, revision: &Value<'a>, operations: &Value<'a>) -> Value<'a> {
    object(vec![
        ("instanceId", Some(id.clone())),
        ("expectedRevision", Some(revision.clone())),
        ("operations", Some(operations.clone())),
    ])
}

/// The store after the messages of `after` were put in: what an accept leaves behind.
fn applied<'a>(store: &Value<'a>, after: &Value<'a>) -> Value<'a> {
    let instances = at(store, "instances").items().iter().map(|instance| {
        let mut instance = instance.clone();
        if at(&instance, "id") == at(after, "instanceId") {
            instance.set("messages", after.get("messages").cloned());
            instance.set("dirty", Some(Value::bool(true)));
        }
        instance
    });
    object(vec![("instances", Some(Value::Array(instances.collect())))])
}

#[test]
fn operations_come_to_what_the_vectors_say() {
    let vectors = vectors(include_str!("vectors/phoenix/prompt-edit-operations.json"), "buildProposedPromptSnapshot");
    assert_eq!(vectors.len(), 18);
    for vector in vectors {
        let store = vector.store();
        let given = |key: &str| vector.input(key).unwrap();
        let input = edit_input(given("instanceId"), given("beforeRevision"), given("operations"));
        let next_id = number(at(given("store"), "nextMessageId"));
        let expected = vector.expected();
        let result = at(expected, "result");
        let edit = match prompt_edit(&store, &input, next_id) {
            Ok(edit) => edit,
            Err(sentence) => {
                says(&sentence, at(result, "error"), &vector);
                continue;
            }
        };
        let (output, json) = (at(result, "output"), edit.clone().into_value());
        same(at(&json, "after"), at(output, "after"), &vector);
        same(at(&json, "operations"), at(output, "operations"), &vector);
        assert_eq!(display_text(&edit.before), text(at(expected, "beforeText")), "{}", vector.id());
        assert_eq!(display_text(&edit.after), text(at(expected, "afterText")), "{}", vector.id());
        same(&prompt_edit_summary(&edit.before, &edit.after).unwrap(), at(expected, "summary"), &vector);

        let state = at(expected, "stateAfterApply");
        same(at(&edit.after, "messages"), at(&at(state, "instances").items()[0], "messages"), &vector);
        let touched = at(&json, "touchedMessageIds").items();
        let bumps = touched.iter().map(|id| format!("\"{}\":1", compact(id))).collect::<Vec<_>>().join(",");
        assert_eq!(format!("{{{bumps}}}"), compact(at(state, "externallyUpdatedMessageRevisionById")));
        let live = prompt_snapshot(&applied(&store, &edit.after), input.get("instanceId")).unwrap();
        assert_eq!(at(&live, "revision"), at(expected, "revisionAfterApply"), "{}", vector.id());
    }
}

#[test]
fn summaries_count_the_lines_of_the_display_texts() {
    let vectors = vectors(include_str!("vectors/phoenix/prompt-edit-summary.json"), "computePromptEditSummary");
    assert_eq!(vectors.len(), 13);
    for vector in vectors {
        let (before, after) = (vector.input("before").unwrap(), vector.input("after").unwrap());
        assert_eq!(display_text(before), text(at(vector.expected(), "beforeText")), "{}", vector.id());
        assert_eq!(display_text(after), text(at(vector.expected(), "afterText")), "{}", vector.id());
        same(&prompt_edit_summary(before, after).unwrap(), at(vector.expected(), "summary"), &vector);
    }
}

#[test]
fn display_texts_are_those_of_the_cards() {
    let vectors = vectors(include_str!("vectors/phoenix/diff-display-text.json"), "(prompt)");
    assert_eq!(vectors.len(), 1);
    for vector in vectors {
        let shown = display_text(vector.input("snapshot").unwrap());
        assert_eq!(shown, text(at(vector.expected(), "text")), "{}", vector.id());
    }
}

/// What was proposed and what was accepted in the flows that start in a mounted playground.
#[test]
fn proposals_of_whole_flows_show_and_refuse_the_same() {
    let mut proposed = 0;
    for vector in vectors(include_str!("vectors/phoenix/approval-prompt-edit.json"), "bindPendingPromptEditActions") {
        let (Some(raw), Some(action)) = (vector.input("toolInput"), vector.expected().get("actionResult")) else {
            continue;
        };
        let store = vector.store();
        let next_id = number(at(vector.input("store").unwrap(), "nextMessageId"));
        let tool = "edit_prompt_instance";
        let input = countersign::display::input::parse(tool, Some(raw));
        match input.and_then(|input| prompt_edit(&store, &input, next_id)) {
            Ok(edit) => {
                assert!(action.get("error").is_none(), "{}", vector.id());
                let Some(pending) =
                    vector.expected().get("pendingAfterPropose").filter(|it| it.get("before").is_some())
                else {
                    continue;
                };
                same(&edit.before, at(pending, "before"), &vector);
                same(&edit.after, at(pending, "after"), &vector);
                same(&Value::Array(edit.operations), at(pending, "operations"), &vector);
                proposed += 1;
            }
            Err(sentence) => says(&sentence, at(action, "error"), &vector),
        }
    }
    assert!(proposed >= 5, "{proposed}");
}

#[test]
fn removals_name_the_instance_and_leave_one() {
    let vectors = vectors(include_str!("vectors/phoenix/prompt-instance-removal.json"), "");
    assert_eq!(vectors.len(), 1);
    for vector in vectors {
        let removed = removable_instance(&vector.store(), vector.input("instanceId").unwrap()).unwrap();
        same(&removed, at(vector.expected(), "output"), &vector);
    }
    let refused = |playground: &str, id: &str| {
        removable_instance(&read(playground).unwrap(), &read(id).unwrap()).unwrap_err().to_string()
    };
    assert_eq!(refused(r#"{"instances":[{"id":1}]}"#, "7"), "REMOVE_LAST_INSTANCE");
    assert_eq!(refused(r#"{"instances":[]}"#, "7"), "REMOVE_LAST_INSTANCE");
    assert_eq!(refused(r#"{"instances":[{"id":1},{"id":2}]}"#, "7"), "INSTANCE_NOT_FOUND|7");
}

const PLAYGROUND: &str = r#"{"instances":[{"id":0,"messages":[
    {"id":1,"role":"system","content":"a"},{"id":2,"role":"user","content":"b"},{"id":3,"role":"ai","toolCalls":[{"n":12345678901234567890}]}
]}]}"#;

#[test]
fn an_insert_below_a_message_that_is_not_there_is_refused() {
    let store = read(PLAYGROUND).unwrap();
    let before = prompt_snapshot(&store, None).unwrap();
    let operations = read(r#"[{"type":"insert_message","afterMessageId":9,"role":"user"}]"#).unwrap();
    let input = edit_input(at(&before, "instanceId"), at(&before, "revision"), &operations);
    assert_eq!(prompt_edit(&store, &input, 50).unwrap_err().to_string(), "ANCHOR_NOT_FOUND|9");
    let stale = edit_input(at(&before, "instanceId"), &Value::text("prompt-0"), &operations);
    assert_eq!(prompt_edit(&store, &stale, 50).unwrap_err().to_string(), "PROMPT_STALE_AT_PROPOSE");
}

#[test]
fn more_instances_than_letters_still_have_labels() {
    let instances: Vec<_> = (0..60).map(|id| format!(r#"{{"id":{id},"messages":[]}}"#)).collect();
    let playground = format!(r#"{{"instances":[{}]}}"#, instances.join(","));
    let playground = read(&playground).unwrap();
    let label = |id: u64| text(at(&prompt_snapshot(&playground, Some(&Value::number(id))).unwrap(), "label"));
    assert_eq!([label(0), label(25)], ["A", "Z"]);
    assert_eq!(label(59).chars().count(), 1);
}

fn operation() -> impl Strategy<Value = String> {
    let id = 0..6_u32;
    let content = prop_oneof![
        Just(String::new()),
        select(vec!["", "x", "\\ud83d", "a\\nb"]).prop_map(|text| format!(r#","content":"{text}""#)),
    ];
    prop_oneof![
        (id.clone(), content.clone())
            .prop_map(|(id, content)| format!(r#"{{"type":"update_message","messageId":{id}{content}}}"#)),
        (prop_oneof![Just("null".to_owned()), id.clone().prop_map(|id| id.to_string())], content).prop_map(
            |(id, content)| format!(r#"{{"type":"insert_message","afterMessageId":{id},"role":"user"{content}}}"#)
        ),
        id.prop_map(|id| format!(r#"{{"type":"delete_message","messageId":{id}}}"#)),
        Just(vec![1, 2, 3])
            .prop_shuffle()
            .prop_map(|ids| format!(r#"{{"type":"reorder_messages","messageIds":{ids:?}}}"#)),
    ]
}

proptest! {
    /// The operations as they were shown, run again on the prompt as it then is, give what was shown.
    #[test]
    fn what_is_applied_is_what_was_shown(operations in prop::collection::vec(operation(), 1..6)) {
        let store = read(PLAYGROUND).unwrap();
        let before = prompt_snapshot(&store, None).unwrap();
        let operations = format!("[{}]", operations.join(","));
        let operations = read(&operations).unwrap();
        let input = edit_input(at(&before, "instanceId"), at(&before, "revision"), &operations);
        if let Ok(shown) = prompt_edit(&store, &input, 4) {
            let shown_operations = Value::Array(shown.operations.clone());
            let again = edit_input(at(&before, "instanceId"), at(&before, "revision"), &shown_operations);
            let run = prompt_edit(&store, &again, 999).unwrap();
            prop_assert_eq!(&run, &shown);
            let live = prompt_snapshot(&applied(&store, &run.after), None).unwrap();
            prop_assert_eq!(at(&live, "messages"), at(&shown.after, "messages"));
            let ids: std::collections::BTreeSet<_> =
                at(&live, "messages").items().iter().map(|message| compact(at(message, "id"))).collect();
            prop_assert_eq!(ids.len(), at(&live, "messages").items().len());
        }
    }
}
