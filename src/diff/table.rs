//! The difference of two tables: JSON arrays of objects, in which each row has an id.
//!
//! A row is the one before that has the same id, compared as JSON; it has moved when it does not
//! keep its order among the rows that stay. The members of a row are its cells; a cell changes as
//! a whole.
//!
//! Rows without an id, and rows that share one, are matched in the order in which they stand, and
//! [`JsonDiff::ambiguous_ids`] says so. Rows that are no objects are matched by their
//! whole value.

use super::json::{DiffError, JsonDiff, Rule, diff};
use crate::json::Piece;
use crate::json::cut::{Cut, cut};

impl<'a> JsonDiff<'a> {
    /// Compares two tables. `id` is the path of keys to a row's id, as the JSON text of an array of strings; rows
    /// have no id under a path that is none.
    ///
    /// # Errors
    /// When one of them is no JSON array.
    pub fn rows(before: &'a str, after: &'a str, id: &str) -> Result<Self, DiffError> {
        let keys = cut(Piece { text: id, at: 0 }, &Cut::default(), &[]).unwrap_or_default().entries;
        let names: Vec<_> = keys.iter().map(|key| key.value.name()).collect();
        let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
        diff(before, after, Rule::Rows(&names))
    }
}
