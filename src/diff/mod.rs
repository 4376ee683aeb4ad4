//! The difference of two display texts.
//!
//! [`TextDiff::new`] compares by line, moves hunks to natural places, pairs the lines that
//! were edited and marks their changed words. The result is made of offsets into the two
//! texts, in UTF-16 units, so that a JavaScript caller slices its own strings.
//!
//! # Two counts
//!
//! [`TextDiff::additions`] and [`TextDiff::deletions`] are the rows that a person sees.
//! [`TextDiff::line_counts`] are those of the patch ([`TextDiff::unified`]), in which lines
//! are equal only with equal terminators, as for `git diff --numstat`. They differ in two
//! cases, in both of which the rows would be noise:
//!
//! - lines were added below (or removed from below) a last line without terminator: its row
//!   is context with a [`Terminator`] mark, while the patch removes and adds the line;
//! - the end-of-line style changed throughout: that is [`TextDiff::before_eol`] against
//!   [`TextDiff::after_eol`], while the patch replaces every line.
//!
//! # Bounded work
//!
//! Counts of lines, changes and words decide how hard to search, never a clock. While the two
//! texts have up to 2,048 lines in common, both sides together, or their number times that of
//! the changes is up to thirty-two million, the line counts are the smallest possible; beyond,
//! the diff is right but may be longer, and [`TextDiff::truncated`] says so. (`similar`'s
//! exact search may itself miss the smallest by up to four lines where a text of repeating
//! lines meets one at least twice as long.)

#![forbid(unsafe_code)]

mod align;
pub(crate) mod bytes;
mod clusters;
pub mod flat;
mod hunks;
mod ids;
pub mod json;
mod lines;
mod pairs;
mod rows;
mod slide;
pub mod table;
mod tokens;
mod unified;
mod words;

pub use lines::Eol;
pub use rows::{Hunk, Row, RowKind, Terminator};

use hunks::Change;
use lines::{Compare, Lines};

/// How a diff is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffOptions {
    /// Unchanged lines shown above and below a change.
    pub context: usize,
}

impl Default for DiffOptions {
    /// Three lines of context, as `git` and `diff -u` show.
    fn default() -> Self {
        Self { context: 3 }
    }
}

/// Added and removed lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// Lines that only the text after has.
    pub added: u32,
    /// Lines that only the text before has.
    pub removed: u32,
}

impl LineCounts {
    fn of(changes: &[Change]) -> Self {
        changes.iter().fold(Self::default(), |sum, change| Self {
            added: sum.added + bytes::narrow(change.after.len()),
            removed: sum.removed + bytes::narrow(change.before.len()),
        })
    }
}

/// The difference of two display texts.
#[derive(Clone, Debug)]
pub struct TextDiff<'a> {
    before: Lines<'a>,
    after: Lines<'a>,
    context: usize,
    /// The changes of the patch: lines with their terminators.
    patch: Vec<Change>,
    shown: LineCounts,
    hunks: Vec<Hunk>,
    white_space_only: bool,
    truncated: bool,
}

impl<'a> TextDiff<'a> {
    /// Compares two texts. Never fails, and takes bounded work on any input.
    pub fn new(before: &'a str, after: &'a str, options: DiffOptions) -> Self {
        let (before, after) = (Lines::new(before), Lines::new(after));
        let (patch, mut truncated) = compare(&before, &after, Compare::Exact);
        let mut shown = if one_style_became_another(before.eol(), after.eol()) {
            let (changes, coarse) = compare(&before, &after, Compare::FoldEol);
            truncated |= coarse;
            changes
        } else {
            patch.clone()
        };
        hunks::keep_last_line(&mut shown, &before, &after);
        let white_space_only = words::only_white_space_differs(&before, &after, &shown);
        let (hunks, coarse) = rows::hunks(&before, &after, &shown, options.context, white_space_only);
        Self {
            context: options.context,
            shown: LineCounts::of(&shown),
            truncated: truncated | coarse,
            before,
            after,
            patch,
            hunks,
            white_space_only,
        }
    }

    /// Rows that were added.
    pub fn additions(&self) -> u32 {
        self.shown.added
    }

    /// Rows that were removed.
    pub fn deletions(&self) -> u32 {
        self.shown.removed
    }

    /// The counts of the patch, as `git diff --numstat` gives them.
    pub fn line_counts(&self) -> LineCounts {
        LineCounts::of(&self.patch)
    }

    /// How the lines of the text before end.
    pub fn before_eol(&self) -> Eol {
        self.before.eol()
    }

    /// How the lines of the text after end.
    pub fn after_eol(&self) -> Eol {
        self.after.eol()
    }

    /// What is shown, from top to bottom.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// The changed lines read the same but for white space and line breaks.
    pub fn white_space_only(&self) -> bool {
        self.white_space_only
    }

    /// The diff is right but coarser than usual: more lines than needed, or fewer words
    /// emphasised, because the input is too large to do better in bounded work.
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// The patch that `git apply` and `patch` accept; empty when the texts are equal.
    pub fn unified(&self, file_name: &str) -> String {
        unified::unified(&self.before, &self.after, &self.patch, file_name, self.context)
    }
}

/// The patch from one text to the other, without drawing the diff: [`TextDiff::unified`].
pub fn unified_text(before: &str, after: &str, file_name: &str, options: DiffOptions) -> String {
    let (before, after) = (Lines::new(before), Lines::new(after));
    let (patch, _) = compare(&before, &after, Compare::Exact);
    unified::unified(&before, &after, &patch, file_name, options.context)
}

/// The counts of that patch, without drawing the diff: [`TextDiff::line_counts`].
pub fn line_counts(before: &str, after: &str) -> LineCounts {
    LineCounts::of(&compare(&Lines::new(before), &Lines::new(after), Compare::Exact).0)
}

/// Whether the end-of-line style is one fact that stands for all lines: every line ends in
/// the one style afterwards, and nowhere did so before or only in places.
fn one_style_became_another(before: Eol, after: Eol) -> bool {
    matches!((before, after), (Eol::Lf | Eol::Mixed, Eol::Crlf) | (Eol::Crlf | Eol::Mixed, Eol::Lf))
}

fn compare(before: &Lines<'_>, after: &Lines<'_>, compare: Compare) -> (Vec<Change>, bool) {
    let mut alignment = align::align(before, after, compare);
    slide::slide(&mut alignment, before, after, compare);
    (hunks::changes(&alignment), alignment.coarse)
}
