//! A diff as one list of numbers, which crosses into JavaScript in a single copy.
//!
//! | at | what |
//! |---|---|
//! | 0 | [`LAYOUT`] |
//! | 1 | flags: 1 truncated, 2 only white space differs, 4 another end-of-line style is one fact |
//! | 2, 3 | end-of-line style before and after: the numbers of [`Eol`](super::Eol) |
//! | 4, 5 | added and removed rows |
//! | 6, 7 | added and removed lines of the smallest patch |
//! | 8 | number of hunks |
//!
//! Each hunk: first line and number of lines before, the same after, number of edits, number of rows.
//!
//! Each edit: start and end in UTF-16 units of the text before, the same of the text after.
//!
//! Each row: flags, line before (0: none), line after (0: none), paired line (0: none), start
//! and end of its text in UTF-16 units, number of emphasised ranges; then each range as start
//! and end from the start of the row. Row flags: the number of [`RowKind`](super::RowKind) in
//! the two lowest bits, 4 no newline, 8 gained its terminator, 16 lost it.
//!
//! Placed hunks are another list: 0 and the end-of-line style that taken lines get (0: their own), then
//! the edits; or 1, then each conflict as the hunk, counted from 0, and the number of
//! [`Conflict`](super::Conflict).

use super::bytes::narrow;
use super::rows::{Row, Terminator};
use super::{Conflicts, Edit, Placed, TextDiff};

/// Changes whenever the layout does, so that a reader of another version notices.
pub const LAYOUT: u32 = 2;

impl TextDiff<'_> {
    /// The diff as numbers; the module's page describes the layout.
    pub fn flat(&self) -> Vec<u32> {
        let counts = self.line_counts();
        let rows: usize = self.hunks().iter().map(|hunk| hunk.rows.len()).sum();
        let mut out = Vec::with_capacity(9 + 10 * self.hunks().len() + 9 * rows);
        out.extend_from_slice(&[
            LAYOUT,
            u32::from(self.truncated()) | u32::from(self.white_space_only()) << 1 | u32::from(self.keeps_eol()) << 2,
            self.before_eol() as u32,
            self.after_eol() as u32,
            self.additions(),
            self.deletions(),
            counts.added,
            counts.removed,
            narrow(self.hunks().len()),
        ]);
        for (hunk, span) in self.hunks().iter().zip(self.spans()) {
            out.extend_from_slice(&[hunk.before_start, hunk.before_lines, hunk.after_start, hunk.after_lines]);
            out.extend_from_slice(&[narrow(span.changes.len()), narrow(hunk.rows.len())]);
            self.edits(&span).for_each(|edit| push_edit(&mut out, &edit));
            hunk.rows.iter().for_each(|row| push_row(&mut out, row));
        }
        out
    }
}

/// Placed hunks as numbers; the module's page describes the layout.
pub fn flat_placed(placed: &Result<Placed, Conflicts>) -> Vec<u32> {
    match placed {
        Ok(placed) => {
            let mut out = vec![0, placed.eol.map_or(0, |eol| eol as u32)];
            placed.edits.iter().for_each(|edit| push_edit(&mut out, edit));
            out
        }
        Err(conflicts) => {
            let mut out = vec![1];
            conflicts.iter().for_each(|&(hunk, conflict)| out.extend_from_slice(&[narrow(hunk), conflict as u32]));
            out
        }
    }
}

fn push_edit(out: &mut Vec<u32>, Edit { before, after }: &Edit) {
    out.extend_from_slice(&[before.start, before.end, after.start, after.end]);
}

fn push_row(out: &mut Vec<u32>, row: &Row) {
    let terminator = match row.terminator {
        None => 0,
        Some(Terminator::Gained) => 8,
        Some(Terminator::Lost) => 16,
    };
    out.extend_from_slice(&[
        row.kind as u32 | u32::from(row.no_newline) << 2 | terminator,
        row.before_line.unwrap_or(0),
        row.after_line.unwrap_or(0),
        row.paired_line.unwrap_or(0),
        row.text.start,
        row.text.end,
        narrow(row.emphasis.len()),
    ]);
    for range in &row.emphasis {
        out.extend_from_slice(&[range.start, range.end]);
    }
}
