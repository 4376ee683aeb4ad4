//! What the folded row of a tool call says.

use super::input::parse;
use super::sentence::{Code, Sentence};
use crate::json::{Value, compact};

/// The row of a call with that input and, once it has one, that output; nothing where there is nothing
/// to say, as for an input that is not of its shape.
#[must_use]
pub fn row(tool: &str, input: &Value<'_>, output: Option<&Value<'_>>) -> Option<Sentence> {
    let count = |value: &Value<'_>, key: &str| value.get(key).map(Value::items).unwrap_or_default().len();
    let counted = |code, count: usize| Some(Sentence::with(code, vec![count.to_string()]));
    let of_output = |key: &str| output.and_then(|output| output.get(key)).and_then(Value::as_text);
    if tool == "patch_experiment" {
        return Some(match of_output("experimentName") {
            Some(name) => Sentence::with(Code::RowEditExperiment, vec![name]),
            None => Sentence::new(Code::RowProposeExperimentEdit),
        });
    }
    let input = parse(tool, Some(input)).ok()?;
    match tool {
        "edit_prompt_instance" | "edit_code_evaluator_draft" | "edit_llm_evaluator_draft" => {
            counted(Code::RowProposedEdits, count(&input, "operations"))
        }
        "write_prompt_tools" => {
            counted(Code::RowProposedToolChanges, count(&input, "tools") + count(&input, "deleteToolIds"))
        }
        "add_dataset_examples" => counted(Code::RowExamples, count(&input, "examples")),
        "remove_prompt_instance" => {
            let code = match of_output("status").as_deref() {
                Some("removed") => Some(Code::RowInstanceRemoved),
                Some("rejected") => Some(Code::RowInstanceRemovalRejected),
                _ => None,
            };
            Some(match code.zip(of_output("label")) {
                Some((code, label)) => Sentence::with(code, vec![label]),
                None => Sentence::with(Code::RowRemoveInstance, vec![compact(input.get("instanceId")?)]),
            })
        }
        "batch_span_annotate" => {
            let [annotation] = input.items() else {
                return counted(Code::RowProposeAnnotations, input.items().len());
            };
            let name = annotation.get("name")?.as_text()?;
            Some(match annotation.get("label")?.as_text() {
                Some(label) => Sentence::with(Code::RowAnnotation, vec![name, label]),
                None => Sentence::with(Code::RowProposeAnnotation, vec![name]),
            })
        }
        _ => None,
    }
}
