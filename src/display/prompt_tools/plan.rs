//! What a batch of tool writes comes to, all of it or nothing.

use super::super::playground;
use super::super::sentence::{Code, Sentence};
use super::{DEFINITION_KEYS, is_function, snapshot};
use crate::json::{Value, compact, object};

/// A batch of tool writes, worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsPlan<'a> {
    /// The instance's id.
    pub instance_id: Value<'a>,
    /// Where it stands, from 0.
    pub index: usize,
    /// Its letter.
    pub label: String,
    /// Whose form its tools are shown in.
    pub provider: String,
    /// The tools as they are.
    pub before: Vec<Value<'a>>,
    /// The tools as they would be.
    pub after: Vec<Value<'a>>,
    /// `{"status": "created" | "updated", "toolId"}` for each written entry, in order.
    pub results: Vec<Value<'a>>,
    /// The ids of deleted tools, each once.
    pub deleted: Vec<Value<'a>>,
    /// The choice of a tool that takes the place of the one before.
    pub tool_choice: Option<Value<'a>>,
    /// The name of the tool that was forced and is gone.
    pub reset_choice_from: Option<Value<'a>>,
    /// The new name of the tool that is forced.
    pub renamed_choice_to: Option<Value<'a>>,
}

impl<'a> ToolsPlan<'a> {
    /// `{"instanceId", "index", "label", "provider", "beforeTools", "afterTools", "results",
    /// "deletedToolIds", "toolChoicePatch"?, "resetToolChoiceFrom"?, "renamedToolChoiceTo"?}`.
    #[must_use]
    pub fn into_value(self) -> Value<'a> {
        object(vec![
            ("instanceId", Some(self.instance_id)),
            ("index", Some(Value::number(self.index as u64))),
            ("label", Some(Value::text(&self.label))),
            ("provider", Some(Value::text(&self.provider))),
            ("beforeTools", Some(Value::Array(self.before))),
            ("afterTools", Some(Value::Array(self.after))),
            ("results", Some(Value::Array(self.results))),
            ("deletedToolIds", Some(Value::Array(self.deleted))),
            ("toolChoicePatch", self.tool_choice),
            ("resetToolChoiceFrom", self.reset_choice_from),
            ("renamedToolChoiceTo", self.renamed_choice_to),
        ])
    }
}

/// Works out `input`, which [`super::super::input::parse`] returned. New tools get `next_tool_id` and
/// those after it: with the same ids and the same tools, planned again, everything is as it was shown.
///
/// # Errors
/// `INSTANCE_AMBIGUOUS`, `INSTANCE_NOT_FOUND`, `TOOLS_STALE`; for each entry in order `TOOL_NOT_FOUND`,
/// `TOOL_IS_RAW`, `TOOL_UPDATE_AND_DELETE`; then `DELETE_TOOL_NOT_FOUND`.
pub fn plan_tools<'a>(
    playground: &Value<'a>,
    input: &Value<'a>,
    mut next_tool_id: u64,
) -> Result<ToolsPlan<'a>, Sentence> {
    let instance = playground::find(playground, input.get("instanceId"))?;
    if snapshot(&instance).get("revision") != input.get("expectedRevision") {
        return Err(Sentence::new(Code::ToolsStale));
    }
    let before = instance.items("tools").to_vec();
    let entries = input.get("tools").map(Value::items).unwrap_or_default();
    let mut deleted: Vec<Value<'a>> = Vec::new();
    for id in input.get("deleteToolIds").map(Value::items).unwrap_or_default() {
        if !deleted.contains(id) {
            deleted.push(id.clone());
        }
    }
    check(&before, entries, &deleted, &instance.id())?;

    let has_id = |tool: &Value<'a>, id: &Value<'a>| tool.get("id") == Some(id);
    let mut after = before.clone();
    after.retain(|tool| !deleted.iter().any(|id| has_id(tool, id)));
    let mut results = Vec::new();
    for entry in entries {
        let (status, id) = match entry.get("id") {
            Some(id) => {
                if let Some(tool) = after.iter_mut().find(|tool| has_id(tool, id)) {
                    let mut definition = tool.copy("definition").unwrap_or_else(|| object(Vec::new()));
                    patch(&mut definition, entry);
                    tool.set("definition", Some(definition));
                }
                ("updated", id.clone())
            }
            None => {
                let id = Value::number(next_tool_id);
                next_tool_id = next_tool_id.wrapping_add(1);
                let mut definition = object(Vec::new());
                patch(&mut definition, entry);
                after.push(object(vec![
                    ("kind", Some(Value::text("function"))),
                    ("id", Some(id.clone())),
                    ("editorType", Some(Value::text("json"))),
                    ("definition", Some(definition)),
                ]));
                ("created", id)
            }
        };
        results.push(object(vec![("status", Some(Value::text(status))), ("toolId", Some(id))]));
    }
    let provider = instance.value.get("provider").and_then(Value::as_text).unwrap_or_default();
    let mut plan = ToolsPlan {
        instance_id: instance.id(),
        index: instance.index,
        label: instance.label(),
        provider,
        before,
        after,
        results,
        deleted,
        tool_choice: None,
        reset_choice_from: None,
        renamed_choice_to: None,
    };
    follow_choice(&mut plan, instance.value.get("toolChoice"));
    Ok(plan)
}

fn check(
    before: &[Value<'_>],
    entries: &[Value<'_>],
    deleted: &[Value<'_>],
    instance_id: &Value<'_>,
) -> Result<(), Sentence> {
    let find = |id: &Value<'_>| before.iter().find(|tool| tool.get("id") == Some(id));
    for (index, entry) in entries.iter().enumerate() {
        let Some(id) = entry.get("id") else {
            continue;
        };
        let params = vec![index.to_string(), compact(id)];
        let Some(tool) = find(id) else {
            return Err(Sentence::with(Code::ToolNotFound, [params, vec![compact(instance_id)]].concat()));
        };
        if !is_function(tool) {
            return Err(Sentence::with(Code::ToolIsRaw, params));
        }
        if deleted.contains(id) {
            return Err(Sentence::with(Code::ToolUpdateAndDelete, params));
        }
    }
    match deleted.iter().find(|id| find(id).is_none()) {
        Some(id) => Err(Sentence::with(Code::DeleteToolNotFound, vec![compact(id), compact(instance_id)])),
        None => Ok(()),
    }
}

/// Only what the entry names changes; parameters of `null` are taken away.
fn patch<'a>(definition: &mut Value<'a>, entry: &Value<'a>) {
    for key in DEFINITION_KEYS {
        if let Some(value) = entry.get(key) {
            let removed = key == "parameters" && *value == Value::NULL;
            definition.set(key, Some(value.clone()).filter(|_| !removed));
        }
    }
}

/// A forced tool is followed by its id: if it is renamed, so is the choice; if it is gone, the choice is
/// free again, even where a new tool has the old name.
fn follow_choice<'a>(plan: &mut ToolsPlan<'a>, choice: Option<&Value<'a>>) {
    const FORCED: &str = "SPECIFIC_FUNCTION";
    let Some(forced) = choice
        .filter(|choice| choice.get("type").is_some_and(|kind| kind.is_text(FORCED)))
        .and_then(|choice| choice.get("functionName"))
    else {
        return;
    };
    let function_name = |tool: &Value<'a>| tool.get("definition").filter(|_| is_function(tool))?.copy("name");
    let Some(tool) = plan.before.iter().find(|tool| function_name(tool).as_ref() == Some(forced)) else {
        return;
    };
    let left = plan.after.iter().find(|left| left.get("id") == tool.get("id"));
    match left.and_then(function_name) {
        None => {
            plan.reset_choice_from = Some(forced.clone());
            plan.tool_choice = Some(object(vec![("type", Some(Value::text("ZERO_OR_MORE")))]));
        }
        Some(name) if name != *forced => {
            plan.tool_choice =
                Some(object(vec![("type", Some(Value::text(FORCED))), ("functionName", Some(name.clone()))]));
            plan.renamed_choice_to = Some(name);
        }
        Some(_) => {}
    }
}
