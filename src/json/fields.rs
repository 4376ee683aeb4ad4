//! Typed members of a parsed object. A member of the wrong type is as good as absent.

use super::Value;

/// The members of an object.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Value<'a>);

impl<'a> Fields<'a> {
    /// The member as a value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a Value<'a>> {
        self.0.get(key)
    }

    /// The member, an object by itself.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<Fields<'a>> {
        self.0.get(key).map(Fields)
    }

    /// Every item of an array, or `None` when one of them can't be read.
    pub fn each<T>(&self, key: &str, read: impl Fn(Fields<'a>) -> Option<T>) -> Option<Vec<T>> {
        match self.0.get(key)? {
            Value::Array(items) => items.iter().map(|item| read(Fields(item))).collect(),
            _ => None,
        }
    }

    /// The text of a string.
    #[must_use]
    #[inline(never)]
    pub fn string(&self, key: &str) -> Option<String> {
        self.0.get(key)?.as_text()
    }

    /// The text of a string, as a type of its own.
    #[must_use]
    pub fn text<T: for<'t> From<&'t str>>(&self, key: &str) -> Option<T> {
        self.string(key).map(|text| T::from(&text))
    }

    /// A member that may be absent, and is of its type where it is not: `None` when it is of another.
    pub fn optional<T>(&self, key: &str, read: impl Fn(&Self, &str) -> Option<T>) -> Option<Option<T>> {
        match self.0.get(key) {
            Some(_) => read(self, key).map(Some),
            None => Some(None),
        }
    }

    /// A whole number from 0 on. Digits alone: reading fractions and exponents would take a float
    /// parser.
    #[must_use]
    pub fn number<T: std::str::FromStr>(&self, key: &str) -> Option<T> {
        match self.0.get(key)? {
            Value::Literal(number) => number.parse().ok(),
            _ => None,
        }
    }
}
