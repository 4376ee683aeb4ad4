//! The inputs of the tools whose writes wait for an approval, by the vectors of the parsers that the
//! core's stand in for.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::Code;
use countersign::display::input::parse;
use countersign::json::{JsonErrorKind, MAX_DEPTH, Value, compact, read};
use phoenix_support::{TOOLS, json, same, tool_of, vectors};
use proptest::prelude::*;
use proptest::sample::select;

#[test]
fn inputs_are_read_or_refused_as_the_vectors_say() {
    let vectors = vectors(include_str!("vectors/phoenix/input-parsers.json"), "");
    assert_eq!(vectors.len(), 71);
    for vector in vectors {
        let tool = tool_of(&vector.function());
        let input = vector.0.get("input").filter(|input| input.get("$undefined").is_none());
        match parse(tool, input) {
            Ok(parsed) => same(&parsed, vector.expected(), &vector),
            Err(_) => same(&Value::NULL, vector.expected(), &vector),
        }
    }
}

fn parsed(tool: &str, input: &str) -> Option<String> {
    parse(tool, Some(&read(input).unwrap())).ok().map(|input| compact(&input))
}

#[test]
fn a_tool_that_is_not_known_takes_nothing_in_silence() {
    assert_eq!(parse("edit_prompt", Some(&read("{}").unwrap())).unwrap_err().to_string(), "UNKNOWN_TOOL|edit_prompt");
}

#[test]
fn what_a_model_wrote_inside_stays_as_it_is() {
    let input =
        r#"{"name":"d","examples":[{"input":{"__proto__":1,"constructor":[9007199254740993],"lone":"\ud83d"}}]}"#;
    assert_eq!(parsed("create_dataset", input).as_deref(), Some(input));
}

#[test]
fn ids_beyond_a_double_stay_distinct() {
    let input = r#"{"instanceId":9007199254740993,"expectedRevision":"r","deleteToolIds":[9007199254740992]}"#;
    assert_eq!(parsed("write_prompt_tools", input).as_deref(), Some(input));
}

#[test]
fn a_whole_number_may_be_spelled_as_a_fraction_and_a_fraction_is_none() {
    assert_eq!(parsed("remove_prompt_instance", r#"{"instanceId":3.0}"#).as_deref(), Some(r#"{"instanceId":3}"#));
    assert_eq!(parsed("remove_prompt_instance", r#"{"instanceId":0.3e1}"#).as_deref(), Some(r#"{"instanceId":3}"#));
    assert_eq!(parsed("remove_prompt_instance", r#"{"instanceId":3.5}"#), None);
}

#[test]
fn keys_of_other_objects_of_javascript_are_no_aliases() {
    assert_eq!(parsed("remove_prompt_instance", r#"{"__proto__":{"instanceId":3}}"#), None);
    assert_eq!(
        parsed("load_dataset", r#"{"datasetName":"d","constructor":1}"#).as_deref(),
        Some(r#"{"datasetName":"d"}"#)
    );
}

#[test]
fn white_space_is_javascripts() {
    let input = "{\"datasetName\":\"\\ufeff\u{a0} a\u{85} \\u2028\"}";
    assert_eq!(parsed("load_dataset", input), Some("{\"datasetName\":\"a\u{85}\"}".to_owned()));
}

#[test]
fn tool_calls_of_each_form_are_told_apart() {
    let of = |call: &str| {
        let input = format!(
            r#"{{"instanceId":0,"expectedRevision":"r","operations":{{"type":"insert_message","role":"ai","toolCalls":[{call}]}}}}"#
        );
        let parsed = parsed("edit_prompt_instance", &input).unwrap();
        parsed.split_once(r#""toolCalls":["#).unwrap().1.strip_suffix("]}]}").unwrap().to_owned()
    };
    assert_eq!(
        of(r#"{"toolUse":{"x":1,"input":{},"name":"n","toolUseId":"t"}}"#),
        r#"{"toolUse":{"toolUseId":"t","name":"n","input":{},"x":1}}"#
    );
    assert_eq!(
        of(r#"{"id":"a","function":{"name":"f","arguments":"{}"}}"#),
        r#"{"id":"a","function":{"name":"f","arguments":"{}"}}"#
    );
    assert_eq!(
        of(r#"{"id":"a","type":"custom","function":{"name":"f","arguments":{}}}"#),
        r#"{"id":"a","type":"custom","function":{"name":"f","arguments":{}}}"#
    );
    let numbered = r#"{"id":"b","10":0,"type":"tool_use","name":"n","input":{}}"#;
    assert_eq!(of(numbered), r#"{"10":0,"id":"b","type":"tool_use","name":"n","input":{}}"#);
}

#[test]
fn annotations_that_are_missing_as_a_whole_are_told_apart_from_wrong_ones() {
    let code = |input: &str| parse("batch_span_annotate", Some(&read(input).unwrap())).unwrap_err().code;
    for missing in ["{}", "[]", "null", r#"{"annotations":[]}"#, r#"{"annotations":{}}"#] {
        assert_eq!(code(missing), Code::AnnotationsMissing, "{missing}");
    }
    for invalid in [
        r#"{"annotations":[1]}"#,
        r#"{"annotations":[{"spanId":"00f067aa0ba902b7","name":"note","label":"x"}]}"#,
        r#"{"annotations":[{"spanId":"00f067aa0ba902b7","spanNodeId":"U3Bhbjo3","name":"q","label":"x"}]}"#,
        r#"{"annotations":[{"spanId":"00f067aa0ba902b","name":"q","label":"x"}]}"#,
        r#"{"annotations":[{"spanId":"00f067aa0ba902b7","name":"q","label":"x"}],"more":1}"#,
    ] {
        assert_eq!(code(invalid), Code::InvalidInput, "{invalid}");
    }
    let empty_label = r#"{"annotations":[{"spanId":"00f067aa0ba902b7","name":"q","label":""}]}"#;
    assert!(parsed("batch_span_annotate", empty_label).is_some());
}

#[test]
fn input_that_is_nested_too_deep_is_refused_before_it_is_read() {
    let deep = format!("{{\"name\":\"d\",\"metadata\":{}{}}}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    assert_eq!(read(&deep).unwrap_err().kind, JsonErrorKind::TooDeep);
}

proptest! {
    #[test]
    fn any_json_is_read_or_refused_and_what_was_read_reads_as_itself(
        text in json(),
        tool in select(TOOLS.map(|(_, tool)| tool).to_vec()),
    ) {
        let value = read(&text).unwrap();
        if let Ok(input) = parse(tool, Some(&value)) {
            let written = compact(&input);
            let reread = read(&written).unwrap();
            prop_assert_eq!(&compact(&reread), &written);
            if tool != "batch_span_annotate" {
                prop_assert_eq!(parse(tool, Some(&reread)).map(|again| compact(&again)), Ok(written));
            }
        }
    }
}
