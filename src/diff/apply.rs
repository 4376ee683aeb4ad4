//! A choice of hunks, applied.
//!
//! All hunks make the text after, and none the text before. Where another end-of-line style is one
//! fact of the diff ([`TextDiff::keeps_eol`]), no hunk brings it: what is taken gets the style of the
//! text that it is taken into.

use std::borrow::Cow;
use std::ops::Range;

use super::TextDiff;
use super::bytes::narrow;
use super::edits::{Edit, Ends};
use super::hunks::{Span, spans};
use super::ids::{Interned, Items};
use super::lines::{Compare, Eol, Lines};

/// Why a hunk has no place in a text that has changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Conflict {
    /// Its lines, with their context, are nowhere.
    NotFound = 0,
    /// They are in more than one place.
    Ambiguous = 1,
    /// Another hunk that is applied changes the same lines, or the next ones.
    Overlap = 2,
}

/// The edits that hunks make to a text, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What changes in the text; `before` is of that text.
    pub edits: Vec<Edit>,
    /// The style that taken lines get; `None` where they keep their own.
    pub eol: Option<Eol>,
}

/// Hunks that have no place, counted from 0, each with the reason.
pub type Conflicts = Vec<(usize, Conflict)>;

impl TextDiff<'_> {
    /// The text before with the hunks for which `take` holds, counted from 0.
    pub fn apply(&self, take: impl Fn(usize) -> bool) -> String {
        let spans = self.spans();
        let taken = spans.iter().enumerate().filter(|&(index, _)| take(index));
        let edits: Vec<_> = taken.flat_map(|(_, span)| self.ends(span)).collect();
        self.splice(&self.before, &edits)
    }

    /// `text`, which was the text before and may have changed since, with the hunks for which `take`
    /// holds. Each is applied in the one place where its lines are, with their context; the style of
    /// their line ends may differ.
    ///
    /// # Errors
    /// The hunks that have no such place. Nothing is applied then.
    pub fn reapply(&self, text: &str, take: impl Fn(usize) -> bool) -> Result<String, Conflicts> {
        let lines = Lines::new(text);
        Ok(self.splice(&lines, &self.place(&lines, take)?))
    }

    /// What [`TextDiff::reapply`] would change.
    ///
    /// # Errors
    /// As there.
    pub fn placed(&self, text: &str, take: impl Fn(usize) -> bool) -> Result<Placed, Conflicts> {
        let lines = Lines::new(text);
        let edits = self.place(&lines, take)?;
        let edits = edits.iter().map(|ends| ends.units(&lines, &self.after)).collect();
        Ok(Placed { edits, eol: self.taken_eol(&lines) })
    }

    /// What the changes of a hunk change in the text before.
    pub(super) fn edits(&self, span: &Span) -> impl Iterator<Item = Edit> {
        self.ends(span).map(|ends| ends.units(&self.before, &self.after))
    }

    pub(super) fn spans(&self) -> Vec<Span> {
        spans(&self.shown, &self.before, self.context)
    }

    fn ends(&self, span: &Span) -> impl Iterator<Item = Ends> {
        let changes = self.shown.get(span.changes.clone()).unwrap_or_default();
        changes.iter().map(|change| Ends::new(change, &self.before, &self.after))
    }

    fn place(&self, lines: &Lines<'_>, take: impl Fn(usize) -> bool) -> Result<Vec<Ends>, Conflicts> {
        let same = lines.text() == self.before.text();
        let (old_key, new_key) = (|i| self.before.key(i, Compare::FoldEol), |i| lines.key(i, Compare::FoldEol));
        let old = Items { len: self.before.len(), key: &old_key };
        let items = Interned::new(old, Items { len: lines.len(), key: &new_key }, &[]);
        // By their places in `lines`.
        let mut placed: Vec<Vec<Ends>> = Vec::new();
        let mut conflicts = Vec::new();
        for (hunk, span) in self.spans().iter().enumerate().filter(|&(index, _)| take(index)) {
            let block = items.before.get(span.before.clone()).unwrap_or_default();
            let at = match only_place(block, &items.after) {
                _ if same => span.before.start,
                Ok(at) if !self.ends_open(span) || at + block.len() == lines.len() => at,
                Ok(_) => {
                    conflicts.push((hunk, Conflict::NotFound));
                    continue;
                }
                Err(conflict) => {
                    conflicts.push((hunk, conflict));
                    continue;
                }
            };
            let edits: Vec<_> = self.ends(span).map(|ends| ends.moved(span.before.start, at)).collect();
            let place = placed.partition_point(|above| start(above) < start(&edits));
            // Between changes there is a line at least.
            let clear = |above: Option<&Vec<Ends>>, below: Option<&Vec<Ends>>| match (above, below) {
                (Some(above), Some(below)) => end(above) < start(below),
                _ => true,
            };
            let above = place.checked_sub(1).and_then(|above| placed.get(above));
            if clear(above, Some(&edits)) && clear(Some(&edits), placed.get(place)) {
                placed.insert(place, edits);
            } else {
                conflicts.push((hunk, Conflict::Overlap));
            }
        }
        if conflicts.is_empty() { Ok(placed.into_iter().flatten().collect()) } else { Err(conflicts) }
    }

    /// Whether a hunk ends with a last line without terminator, which can't go above other lines.
    fn ends_open(&self, span: &Span) -> bool {
        span.after.end == self.after.len() && span.after.end.checked_sub(1).is_some_and(|i| !self.after.terminated(i))
    }

    fn taken_eol(&self, lines: &Lines<'_>) -> Option<Eol> {
        let style = lines.eol();
        let other = self.keeps_eol || style != self.before.eol();
        (other && matches!(style, Eol::Lf | Eol::Crlf)).then_some(style)
    }

    fn splice(&self, lines: &Lines<'_>, edits: &[Ends]) -> String {
        let eol = self.taken_eol(lines);
        let mut out = String::with_capacity(lines.text().len());
        let mut next = 0;
        for edit in edits {
            let (at, after) = edit.bytes(lines, &self.after);
            out.push_str(part(lines, next..at.start));
            out.push_str(&in_style(part(&self.after, after), eol));
            next = at.end;
        }
        out.push_str(part(lines, next..narrow(lines.text().len())));
        out
    }
}

fn start(edits: &[Ends]) -> usize {
    edits.first().map_or(0, |edit| edit.before.start)
}

fn end(edits: &[Ends]) -> usize {
    edits.last().map_or(0, |edit| edit.before.end)
}

fn part<'a>(lines: &Lines<'a>, range: Range<u32>) -> &'a str {
    lines.text().get(range.start as usize..range.end as usize).unwrap_or("")
}

fn in_style(text: &str, eol: Option<Eol>) -> Cow<'_, str> {
    match eol {
        Some(Eol::Lf) => text.replace("\r\n", "\n").into(),
        Some(Eol::Crlf) => text.replace("\r\n", "\n").replace('\n', "\r\n").into(),
        _ => text.into(),
    }
}

/// Where `block` is in `lines`, if in one place alone (Knuth, Morris and Pratt).
fn only_place(block: &[u32], lines: &[u32]) -> Result<usize, Conflict> {
    let at = |i: usize| block.get(i).copied();
    // `borders[i]`: how many lines of the block's start end with line `i`, other than all of them.
    let mut borders: Vec<usize> = Vec::with_capacity(block.len());
    let shorter = |borders: &[usize], len: usize| len.checked_sub(1).and_then(|i| borders.get(i)).copied().unwrap_or(0);
    for i in 0..block.len() {
        let mut len = shorter(&borders, i);
        while len > 0 && at(len) != at(i) {
            len = shorter(&borders, len);
        }
        borders.push(if i > 0 && at(len) == at(i) { len + 1 } else { 0 });
    }
    let mut place = Err(Conflict::NotFound);
    let mut len = 0;
    for (index, &line) in lines.iter().enumerate() {
        while len > 0 && at(len) != Some(line) {
            len = shorter(&borders, len);
        }
        if at(len) == Some(line) {
            len += 1;
        }
        if len == block.len() && len > 0 {
            if place.is_ok() {
                return Err(Conflict::Ambiguous);
            }
            place = Ok(index + 1 - len);
        }
    }
    place
}
