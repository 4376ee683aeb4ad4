//! Edits of a chat prompt's messages (`edit_prompt_instance`).

use super::playground::{self, Instance};
use super::revision::stamp;
use super::sentence::{Code, Sentence};
use super::{DisplayError, prompt};
use crate::diff;
use crate::json::{Value, compact, object};

/// The roles that a message may have.
pub(super) const ROLES: &[&str] = &["user", "ai", "system", "tool"];

/// The prompt of an instance: `{"instanceId", "index", "label", "dirty", "prompt", "messages",
/// "revision"}`. All but the revision itself makes the revision.
///
/// # Errors
/// `INSTANCE_AMBIGUOUS`, `INSTANCE_NOT_FOUND`, `PROMPT_NOT_CHAT`, `PROMPT_MESSAGE_STATE_MISSING`.
pub fn prompt_snapshot<'a>(playground: &Value<'a>, id: Option<&Value<'_>>) -> Result<Value<'a>, Sentence> {
    let instance = playground::find(playground, id)?;
    if instance.value.get("template").is_some_and(|template| !template.is_text("chat")) {
        return Err(Sentence::new(Code::PromptNotChat));
    }
    let messages: Option<Vec<_>> = instance.items("messages").iter().map(message).collect();
    let messages = messages.ok_or(Sentence::new(Code::PromptMessageStateMissing))?;
    Ok(snapshot(&instance, messages))
}

fn snapshot<'a>(instance: &Instance<'_, 'a>, messages: Vec<Value<'a>>) -> Value<'a> {
    let linked = instance.value.given("prompt").map(|linked| {
        let named = |key: &str| linked.given(key).filter(|value| !value.is_text("")).cloned();
        object(vec![("id", named("id")), ("version", named("version")), ("tag", linked.copy("tag"))])
    });
    let mut snapshot = object(vec![
        ("instanceId", Some(instance.id())),
        ("index", Some(Value::number(instance.index as u64))),
        ("label", Some(Value::text(&instance.label()))),
        ("dirty", Some(Value::bool(instance.value.get("dirty") == Some(&Value::bool(true))))),
        ("prompt", Some(linked.unwrap_or(Value::NULL))),
        ("messages", Some(Value::Array(messages))),
    ]);
    stamp("prompt-", &mut snapshot);
    snapshot
}

const MESSAGE_KEYS: [&str; 5] = ["id", "role", "content", "toolCallId", "toolCalls"];

/// What a snapshot holds of a message, in the order that the revision counts on.
fn message<'a>(message: &Value<'a>) -> Option<Value<'a>> {
    message.get("id")?;
    let role = message.get("role")?;
    ROLES.iter().find(|known| role.is_text(known))?;
    Some(message.pick(&MESSAGE_KEYS))
}

/// What a prompt edit comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptEdit<'a> {
    /// The prompt as it is.
    pub before: Value<'a>,
    /// The prompt as it would be. Its revision is that of the new messages alone: the instance counts
    /// as touched only once they are applied.
    pub after: Value<'a>,
    /// The operations with the ids that they gave to new messages, as `messageId`. Run again on the same
    /// prompt they give the same one.
    pub operations: Vec<Value<'a>>,
    /// The ids of messages that were changed or are new, once for each time.
    pub touched: Vec<Value<'a>>,
}

impl<'a> PromptEdit<'a> {
    /// `{"before", "after", "operations", "touchedMessageIds"}`.
    #[must_use]
    pub fn into_value(self) -> Value<'a> {
        object(vec![
            ("before", Some(self.before)),
            ("after", Some(self.after)),
            ("operations", Some(Value::Array(self.operations))),
            ("touchedMessageIds", Some(Value::Array(self.touched))),
        ])
    }
}

/// Runs the operations of `input`, which [`super::input::parse`] returned, on a copy: all of them or
/// none. `next_message_id` is the first id for a new message that has none yet; further ones count up.
///
/// # Errors
/// Those of [`prompt_snapshot`]; then `PROMPT_STALE_AT_PROPOSE`, `MESSAGE_NOT_FOUND`,
/// `ANCHOR_NOT_FOUND`, `REORDER_NOT_PERMUTATION`.
pub fn prompt_edit<'a>(
    playground: &Value<'a>,
    input: &Value<'a>,
    next_message_id: u64,
) -> Result<PromptEdit<'a>, Sentence> {
    let before = prompt_snapshot(playground, input.get("instanceId"))?;
    if before.get("revision") != input.get("expectedRevision") {
        return Err(Sentence::new(Code::PromptStaleAtPropose));
    }
    let mut draft = Draft {
        messages: before.get("messages").map(Value::items).unwrap_or_default().to_vec(),
        next_message_id,
        touched: Vec::new(),
    };
    let mut operations = Vec::new();
    for operation in input.get("operations").map(Value::items).unwrap_or_default() {
        let mut operation = operation.clone();
        draft.run(&mut operation)?;
        operations.push(operation);
    }
    let mut after = before.clone();
    after.set("messages", Some(Value::Array(draft.messages)));
    after.set("revision", None);
    stamp("prompt-", &mut after);
    Ok(PromptEdit { before, after, operations, touched: draft.touched })
}

struct Draft<'a> {
    messages: Vec<Value<'a>>,
    next_message_id: u64,
    touched: Vec<Value<'a>>,
}

impl<'a> Draft<'a> {
    fn run(&mut self, operation: &mut Value<'a>) -> Result<(), Sentence> {
        let field = |key: &str| operation.copy(key);
        match operation.get("type").and_then(Value::as_text).as_deref() {
            Some("update_message") => {
                let at = self.find(field("messageId"), Code::MessageNotFound)?;
                if let Some(message) = self.messages.get_mut(at) {
                    let new = |key| field(key).or_else(|| message.copy(key));
                    *message = object(MESSAGE_KEYS.map(|key| (key, new(key))).to_vec());
                }
                self.touched.extend(field("messageId"));
            }
            Some("insert_message") => {
                let at = match field("afterMessageId").filter(|anchor| *anchor != Value::NULL) {
                    Some(anchor) => self.find(Some(anchor), Code::AnchorNotFound)? + 1,
                    None => 0,
                };
                let id = field("messageId").unwrap_or_else(|| {
                    let id = Value::number(self.next_message_id);
                    self.next_message_id = self.next_message_id.wrapping_add(1);
                    id
                });
                let message = object(vec![
                    ("id", Some(id.clone())),
                    ("role", field("role")),
                    ("content", Some(field("content").unwrap_or_else(|| Value::text("")))),
                    ("toolCalls", field("toolCalls")),
                ]);
                self.messages.insert(at, message);
                self.touched.push(id.clone());
                operation.set("messageId", Some(id));
            }
            Some("delete_message") => {
                let at = self.find(field("messageId"), Code::MessageNotFound)?;
                self.messages.remove(at);
            }
            _ => {
                let mut left = self.messages.clone();
                let mut order = Vec::new();
                for id in operation.get("messageIds").map(Value::items).unwrap_or_default() {
                    let at = left.iter().position(|message| message.get("id") == Some(id));
                    order.push(left.remove(at.ok_or(Sentence::new(Code::ReorderNotPermutation))?));
                }
                if !left.is_empty() {
                    return Err(Sentence::new(Code::ReorderNotPermutation));
                }
                self.messages = order;
            }
        }
        Ok(())
    }

    fn find(&self, id: Option<Value<'a>>, missing: Code) -> Result<usize, Sentence> {
        self.messages
            .iter()
            .position(|message| message.get("id") == id.as_ref())
            .ok_or_else(|| Sentence::with(missing, vec![id.as_ref().map(compact).unwrap_or_default()]))
    }
}

/// `{"instanceIndex", "instanceLabel", "additions", "deletions"}` from one snapshot to another: the
/// lines of their display texts that only one has.
///
/// # Errors
/// [`DisplayError`] when a snapshot is not of its shape.
pub fn prompt_edit_summary<'a>(before: &Value<'a>, after: &Value<'a>) -> Result<Value<'a>, DisplayError> {
    let counts = diff::line_counts(&prompt::text(before)?, &prompt::text(after)?);
    Ok(object(vec![
        ("instanceIndex", before.copy("index")),
        ("instanceLabel", before.copy("label")),
        ("additions", Some(Value::number(u64::from(counts.added)))),
        ("deletions", Some(Value::number(u64::from(counts.removed)))),
    ]))
}
