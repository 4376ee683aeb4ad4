//! Drafts of evaluators: operations and display texts.
#![cfg(not(target_arch = "wasm32"))]

mod phoenix_support;

use countersign::display::{code_draft_text, edit_code_draft, edit_llm_draft, llm_draft_text};
use countersign::json::{Value, read};
use phoenix_support::{at, same, says, text, vectors};

#[test]
fn operations_come_to_what_the_vectors_say() {
    let vectors = vectors(include_str!("vectors/phoenix/approval-evaluator-drafts.json"), "applyDraftOperations");
    assert_eq!(vectors.len(), 11);
    for vector in vectors {
        let draft = vector.input("snapshot").unwrap();
        let operations = vector.input("operations").unwrap().items();
        let edited = match vector.input("sandboxConfigs") {
            Some(sandboxes) => edit_code_draft(draft, operations, sandboxes),
            None => Ok(edit_llm_draft(draft, operations)),
        };
        match edited {
            Ok(draft) => same(&draft, at(vector.expected(), "output"), &vector),
            Err(sentence) => says(&sentence, at(vector.expected(), "error"), &vector),
        }
    }
}

#[test]
fn a_new_evaluator_can_not_go_without_its_sandbox() {
    let draft = read(r#"{"mode":"create","language":"PYTHON","sandboxConfigId":"p"}"#).unwrap();
    let operations = read(r#"[{"type":"set_sandbox_config","sandboxConfigId":null}]"#).unwrap();
    let refused = edit_code_draft(&draft, operations.items(), &read("{}").unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "SANDBOX_REQUIRED|PYTHON");
}

#[test]
fn a_sandbox_named_as_a_name_of_javascript_is_not_there() {
    let draft = read(r#"{"mode":"edit","language":"PYTHON","sandboxConfigId":null}"#).unwrap();
    for id in ["__proto__", "constructor"] {
        let operations = format!(r#"[{{"type":"set_sandbox_config","sandboxConfigId":"{id}"}}]"#);
        let operations = read(&operations).unwrap();
        let refused = edit_code_draft(&draft, operations.items(), &read("{}").unwrap()).unwrap_err();
        assert_eq!(refused.to_string(), format!("SANDBOX_UNAVAILABLE|{id}"));
    }
}

#[test]
fn display_texts_are_those_of_the_cards() {
    let vectors = vectors(include_str!("vectors/phoenix/diff-display-text.json"), "(llm-evaluator)");
    assert_eq!(vectors.len(), 1);
    for vector in vectors {
        let shown = llm_draft_text(vector.input("snapshot").unwrap());
        assert_eq!(shown, text(at(vector.expected(), "text")), "{}", vector.id());
    }
    let draft = r#"{"name":"e","description":"","language":"PYTHON","sandboxConfigId":null,"inputMapping":{},
        "testPayload":{},"outputConfigs":[],"sourceCode":"a\nb"}"#;
    assert_eq!(
        code_draft_text(&read(draft).unwrap()),
        "name: e\n\ndescription: \n\nlanguage: PYTHON\n\nsandboxConfigId: null\n\ninputMapping: {}\n\n\
         testPayload: {}\n\noutputConfigs: []\n\nsourceCode:\na\nb"
    );
}

#[test]
fn the_judge_keeps_what_an_operation_does_not_name() {
    let draft = read(r#"{"name":"e","judge":{"model":"m","provider":"P","messages":[],"tools":null}}"#).unwrap();
    let operations = read(r#"[{"type":"set_judge_model","model":"n","provider":"P"},{"type":"set_name","name":"f"}]"#);
    let edited = edit_llm_draft(&draft, operations.unwrap().items());
    let expected = read(r#"{"name":"f","judge":{"model":"n","provider":"P","messages":[],"tools":null}}"#).unwrap();
    assert_eq!(edited, expected);
    assert_ne!(edited, Value::NULL);
}
