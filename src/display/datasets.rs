//! Writes to datasets: what waits for an approval, and what its card shows.

use super::sentence::{Code, Sentence};
use crate::json::{Value, object, pretty};

/// What a dataset tool needs to know of the page.
#[derive(Clone, Debug, Default)]
pub struct DatasetView<'a> {
    /// The name of the dataset in view, or its id where the name can't be read.
    pub dataset_name: Option<Value<'a>>,
    /// A span is in view.
    pub span: bool,
}

/// One member of a preview.
enum Part {
    /// The input's, where it has it.
    Given(&'static str),
    /// The input's, or this JSON where it has none or `null`.
    Or(&'static str, &'static str),
    /// The name of the dataset in view.
    Dataset,
    /// How many items the input has under the second name.
    Count(&'static str, &'static str),
    /// All of the input that no part before has taken.
    Changes,
}
use Part::{Changes, Count, Dataset, Given, Or};

struct Write {
    tool: &'static str,
    kind: &'static str,
    /// The tool writes to the dataset in view.
    in_view: bool,
    parts: &'static [Part],
}

const fn new(tool: &'static str, kind: &'static str, parts: &'static [Part]) -> Write {
    Write { tool, kind, in_view: false, parts }
}

const fn in_view(tool: &'static str, kind: &'static str, parts: &'static [Part]) -> Write {
    Write { tool, kind, in_view: true, parts }
}

/// The colour that the forms start with.
const COLOR: Part = Or("color", "\"#33c5e8\"");

static WRITES: &[Write] = &[
    new("create_dataset", "create", &[Given("name"), Given("description"), Given("examples")]),
    in_view("patch_dataset", "patch-dataset", &[Changes]),
    in_view("delete_dataset", "delete-dataset", &[Dataset]),
    in_view("add_dataset_examples", "add", &[Given("examples")]),
    in_view("patch_dataset_examples", "patch-examples", &[Dataset, Given("patches")]),
    in_view("delete_dataset_examples", "delete-examples", &[Dataset, Given("exampleIds")]),
    new(
        "create_dataset_split",
        "create-split",
        &[Given("name"), Given("description"), COLOR, Count("exampleCount", "exampleIds")],
    ),
    in_view("set_dataset_example_splits", "set-splits", &[Dataset, Given("splitNames"), Given("exampleIds")]),
    in_view("patch_dataset_split", "patch-split", &[Given("splitName"), Changes]),
    in_view("delete_dataset_splits", "delete-splits", &[Given("splitNames")]),
    in_view(
        "create_dataset_label",
        "create-label",
        &[Given("name"), Given("description"), COLOR, Or("attachToDataset", "true")],
    ),
    in_view("set_dataset_labels", "set-labels", &[Given("labelNames")]),
    in_view("delete_dataset_labels", "delete-labels", &[Given("labelNames")]),
    new("add_spans_to_dataset", "add-spans", &[Given("datasetName"), Count("spanCount", "spanIds")]),
];

/// What waits for an approval: `{"kind", …}`. `input` is what [`super::input::parse`] returned for
/// `tool`; nothing for a tool that does not write to datasets.
///
/// # Errors
/// `NO_DATASET_IN_VIEW`, `NO_SPAN_IN_VIEW`.
pub fn dataset_preview<'a>(
    tool: &str,
    input: &Value<'a>,
    view: &DatasetView<'a>,
) -> Result<Option<Value<'a>>, Sentence> {
    let Some(write) = WRITES.iter().find(|write| write.tool == tool) else {
        return Ok(None);
    };
    if write.in_view && view.dataset_name.is_none() {
        return Err(Sentence::new(Code::NoDatasetInView));
    }
    let mut members = vec![("kind", Some(Value::text(write.kind)))];
    let mut left = input.clone();
    for part in write.parts {
        members.push(match *part {
            Given(key) => {
                left.set(key, None);
                (key, input.copy(key))
            }
            Or(key, json) => (key, input.given(key).cloned().or_else(|| crate::json::parse(json).ok())),
            Dataset => ("datasetName", view.dataset_name.clone()),
            Count(key, of) => {
                let mut count = input.get(of).map(Value::items).unwrap_or_default().len();
                if tool == "add_spans_to_dataset" && count == 0 {
                    if !view.span {
                        return Err(Sentence::new(Code::NoSpanInView));
                    }
                    count = 1;
                }
                (key, Some(Value::number(count as u64)))
            }
            Changes => ("changes", Some(left.clone())),
        });
    }
    Ok(Some(object(members)))
}

/// What a card says of a write: which one, whether it takes something away, and the JSON of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The name of the write.
    pub label: Code,
    /// What a person should know before accepting it. Its presence marks the card as dangerous.
    pub note: Option<Code>,
    /// What would be written, laid out.
    pub body: String,
}

/// The card of what [`dataset_preview`] returned; nothing for a `kind` that it does not return.
#[must_use]
pub fn dataset_card(preview: &Value<'_>) -> Option<Card> {
    let kind = preview.get("kind")?.as_text()?;
    let (label, note) = match kind.as_str() {
        "create" => (Code::CreateDataset, None),
        "patch-dataset" => (Code::PatchDataset, None),
        "delete-dataset" => (Code::DeleteDataset, Some(Code::NoteDeleteDataset)),
        "add" => (Code::AddExamples, None),
        "patch-examples" => (Code::PatchExamples, None),
        "delete-examples" => (Code::DeleteExamples, Some(Code::NoteDeleteExamples)),
        "create-split" => (Code::CreateSplit, None),
        "set-splits" => (Code::SetSplits, None),
        "patch-split" => (Code::PatchSplit, None),
        "delete-splits" => (Code::DeleteSplits, Some(Code::NoteDeleteSplits)),
        "create-label" => (Code::CreateLabel, None),
        "set-labels" => (Code::SetLabels, None),
        "delete-labels" => (Code::DeleteLabels, Some(Code::NoteDeleteLabels)),
        "add-spans" => (Code::AddSpans, None),
        _ => return None,
    };
    let mut body = match preview.get("changes").filter(|_| kind == "patch-dataset") {
        Some(changes) => return Some(Card { label, note, body: pretty(changes) }),
        None => preview.clone(),
    };
    body.set("kind", None);
    if body.given("description").is_none() {
        body.set("description", None);
    }
    if body.get("examples").is_some_and(|examples| examples.items().is_empty()) {
        body.set("examples", None);
    }
    Some(Card { label, note, body: pretty(&body) })
}
