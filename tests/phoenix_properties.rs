//! What holds for any JSON in the place of a playground, a snapshot, an input or a preview.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::input::parse;
use countersign::display::{
    DatasetView, annotation_config_card, annotation_config_preview, annotations_output, code_draft_text, dataset_card,
    dataset_preview, edit_code_draft, edit_llm_draft, experiment_proposal, llm_draft_text, plan_tools, prompt_edit,
    prompt_edit_summary, prompt_snapshot, removable_instance, row, save_preview, selection_revision, tool_definition,
    tools_display, tools_snapshot, tools_summary, tools_text,
};
use countersign::json::{MAX_DEPTH, Value, compact, object, read};
use phoenix_support::{json, tool_of, vectors};
use proptest::prelude::*;
use proptest::sample::select;

fn around<'a>(instance: &Value<'a>) -> Value<'a> {
    object(vec![("instances", Some(Value::Array(vec![instance.clone()])))])
}

/// With the revision that the playground has, so that what comes after the check is reached.
fn fresh<'a>(input: &Value<'a>, snapshot: Value<'a>) -> Value<'a> {
    let mut input = input.clone();
    input.set("instanceId", snapshot.get("instanceId").cloned());
    input.set("expectedRevision", snapshot.get("revision").cloned());
    input
}

/// `value` with `new` in the place of one of its parts, or beside it.
fn altered<'a>(value: &Value<'a>, places: &mut impl Iterator<Item = usize>, new: &Value<'a>) -> Value<'a> {
    let choice = places.next().unwrap_or_default();
    let what = choice % 4;
    match value {
        Value::Array(items) if what > 0 => {
            let mut items = items.clone();
            match items.len() {
                0 => items.push(new.clone()),
                length if what == 1 => items.insert(choice % length, new.clone()),
                length => items[choice % length] = altered(&items[choice % length], places, new),
            }
            Value::Array(items)
        }
        Value::Object(members) if what > 0 && !members.is_empty() => {
            let mut members = members.clone();
            let at = choice % members.len();
            match what {
                1 => drop(members.remove(at)),
                _ => members[at].1 = altered(&members[at].1, places, new),
            }
            Value::Object(members)
        }
        _ => new.clone(),
    }
}

proptest! {
    /// Inputs that are nearly right are read or refused; what was read is read again as itself.
    #[test]
    fn inputs_that_are_nearly_right_are_read_or_refused(
        which in any::<prop::sample::Index>(),
        places in prop::collection::vec(0..100_usize, 0..8),
        new in json(),
    ) {
        let vectors = vectors(include_str!("vectors/phoenix/input-parsers.json"), "");
        let right: Vec<_> = vectors.iter().filter(|vector| *vector.expected() != Value::NULL).collect();
        let vector = which.get(&right);
        let (tool, new) = (tool_of(&vector.function()), read(&new).unwrap());
        let input = altered(phoenix_support::at(&vector.0, "input"), &mut places.into_iter(), &new);
        let text = compact(&input);
        let input = read(&text).unwrap();
        if let Ok(parsed) = parse(tool, Some(&input)) {
            prop_assert!(row(tool, &input, None).is_none_or(|row| !row.params.is_empty() || tool == "patch_experiment"));
            if tool != "batch_span_annotate" {
                prop_assert_eq!(parse(tool, Some(&parsed)), Ok(parsed.clone()));
            }
        }
    }

    #[test]
    fn nothing_that_comes_from_outside_ends_the_core(
        (left, right) in (json(), json()),
        tool in select(vec!["create_dataset", "patch_dataset_split", "add_spans_to_dataset", "batch_span_annotate"]),
    ) {
        let (left, right) = (read(&left).unwrap(), read(&right).unwrap());
        for playground in [left.clone(), around(&left)] {
            if let Ok(snapshot) = prompt_snapshot(&playground, None) {
                let _ = prompt_edit(&playground, &fresh(&right, snapshot), u64::MAX);
            }
            if let Ok(plan) = tools_snapshot(&playground, None)
                .and_then(|snapshot| plan_tools(&playground, &fresh(&right, snapshot), u64::MAX))
            {
                let _ = tools_summary(&plan);
                let _ = tools_text(tools_display(&plan.provider, &plan.after).items());
            }
            let _ = save_preview(&playground, &right);
            let _ = removable_instance(&playground, &right);
        }
        let _ = prompt_edit_summary(&left, &right);
        let _ = edit_code_draft(&left, right.items(), &left);
        let _ = code_draft_text(&edit_llm_draft(&left, right.items()));
        let _ = llm_draft_text(&left);
        let _ = experiment_proposal(&left, &right);
        let _ = selection_revision(&left);
        let _ = annotations_output(&left);
        let _ = tool_definition("AWS", &left);
        let _ = row(tool, &left, Some(&right));
        let _ = dataset_card(&left);
        let _ = annotation_config_card(&annotation_config_preview(tool, &left));
        let view = DatasetView { dataset_name: Some(right.clone()), span: false };
        let _ = dataset_preview(tool, &left, &view);
    }

    /// What a person sees of a proposed dataset is all that will be in it.
    #[test]
    fn a_card_shows_every_example_as_it_came(examples in prop::collection::vec(json(), 0..4)) {
        let examples: Vec<_> = examples.iter().map(|input| format!(r#"{{"input":{{"x":{input}}}}}"#)).collect();
        let text = format!(r#"{{"name":"d","examples":[{}]}}"#, examples.join(","));
        let given = read(&text).unwrap();
        let input = parse("create_dataset", Some(&given)).unwrap();
        prop_assert_eq!(&input, &given);
        let preview = dataset_preview("create_dataset", &input, &DatasetView::default()).unwrap().unwrap();
        let body = dataset_card(&preview).unwrap().body;
        let shown = read(&body).unwrap();
        let none = Value::Array(Vec::new());
        prop_assert_eq!(compact(shown.get("examples").unwrap_or(&none)), compact(given.get("examples").unwrap()));
    }
}

#[test]
fn a_value_as_deep_as_can_be_read_goes_all_the_way() {
    let depth = MAX_DEPTH - 4;
    let deep = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
    let text = format!(r#"{{"name":"d","examples":[{{"input":{deep}}}]}}"#);
    let given = read(&text).unwrap();
    let input = parse("create_dataset", Some(&given)).unwrap();
    let preview = dataset_preview("create_dataset", &input, &DatasetView::default()).unwrap().unwrap();
    assert!(dataset_card(&preview).unwrap().body.contains("\"a\": 1\n"));
}
