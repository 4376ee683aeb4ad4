//! The functions of this module by name, with JSON text in and out: what a boundary needs that knows
//! no types.

use super::digest::revision_of;
use super::sentence::{Code, Sentence};
use super::{
    Card, DatasetView, annotation_config_card, annotation_config_preview, annotations_output, code_draft_text,
    dataset_card, dataset_preview, edit_code_draft, edit_llm_draft, experiment_proposal, input, llm_draft_text,
    plan_tools, prompt, prompt_edit, prompt_edit_summary, prompt_snapshot, removable_instance, row, save_preview,
    selection_revision, tool_display, tools_display, tools_snapshot, tools_summary, tools_text,
};
use crate::json::{Value, compact, object, parse};

/// Calls the function of that name with the members of `arguments`, an object as `JSON.stringify` writes it:
/// what it holds is in its normal form then. Returns `{"ok": value}`, without a member where there is no value, or `{"error": {"code", "params"}}`.
///
/// The error is `NOT_JSON` where the arguments are no JSON, or nested too deep, and `UNKNOWN_FUNCTION`
/// where there is none of that name.
#[must_use]
pub fn call(name: &str, arguments: &str) -> String {
    let result = parse(arguments)
        .map_err(|bad| Sentence::with(Code::NotJson, vec![bad.to_string()]))
        .and_then(|arguments| run(name, &Arguments(&arguments)).map(|value| compact(&object(vec![("ok", value)]))));
    result.unwrap_or_else(|sentence| compact(&object(vec![("error", Some(said(&sentence)))])))
}

fn said<'a>(sentence: &Sentence) -> Value<'a> {
    let params = sentence.params.iter().map(|param| Value::text(param)).collect();
    object(vec![("code", Some(Value::text(sentence.code.name()))), ("params", Some(Value::Array(params)))])
}

struct Arguments<'v, 'a>(&'v Value<'a>);

impl<'v, 'a> Arguments<'v, 'a> {
    fn get(&self, key: &str) -> Option<&'v Value<'a>> {
        self.0.get(key)
    }

    fn value(&self, key: &str) -> &'v Value<'a> {
        const NULL: &Value<'static> = &Value::NULL;
        self.get(key).unwrap_or(NULL)
    }

    fn items(&self, key: &str) -> &'v [Value<'a>] {
        self.value(key).items()
    }

    fn text(&self, key: &str) -> String {
        self.value(key).as_text().unwrap_or_default()
    }

    fn number(&self, key: &str) -> u64 {
        compact(self.value(key)).parse().unwrap_or_default()
    }
}

type Found<'a> = Result<Option<Value<'a>>, Sentence>;

fn run<'a>(name: &str, arguments: &Arguments<'_, 'a>) -> Found<'a> {
    let value = |key: &str| arguments.value(key);
    let tool = || arguments.text("tool");
    let text = |text: String| Ok(Some(Value::text(&text)));
    match name {
        "revisionOf" => text(revision_of(value("value"))),
        "parse" => input::parse(&tool(), arguments.get("input")).map(|input| Some(whole(input))),
        "row" => Ok(row(&tool(), value("input"), arguments.get("output")).map(|sentence| said(&sentence))),
        "promptText" => match prompt::text(value("snapshot")) {
            Ok(shown) => text(shown),
            Err(bad) => Err(not_shown(&bad)),
        },
        "promptSnapshot" => snapshot(arguments, PROMPT),
        "promptEdit" => edit(arguments).map(Some),
        "promptEditSummary" => {
            prompt_edit_summary(value("before"), value("after")).map(Some).map_err(|bad| not_shown(&bad))
        }
        "toolsSnapshot" => snapshot(arguments, TOOLS),
        "planTools" => plan(arguments).map(Some),
        "toolDisplay" => text(tool_display(&arguments.text("provider"), value("tool"))),
        "toolsText" => text(tools_text(arguments.items("entries"))),
        "removableInstance" => removable_instance(value("playground"), value("instanceId")).map(Some),
        "savePreview" => save_preview(value("playground"), value("input")).map(Some),
        "selectionRevision" => text(selection_revision(value("selection"))),
        "experimentProposal" => Ok(experiment_proposal(value("input"), value("experiment"))),
        "annotationsOutput" => Ok(Some(annotations_output(value("annotations")))),
        "datasetPreview" => {
            let span = *value("span") == Value::bool(true);
            dataset_preview(
                &tool(),
                value("input"),
                &DatasetView { dataset_name: arguments.get("datasetName").cloned(), span },
            )
        }
        "datasetCard" => Ok(dataset_card(value("preview")).map(card)),
        "annotationConfigPreview" => Ok(Some(annotation_config_preview(&tool(), value("input")))),
        "annotationConfigCard" => Ok(Some(card(annotation_config_card(value("preview"))))),
        "editCodeDraft" => edit_code_draft(value("draft"), arguments.items("operations"), value("sandboxes")).map(Some),
        "editLlmDraft" => Ok(Some(edit_llm_draft(value("draft"), arguments.items("operations")))),
        "codeDraftText" => text(code_draft_text(value("draft"))),
        "llmDraftText" => text(llm_draft_text(value("draft"))),
        _ => Err(Sentence::with(Code::UnknownFunction, vec![name.to_owned()])),
    }
}

/// An input that is parsed can be parsed again: a list of annotations goes back into its object.
fn whole(input: Value<'_>) -> Value<'_> {
    match input {
        Value::Array(_) => object(vec![("annotations", Some(input))]),
        input => input,
    }
}

fn not_shown(bad: &super::DisplayError) -> Sentence {
    Sentence::with(Code::NotShown, vec![bad.to_string()])
}

fn card<'a>(Card { label, note, body }: Card) -> Value<'a> {
    object(vec![
        ("label", Some(Value::text(label.name()))),
        ("note", note.map(|note| Value::text(note.name()))),
        ("body", Some(Value::text(&body))),
    ])
}

type Snapshot = for<'a> fn(&Value<'a>, Option<&Value<'_>>) -> Result<Value<'a>, Sentence>;

/// Something that has a revision: its snapshot, what of that is its content, and the sentence for a
/// revision that is not the expected one.
#[derive(Clone, Copy)]
struct Versioned {
    snapshot: Snapshot,
    content: &'static [&'static str],
    stale: Code,
}

const PROMPT: Versioned = Versioned {
    snapshot: |playground, id| prompt_snapshot(playground, id),
    content: &["instanceId", "prompt", "messages"],
    stale: Code::PromptStaleAtPropose,
};
const TOOLS: Versioned = Versioned {
    snapshot: |playground, id| tools_snapshot(playground, id),
    content: &["instanceId", "tools"],
    stale: Code::ToolsStale,
};

/// Whether revisions are Phoenix's own tokens, or digests of the content alone: then neither a place
/// that has moved nor a flag that was touched makes a proposal stale.
fn has_tokens(arguments: &Arguments<'_, '_>) -> bool {
    arguments.value("revisions").is_text("tokens")
}

fn digested<'a>(mut snapshot: Value<'a>, of: Versioned) -> Value<'a> {
    let content = snapshot.pick(of.content);
    snapshot.set("revision", Some(Value::text(&revision_of(&content))));
    snapshot
}

fn snapshot<'a>(arguments: &Arguments<'_, 'a>, of: Versioned) -> Found<'a> {
    let snapshot = (of.snapshot)(arguments.value("playground"), arguments.get("instanceId"))?;
    Ok(Some(if has_tokens(arguments) { snapshot } else { digested(snapshot, of) }))
}

/// The input with the token that stands for its digest.
fn tokened<'a>(arguments: &Arguments<'_, 'a>, of: Versioned) -> Result<Value<'a>, Sentence> {
    let mut input = arguments.value("input").clone();
    if has_tokens(arguments) {
        return Ok(input);
    }
    let live = (of.snapshot)(arguments.value("playground"), input.get("instanceId"))?;
    let token = live.copy("revision");
    if digested(live, of).get("revision") != input.get("expectedRevision") {
        return Err(Sentence::new(of.stale));
    }
    input.set("expectedRevision", token);
    Ok(input)
}

fn edit<'a>(arguments: &Arguments<'_, 'a>) -> Result<Value<'a>, Sentence> {
    let input = tokened(arguments, PROMPT)?;
    let mut edit = prompt_edit(arguments.value("playground"), &input, arguments.number("nextMessageId"))?;
    if !has_tokens(arguments) {
        edit.before = digested(edit.before, PROMPT);
        edit.after = digested(edit.after, PROMPT);
    }
    Ok(edit.into_value())
}

/// The plan with what is shown of it: `beforeEntries`, `afterEntries`, `summary`.
fn plan<'a>(arguments: &Arguments<'_, 'a>) -> Result<Value<'a>, Sentence> {
    let input = tokened(arguments, TOOLS)?;
    let plan = plan_tools(arguments.value("playground"), &input, arguments.number("nextToolId"))?;
    let shown = [
        ("beforeEntries", tools_display(&plan.provider, &plan.before)),
        ("afterEntries", tools_display(&plan.provider, &plan.after)),
        ("summary", tools_summary(&plan)),
    ];
    let mut plan = plan.into_value();
    for (key, value) in shown {
        plan.set(key, Some(value));
    }
    Ok(plan)
}
