//! A diff as one list of numbers, which crosses into JavaScript in a single copy.
//!
//! | at | what |
//! |---|---|
//! | 0 | [`LAYOUT`] |
//! | 1 | flags: 1 truncated, 2 only white space differs |
//! | 2, 3 | end-of-line style before and after: the numbers of [`Eol`](super::Eol) |
//! | 4, 5 | added and removed rows |
//! | 6, 7 | added and removed lines of the patch |
//! | 8 | number of hunks |
//!
//! Each hunk: first line and number of lines before, the same after, number of rows.
//!
//! Each row: flags, line before (0: none), line after (0: none), paired line (0: none), start
//! and end of its text in UTF-16 units, number of emphasised ranges; then each range as start
//! and end from the start of the row. Row flags: the number of [`RowKind`](super::RowKind) in
//! the two lowest bits, 4 no newline, 8 gained its terminator, 16 lost it.

use super::bytes::narrow;
use super::rows::{Row, Terminator};
use super::{Hunk, TextDiff};

/// Changes whenever the layout does, so that a reader of another version notices.
pub const LAYOUT: u32 = 1;

impl TextDiff<'_> {
    /// The diff as numbers; the module's page describes the layout.
    pub fn flat(&self) -> Vec<u32> {
        let counts = self.line_counts();
        let rows: usize = self.hunks().iter().map(|hunk| hunk.rows.len()).sum();
        let mut out = Vec::with_capacity(9 + 5 * self.hunks().len() + 9 * rows);
        out.extend([
            LAYOUT,
            u32::from(self.truncated()) | u32::from(self.white_space_only()) << 1,
            self.before_eol() as u32,
            self.after_eol() as u32,
            self.additions(),
            self.deletions(),
            counts.added,
            counts.removed,
            narrow(self.hunks().len()),
        ]);
        for hunk in self.hunks() {
            push_hunk(&mut out, hunk);
        }
        out
    }
}

fn push_hunk(out: &mut Vec<u32>, hunk: &Hunk) {
    out.extend([hunk.before_start, hunk.before_lines, hunk.after_start, hunk.after_lines, narrow(hunk.rows.len())]);
    for row in &hunk.rows {
        push_row(out, row);
    }
}

fn push_row(out: &mut Vec<u32>, row: &Row) {
    let terminator = match row.terminator {
        None => 0,
        Some(Terminator::Gained) => 8,
        Some(Terminator::Lost) => 16,
    };
    out.extend([
        row.kind as u32 | u32::from(row.no_newline) << 2 | terminator,
        row.before_line.unwrap_or(0),
        row.after_line.unwrap_or(0),
        row.paired_line.unwrap_or(0),
        row.text.start,
        row.text.end,
        narrow(row.emphasis.len()),
    ]);
    for range in &row.emphasis {
        out.extend([range.start, range.end]);
    }
}
