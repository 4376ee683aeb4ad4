//! JSON text as values that borrow from it.

use super::scan::{Reader, scan};
use super::{JsonError, Value};

/// Parses a whole text.
///
/// # Errors
/// [`JsonError`] names the byte at which the text stops being JSON.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    let mut builder = Builder { text, values: Vec::new(), open: Vec::new() };
    scan(text, &mut builder, usize::MAX)?;
    Ok(builder.values.pop().unwrap_or(Value::NULL))
}

struct Builder<'a> {
    text: &'a str,
    /// The values that are not in one yet; a member's key stands above its value.
    values: Vec<Value<'a>>,
    /// For each value that has not ended where it starts, and how many values stand above it.
    open: Vec<(usize, usize)>,
}

impl<'a> Builder<'a> {
    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }
}

impl Reader for Builder<'_> {
    fn start(&mut self, key: usize, key_end: usize, at: usize) -> usize {
        if key < key_end {
            self.values.push(Value::String(self.slice(key, key_end).into()));
        }
        self.open.push((at, self.values.len()));
        at
    }

    fn end(&mut self, at: usize) {
        let Some((start, above)) = self.open.pop() else { return };
        let written = self.slice(start, at);
        let inside = self.values.split_off(above);
        let value = match written.as_bytes().first() {
            Some(b'[') => Value::Array(inside),
            Some(b'{') => {
                let mut members = Vec::with_capacity(inside.len() / 2);
                let mut inside = inside.into_iter();
                while let (Some(Value::String(key)), Some(value)) = (inside.next(), inside.next()) {
                    members.push((key, value));
                }
                Value::Object(members)
            }
            Some(b'"') => Value::String(written.into()),
            _ => Value::Literal(written.into()),
        };
        self.values.push(value);
    }
}
