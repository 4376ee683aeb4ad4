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
use crate::json::{Piece, write_string};

impl<'a> JsonDiff<'a> {
    /// Compares two tables. `id` is the path of keys to a row's id.
    ///
    /// # Errors
    /// When one of them is no JSON array.
    pub fn rows(before: &'a str, after: &'a str, id: &[String]) -> Result<Self, DiffError> {
        let name = |key: &String| {
            let mut quoted = String::new();
            write_string(&key.encode_utf16().collect::<Vec<_>>(), &mut quoted);
            Piece { text: &quoted, at: 0 }.name().into_owned()
        };
        let names: Vec<_> = id.iter().map(name).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        diff(before, after, Rule::Rows(&names))
    }
}
