//! Which lines of one text are which lines of the other.
//!
//! Shared ends are cut first and lines become numbers. The histogram finds what is shared; where that
//! is frequent all over, `similar`'s Myers search does. The same search, from end to end, finds the
//! most that can be shared, provided that its work is known to be small. Work is bounded by counts,
//! never by a clock.

use std::ops::Range;

use similar::algorithms::{DiffHook, myers};

use super::bytes::{common_prefix, common_suffix};
use super::histogram::{Part, Run, histogram};
use super::ids::{Interned, Key};
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

pub(crate) fn align(before: &Lines<'_>, after: &Lines<'_>, compare: Compare) -> Alignment {
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
    let old: Vec<_> = (head..before.len() - tail).map(|i| before.key(i, compare)).collect();
    let new: Vec<_> = (head..after.len() - tail).map(|i| after.key(i, compare)).collect();
    let Common { mut calm, most, coarse } = search(&old, &new);
    let kept = head + tail + total(most.as_ref().unwrap_or(&calm));
    if let Some(most) = most.filter(|_| old.len() + new.len() <= SMALL_DRAWN) {
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
    if before.is_empty() || after.is_empty() {
        return Common::default();
    }
    let items = Interned::new(before, after);
    let Capture { runs: calm, left } = calm(&items);
    let (kept, smallest) = items.bounds();
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
    let most = spread(&exact.runs, &old.at, &new.at);
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
    let old = Kept::new(&items.before, old, |id| items.count(id).1 > 0);
    let new = Kept::new(&items.after, new, |id| items.count(id).0 > 0);
    (old, new)
}

/// The pairs of runs of kept items, by where the items stand.
fn spread(runs: &[Run], old: &[usize], new: &[usize]) -> Vec<Run> {
    let pairs = runs.iter().flat_map(|run| {
        let old = old.iter().skip(run.before).take(run.len);
        old.zip(new.iter().skip(run.after))
    });
    pairs.map(|(&before, &after)| Run { before, after, len: 1 }).collect()
}

fn total(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.len).sum()
}

/// The runs of the histogram. Where all that is shared is frequent, `similar`'s Myers search finds them.
fn calm(items: &Interned) -> Capture {
    let mut found = Capture { runs: Vec::new(), left: MAX_CHANGES };
    for part in histogram(items) {
        match part {
            Part::Kept(run) => found.runs.push(run),
            Part::Repetitive(old, new) => found.go_through(&shared(items, old, new)),
        }
    }
    found
}

/// The items of one side that the other has too, and where they stand.
struct Kept {
    ids: Vec<u32>,
    at: Vec<usize>,
}

impl Kept {
    fn new(ids: &[u32], range: Range<usize>, keep: impl Fn(u32) -> bool) -> Self {
        let ids = ids.iter().enumerate().skip(range.start).take(range.len());
        let (at, ids) = ids.filter(|&(_, &id)| keep(id)).map(|(at, &id)| (at, id)).unzip();
        Self { ids, at }
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
            self.runs.extend(spread(&window.runs, &old.at, &new.at));
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
