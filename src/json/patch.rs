//! What an edit changed, as a JSON Patch.

use std::cmp::Ordering;

use super::canonical::counting;
use super::string::write_string;
use super::{JsonText, Value, compact, parse, push_quoted};

/// A JSON Patch (RFC 6902) that turns `before` into `after`; empty where they are the same value.
/// Members are compared by key, items by place: the patch is right for every pair of values, and
/// short for edits that keep the shape.
#[must_use]
pub fn patch(before: &JsonText, after: &JsonText) -> JsonText {
    let mut pen = Pen { operations: String::from("["), path: String::new() };
    if let (Ok(before), Ok(after)) = (parse(before.as_str()), parse(after.as_str())) {
        pen.compare(&before, &after);
    }
    pen.operations.push(']');
    JsonText(pen.operations)
}

struct Pen {
    operations: String,
    /// A JSON Pointer (RFC 6901), escaped as it stands inside a JSON string.
    path: String,
}

/// A key and its value.
type Member<'a> = (Vec<u16>, &'a Value<'a>);

impl Pen {
    fn compare(&mut self, before: &Value<'_>, after: &Value<'_>) {
        match (before, after) {
            (Value::Object(old), Value::Object(new)) => self.members(&counting(old), &counting(new)),
            (Value::Array(old), Value::Array(new)) => {
                for (place, (value, changed)) in old.iter().zip(new).enumerate() {
                    self.at(&place.to_string(), |pen| pen.compare(value, changed));
                }
                for place in (new.len()..old.len()).rev() {
                    self.at(&place.to_string(), |pen| pen.operation("remove", None));
                }
                for (place, value) in new.iter().enumerate().skip(old.len()) {
                    self.at(&place.to_string(), |pen| pen.operation("add", Some(value)));
                }
            }
            _ if before.canonical() == after.canonical() => {}
            _ => self.operation("replace", Some(after)),
        }
    }

    /// Goes through both sides in the order of their keys.
    fn members(&mut self, old: &[Member<'_>], new: &[Member<'_>]) {
        let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
        loop {
            let order = match (old.peek(), new.peek()) {
                (Some((was, _)), Some((is, _))) => was.cmp(is),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return,
            };
            let before = old.next_if(|_| order != Ordering::Greater);
            let after = new.next_if(|_| order != Ordering::Less);
            let Some((key, _)) = before.or(after) else {
                return;
            };
            self.at(&token(key), |pen| match (before, after) {
                (Some((_, before)), Some((_, after))) => pen.compare(before, after),
                (_, Some((_, added))) => pen.operation("add", Some(added)),
                (_, None) => pen.operation("remove", None),
            });
        }
    }

    fn at(&mut self, token: &str, inside: impl FnOnce(&mut Self)) {
        let above = self.path.len();
        self.path.push('/');
        self.path.push_str(token);
        inside(self);
        self.path.truncate(above);
    }

    fn operation(&mut self, name: &str, value: Option<&Value<'_>>) {
        if self.operations.len() > 1 {
            self.operations.push(',');
        }
        self.operations.push_str("{\"op\":");
        push_quoted(name, &mut self.operations);
        self.operations.push_str(",\"path\":\"");
        self.operations.push_str(&self.path);
        self.operations.push('"');
        if let Some(value) = value {
            self.operations.push_str(",\"value\":");
            self.operations.push_str(&compact(value));
        }
        self.operations.push('}');
    }
}

/// A key as a step of a JSON Pointer, escaped as it stands inside a JSON string.
fn token(key: &[u16]) -> String {
    let mut units = Vec::with_capacity(key.len());
    for unit in key {
        match char::from_u32(u32::from(*unit)) {
            Some('~') => units.extend("~0".encode_utf16()),
            Some('/') => units.extend("~1".encode_utf16()),
            _ => units.push(*unit),
        }
    }
    let mut quoted = String::new();
    write_string(&units, &mut quoted);
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}
