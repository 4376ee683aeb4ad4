//! Which words of an edited line are new.
//!
//! Marks are drawn only where they help: on lines that are alike enough, and in pieces that
//! are large enough to read.

use std::ops::Range;

use super::align::{Common, find};
use super::bytes::{common_prefix, common_suffix, narrow, utf16_len};
use super::histogram::Run;
use super::hunks::Change;
use super::ids::{Items, Key};
use super::lines::Lines;
use super::tokens::{Token, is_word, tokens};

/// UTF-16 ranges in a row's text.
pub(crate) type Ranges = Vec<Range<u32>>;

/// Tokens of both lines beyond which only the shared ends of the lines are told apart.
const LONG: usize = 20_000;

/// The changed ranges of two lines, or `None` if they have too little in common.
/// With `spacing_only`, also if any word differs.
/// Sets `coarse` if words were left unread to bound the work.
pub(crate) fn emphasis(old: &str, new: &str, spacing_only: bool, coarse: &mut bool) -> Option<Emphasis> {
    let ends = Ends::of(old, new);
    let (old, new) = (ends.inner(old), ends.inner(new));
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    let (mut runs, unread) = common(&old_tokens, &new_tokens);
    *coarse |= unread;
    let outside = ends.weight();
    let total = weight(&old_tokens) + weight(&new_tokens) + 2 * outside;
    let kept = |runs: &[Run]| -> u32 { outside + runs.iter().map(|run| run_weight(run, &old_tokens)).sum::<u32>() };

    if total == 0 || !alike(kept(&runs), total) || (spacing_only && 2 * kept(&runs) != total) {
        return None;
    }
    drop_crumbs(&mut runs, &old_tokens, &new_tokens);
    // What is left must still carry the line.
    if 8 * kept(&runs) < total {
        return None;
    }
    let mut drawn = Emphasis { removed: Vec::new(), added: Vec::new() };
    let end = Run { before: old_tokens.len(), after: new_tokens.len(), len: 0 };
    let (mut i, mut j) = (0, 0);
    for run in runs.iter().chain([&end]) {
        let before = Gap::new(old, &old_tokens, i..run.before);
        let after = Gap::new(new, &new_tokens, j..run.after);
        before.draw(&after, &mut drawn.removed);
        after.draw(&before, &mut drawn.added);
        // White space inside a run may differ too.
        for step in 1..run.len {
            let before = Gap::new(old, &old_tokens, run.before + step..run.before + step);
            let after = Gap::new(new, &new_tokens, run.after + step..run.after + step);
            before.draw(&after, &mut drawn.removed);
            after.draw(&before, &mut drawn.added);
        }
        (i, j) = (run.before + run.len, run.after + run.len);
    }
    for range in drawn.removed.iter_mut().chain(&mut drawn.added) {
        *range = range.start + ends.units..range.end + ends.units;
    }
    Some(drawn)
}

/// Bytes of a line from which its shared ends are cut before it is read as words.
const CUT: usize = 1_024;

/// The equal ends of two long lines, such as JSON without line breaks.
struct Ends {
    head: usize,
    tail: usize,
    /// UTF-16 units of the head.
    units: u32,
}

impl Ends {
    fn of(old: &str, new: &str) -> Self {
        if old.len().min(new.len()) < CUT {
            return Self { head: 0, tail: 0, units: 0 };
        }
        let (a, b) = (old.as_bytes(), new.as_bytes());
        let same = common_prefix(a, b);
        // After a mark or space and before ASCII, on both sides: no word or cluster is cut.
        let clean = |at: usize| {
            let mark = |i: usize| a.get(i).is_some_and(|b| b.is_ascii() && !is_word(*b));
            mark(at - 1) && a.get(at).is_some_and(u8::is_ascii) && b.get(at).is_some_and(u8::is_ascii)
        };
        let head = (1..=same).rev().find(|&at| clean(at)).unwrap_or(0);

        let rest = (slice(a, head..a.len()), slice(b, head..b.len()));
        let same = common_suffix(rest.0, rest.1);
        let clean = |tail: &usize| {
            let ascii = |side: &[u8]| {
                let before = side.len().checked_sub(tail + 1).and_then(|at| side.get(at));
                before.is_some_and(u8::is_ascii)
            };
            let first = rest.0.get(rest.0.len() - tail);
            first.is_some_and(|b| b.is_ascii() && !is_word(*b)) && ascii(rest.0) && ascii(rest.1)
        };
        let tail = (1..=same).rev().find(clean).unwrap_or(0);
        let units = narrow(utf16_len(old.get(..head).unwrap_or("")));
        Self { head, tail, units }
    }

    fn inner<'a>(&self, line: &'a str) -> &'a str {
        line.get(self.head..line.len() - self.tail).unwrap_or("")
    }

    /// About what the tokens of the ends would weigh.
    fn weight(&self) -> u32 {
        narrow(self.head + self.tail)
    }
}

/// The changed words of a removed and an added line.
#[derive(Debug)]
pub(crate) struct Emphasis {
    pub(crate) removed: Ranges,
    pub(crate) added: Ranges,
}

/// Whether two lines are one line that was edited: they share two fifths of their weight.
pub(crate) fn alike(shared: u32, total: u32) -> bool {
    5 * shared >= total
}

pub(crate) fn weight(tokens: &[Token<'_>]) -> u32 {
    tokens.iter().map(|token| token.weight).sum()
}

fn run_weight(run: &Run, old: &[Token<'_>]) -> u32 {
    weight(slice(old, run.before..run.before + run.len))
}

fn slice<T>(items: &[T], range: Range<usize>) -> &[T] {
    items.get(range).unwrap_or_default()
}

/// The runs of equal tokens.
fn common(old: &[Token<'_>], new: &[Token<'_>]) -> (Vec<Run>, bool) {
    let head = old.iter().zip(new).take_while(|(a, b)| a.text == b.text).count();
    let (old_rest, new_rest) = (slice(old, head..old.len()), slice(new, head..new.len()));
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = ends.take_while(|(a, b)| a.text == b.text).count();
    let (old_middle, new_middle) = (old_rest.len() - tail, new_rest.len() - tail);

    let (middle, coarse) = if old_middle.min(new_middle) == 0 || old_middle.max(new_middle) == 1 {
        (Vec::new(), false)
    } else if old_middle + new_middle <= LONG {
        let (old_key, new_key) = (|at| key(old_rest, at), |at| key(new_rest, at));
        let old_items = Items { len: old_middle, key: &old_key };
        let Common { calm, most, coarse } = find(old_items, Items { len: new_middle, key: &new_key }, &[]);
        (most.unwrap_or(calm), coarse)
    } else {
        (Vec::new(), true)
    };
    let mut runs = Vec::with_capacity(middle.len() + 2);
    let mut push = |before: usize, after: usize, len: usize| match runs.last_mut() {
        _ if len == 0 => {}
        Some(Run { before: b, after: a, len: l }) if *b + *l == before && *a + *l == after => {
            *l += len;
        }
        _ => runs.push(Run { before, after, len }),
    };
    push(0, 0, head);
    for run in middle {
        push(head + run.before, head + run.after, run.len);
    }
    push(old.len() - tail, new.len() - tail, tail);
    (runs, coarse)
}

fn key<'a>(tokens: &[Token<'a>], at: usize) -> Key<'a> {
    Key::of(tokens.get(at).map_or(b"", |token| token.text))
}

/// Heaviest run that may be a crumb: a word of three letters.
const CRUMB: u32 = 7;

/// Gives up runs of a comma or a small word between changes that dwarf them: read as one
/// change, such a passage is easier than as three.
fn drop_crumbs(runs: &mut Vec<Run>, old: &[Token<'_>], new: &[Token<'_>]) {
    let between = |from: (usize, usize), to: (usize, usize)| {
        weight(slice(old, from.0..to.0)).max(weight(slice(new, from.1..to.1)))
    };
    let (mut from, mut kept) = ((0, 0), 0);
    for at in 0..runs.len() {
        let Some(&run) = runs.get(at) else { break };
        let next = runs.get(at + 1).map_or((old.len(), new.len()), |next| (next.before, next.after));
        let to = (run.before + run.len, run.after + run.len);
        let own = run_weight(&run, old);
        let crumb = own <= CRUMB && between(from, (run.before, run.after)) >= 2 * own && between(to, next) >= 2 * own;
        if !crumb {
            from = to;
            if let Some(place) = runs.get_mut(kept) {
                *place = run;
            }
            kept += 1;
        }
    }
    runs.truncate(kept);
}

/// What lies between two kept tokens of one line: white space, changed tokens, white space.
struct Gap<'a> {
    start: u32,
    lead: &'a str,
    first: u32,
    changed: bool,
    last: u32,
    trail: &'a str,
    end: u32,
}

impl<'a> Gap<'a> {
    fn new(line: &'a str, tokens: &[Token<'_>], range: Range<usize>) -> Self {
        let left = range.start.checked_sub(1).and_then(|i| tokens.get(i));
        let right = tokens.get(range.end);
        let changed = slice(tokens, range);
        let (byte_start, start) = left.map_or((0, 0), |t| (t.byte_end(), t.end));
        let (byte_end, end) = right.map_or_else(
            || {
                // Only white space follows the last token, if there is one.
                let (at, unit) = tokens.last().map_or((0, 0), |t| (t.byte_end(), t.end));
                let rest = line.get(at..).unwrap_or("");
                (line.len(), unit + narrow(utf16_len(rest)))
            },
            |t| (t.at, t.start),
        );
        let (first, last) = (changed.first(), changed.last());
        let lead_end = first.map_or(byte_end, |t| t.at);
        let trail_start = last.map_or(byte_end, |t| t.byte_end());
        Self {
            start,
            lead: line.get(byte_start..lead_end).unwrap_or(""),
            first: first.map_or(end, |t| t.start),
            changed: !changed.is_empty(),
            last: last.map_or(end, |t| t.end),
            trail: line.get(trail_start..byte_end).unwrap_or(""),
            end,
        }
    }

    /// Adds the range of this line that `other` does not have.
    fn draw(&self, other: &Gap<'_>, ranges: &mut Ranges) {
        let range = match (self.changed, other.changed) {
            (false, false) if self.lead == other.lead => return,
            (false, false) => self.start..self.end,
            // One of the two spaces around an insertion was there before.
            (false, true) if self.lead == other.lead || self.lead == other.trail => return,
            (false, true) => self.start..self.end,
            (true, false) if self.lead == other.lead => self.first..self.end,
            (true, false) if self.trail == other.lead => self.start..self.last,
            (true, false) => self.start..self.end,
            (true, true) => {
                let start = if self.lead == other.lead { self.first } else { self.start };
                let end = if self.trail == other.trail { self.last } else { self.end };
                start..end
            }
        };
        match ranges.last_mut() {
            _ if range.is_empty() => {}
            Some(last) if last.end == range.start => last.end = range.end,
            _ => ranges.push(range),
        }
    }
}

/// Whether the changes only move white space and line breaks about.
pub(crate) fn only_white_space_differs(before: &Lines<'_>, after: &Lines<'_>, changes: &[Change]) -> bool {
    fn visible<'a>(lines: &'a Lines<'_>, range: &Range<usize>) -> impl Iterator<Item = char> + 'a {
        let text = lines.text().get(lines.start(range.start)..lines.start(range.end)).unwrap_or("");
        text.chars().filter(|c| !c.is_whitespace())
    }
    !changes.is_empty() && changes.iter().all(|c| visible(before, &c.before).eq(visible(after, &c.after)))
}
