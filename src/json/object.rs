//! Objects written member by member.

use super::push_quoted;

/// The text of an object that is being written.
#[derive(Debug)]
pub struct ObjectText(String);

impl Default for ObjectText {
    fn default() -> Self {
        Self(String::from("{"))
    }
}

// Small functions that are called often: inlined, they would fill kilobytes.
impl ObjectText {
    /// A member whose value is JSON text already. `key` is written as it is, without escapes.
    #[inline(never)]
    pub fn json(&mut self, key: &str, value: &str) -> &mut Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
        self.0.push_str(value);
        self
    }

    /// A string member.
    #[inline(never)]
    pub fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.json(key, "");
        push_quoted(value, &mut self.0);
        self
    }

    /// A string member, unless there is none.
    #[inline(never)]
    pub fn optional(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.text(key, value);
        }
        self
    }

    /// A whole number, unless there is none.
    #[inline(never)]
    pub fn number(&mut self, key: &str, value: Option<u64>) -> &mut Self {
        if let Some(value) = value {
            self.json(key, &value.to_string());
        }
        self
    }

    /// The whole text, with members that are text already, each after a comma.
    #[must_use]
    pub fn finish(&mut self, more: &str) -> String {
        let mut text = std::mem::take(&mut self.0);
        text.push_str(if text.len() > 1 { more } else { more.trim_start_matches(',') });
        text.push('}');
        text
    }
}
