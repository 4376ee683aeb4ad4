//! The difference of two display texts.
//!
//! [`TextDiff::new`] compares by line, moves hunks to natural places, pairs the lines that
//! were edited and marks their changed words. The result is made of offsets into the two
//! texts, in UTF-16 units, so that a JavaScript caller slices its own strings.
//!
//! # Which lines
//!
//! The hunks are those of `git diff --diff-algorithm=histogram --indent-heuristic`: calmer to read
//! than the smallest diff, and sometimes longer. Where the lines between the equal ends of both
//! texts are forty or fewer, both sides together, the smallest diff is drawn.
//!
//! # Two counts
//!
//! [`TextDiff::additions`] and [`TextDiff::deletions`] are the rows that a person sees.
//! [`TextDiff::line_counts`] are those of the smallest patch: the lines of either text less those of
//! their longest common subsequence, in which lines are equal only with equal terminators, as `git
//! diff --minimal --numstat` counts. They differ
//!
//! - where the hunks are longer than the smallest diff;
//! - where lines were added below (or removed from below) a last line without terminator: its row
//!   is context with a [`Terminator`] mark, while a patch removes and adds the line;
//! - where the end-of-line style changed throughout: that is [`TextDiff::before_eol`] against
//!   [`TextDiff::after_eol`], while a patch replaces every line.
//!
//! # Bounded work
//!
//! Counts of lines, changes and words decide how hard to search, never a clock. The histogram takes
//! six million steps at most, and where lines are few and repeat often, the search ends after eight
//! thousand changes. The line counts are the smallest possible while the two texts have up to 2,048
//! lines in common, both sides together, or their number times that of the changes is up to
//! thirty-two million. Beyond, the diff is right but may be longer, and [`TextDiff::truncated`] says
//! so. (`similar`'s exact search may itself miss the smallest by up to four lines where a text of
//! repeating lines meets one at least twice as long.)

#![forbid(unsafe_code)]

mod align;
mod apply;
pub(crate) mod bytes;
mod clusters;
mod delta;
mod edits;
pub mod flat;
mod hazards;
mod histogram;
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

pub use apply::{Conflict, Conflicts, Placed};
pub use delta::Delta;
pub use edits::Edit;
pub use hazards::{Hazard, HazardKind, find_hazards};
pub use lines::Eol;
pub use rows::{Hunk, Row, RowKind, Terminator};

use histogram::Run;
use hunks::Change;
use lines::{Compare, Lines};
use slide::Ends;

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
    fn new(before: &Lines<'_>, after: &Lines<'_>, kept: usize) -> Self {
        Self { added: bytes::narrow(after.len() - kept), removed: bytes::narrow(before.len() - kept) }
    }

    fn of(changes: &[Change]) -> Self {
        changes.iter().fold(Self::default(), |sum, change| Self {
            added: sum.added + bytes::narrow(change.after.len()),
            removed: sum.removed + bytes::narrow(change.before.len()),
        })
    }
}

/// Whether both texts go on, with the same lines, above and below what is given of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// Lines above were cut off.
    pub above: bool,
    /// Lines below were cut off.
    pub below: bool,
}

/// The difference of two display texts.
#[derive(Clone, Debug)]
pub struct TextDiff<'a> {
    before: Lines<'a>,
    after: Lines<'a>,
    context: usize,
    /// The changes of the patch: lines with their terminators.
    patch: Vec<Change>,
    /// The changes that the rows show.
    shown: Vec<Change>,
    fewest: LineCounts,
    hunks: Vec<Hunk>,
    white_space_only: bool,
    keeps_eol: bool,
    truncated: bool,
}

impl<'a> TextDiff<'a> {
    /// Compares two texts. Never fails, and takes bounded work on any input.
    pub fn new(before: &'a str, after: &'a str, options: DiffOptions) -> Self {
        Self::compare(Lines::new(before), Lines::new(after), &[], options).0
    }

    /// Compares the middle of two longer texts: the same diff but for the numbers of lines and units,
    /// and the end-of-line styles. The text after is made in `room`. `None` where what was cut off, or
    /// how much, has a say in it.
    pub fn of_middle(
        before: &'a str,
        after: Delta<'a>,
        room: &'a mut String,
        options: DiffOptions,
        cut: Cut,
    ) -> Option<Self> {
        let before = Lines::new(before);
        let (after, copies) = after.lines(&before, room);
        let (diff, seen) = Self::compare(before, after, &copies, options);
        let shown = (diff.shown.first(), diff.shown.last());
        let near = Ends {
            top: shown.0.is_some_and(|change| change.before.start <= options.context),
            bottom: shown.1.is_some_and(|change| diff.before.len() - change.before.end <= options.context),
        };
        let cut = Ends { top: cut.above, bottom: cut.below };
        (!cut.meets(seen.or(near))).then_some(diff)
    }

    fn compare(before: Lines<'a>, after: Lines<'a>, copies: &[Run], options: DiffOptions) -> (Self, Ends) {
        let keeps_eol = one_style_became_another(before.eol(), after.eol());
        let Compared { changes: patch, kept, mut coarse, mut seen } = compare(&before, &after, copies, Compare::Exact);
        let mut shown = if keeps_eol {
            let folded = compare(&before, &after, copies, Compare::FoldEol);
            coarse |= folded.coarse;
            seen = seen.or(folded.seen);
            folded.changes
        } else {
            patch.clone()
        };
        hunks::keep_last_line(&mut shown, &before, &after);
        let white_space_only = words::only_white_space_differs(&before, &after, &shown);
        let (hunks, unread) = rows::hunks(&before, &after, &shown, options.context, white_space_only);
        let diff = Self {
            context: options.context,
            fewest: LineCounts::new(&before, &after, kept),
            truncated: coarse | unread,
            before,
            after,
            patch,
            shown,
            hunks,
            white_space_only,
            keeps_eol,
        };
        (diff, seen)
    }

    /// Rows that were added.
    pub fn additions(&self) -> u32 {
        LineCounts::of(&self.shown).added
    }

    /// Rows that were removed.
    pub fn deletions(&self) -> u32 {
        LineCounts::of(&self.shown).removed
    }

    /// The counts of the smallest patch, as `git diff --minimal --numstat` gives them.
    pub fn line_counts(&self) -> LineCounts {
        self.fewest
    }

    /// How the lines of the text before end.
    pub fn before_eol(&self) -> Eol {
        self.before.eol()
    }

    /// How the lines of the text after end.
    pub fn after_eol(&self) -> Eol {
        self.after.eol()
    }

    /// Another end-of-line style is one fact, which stands for all lines and is in no hunk.
    pub fn keeps_eol(&self) -> bool {
        self.keeps_eol
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
    let patch = compare(&before, &after, &[], Compare::Exact);
    unified::unified(&before, &after, &patch.changes, file_name, options.context)
}

/// The counts of that patch, without drawing the diff: [`TextDiff::line_counts`].
pub fn line_counts(before: &str, after: &str) -> LineCounts {
    LineCounts::of(&compare(&Lines::new(before), &Lines::new(after), &[], Compare::Exact).changes)
}

/// Whether the end-of-line style is one fact that stands for all lines: every line ends in
/// the one style afterwards, and nowhere did so before or only in places.
fn one_style_became_another(before: Eol, after: Eol) -> bool {
    matches!((before, after), (Eol::Lf | Eol::Mixed, Eol::Crlf) | (Eol::Crlf | Eol::Mixed, Eol::Lf))
}

struct Compared {
    changes: Vec<Change>,
    /// Lines that the smallest diff keeps.
    kept: usize,
    coarse: bool,
    /// The ends of the texts that had a say in where changes are.
    seen: Ends,
}

fn compare(before: &Lines<'_>, after: &Lines<'_>, copies: &[Run], compare: Compare) -> Compared {
    let mut alignment = align::align(before, after, copies, compare);
    let seen = slide::slide(&mut alignment, before, after, compare);
    let align::Alignment { kept, coarse, .. } = alignment;
    Compared { changes: hunks::changes(&alignment), kept, coarse, seen }
}
