//! JSON text as values of its own. Tool inputs hold keys that a model wrote, integers beyond 2^53
//! and lone surrogates; kept as text they stay what they were.

#![forbid(unsafe_code)]

pub(crate) mod canonical;
pub(crate) mod cut;
mod fields;
mod normal;
mod number;
mod object;
mod parse;
mod patch;
pub(crate) mod pretty;
mod scan;
mod string;
mod value;

use std::fmt;

use serde::{Deserialize, Serialize};

pub(crate) use canonical::sorted;
pub use cut::{Entry, Piece};
pub use fields::Fields;
pub(crate) use normal::ordered;
pub use normal::read;
pub use object::ObjectText;
pub use parse::parse;
pub use patch::patch;
pub use pretty::{compact, pretty};
pub use string::push_quoted;
pub use value::{Value, object};

/// How deep arrays and objects may nest. Deeper input is refused rather than risked: the parsers
/// and renderers that handle it later recurse.
pub const MAX_DEPTH: usize = 512;

/// A text that is known to be one JSON value (RFC 8259) nested no deeper than [`MAX_DEPTH`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct JsonText(String);

impl JsonText {
    /// Checks `text`.
    ///
    /// # Errors
    /// [`JsonError`] names the byte at which the text stops being JSON.
    pub fn new(text: impl Into<String>) -> Result<Self, JsonError> {
        let text = text.into();
        scan::check(&text)?;
        Ok(Self(text))
    }

    /// The text as it came.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether both texts mean the same value: key order, number spelling, escapes and white space
    /// do not count; the order of arrays does.
    #[must_use]
    pub fn same_value(&self, other: &Self) -> bool {
        self.0 == other.0 || self.canonical() == other.canonical()
    }

    /// The one spelling of this value: keys sorted by UTF-16 units and strings with the fewest
    /// escapes, as RFC 8785 has them; numbers by their exact decimal value, so that integers beyond
    /// 2^53 stay distinct.
    #[must_use]
    pub fn canonical(&self) -> String {
        canonical::write(&self.0)
    }
}

impl TryFrom<String> for JsonText {
    type Error = JsonError;

    fn try_from(text: String) -> Result<Self, JsonError> {
        Self::new(text)
    }
}

impl From<JsonText> for String {
    fn from(text: JsonText) -> Self {
        text.0
    }
}

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The byte offset at which it shows.
    pub offset: usize,
    /// What is wrong there.
    pub kind: JsonErrorKind,
}

/// The kinds of [`JsonError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonErrorKind {
    /// The text ends inside a value.
    UnexpectedEnd,
    /// A byte that can't stand there.
    UnexpectedByte,
    /// Arrays and objects nest deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            JsonErrorKind::UnexpectedEnd => "the JSON text ends inside a value",
            JsonErrorKind::UnexpectedByte => "unexpected character in the JSON text",
            JsonErrorKind::TooDeep => "the JSON value is nested too deep",
        };
        write!(f, "{what} (at byte {})", self.offset)
    }
}

impl std::error::Error for JsonError {}
