//! Saving a prompt (`save_prompt`).

use super::playground;
use super::prompt_edit::prompt_snapshot;
use super::sentence::Sentence;
use crate::json::{Value, compact, object};

/// The longest name that is derived from a prompt, without the instance's id, in characters.
const MAX_DERIVED: usize = 72;
/// The name where nothing can be derived.
const NO_NAME: &str = "playground_prompt";
/// Words that a prompt often starts with and that name nothing.
const OPENINGS: [&str; 5] = ["you are ", "your job is to ", "your task is to ", "please ", "the "];

/// What would be saved: `{"mode": "create" | "update", "instanceId", "label", "promptId", "promptName"?,
/// "description", "tags", "dirtyBeforeSave"}`. There is no `promptName` where the name of the prompt that
/// is updated is not known here.
///
/// # Errors
/// Those of [`prompt_snapshot`].
pub fn save_preview<'a>(playground: &Value<'a>, input: &Value<'a>) -> Result<Value<'a>, Sentence> {
    let snapshot = prompt_snapshot(playground, input.get("instanceId"))?;
    let instance = playground::find(playground, input.get("instanceId"))?;
    let of = |key: &str| snapshot.copy(key);
    let linked = instance.value.given("prompt");
    let linked_id = linked.and_then(|linked| linked.given("id")).filter(|id| !id.is_text(""));
    let (name, given_id) = (input.get("name"), input.get("promptId"));
    // A name without the id of a prompt asks for a new one.
    let id = given_id.or(linked_id.filter(|_| name.is_none()));
    let name = match id {
        Some(id) => {
            let of_link = linked.filter(|_| linked_id == Some(id)).and_then(|linked| linked.given("name"));
            name.or(of_link).cloned()
        }
        None => {
            let slug = name.and_then(Value::as_text).map(|name| slug(&name)).filter(|slug| !slug.is_empty());
            Some(Value::text(&slug.unwrap_or_else(|| derived(&snapshot))))
        }
    };
    Ok(object(vec![
        ("mode", Some(Value::text(if id.is_some() { "update" } else { "create" }))),
        ("instanceId", of("instanceId")),
        ("label", of("label")),
        ("promptId", Some(id.cloned().unwrap_or(Value::NULL))),
        ("promptName", name),
        ("description", input.copy("description")),
        ("tags", Some(input.copy("tags").unwrap_or(Value::Array(Vec::new())))),
        ("dirtyBeforeSave", of("dirty")),
    ]))
}

/// A name from the first line that says something, and the instance's id.
fn derived(snapshot: &Value<'_>) -> String {
    let messages = snapshot.get("messages").map(Value::items).unwrap_or_default();
    let line = messages
        .iter()
        .filter_map(|message| message.get("content")?.as_text())
        .find_map(|content| Some(content.lines().find(|line| !line.trim().is_empty())?.to_ascii_lowercase()))
        .unwrap_or_default();
    let mut rest = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    while let Some(shorter) = OPENINGS.iter().find_map(|opening| rest.strip_prefix(opening)) {
        rest = shorter;
    }
    let slug: String = slug(rest).chars().take(MAX_DERIVED).collect();
    let name = match slug.trim_matches(['-', '_']) {
        "" => NO_NAME,
        name => name,
    };
    [name, "_", &snapshot.get("instanceId").map(compact).unwrap_or_default()].concat()
}

/// A name as Phoenix's prompts have it: lower-case letters, digits, `_`, and `-` for all else.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() || c == '_' => slug.push(c),
            _ if slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_matches(['-', '_']).to_owned()
}
