//! Writes to datasets, annotation configs, experiments, saved prompts and the loaded dataset: what waits
//! for an approval, and what its card shows.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::input::parse;
use countersign::display::{
    Card, Code, DatasetView, annotation_config_card, annotation_config_preview, annotations_output, dataset_card,
    dataset_preview, experiment_proposal, row, save_preview, selection_revision,
};
use countersign::json::{Value, compact, read};
use phoenix_support::{at, same, says, text, vectors};

/// The words that the vectors have for our codes.
fn label(code: Code) -> &'static str {
    match code {
        Code::CreateDataset => "Create dataset",
        Code::PatchDataset => "Edit dataset",
        Code::DeleteDataset => "Delete dataset",
        Code::AddExamples => "Add examples",
        Code::PatchExamples => "Edit examples",
        Code::DeleteExamples => "Delete examples",
        Code::CreateSplit => "Create split",
        Code::PatchSplit => "Edit split",
        Code::DeleteSplits => "Delete splits",
        Code::CreateLabel => "Create label",
        Code::SetLabels => "Set dataset labels",
        Code::DeleteLabels => "Delete labels",
        Code::AddSpans => "Add span(s) to dataset",
        Code::CreateAnnotationConfig => "Create annotation config",
        Code::ReplaceAnnotationConfig => "Replace annotation config",
        other => other.name(),
    }
}

#[test]
fn previews_and_cards_are_those_of_the_vectors() {
    let vectors = vectors(include_str!("vectors/phoenix/dataset-and-annotation-previews.json"), "");
    assert_eq!(vectors.len(), 21);
    let (mut parked, mut foreign) = (0, 0);
    for vector in vectors {
        let tool = text(vector.input("toolName").unwrap());
        let input = parse(&tool, vector.input("input")).unwrap();
        let expected = vector.expected();
        let context = text(vector.input("context").unwrap());
        let dataset_name = match context.as_str() {
            "dataset" => Some(Value::text("My DS")),
            "unreadable" => Some(Value::text("DS-unreadable")),
            _ => None,
        };
        let view = DatasetView { dataset_name, span: context == "span" };
        let (preview, card) = match dataset_preview(&tool, &input, &view) {
            Ok(Some(preview)) => (preview.clone(), dataset_card(&preview).unwrap()),
            Ok(None) => {
                let preview = annotation_config_preview(&tool, &input);
                (preview.clone(), annotation_config_card(&preview))
            }
            Err(sentence) => {
                says(&sentence, at(&at(expected, "emitted").items()[0], "errorText"), &vector);
                continue;
            }
        };
        if *at(expected, "pending") == Value::NULL {
            // Whether an example is a row of the dataset is the server's to say.
            assert!(vector.id().ends_with("-foreign"));
            foreign += 1;
            continue;
        }
        parked += 1;
        same(&preview, at(at(expected, "pending"), "preview"), &vector);
        let Card { label: name, note, body } = card;
        let shown = at(expected, "card");
        assert_eq!(body, text(&at(shown, "codeBlocks").items()[0]), "{}", vector.id());
        let labels: Vec<_> = at(shown, "labels").items().iter().map(|label| text(at(label, "text"))).collect();
        let mut ours = vec![label(name).to_owned()];
        ours.extend(note.map(|note| format!("code:{}", note.name())));
        assert_eq!(ours, labels, "{}", vector.id());
        let danger = at(shown, "labels").items().iter().all(|label| at(label, "variant").is_text("danger"));
        assert_eq!(danger, note.is_some(), "{}", vector.id());
    }
    assert_eq!((parked, foreign), (19, 1));
}

#[test]
fn a_write_to_the_dataset_in_view_needs_one() {
    let tools = [
        ("patch_dataset", r#"{"name":"n"}"#),
        ("delete_dataset", "{}"),
        ("set_dataset_example_splits", r#"{"exampleIds":["e"],"splitNames":["s"]}"#),
        ("create_dataset_label", r#"{"name":"l"}"#),
    ];
    for (tool, input) in tools {
        let input = parse(tool, Some(&read(input).unwrap())).unwrap();
        let refused = dataset_preview(tool, &input, &DatasetView::default()).unwrap_err();
        assert_eq!(refused.to_string(), "NO_DATASET_IN_VIEW", "{tool}");
    }
}

#[test]
fn what_is_not_given_has_the_default_of_the_form() {
    let preview = |tool: &str, input: &str| {
        let view = DatasetView { dataset_name: Some(Value::text("d")), span: false };
        let input = read(input).unwrap();
        let input = parse(tool, Some(&input)).unwrap();
        compact(&dataset_preview(tool, &input, &view).unwrap().unwrap())
    };
    assert_eq!(
        preview("create_dataset_label", r#"{"name":"l","color":null}"#),
        r##"{"kind":"create-label","name":"l","color":"#33c5e8","attachToDataset":true}"##
    );
    assert_eq!(
        preview("create_dataset_split", r#"{"name":"s"}"#),
        r##"{"kind":"create-split","name":"s","color":"#33c5e8","exampleCount":0}"##
    );
    assert_eq!(
        preview("set_dataset_example_splits", r#"{"exampleIds":["e","e"],"splitNames":["s"]}"#),
        r#"{"kind":"set-splits","datasetName":"d","splitNames":["s"],"exampleIds":["e"]}"#
    );
}

#[test]
fn a_description_that_is_null_is_not_shown_and_an_empty_one_is() {
    let body = |description: &str| {
        let input = format!(r#"{{"name":"d","description":{description},"examples":[]}}"#);
        let input = read(&input).unwrap();
        let input = parse("create_dataset", Some(&input)).unwrap();
        let preview = dataset_preview("create_dataset", &input, &DatasetView::default()).unwrap().unwrap();
        dataset_card(&preview).unwrap().body
    };
    assert_eq!(body("null"), "{\n  \"name\": \"d\"\n}");
    assert_eq!(body("\"\""), "{\n  \"name\": \"d\",\n  \"description\": \"\"\n}");
}

#[test]
fn proposals_for_experiments_are_those_of_the_vectors() {
    let vectors =
        vectors(include_str!("vectors/phoenix/approval-patch-experiment.json"), "buildPatchExperimentProposal");
    assert_eq!(vectors.len(), 8);
    for vector in vectors {
        let proposal = experiment_proposal(vector.input("input").unwrap(), vector.input("snapshot").unwrap());
        same(&proposal.unwrap_or(Value::NULL), vector.expected(), &vector);
    }
}

#[test]
fn the_spelling_of_a_number_in_metadata_is_no_change() {
    let proposal = |wanted: &str| {
        let (wanted, now) = (read(wanted).unwrap(), read(r#"{"metadata":{"n":100,"s":"é"}}"#).unwrap());
        experiment_proposal(&wanted, &now).is_some()
    };
    assert!(!proposal(r#"{"metadata":{"n":1e2,"s":"\u00e9"}}"#));
    assert!(proposal(r#"{"metadata":{"n":100.5,"s":"é"}}"#));
}

#[test]
fn previews_of_saved_prompts_are_those_of_the_vectors() {
    let vectors = vectors(include_str!("vectors/phoenix/approval-save-prompt.json"), "getSavePromptPreview");
    assert_eq!(vectors.len(), 9);
    for vector in vectors {
        let input = parse("save_prompt", vector.input("input")).unwrap();
        match save_preview(&vector.store(), &input) {
            Ok(preview) => {
                let mut expected = at(vector.expected(), "output").clone();
                // The words for a prompt whose name is not known are the catalogue's.
                if at(&expected, "promptName").is_text("Selected prompt") {
                    expected.set("promptName", None);
                }
                same(&preview, &expected, &vector);
            }
            Err(sentence) => says(&sentence, at(vector.expected(), "error"), &vector),
        }
    }
}

#[test]
fn another_prompt_is_not_shown_under_the_name_of_the_linked_one() {
    let playground = read(r#"{"instances":[{"id":4,"messages":[],"prompt":{"id":"A","name":"linked"}}]}"#).unwrap();
    let name = |input: &str| {
        let input = read(input).unwrap();
        save_preview(&playground, &input).unwrap().get("promptName").map(text)
    };
    assert_eq!(name(r#"{"description":"d","promptId":"B"}"#), None);
    assert_eq!(name(r#"{"description":"d","promptId":"A"}"#).as_deref(), Some("linked"));
    assert_eq!(name(r#"{"description":"d","name":"New one"}"#).as_deref(), Some("new-one"));
}

#[test]
fn revisions_of_selections_are_those_of_the_vectors() {
    let vectors = vectors(include_str!("vectors/phoenix/revision-load-dataset.json"), "buildSelectionRevision");
    assert_eq!(vectors.len(), 6);
    for vector in vectors {
        let revision = selection_revision(at(&vector.0, "input"));
        assert_eq!(revision, text(vector.expected()), "{}", vector.id());
    }
}

#[test]
fn the_agent_is_told_of_each_annotation_what_it_says() {
    let vectors = vectors(include_str!("vectors/phoenix/approval-span-annotate.json"), "");
    let mut told = 0;
    for vector in vectors {
        let output = vector.expected().items().iter().find_map(|step| step.get("output"));
        let Some(annotations) = output.and_then(|output| output.get("annotations")) else { continue };
        same(&annotations_output(vector.input("annotations").unwrap()), annotations, &vector);
        told += 1;
    }
    assert_eq!(told, 2);
}

/// The words that the vectors have for our codes.
fn sentence(tool: &str, input: &Value<'_>, output: Option<&Value<'_>>) -> String {
    let Some(said) = row(tool, input, output) else {
        return String::new();
    };
    let plural = |one: &str, more: &str| {
        let count = &said.params[0];
        format!("{count} {}", if count == "1" { one } else { more })
    };
    match said.code {
        Code::RowProposedEdits => plural("proposed edit", "proposed edits"),
        Code::RowProposedToolChanges => plural("proposed tool change", "proposed tool changes"),
        Code::RowExamples => plural("example", "examples"),
        Code::RowRemoveInstance => format!("Remove instance {}", said.params[0]),
        Code::RowInstanceRemoved => format!("Removed {}", said.params[0]),
        Code::RowInstanceRemovalRejected => format!("Removal rejected for {}", said.params[0]),
        Code::RowProposeExperimentEdit => "Propose experiment edit".to_owned(),
        Code::RowEditExperiment => format!("Edit experiment \"{}\"", said.params[0]),
        Code::RowAnnotation => said.params.join(": "),
        Code::RowProposeAnnotation => format!("Propose {} annotation", said.params[0]),
        Code::RowProposeAnnotations => format!("Propose {} annotations", said.params[0]),
        other => other.name().to_owned(),
    }
}

#[test]
fn folded_rows_say_what_the_vectors_say() {
    let vectors = vectors(include_str!("vectors/phoenix/ui-state-labels.json"), "ToolPreview");
    assert_eq!(vectors.len(), 7);
    for vector in vectors {
        let tool = vector.id().strip_prefix("collapsed-preview-").unwrap().to_owned();
        let calls = at(&vector.0, "input").items().iter();
        let said: Vec<_> = calls.map(|call| sentence(&tool, at(call, "input"), call.given("output"))).collect();
        let expected: Vec<_> = vector.expected().items().iter().map(text).collect();
        assert_eq!(said, expected, "{}", vector.id());
    }
}
