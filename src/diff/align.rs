//! Which lines of one text are which lines of the other.
//!
//! Shared ends are cut first and lines become numbers. The histogram finds what is shared; where that
//! is frequent all over, `similar`'s Myers search does. The same search, from end to end, finds the
//! most that can be shared, provided that its work is known to be small. Work is bounded by counts,
//! never by a clock.

use std::ops::Range;

use similar::algorithms::{DiffHook, myers};

use super::bytes::{common_prefix, common_suffix};
use super::histogram::{Part, Run, histogram, total};
use super::ids::{Interned, Items, Key};
use super::lines::{Compare, Lines};

/// Most items times changes for which the exact search runs: about its steps at worst.
const MAX_STEPS: usize = 32_000_000;
/// Items, of both sides together, up to which the exact search runs in any case.
const SMALL: usize = 2_048;
/// Items between the shared ends, of both sides together, up to which the smallest diff is drawn: a
/// person counts those, and there is nothing to be calm about.
const SMALL_DRAWN: usize = 40;
/// Changes, of all repetitive stretches together, after which the rest is taken as changed.
const MAX_CHANGES: usize = 8_000;
/// Items of each side that are searched at a time where they are repetitive.
const WINDOW: usize = 512;

/// Marks each line of both sides as changed or kept. Kept lines pair up in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alignment {
    pub(crate) removed: Vec<bool>,
    pub(crate) added: Vec<bool>,
    /// Lines that the smallest diff keeps, as far as is known.
    pub(crate) kept: usize,
    /// A smaller diff may exist than is known.
    pub(crate) coarse: bool,
}

/// `copies` are lines that are known to be equal, by where they stand after.
pub(crate) fn align(before: &Lines<'_>, after: &Lines<'_>, copies: &[Run], compare: Compare) -> Alignment {
    let (head, tail) = match compare {
        Compare::Exact => shared_ends(before, after),
        Compare::FoldEol => {
            let same = |i: usize, j: usize| before.key(i, compare) == after.key(j, compare);
            let shorter = before.len().min(after.len());
            let head = (0..shorter).take_while(|&i| same(i, i)).count();
            let tail = (1..=shorter - head).take_while(|&i| same(before.len() - i, after.len() - i));
            (head, tail.count())
        }
    };
    let (old_key, new_key) = (|i| before.key(head + i, compare), |i| after.key(head + i, compare));
    let old = Items { len: before.len() - tail - head, key: &old_key };
    let new = Items { len: after.len() - tail - head, key: &new_key };
    let copies: Vec<_> = copies.iter().filter_map(|copy| inside(copy, head, old.len, new.len)).collect();
    let Common { mut calm, most, coarse } = find(old, new, &copies);
    let kept = head + tail + total(most.as_ref().unwrap_or(&calm));
    if let Some(most) = most.filter(|_| old.len + new.len <= SMALL_DRAWN) {
        calm = most;
    }

    let flags = |lines: &Lines<'_>, part: fn(&Run) -> usize| {
        let mut flags = vec![true; lines.len()];
        let runs = calm.iter().map(|run| (head + part(run), run.len));
        for (start, len) in [(0, head), (lines.len() - tail, tail)].into_iter().chain(runs) {
            if let Some(kept) = flags.get_mut(start..start + len) {
                kept.fill(false);
            }
        }
        flags
    };
    Alignment { removed: flags(before, |r| r.before), added: flags(after, |r| r.after), kept, coarse }
}

/// The part of a run within so many items of both sides from `head` on.
fn inside(run: &Run, head: usize, old: usize, new: usize) -> Option<Run> {
    let above = head.saturating_sub(run.before.min(run.after)).min(run.len);
    let (before, after) = ((run.before + above).checked_sub(head)?, (run.after + above).checked_sub(head)?);
    let len = (run.len - above).min(old.saturating_sub(before)).min(new.saturating_sub(after));
    (len > 0).then_some(Run { before, after, len })
}

/// Whole lines with which both texts start, and with which both end.
fn shared_ends(before: &Lines<'_>, after: &Lines<'_>) -> (usize, usize) {
    let (old, new) = (before.text().as_bytes(), after.text().as_bytes());
    let prefix = common_prefix(old, new);
    let mut head = before.ended_by(prefix).min(after.ended_by(prefix));
    // An open last line may go on in the other text.
    if before.start(head) != after.start(head) {
        head -= 1;
    }
    let at = before.start(head);
    let suffix = common_suffix(old.get(at..).unwrap_or_default(), new.get(at..).unwrap_or_default());
    // Lines that start in the suffix: all but those that start before it.
    let within = |lines: &Lines<'_>, len: usize| {
        let first = len - suffix;
        let ended = lines.ended_by(first);
        let begun = ended + usize::from(lines.start(ended) < first);
        lines.len().saturating_sub(begun.max(head))
    };
    (head, within(before, old.len()).min(within(after, new.len())))
}

/// The common runs of two sequences, in order.
#[derive(Debug, Default)]
pub(crate) struct Common {
    /// What the histogram finds: calm to read.
    pub(crate) calm: Vec<Run>,
    /// The most that can be kept, where that is more.
    pub(crate) most: Option<Vec<Run>>,
    /// More may be kept than is known.
    pub(crate) coarse: bool,
}

pub(crate) fn search(before: &[Key<'_>], after: &[Key<'_>]) -> Common {
    let old = |at| before.get(at).copied().unwrap_or_default();
    let new = |at| after.get(at).copied().unwrap_or_default();
    find(Items { len: before.len(), key: &old }, Items { len: after.len(), key: &new }, &[])
}

/// The same. `copies` are runs of items that are known to be equal, by where they stand after.
pub(crate) fn find(before: Items<'_, '_>, after: Items<'_, '_>, copies: &[Run]) -> Common {
    if before.len == 0 || after.len == 0 {
        return Common::default();
    }
    let items = Interned::new(before, after, copies);
    let (kept, smallest) = items.bounds();
    if kept == 0 {
        return Common::default();
    }
    let Capture { runs: calm, left } = calm(&items);
    let changes = kept.saturating_sub(2 * total(&calm));
    if changes <= smallest {
        return Common { calm, ..Common::default() };
    }
    if kept > SMALL && kept.saturating_mul(changes) > MAX_STEPS {
        return Common { calm, coarse: true, ..Common::default() };
    }
    let (old, new) = shared(&items, 0..items.before.len(), 0..items.after.len());
    let mut exact = Capture { runs: Vec::new(), left: usize::MAX };
    let _ = exact.search(&old.ids, &new.ids, (0..old.ids.len(), 0..new.ids.len()));
    let mut most = Vec::new();
    spread(&exact.runs, &old.at, &new.at, &mut most);
    let better = most.len() > total(&calm);
    match left {
        // What was given up halfway is not calm to read.
        0 if better => Common { calm: most, ..Common::default() },
        _ => Common { calm, most: Some(most).filter(|_| better), coarse: false },
    }
}

/// The items of two ranges that the other text has too; no others take part in a common
/// subsequence.
fn shared(items: &Interned, old: Range<usize>, new: Range<usize>) -> (Kept, Kept) {
    (Kept::new(items, &items.before, old), Kept::new(items, &items.after, new))
}

/// Adds the pairs of runs of kept items, by where the items stand.
fn spread(runs: &[Run], old: &[usize], new: &[usize], pairs: &mut Vec<Run>) {
    for run in runs {
        let old = old.iter().skip(run.before).take(run.len);
        for (&before, &after) in old.zip(new.iter().skip(run.after)) {
            pairs.push(Run { before, after, len: 1 });
        }
    }
}

/// The runs of the histogram. Where all that is shared is frequent, `similar`'s Myers search finds them.
fn calm(items: &Interned) -> Capture {
    let mut found = Capture { runs: Vec::new(), left: MAX_CHANGES };
    histogram(items, |part| match part {
        Part::Kept(run) => found.runs.push(run),
        Part::Repetitive(old, new) => found.go_through(&shared(items, old, new)),
    });
    found
}

/// The items of one side that the other has too, and where they stand.
struct Kept {
    ids: Vec<u32>,
    at: Vec<usize>,
}

impl Kept {
    fn new(items: &Interned, ids: &[u32], range: Range<usize>) -> Self {
        let mut kept = Self { ids: Vec::new(), at: Vec::new() };
        for at in range {
            let id = ids.get(at).copied().filter(|&id| items.is_shared(id));
            if let Some(id) = id {
                kept.ids.push(id);
                kept.at.push(at);
            }
        }
        kept
    }
}

struct Capture {
    runs: Vec<Run>,
    /// Changed items until the search is given up: its work grows with them.
    left: usize,
}

/// The search was given up.
struct Spent;

impl Capture {
    /// The exact search of `similar`; at worst the square of the items in steps. An error is the end of
    /// its work: what it found until then stands.
    fn search(&mut self, old: &[u32], new: &[u32], ranges: (Range<usize>, Range<usize>)) -> Result<(), Spent> {
        myers::diff_deadline_raw(self, old, ranges.0, new, ranges.1, None)
    }

    /// The same from window to window, each of which begins where the last one ended.
    fn go_through(&mut self, (old, new): &(Kept, Kept)) {
        let (mut before, mut after) = (0, 0);
        while before < old.ids.len() && after < new.ids.len() {
            let end = ((before + WINDOW).min(old.ids.len()), (after + WINDOW).min(new.ids.len()));
            let mut window = Self { runs: Vec::new(), left: self.left };
            let spent = window.search(&old.ids, &new.ids, (before..end.0, after..end.1)).is_err();
            self.left = if spent { 0 } else { window.left };
            spread(&window.runs, &old.at, &new.at, &mut self.runs);
            if spent {
                return;
            }
            (before, after) = match window.runs.last() {
                Some(last) if end != (old.ids.len(), new.ids.len()) => (last.before + last.len, last.after + last.len),
                _ => end,
            };
        }
    }

    fn spend(&mut self, changes: usize) -> Result<(), Spent> {
        self.left = self.left.checked_sub(changes).ok_or(Spent)?;
        Ok(())
    }
}

impl DiffHook for Capture {
    type Error = Spent;

    fn equal(&mut self, before: usize, after: usize, len: usize) -> Result<(), Spent> {
        self.runs.push(Run { before, after, len });
        Ok(())
    }

    fn delete(&mut self, _: usize, len: usize, _: usize) -> Result<(), Spent> {
        self.spend(len)
    }

    fn insert(&mut self, _: usize, _: usize, len: usize) -> Result<(), Spent> {
        self.spend(len)
    }
}
