//! The rows that a person sees.

use std::ops::Range;

use super::bytes::narrow;
use super::hunks::{Change, Span, header_start, spans};
use super::lines::Lines;
use super::pairs::{Budget, pairs};
use super::words::{Ranges, emphasis};

/// What became of a row's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum RowKind {
    /// The line is in both texts.
    Context = 0,
    /// The line is in the text before only.
    Removed = 1,
    /// The line is in the text after only.
    Added = 2,
}

/// What became of the terminator of a context row, where that is not the end-of-line style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminator {
    /// The line was the last and had none; lines follow it now.
    Gained,
    /// The line is the last now and has none.
    Lost,
}

/// One line of a drawn diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What became of the line.
    pub kind: RowKind,
    /// 1-based line number before; absent on added rows.
    pub before_line: Option<u32>,
    /// 1-based line number after; absent on removed rows.
    pub after_line: Option<u32>,
    /// The line without its terminator, in UTF-16 units of its text: that after for added
    /// rows, else that before.
    pub text: Range<u32>,
    /// The changed words, in UTF-16 units from the start of the row; in order, apart.
    pub emphasis: Vec<Range<u32>>,
    /// The line of the other text that this one was edited from or into, 1-based.
    pub paired_line: Option<u32>,
    /// The line is its text's last and has no terminator.
    pub no_newline: bool,
    /// The terminator of a context row changed.
    pub terminator: Option<Terminator>,
}

/// Changes near each other, with the context around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// 1-based first line before, as in a unified header: the line above if there is none.
    pub before_start: u32,
    /// Lines before.
    pub before_lines: u32,
    /// 1-based first line after, as in a unified header.
    pub after_start: u32,
    /// Lines after.
    pub after_lines: u32,
    /// From top to bottom.
    pub rows: Vec<Row>,
}

/// The hunks, and whether emphasis was left out to bound the work.
pub(crate) fn hunks(
    before: &Lines<'_>,
    after: &Lines<'_>,
    changes: &[Change],
    context: usize,
    spacing_only: bool,
) -> (Vec<Hunk>, bool) {
    let mut pen = Pen { before, after, spacing_only, budget: Budget::new() };
    let hunks = spans(changes, before, context)
        .iter()
        .map(|span| Hunk {
            before_start: narrow(header_start(&span.before)),
            before_lines: narrow(span.before.len()),
            after_start: narrow(header_start(&span.after)),
            after_lines: narrow(span.after.len()),
            rows: pen.rows(span, changes),
        })
        .collect();
    (hunks, pen.budget.spent)
}

struct Pen<'a, 't> {
    before: &'a Lines<'t>,
    after: &'a Lines<'t>,
    spacing_only: bool,
    budget: Budget,
}

impl Pen<'_, '_> {
    fn rows(&mut self, span: &Span, changes: &[Change]) -> Vec<Row> {
        let mut rows = Vec::with_capacity(span.before.len() + span.after.len());
        let (mut old, mut new) = (span.before.start, span.after.start);
        for change in changes.get(span.changes.clone()).unwrap_or_default() {
            self.kept(old..change.before.start, new, &mut rows);
            self.change(change, &mut rows);
            (old, new) = (change.before.end, change.after.end);
        }
        self.kept(old..span.before.end, new, &mut rows);
        rows
    }

    /// Lines before that stand from line `new` on after.
    fn kept(&self, old: Range<usize>, new: usize, rows: &mut Vec<Row>) {
        rows.extend(old.zip(new..).map(|(old, new)| self.context(old, new)));
    }

    fn context(&self, old: usize, new: usize) -> Row {
        let (start, end) = self.before.units(old);
        let (had, has) = (self.before.terminated(old), self.after.terminated(new));
        Row {
            kind: RowKind::Context,
            before_line: Some(narrow(old + 1)),
            after_line: Some(narrow(new + 1)),
            text: start..end,
            emphasis: Vec::new(),
            paired_line: None,
            no_newline: !had,
            terminator: match (had, has) {
                (false, true) => Some(Terminator::Gained),
                (true, false) => Some(Terminator::Lost),
                _ => None,
            },
        }
    }

    fn change(&mut self, change: &Change, rows: &mut Vec<Row>) {
        let edits = self.edits(change);
        let row = |lines: &Lines<'_>, index: usize| {
            let (start, end) = lines.units(index);
            Row {
                kind: RowKind::Removed,
                before_line: Some(narrow(index + 1)),
                after_line: None,
                text: start..end,
                emphasis: Vec::new(),
                paired_line: None,
                no_newline: !lines.terminated(index),
                terminator: None,
            }
        };
        let first = rows.len();
        rows.extend(change.before.clone().map(|index| row(self.before, index)));
        rows.extend(change.after.clone().map(|index| Row {
            kind: RowKind::Added,
            before_line: None,
            after_line: Some(narrow(index + 1)),
            ..row(self.after, index)
        }));
        for edit in edits {
            let old = first + edit.old - change.before.start;
            if let Some(row) = rows.get_mut(old) {
                row.emphasis = edit.removed;
                row.paired_line = Some(narrow(edit.new + 1));
            }
            let new = first + change.before.len() + edit.new - change.after.start;
            if let Some(row) = rows.get_mut(new) {
                row.emphasis = edit.added;
                row.paired_line = Some(narrow(edit.old + 1));
            }
        }
    }

    fn edits(&mut self, change: &Change) -> Vec<Edit> {
        let pairs = pairs(self.before, self.after, change, &mut self.budget);
        let mut edits = Vec::with_capacity(pairs.len());
        for (old, new) in pairs {
            let (before, after) = (self.before.content(old), self.after.content(new));
            // Long lines lose their shared ends first; reading those is no work to speak of.
            if !self.budget.take((before.len() + after.len()) / 8) {
                break;
            }
            if let Some(drawn) = emphasis(before, after, self.spacing_only, &mut self.budget.spent) {
                edits.push(Edit { old, new, removed: drawn.removed, added: drawn.added });
            }
        }
        edits
    }
}

/// A line that was edited; line numbers are 0-based.
struct Edit {
    old: usize,
    new: usize,
    removed: Ranges,
    added: Ranges,
}
