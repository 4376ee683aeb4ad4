//! Reads the vectors: `{id, fn, input, expected}`, where `{"$undefined": true}` is JavaScript's
//! undefined and sentences are `code:NAME|params`. The core's own reader reads them, because a lone
//! surrogate is in one.
#![allow(dead_code)] // Each suite uses a part.

use countersign::display::Sentence;
use countersign::json::{Value, compact, object, read};
use proptest::prelude::*;
use proptest::sample::select;

pub struct Vector<'a>(pub Value<'a>);

impl<'a> Vector<'a> {
    pub fn id(&self) -> String {
        self.0.get("id").and_then(Value::as_text).unwrap()
    }

    pub fn function(&self) -> String {
        self.0.get("fn").and_then(Value::as_text).unwrap()
    }

    pub fn input(&self, key: &str) -> Option<&Value<'a>> {
        at(&self.0, "input").get(key).filter(|value| value.get("$undefined").is_none())
    }

    pub fn expected(&self) -> &Value<'a> {
        at(&self.0, "expected")
    }

    pub fn store(&self) -> Value<'a> {
        playground(at(at(&self.0, "input"), "store"))
    }
}

/// The vectors of a file whose function's name holds `function`.
pub fn vectors<'a>(file: &'a str, function: &str) -> Vec<Vector<'a>> {
    let file = read(file).unwrap();
    let all = at(&file, "vectors").items().iter().cloned().map(Vector);
    all.filter(|vector| vector.function().contains(function)).collect()
}

/// Parsers are named after their tools: `parseEditPromptInput` is the one of `edit_prompt_instance`.
pub fn tool_of(function: &str) -> &'static str {
    TOOLS.iter().find(|(name, _)| function == format!("parse{name}Input")).unwrap().1
}

pub const TOOLS: [(&str, &str); 26] = [
    ("EditPrompt", "edit_prompt_instance"),
    ("RemovePromptInstance", "remove_prompt_instance"),
    ("WritePromptTools", "write_prompt_tools"),
    ("SavePrompt", "save_prompt"),
    ("LoadDataset", "load_dataset"),
    ("BatchSpanAnnotate", "batch_span_annotate"),
    ("PatchExperiment", "patch_experiment"),
    ("CreateAnnotationConfig", "create_annotation_config"),
    ("UpdateAnnotationConfig", "update_annotation_config"),
    ("EditCodeEvaluatorDraft", "edit_code_evaluator_draft"),
    ("EditLlmEvaluatorDraft", "edit_llm_evaluator_draft"),
    ("CreateDataset", "create_dataset"),
    ("PatchDataset", "patch_dataset"),
    ("DeleteDataset", "delete_dataset"),
    ("AddDatasetExamples", "add_dataset_examples"),
    ("PatchDatasetExamples", "patch_dataset_examples"),
    ("DeleteDatasetExamples", "delete_dataset_examples"),
    ("CreateDatasetLabel", "create_dataset_label"),
    ("SetDatasetLabels", "set_dataset_labels"),
    ("DeleteDatasetLabels", "delete_dataset_labels"),
    ("CreateDatasetSplit", "create_dataset_split"),
    ("SetDatasetExampleSplits", "set_dataset_example_splits"),
    ("PatchDatasetSplit", "patch_dataset_split"),
    ("DeleteDatasetSplits", "delete_dataset_splits"),
    ("AddSpansToDataset", "add_spans_to_dataset"),
    ("EmptyTool", "submit_code_evaluator_draft"),
];

pub fn at<'v, 'a>(value: &'v Value<'a>, key: &str) -> &'v Value<'a> {
    value.get(key).unwrap_or_else(|| panic!("no {key} in {}", compact(value)))
}

pub fn text(value: &Value<'_>) -> String {
    value.as_text().unwrap()
}

pub fn number(value: &Value<'_>) -> u64 {
    compact(value).parse().unwrap()
}

/// Compares with the order of keys.
pub fn same(found: &Value<'_>, expected: &Value<'_>, vector: &Vector<'_>) {
    assert_eq!(compact(found), compact(expected), "{}", vector.id());
}

pub fn says(sentence: &Sentence, expected: &Value<'_>, vector: &Vector<'_>) {
    assert_eq!(format!("code:{sentence}"), text(expected), "{}", vector.id());
}

/// The vectors' store as the core takes a playground: each instance by itself.
fn playground<'a>(store: &Value<'a>) -> Value<'a> {
    let instances = at(store, "instances").items().iter().map(|instance| {
        let mut instance = instance.clone();
        let dirty = store.get("dirty").and_then(|dirty| dirty.get(&compact(at(&instance, "id")))).cloned();
        instance.set("dirty", dirty);
        if instance.get("provider").is_none() {
            instance.set("provider", Some(Value::text("OPENAI")));
        }
        let mut messages = instance.get("messages").map(Value::items).unwrap_or_default().to_vec();
        let dangling = instance.get("danglingMessageIds").map(Value::items).unwrap_or_default().len();
        messages.extend(std::iter::repeat_n(Value::NULL, dangling));
        instance.set("messages", Some(Value::Array(messages)));
        instance
    });
    object(vec![("instances", Some(Value::Array(instances.collect())))])
}

/// Values of which many are nearly an input.
pub fn json() -> impl Strategy<Value = String> {
    let keys = vec![
        "instances",
        "messages",
        "dirty",
        "prompt",
        "toolChoice",
        "functionName",
        "definition",
        "raw",
        "instanceId",
        "instance_id",
        "expectedRevision",
        "operations",
        "operation",
        "type",
        "messageId",
        "role",
        "content",
        "toolCalls",
        "tools",
        "deleteToolIds",
        "name",
        "description",
        "id",
        "parameters",
        "annotations",
        "spanId",
        "label",
        "examples",
        "input",
        "patches",
        "exampleId",
        "exampleIds",
        "outputConfigs",
        "kind",
        "__proto__",
        "metadata",
        "10",
        "2",
    ];
    let scalar = prop_oneof![
        select(vec!["null", "true", "0", "1", "-3", "2.50", "1e2", "1e400"]).prop_map(str::to_owned),
        select(vec![
            "",
            " a ",
            "user",
            "update_message",
            "function",
            "SPECIFIC_FUNCTION",
            "insert_message",
            "set_name",
            "set_output_configs",
            "continuous",
            "categorical",
            "00f067aa0ba902b7",
            "U3Bhbjo3",
            "\\ud83d",
            "\\u0000",
        ])
        .prop_map(|text| format!("\"{text}\"")),
    ];
    scalar.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((select(keys.clone()), inner), 0..7).prop_map(|members| {
                let members: Vec<_> = members.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}
