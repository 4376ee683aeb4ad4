//! A chat prompt as its editor shows it.

use std::fmt;

use crate::json::{JsonText, Value, parse, pretty};

/// The display text of a prompt snapshot, `{"messages": [{"role", "content"?, "toolCalls"?}, …]}`
/// (other keys are not shown).
///
/// Messages are joined by a blank line. Each is the sections `role: …`, `content:` with the text
/// below it, and `toolCalls:` with the JSON laid out below it, joined by a blank line too; an absent
/// key has no section. This is the text that Phoenix's prompt cards compare.
///
/// # Errors
/// [`DisplayError`] when the snapshot is not of that shape.
pub fn prompt(snapshot: &JsonText) -> Result<String, DisplayError> {
    text(&parse(snapshot.as_str()).map_err(|_| DisplayError::MessagesMissing)?)
}

pub(super) fn text(snapshot: &Value<'_>) -> Result<String, DisplayError> {
    let Some(Value::Array(messages)) = snapshot.get("messages") else {
        return Err(DisplayError::MessagesMissing);
    };
    let mut text = String::new();
    for (index, item) in messages.iter().enumerate() {
        if index > 0 {
            text.push_str("\n\n");
        }
        message(index, item, &mut text)?;
    }
    Ok(text)
}

fn message(index: usize, message: &Value<'_>, text: &mut String) -> Result<(), DisplayError> {
    let role = message.get("role").and_then(Value::as_text).ok_or(DisplayError::RoleMissing { index })?;
    text.push_str("role: ");
    text.push_str(&role);
    if let Some(content) = message.get("content") {
        let content = content.as_text().ok_or(DisplayError::ContentNotText { index })?;
        text.push_str("\n\ncontent:\n");
        text.push_str(&content);
    }
    if let Some(calls) = message.get("toolCalls") {
        text.push_str("\n\ntoolCalls:\n");
        text.push_str(&pretty(calls));
    }
    Ok(())
}

/// Why a prompt snapshot can't be shown. `index` counts messages from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayError {
    /// There is no `messages` array.
    MessagesMissing,
    /// A message has no `role` text.
    RoleMissing {
        /// Which message.
        index: usize,
    },
    /// A message's `content` is not text.
    ContentNotText {
        /// Which message.
        index: usize,
    },
}

impl fmt::Display for DisplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MessagesMissing => f.write_str("the prompt snapshot has no array `messages`"),
            Self::RoleMissing { index } => write!(f, "message {index} of the prompt snapshot has no text `role`"),
            Self::ContentNotText { index } => {
                write!(f, "`content` of message {index} of the prompt snapshot is not text")
            }
        }
    }
}

impl std::error::Error for DisplayError {}
