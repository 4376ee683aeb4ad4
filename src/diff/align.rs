//! Which lines of one text are which lines of the other.
//!
//! Shared ends are cut first and lines become numbers. Lines that occur once on either side
//! are anchors, which reads best (Bram Cohen's patience diff); between them `similar`'s Myers
//! search. Where another alignment keeps more lines, the exact search finds it, provided that
//! its work is known to be small. Work is bounded by counts, never by a clock.

use std::convert::Infallible;
use std::ops::Range;

use similar::algorithms::{DiffHook, myers};

use super::bytes::{common_prefix, common_suffix};
use super::ids::{AfterId, Interned, Key};
use super::lines::{Compare, Lines};

/// Most items times changes for which the exact search runs: about its steps at worst.
const MAX_STEPS: usize = 32_000_000;
/// Items, of both sides together, up to which the exact search runs in any case.
const SMALL: usize = 2_048;
/// Items between two anchors, of both sides together, up to which they are searched exactly.
const SMALL_GAP: usize = 256;

/// Marks each line of both sides as changed or kept. Kept lines pair up in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alignment {
    pub(crate) removed: Vec<bool>,
    pub(crate) added: Vec<bool>,
    /// Not proven to be the smallest.
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
    let (runs, coarse) = search(&old, &new);

    let flags = |lines: &Lines<'_>, part: fn(&Run) -> usize| {
        let mut flags = vec![true; lines.len()];
        let runs = runs.iter().map(|run| (head + part(run), run.len));
        for (start, len) in [(0, head), (lines.len() - tail, tail)].into_iter().chain(runs) {
            if let Some(kept) = flags.get_mut(start..start + len) {
                kept.fill(false);
            }
        }
        flags
    };
    Alignment { removed: flags(before, |r| r.before), added: flags(after, |r| r.after), coarse }
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

/// Equal items in a row on both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) len: usize,
}

/// The common runs of two sequences, in order, and whether they may be fewer than possible.
pub(crate) fn search(before: &[Key<'_>], after: &[Key<'_>]) -> (Vec<Run>, bool) {
    if before.is_empty() || after.is_empty() {
        return (Vec::new(), false);
    }
    let items = Interned::new(before, after);
    let (old, new) = shared(&items, 0..items.before.len(), 0..items.after.len());
    let kept = old.ids.len() + new.ids.len();
    if kept == 0 {
        return (Vec::new(), false);
    }

    let calm = anchored(&items);
    let changes = kept.saturating_sub(2 * total(&calm));
    let all_once = old.ids.iter().all(|&id| items.once(id));
    // No diff has fewer changes than the two sides differ in length.
    if changes == old.ids.len().abs_diff(new.ids.len()) || all_once {
        return (calm, false);
    }
    if kept > SMALL && kept.saturating_mul(changes) > MAX_STEPS {
        return (calm, true);
    }
    let mut exact = Capture::default();
    exact.search(&old.ids, 0..old.ids.len(), &new.ids, 0..new.ids.len());
    if total(&calm) >= total(&exact.runs) {
        return (calm, false);
    }
    (spread(&exact.runs, &old.at, &new.at), false)
}

/// The items of two ranges that the other text has too; no others take part in a common
/// subsequence.
fn shared(items: &Interned, old: Range<usize>, new: Range<usize>) -> (Kept<u32>, Kept<AfterId>) {
    let old = Kept::new(&items.before, old, |id| items.count(id).1 > 0);
    let new = Kept::new(&items.after, new, |id| items.count(id.0).0 > 0);
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

/// Runs around the items that occur once on either side, as many of them as keep their order.
fn anchored(items: &Interned) -> Vec<Run> {
    let mut place = vec![usize::MAX; items.kinds()];
    for (at, &AfterId(id)) in items.after.iter().enumerate() {
        if let Some(place) = place.get_mut(id as usize) {
            *place = at;
        }
    }
    let once = items.before.iter().enumerate().filter(|&(_, &id)| items.once(id));
    let pairs: Vec<_> = once.filter_map(|(at, &id)| place.get(id as usize).map(|&place| (at, place))).collect();

    let mut found = Capture::default();
    let (mut old, mut new) = (0, 0);
    let end = (items.before.len(), items.after.len());
    for (before, after) in longest_rising(&pairs).into_iter().chain([end]) {
        // A run that the gap's search carried up to here may hold this anchor.
        let gap = (old..before, new..after);
        if gap.0.len() + gap.1.len() <= SMALL_GAP {
            found.search(&items.before, gap.0, &items.after, gap.1);
        } else {
            let (old, new) = shared(items, gap.0, gap.1);
            let mut coarse = Capture::default();
            let ends = (0..old.ids.len(), 0..new.ids.len());
            let Ok(()) = myers::diff(&mut coarse, &old.ids[..], ends.0, &new.ids[..], ends.1);
            found.runs.extend(spread(&coarse.runs, &old.at, &new.at));
        }
        if (before, after) != end {
            let Ok(()) = found.equal(before, after, 1);
        }
        (old, new) = (before + 1, after + 1);
    }
    found.runs
}

/// The longest subsequence whose second numbers rise; the first ones rise already.
pub(crate) fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `ends[k]` is the pair that ends the best subsequence of `k + 1` pairs so far.
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut previous = Vec::with_capacity(pairs.len());
    for (index, &(_, after)) in pairs.iter().enumerate() {
        let at = ends.partition_point(|&(_, end)| end < after);
        previous.push(at.checked_sub(1).and_then(|k| ends.get(k)).map(|&(index, _)| index));
        match ends.get_mut(at) {
            Some(end) => *end = (index, after),
            None => ends.push((index, after)),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().map(|&(index, _)| index);
    while let Some(index) = next {
        chain.extend(pairs.get(index));
        next = previous.get(index).copied().flatten();
    }
    chain.reverse();
    chain
}

/// The items of one side that the other has too, and where they stand.
struct Kept<T> {
    ids: Vec<T>,
    at: Vec<usize>,
}

impl<T: Copy> Kept<T> {
    fn new(ids: &[T], range: Range<usize>, keep: impl Fn(T) -> bool) -> Self {
        let ids = ids.iter().enumerate().skip(range.start).take(range.len());
        let (at, ids) = ids.filter(|&(_, &id)| keep(id)).map(|(at, &id)| (at, id)).unzip();
        Self { ids, at }
    }
}

#[derive(Default)]
struct Capture {
    runs: Vec<Run>,
}

impl Capture {
    /// The exact search of `similar`; at worst the square of the items in steps.
    fn search(&mut self, before: &[u32], old: Range<usize>, after: &[AfterId], new: Range<usize>) {
        let Ok(()) = myers::diff_deadline_raw(self, before, old, after, new, None);
    }
}

impl DiffHook for Capture {
    type Error = Infallible;

    fn equal(&mut self, before: usize, after: usize, len: usize) -> Result<(), Infallible> {
        self.runs.push(Run { before, after, len });
        Ok(())
    }
}
