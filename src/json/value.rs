//! JSON values: read from a text, and made for a new one.

use std::borrow::Cow;

use super::string::{reads, unescape, write_string};

/// A JSON value. Scalars and keys stay as they are written, as slices of the text that they were read
/// from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number, `true`, `false` or `null`, as written.
    Literal(Cow<'a, str>),
    /// A string, as written: with its quotes and escapes.
    String(Cow<'a, str>),
    /// The items in order.
    Array(Vec<Value<'a>>),
    /// Keys (as written, quoted) and values, in order.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

// Small functions that the families call often: inlined, they would fill kilobytes.
impl<'a> Value<'a> {
    /// `null`.
    pub const NULL: Self = Self::Literal(Cow::Borrowed("null"));

    /// A string.
    #[must_use]
    #[inline(never)]
    pub fn text(text: &str) -> Self {
        Self::from_units(&text.encode_utf16().collect::<Vec<_>>())
    }

    /// A string of UTF-16 units, in which surrogates may stand alone.
    #[must_use]
    pub fn from_units(units: &[u16]) -> Self {
        let mut quoted = String::new();
        write_string(units, &mut quoted);
        Self::String(quoted.into())
    }

    /// A whole number.
    #[must_use]
    #[inline(never)]
    pub fn number(number: u64) -> Self {
        Self::Literal(number.to_string().into())
    }

    /// `true` or `false`.
    #[must_use]
    pub fn bool(flag: bool) -> Self {
        Self::Literal(Cow::Borrowed(if flag { "true" } else { "false" }))
    }

    /// The value under `key`; the last one, where a key stands twice, as `JSON.parse` has it.
    #[must_use]
    #[inline(never)]
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        let Value::Object(members) = self else {
            return None;
        };
        members.iter().rev().find(|(quoted, _)| reads(quoted, key)).map(|(_, value)| value)
    }

    /// The value under `key`, for a value of its own.
    #[must_use]
    #[inline(never)]
    pub fn copy(&self, key: &str) -> Option<Value<'a>> {
        self.get(key).cloned()
    }

    /// An object of these members, in this order, as far as they are there.
    #[must_use]
    pub fn pick(&self, keys: &[&str]) -> Value<'a> {
        object(keys.iter().map(|key| (*key, self.copy(key))).collect())
    }

    /// [`Self::get`], with `null` as if it were absent.
    #[must_use]
    #[inline(never)]
    pub fn given(&self, key: &str) -> Option<&Value<'a>> {
        self.get(key).filter(|value| **value != Value::NULL)
    }

    /// The one spelling of this value: [`JsonText::canonical`](super::JsonText::canonical).
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        super::canonical::write_value(self, &mut out);
        out
    }

    /// The text of a string value, its escapes resolved. A lone surrogate becomes U+FFFD.
    #[must_use]
    #[inline(never)]
    pub fn as_text(&self) -> Option<String> {
        self.units().map(|units| String::from_utf16_lossy(&units))
    }

    /// The UTF-16 units of a string value.
    #[must_use]
    #[inline(never)]
    pub fn units(&self) -> Option<Vec<u16>> {
        match self {
            Value::String(quoted) => Some(unescape(quoted)),
            _ => None,
        }
    }

    /// Whether this is the string `text`.
    #[must_use]
    #[inline(never)]
    pub fn is_text(&self, text: &str) -> bool {
        matches!(self, Value::String(quoted) if reads(quoted, text))
    }

    /// The items of an array; none of anything else.
    #[must_use]
    pub fn items(&self) -> &[Value<'a>] {
        match self {
            Value::Array(items) => items,
            _ => &[],
        }
    }

    /// Sets a member of an object: in its place if it is there, else as the last; `None` takes it away.
    /// Changes nothing else than objects.
    #[inline(never)]
    pub fn set(&mut self, key: &str, value: Option<Value<'a>>) {
        let Value::Object(members) = self else {
            return;
        };
        let at = members.iter().position(|(quoted, _)| reads(quoted, key));
        match (at.and_then(|at| members.get_mut(at)), value) {
            (Some(member), Some(value)) => member.1 = value,
            (None, Some(value)) => members.push((quoted(key), value)),
            (Some(_), None) => members.retain(|(quoted, _)| !reads(quoted, key)),
            (None, None) => {}
        }
    }
}

/// An object of the members that are there.
#[must_use]
#[inline(never)]
pub fn object<'a>(members: Vec<(&str, Option<Value<'a>>)>) -> Value<'a> {
    Value::Object(members.into_iter().filter_map(|(key, value)| Some((quoted(key), value?))).collect())
}

fn quoted<'a>(key: &str) -> Cow<'a, str> {
    match Value::text(key) {
        Value::String(quoted) => quoted,
        _ => Cow::Borrowed(""),
    }
}
