//! What a change replaces, as stretches of both texts.
//!
//! An edit takes a stretch of one text for one of the other, terminators included, so that any choice
//! of edits makes a well-formed text. A line that gains its terminator because lines follow it gains
//! it with those lines.

use std::ops::Range;

use super::hunks::Change;
use super::lines::Lines;

/// A stretch of one text stands in for one of the other; either may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// UTF-16 units of the text before.
    pub before: Range<u32>,
    /// UTF-16 units of the text after.
    pub after: Range<u32>,
}

/// The ends of an edit's two stretches, by line.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub(super) before: Range<usize>,
    pub(super) after: Range<usize>,
    /// The stretches begin at the end of the content of the kept line above.
    open: bool,
}

impl Ends {
    pub(super) fn new(change: &Change, before: &Lines<'_>, after: &Lines<'_>) -> Self {
        let Change { before: old, after: new } = change.clone();
        let above = |lines: &Lines<'_>, range: &Range<usize>| range.start.checked_sub(1).map(|i| lines.terminated(i));
        let open = matches!((above(before, &old), above(after, &new)), (Some(had), Some(has)) if had != has);
        Self { before: old, after: new, open }
    }

    /// The same edit of a text in which the line `from` before is line `to`.
    pub(super) fn moved(mut self, from: usize, to: usize) -> Self {
        self.before = self.before.start - from + to..self.before.end - from + to;
        self
    }

    pub(super) fn units(&self, before: &Lines<'_>, after: &Lines<'_>) -> Edit {
        Edit { before: self.part(&self.before, before, false), after: self.part(&self.after, after, false) }
    }

    pub(super) fn bytes(&self, before: &Lines<'_>, after: &Lines<'_>) -> (Range<u32>, Range<u32>) {
        (self.part(&self.before, before, true), self.part(&self.after, after, true))
    }

    #[inline(never)]
    fn part(&self, range: &Range<usize>, lines: &Lines<'_>, bytes: bool) -> Range<u32> {
        let ends = |line: usize| if bytes { lines.bytes(line) } else { lines.units(line) };
        let start = match range.start.checked_sub(1).filter(|_| self.open) {
            Some(above) => ends(above).1,
            None => ends(range.start).0,
        };
        start..ends(range.end).0
    }
}
