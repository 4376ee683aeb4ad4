//! Drafts of evaluators (`edit_code_evaluator_draft`, `edit_llm_evaluator_draft`).

use super::sentence::{Code, Sentence};
use crate::json::{Value, pretty};

/// The draft of a code evaluator after `operations`, which [`super::input::parse`] returned: all of them
/// or none. `sandboxes` are the sandboxes that there are: `{id: {"language"}}`.
///
/// # Errors
/// `LANGUAGE_IMMUTABLE`, `SANDBOX_REQUIRED`, `SANDBOX_UNAVAILABLE`, `SANDBOX_LANGUAGE_MISMATCH`.
pub fn edit_code_draft<'a>(
    draft: &Value<'a>,
    operations: &[Value<'a>],
    sandboxes: &Value<'a>,
) -> Result<Value<'a>, Sentence> {
    let mut draft = draft.clone();
    let creating = draft.get("mode").is_some_and(|mode| mode.is_text("create"));
    let text = |value: Option<&Value<'_>>| value.and_then(Value::as_text).unwrap_or_default();
    let language_of = |sandbox: &Value<'_>| sandboxes.get(&sandbox.as_text()?)?.get("language");
    for operation in operations {
        if let Some(language) = operation.get("language") {
            if !creating {
                return Err(Sentence::new(Code::LanguageImmutable));
            }
            // A sandbox of another language is let go; a later operation may name a new one.
            if draft.given("sandboxConfigId").is_some_and(|sandbox| language_of(sandbox) != Some(language)) {
                draft.set("sandboxConfigId", Some(Value::NULL));
            }
        }
        if let Some(sandbox) = operation.given("sandboxConfigId") {
            let id = text(Some(sandbox));
            let Some(language) = language_of(sandbox) else {
                return Err(Sentence::with(Code::SandboxUnavailable, vec![id]));
            };
            if draft.get("language") != Some(language) {
                let params = vec![id, text(Some(language)), text(draft.get("language"))];
                return Err(Sentence::with(Code::SandboxLanguageMismatch, params));
            }
        } else if creating && operation.get("sandboxConfigId").is_some() {
            return Err(sandbox_required(&draft));
        }
        merge(&mut draft, operation);
    }
    if creating && draft.given("sandboxConfigId").is_none() {
        return Err(sandbox_required(&draft));
    }
    Ok(draft)
}

fn sandbox_required(draft: &Value<'_>) -> Sentence {
    let language = draft.get("language").and_then(Value::as_text).unwrap_or_default();
    Sentence::with(Code::SandboxRequired, vec![language])
}

/// The draft of an LLM evaluator after `operations`, which [`super::input::parse`] returned.
#[must_use]
pub fn edit_llm_draft<'a>(draft: &Value<'a>, operations: &[Value<'a>]) -> Value<'a> {
    let mut draft = draft.clone();
    for operation in operations {
        if ["messages", "model"].iter().any(|key| operation.get(key).is_some()) {
            let mut judge = draft.copy("judge").unwrap_or(Value::Object(Vec::new()));
            merge(&mut judge, operation);
            draft.set("judge", Some(judge));
        } else {
            merge(&mut draft, operation);
        }
    }
    draft
}

/// Sets what the operation names.
fn merge<'a>(draft: &mut Value<'a>, operation: &Value<'a>) {
    let Value::Object(members) = operation else {
        return;
    };
    for (key, value) in members {
        let key = Value::String(key.clone()).as_text().unwrap_or_default();
        if key != "type" {
            draft.set(&key, Some(value.clone()));
        }
    }
}

const CODE_SECTIONS: &[&str] = &[
    "name",
    "description",
    "language",
    "sandboxConfigId",
    "inputMapping",
    "testPayload",
    "outputConfigs",
    "sourceCode",
];
const LLM_SECTIONS: &[&str] =
    &["name", "description", "includeExplanation", "inputMapping", "testPayload", "outputConfigs", "judge"];

/// The display text of a code evaluator's draft: a section for each field, joined by a blank line.
#[must_use]
pub fn code_draft_text(draft: &Value<'_>) -> String {
    sections(draft, CODE_SECTIONS)
}

/// The display text of an LLM evaluator's draft: a section for each field, joined by a blank line.
#[must_use]
pub fn llm_draft_text(draft: &Value<'_>) -> String {
    sections(draft, LLM_SECTIONS)
}

fn sections(draft: &Value<'_>, keys: &[&str]) -> String {
    let section = |key: &str| {
        let value = draft.get(key).unwrap_or(&Value::NULL);
        let text = value.as_text().unwrap_or_else(|| pretty(value));
        [key, if key == "sourceCode" { ":\n" } else { ": " }, &text].concat()
    };
    keys.iter().map(|key| section(key)).collect::<Vec<_>>().join("\n\n")
}
