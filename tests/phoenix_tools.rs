//! Writes of a prompt's tools: snapshots and their revisions, plans, the providers' forms.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::input::parse;
use countersign::display::{
    ToolsPlan, plan_tools, tool_definition, tools_display, tools_snapshot, tools_summary, tools_text,
};
use countersign::json::{Value, compact, object, pretty, read};
use phoenix_support::{at, number, same, says, text, vectors};
use proptest::prelude::*;
use proptest::sample::select;

#[test]
fn snapshots_of_tools_have_the_revisions_of_the_vectors() {
    let vectors = vectors(include_str!("vectors/phoenix/revision-prompt-tools.json"), "getPromptToolsSnapshot");
    assert_eq!(vectors.len(), 14);
    for vector in vectors {
        let result = at(vector.expected(), "result");
        match tools_snapshot(&vector.store(), vector.input("instanceId")) {
            Ok(mut snapshot) => {
                same(&snapshot, at(result, "output"), &vector);
                snapshot.set("revision", None);
                assert_eq!(compact(&snapshot), text(at(vector.expected(), "hashedText")), "{}", vector.id());
            }
            Err(sentence) => says(&sentence, at(result, "error"), &vector),
        }
    }
}

#[test]
fn definitions_have_the_form_of_their_provider() {
    let vectors = vectors(include_str!("vectors/phoenix/tool-definition-display.json"), "getToolDefinitionDisplay");
    assert_eq!(vectors.len(), 5);
    for vector in vectors {
        let mut providers = 0;
        for provider in ["OPENAI", "AZURE_OPENAI", "OLLAMA", "ANTHROPIC", "AWS", "GOOGLE"] {
            let shown = tool_definition(provider, vector.input("definition").unwrap());
            assert_eq!(pretty(&shown), text(at(vector.expected(), provider)), "{} {provider}", vector.id());
            providers += 1;
        }
        let Value::Object(all) = vector.expected() else { panic!() };
        assert_eq!(all.len(), providers);
    }
}

/// The store after a plan was carried out: what an accept leaves behind.
fn applied<'a>(store: &Value<'a>, plan: &ToolsPlan<'a>) -> Value<'a> {
    let instances = at(store, "instances").items().iter().map(|instance| {
        let mut instance = instance.clone();
        if at(&instance, "id") == &plan.instance_id {
            instance.set("tools", Some(Value::Array(plan.after.clone())));
        }
        instance
    });
    object(vec![("instances", Some(Value::Array(instances.collect())))])
}

#[test]
fn plans_come_to_what_the_vectors_say() {
    let vectors = vectors(include_str!("vectors/phoenix/prompt-tools-plan.json"), "planWritePromptTools");
    assert_eq!(vectors.len(), 30);
    let mut planned = 0;
    for vector in vectors {
        let (store, raw, expected) = (vector.store(), vector.input("input").unwrap(), vector.expected());
        let next_id = number(at(vector.input("store").unwrap(), "nextToolId"));
        // An empty batch is the parser's to refuse; the planner has nothing against it.
        let input = parse("write_prompt_tools", Some(raw)).unwrap_or_else(|_| raw.clone());
        let plan = match plan_tools(&store, &input, next_id) {
            Ok(plan) => plan,
            Err(sentence) => {
                says(&sentence, at(expected, "error"), &vector);
                continue;
            }
        };
        planned += 1;
        let mut json = plan.clone().into_value();
        assert_eq!(at(&json, "label"), at(expected, "label"), "{}", vector.id());
        json.set("label", None);
        same(&json, at(expected, "plan"), &vector);
        let shown = |tools: &[Value<'_>]| tools_text(tools_display(&plan.provider, tools).items());
        same(&tools_display(&plan.provider, &plan.after), at(expected, "afterEntries"), &vector);
        assert_eq!(shown(&plan.before), text(at(expected, "beforeText")), "{}", vector.id());
        assert_eq!(shown(&plan.after), text(at(expected, "afterText")), "{}", vector.id());
        same(&tools_summary(&plan), at(expected, "summary"), &vector);

        let output = at(at(expected, "applyResult"), "output");
        let live = tools_snapshot(&applied(&store, &plan), Some(&plan.instance_id)).unwrap();
        assert_eq!(at(&live, "revision"), at(output, "revision"), "{}", vector.id());
        let state = &at(at(expected, "stateAfterApply"), "instances").items()[plan.index];
        same(&Value::Array(plan.after.clone()), at(state, "tools"), &vector);
        if let Some(choice) = &plan.tool_choice {
            same(choice, at(state, "toolChoice"), &vector);
        }
    }
    assert_eq!(planned, 23);
}

#[test]
fn display_texts_are_those_of_the_cards() {
    let vectors = vectors(include_str!("vectors/phoenix/diff-display-text.json"), "(prompt-tools)");
    assert_eq!(vectors.len(), 1);
    for vector in vectors {
        let shown = tools_text(at(vector.input("snapshot").unwrap(), "entries").items());
        assert_eq!(shown, text(at(vector.expected(), "text")), "{}", vector.id());
    }
}

/// What was proposed in the flows that start in a mounted playground.
#[test]
fn proposals_of_whole_flows_show_and_refuse_the_same() {
    let mut proposed = 0;
    for vector in vectors(include_str!("vectors/phoenix/approval-prompt-tools.json"), "bindPendingPromptToolWrite") {
        let store = vector.store();
        let next_id = number(at(vector.input("store").unwrap(), "nextToolId"));
        let input = parse("write_prompt_tools", vector.input("toolInput")).unwrap();
        match plan_tools(&store, &input, next_id) {
            Ok(plan) => {
                let pending = at(vector.expected(), "pendingAfterPropose");
                if pending.get("before").is_none() {
                    continue;
                }
                same(&input, at(pending, "input"), &vector);
                same(&tools_display(&plan.provider, &plan.before), at(at(pending, "before"), "entries"), &vector);
                same(&tools_display(&plan.provider, &plan.after), at(at(pending, "after"), "entries"), &vector);
                same(&tools_summary(&plan), at(pending, "summary"), &vector);
                proposed += 1;
            }
            Err(sentence) => says(&sentence, at(at(vector.expected(), "actionResult"), "error"), &vector),
        }
    }
    assert_eq!(proposed, 8);
}

#[test]
fn parameters_that_no_float_holds_stay_as_they_are() {
    let tools = read(
        r#"[{"kind":"function","id":1,"definition":{"name":"f","parameters":{"max":9007199254740993,"__proto__":{}}}}]"#,
    );
    let shown = tools_text(tools_display("AWS", tools.unwrap().items()).items());
    assert!(shown.contains("\"max\": 9007199254740993,"), "{shown}");
    assert!(shown.contains("\"__proto__\": {}"), "{shown}");
}

fn entry() -> impl Strategy<Value = String> {
    let id = prop_oneof![Just(String::new()), (1..5_u32).prop_map(|id| format!(r#""id":{id},"#))];
    let more = select(vec![
        "",
        r#","description":null"#,
        r#","description":"d""#,
        r#","parameters":null"#,
        r#","parameters":{"type":7}"#,
        r#","strict":true"#,
    ]);
    (id, select(vec!["a", "b", "c"]), more).prop_map(|(id, name, more)| format!(r#"{{{id}"name":"{name}"{more}}}"#))
}

proptest! {
    /// Planned again with the same ids on the same tools, everything is as it was shown; and tools that
    /// the batch does not name stay as they were.
    #[test]
    fn what_is_applied_is_what_was_shown(
        entries in prop::collection::vec(entry(), 0..4),
        deleted in prop::collection::vec(1..5_u32, 0..3),
        forced in select(vec!["a", "b", "gone"]),
        provider in select(vec!["OPENAI", "ANTHROPIC", "AWS", "GOOGLE"]),
    ) {
        let playground = format!(
            r#"{{"instances":[{{"id":0,"provider":"{provider}","toolChoice":{{"type":"SPECIFIC_FUNCTION","functionName":"{forced}"}},"tools":[
                {{"kind":"function","id":1,"definition":{{"name":"a","parameters":{{"z":1}}}}}},
                {{"kind":"raw","id":2,"raw":{{"type":"web"}}}},
                {{"kind":"function","id":3,"definition":{{"name":"b"}}}}]}}]}}"#
        );
        let playground = read(&playground).unwrap();
        let revision = compact(at(&tools_snapshot(&playground, None).unwrap(), "revision"));
        let input = format!(
            r#"{{"instanceId":0,"expectedRevision":{revision},"tools":[{}],"deleteToolIds":{deleted:?}}}"#,
            entries.join(",")
        );
        let input = read(&input).unwrap();
        if let Ok(plan) = plan_tools(&playground, &input, 10) {
            prop_assert_eq!(&plan_tools(&playground, &input, 10).unwrap(), &plan);
            let shown = tools_text(tools_display(&plan.provider, &plan.after).items());
            prop_assert_eq!(shown.is_empty(), plan.after.is_empty());
            prop_assert_eq!(at(&tools_summary(&plan), "deleted").items().len(), plan.deleted.len());
            for tool in &plan.before {
                let id = at(tool, "id");
                let named = plan.deleted.contains(id) || plan.results.iter().any(|result| at(result, "toolId") == id);
                prop_assert!(named || plan.after.contains(tool));
            }
            for id in &plan.deleted {
                prop_assert!(plan.after.iter().all(|tool| at(tool, "id") != id));
            }
            let free = plan.reset_choice_from.is_some();
            let forced_gone = (forced == "a" && plan.deleted.iter().any(|id| compact(id) == "1"))
                || (forced == "b" && plan.deleted.iter().any(|id| compact(id) == "3"));
            prop_assert_eq!(free, forced_gone);
        }
    }
}
