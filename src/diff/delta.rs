//! A text given as what it has of another one and what it has not.
//!
//! A caller that knows where two texts go on alike, as JavaScript finds out by comparing slices of its own
//! strings, passes the second as the lines that it adds and those that it copies. Copied lines are not
//! searched for their ends again, and have the numbers that they have in the text before.

use super::histogram::Run;
use super::lines::Lines;

/// A text, as what makes it of another one.
#[derive(Clone, Copy, Debug)]
pub struct Delta<'a> {
    /// The lines that the other text has not, one after the other.
    pub added: &'a str,
    /// Each step is three numbers, in UTF-16 units: how many to take from `added`, from where the step
    /// before ended; where to copy from, and how many. What is left of `added` comes last. What is copied,
    /// and what is taken before it, are whole lines with their terminators.
    pub steps: &'a [u32],
}

impl<'a> Delta<'a> {
    /// Makes the text in `room`; gives its lines, and which of them are copies.
    pub(crate) fn lines(self, before: &Lines<'_>, room: &'a mut String) -> (Lines<'a>, Vec<Run>) {
        let added = Lines::new(self.added);
        if self.steps.is_empty() {
            return (added, Vec::new());
        }
        let steps = self.steps.as_chunks::<3>().0;
        let mut copies = Vec::with_capacity(steps.len());
        let mut parts = Vec::with_capacity(2 * steps.len() + 1);
        let (mut unit, mut next, mut made) = (0_u32, 0, 0);
        for &[taken, from, copied] in steps {
            unit = taken.saturating_add(unit);
            let end = added.at_unit(unit);
            let copy = before.at_unit(from)..before.at_unit(from.saturating_add(copied));
            made += end - next;
            copies.push(Run { before: copy.start, after: made, len: copy.len() });
            made += copy.len();
            parts.extend([(&added, next..end), (before, copy)]);
            next = end;
        }
        parts.push((&added, next..added.len()));
        (Lines::joined(&parts, room), copies)
    }
}
