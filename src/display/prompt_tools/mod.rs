//! Writes of a prompt's tools (`write_prompt_tools`).
//!
//! A tool of the playground is `{"kind": "function", "id", "editorType", "definition": {"name",
//! "description"?, "parameters"?, "strict"?}}` or `{"kind": "raw", "id", "editorType", "raw"}`.

mod format;
mod plan;

use super::playground::{self, Instance};
use super::revision::stamp;
use super::sentence::Sentence;
use crate::json::{Value, compact, object, pretty};
pub use format::tool_definition;
pub use plan::{ToolsPlan, plan_tools};

/// The tools of an instance: `{"instanceId", "index", "label", "tools", "revision"}`. A function is
/// `{"kind", "id", "name", "description"?, "parameters"?, "strict"?}`, any other tool `{"kind", "id",
/// "raw"}`. Provider, forced choice and unsaved changes are not part of the revision.
///
/// # Errors
/// `INSTANCE_AMBIGUOUS`, `INSTANCE_NOT_FOUND`.
pub fn tools_snapshot<'a>(playground: &Value<'a>, id: Option<&Value<'_>>) -> Result<Value<'a>, Sentence> {
    playground::find(playground, id).map(|instance| snapshot(&instance))
}

fn snapshot<'a>(instance: &Instance<'_, 'a>) -> Value<'a> {
    let tools = instance.items("tools").iter().map(|tool| {
        let of_tool = |key: &'static str| (key, tool.copy(key));
        let Some(definition) = tool.get("definition").filter(|_| is_function(tool)) else {
            return object(vec![of_tool("kind"), of_tool("id"), of_tool("raw")]);
        };
        let mut members = vec![of_tool("kind"), of_tool("id")];
        members.extend(DEFINITION_KEYS.map(|key| (key, definition.copy(key))));
        object(members)
    });
    let mut snapshot = object(vec![
        ("instanceId", Some(instance.id())),
        ("index", Some(Value::number(instance.index as u64))),
        ("label", Some(Value::text(&instance.label()))),
        ("tools", Some(Value::Array(tools.collect()))),
    ]);
    stamp("prompt-tools-", &mut snapshot);
    snapshot
}

const DEFINITION_KEYS: [&str; 4] = ["name", "description", "parameters", "strict"];

fn is_function(tool: &Value<'_>) -> bool {
    tool.get("kind").is_some_and(|kind| kind.is_text("function"))
}

/// What a tool is called: a function's name; of any other tool its `name`, or else its `type`.
fn name<'v, 'a>(tool: &'v Value<'a>) -> Option<&'v Value<'a>> {
    let text = |of: &str, key: &str| tool.get(of)?.get(key).filter(|name| matches!(name, Value::String(_)));
    if is_function(tool) { text("definition", "name") } else { text("raw", "name").or_else(|| text("raw", "type")) }
}

fn stand_in<'a>(tool: &Value<'_>) -> Value<'a> {
    Value::text(&["tool-", &tool.get("id").map(compact).unwrap_or_default()].concat())
}

/// The text of a tool in the provider's editor.
#[must_use]
pub fn tool_display(provider: &str, tool: &Value<'_>) -> String {
    match tool.get("definition").filter(|_| is_function(tool)) {
        Some(definition) => pretty(&tool_definition(provider, definition)),
        None => tool.get("raw").map(pretty).unwrap_or_default(),
    }
}

/// The tools as the provider's editor shows them: `[{"id", "name", "text"}]`.
#[must_use]
pub fn tools_display<'a>(provider: &str, tools: &[Value<'a>]) -> Value<'a> {
    let entries = tools.iter().map(|tool| {
        object(vec![
            ("id", tool.copy("id")),
            ("name", Some(name(tool).cloned().unwrap_or_else(|| stand_in(tool)))),
            ("text", Some(Value::text(&tool_display(provider, tool)))),
        ])
    });
    Value::Array(entries.collect())
}

/// The display text of the entries that [`tools_display`] returned: each under its name as a comment,
/// with a blank line between them.
#[must_use]
pub fn tools_text(entries: &[Value<'_>]) -> String {
    let text = |entry: &Value<'_>, key: &str| entry.get(key).and_then(Value::as_text).unwrap_or_default();
    let sections: Vec<_> =
        entries.iter().map(|entry| ["// ", &text(entry, "name"), "\n", &text(entry, "text")].concat()).collect();
    sections.join("\n\n")
}

/// `{"instanceIndex", "instanceLabel", "created", "updated", "deleted", "resetToolChoiceFrom"?,
/// "renamedToolChoiceTo"?}`, with the names of the tools.
#[must_use]
pub fn tools_summary<'a>(plan: &ToolsPlan<'a>) -> Value<'a> {
    let names = |tools: &[Value<'a>], ids: &mut dyn Iterator<Item = &Value<'a>>| {
        let named = ids
            .filter_map(|id| tools.iter().find(|tool| tool.get("id") == Some(id)))
            .map(|tool| name(tool).filter(|name| !name.is_text("")).cloned().unwrap_or_else(|| stand_in(tool)));
        Some(Value::Array(named.collect()))
    };
    let with = |status: &'static str| {
        let of = move |result: &&Value<'a>| result.get("status").is_some_and(|found| found.is_text(status));
        names(&plan.after, &mut plan.results.iter().filter(of).filter_map(|result| result.get("toolId")))
    };
    object(vec![
        ("instanceIndex", Some(Value::number(plan.index as u64))),
        ("instanceLabel", Some(Value::text(&plan.label))),
        ("created", with("created")),
        ("updated", with("updated")),
        ("deleted", names(&plan.before, &mut plan.deleted.iter())),
        ("resetToolChoiceFrom", plan.reset_choice_from.clone()),
        ("renamedToolChoiceTo", plan.renamed_choice_to.clone()),
    ])
}
