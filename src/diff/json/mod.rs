//! The difference of two JSON texts, by value and by path.
//!
//! Keys are compared by what they say, numbers by their exact decimal value; the order of keys and
//! the spelling of anything do not count. Of a key that stands twice the last value counts, as for
//! `JSON.parse`. A key that was renamed is removed and added.
//!
//! Items of an array are matched by value first, then, where they are objects, by what identifies
//! them (`id`, `key` or `name`), then in the order in which they stand between matched ones. A
//! matched item that does not keep its order among the others has moved.
//!
//! # Each change by itself
//!
//! The changes are taken one by one ([`JsonDiff::apply`]): an array's are those of the sequence in
//! which both arrays are merged, so that none of them shifts the place of another.
//!
//! # Bounded work
//!
//! Bytes that are read again on the way down decide how deep to look; beyond, a value has changed
//! as a whole, and [`JsonDiff::truncated`] says so.

mod apply;
mod by_id;
mod delta;
mod flat;
mod mates;
mod units;
mod walk;

use std::fmt;

pub use crate::json::{Entry, Piece};
pub use delta::put_together;
pub use flat::LAYOUT;
pub(super) use walk::{Rule, diff};

use crate::json::JsonError;
use mates::Merge;

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum NodeKind {
    /// Only the text after has it.
    Added = 0,
    /// Only the text before has it.
    Removed = 1,
    /// Another value stands in its place.
    Changed = 2,
    /// An item that stands elsewhere among the items of its array; what changed in it follows.
    Moved = 3,
    /// No change itself: what changed in it follows.
    Open = 4,
}

/// A place of one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place<'a> {
    /// The number of the item in its array, or of the member among the keys of its object.
    pub index: usize,
    /// Key and value.
    pub entry: Entry<'a>,
}

/// A value that changed or holds one that did. Nodes stand above those inside them.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// What became of the value.
    pub kind: NodeKind,
    /// Arrays and objects around it.
    pub depth: usize,
    /// Where it stood; absent when it was added.
    pub before: Option<Place<'a>>,
    /// Where it stands; absent when it was removed.
    pub after: Option<Place<'a>>,
    /// How both sides of an array or object are merged, if anything in it changed.
    merge: Option<Merge<'a>>,
}

/// The difference of two JSON texts.
#[derive(Clone, Debug)]
pub struct JsonDiff<'a> {
    before: &'a str,
    after: &'a str,
    /// Whether each text is ASCII.
    ascii: [bool; 2],
    nodes: Vec<Node<'a>>,
    order_only: bool,
    truncated: bool,
    ambiguous_ids: bool,
}

impl<'a> JsonDiff<'a> {
    /// Compares two texts.
    ///
    /// # Errors
    /// When one of them is no JSON.
    pub fn new(before: &'a str, after: &'a str) -> Result<Self, DiffError> {
        walk::diff(before, after, Rule::Values)
    }

    /// The changes, from top to bottom, each below the values that it is in.
    pub fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// No value changed, but keys of an object stand in another order.
    pub fn order_only(&self) -> bool {
        self.order_only
    }

    /// The diff is right but coarser than usual, because the input is too large to do better in
    /// bounded work.
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// Rows were compared, and there is one without an id or with that of another.
    pub fn ambiguous_ids(&self) -> bool {
        self.ambiguous_ids
    }
}

/// Why two texts can't be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffError {
    /// Whether it is the text after.
    pub after: bool,
    /// Where it is no JSON; `None` where it is, but no array of rows.
    pub json: Option<JsonError>,
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.after { "after: " } else { "before: " })?;
        match self.json {
            Some(json) => json.fmt(f),
            None => f.write_str("the rows are no JSON array"),
        }
    }
}

impl std::error::Error for DiffError {}
