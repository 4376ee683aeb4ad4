//! The histogram diff of two sequences of numbers.
//!
//! The stretch that both sides share and that holds the rarest item is kept, the longest one if
//! several are as rare; above it and below it the search goes on. That is what
//! `git diff --diff-algorithm=histogram` does (`xdiff/xhistogram.c`, after JGit's
//! `HistogramDiff`), choice by choice, so that a person sees the hunks that they know from `git`.

use std::ops::Range;

use super::bytes::narrow;
use super::ids::Interned;

/// An item that one side has more often than this anchors nothing: `git`'s chain length.
const MAX_COUNT: u32 = 64;
/// Steps of one search, each a look at an item; beyond, what is left is for another search.
const MAX_STEPS: usize = 6_000_000;

/// Marks the end of a list of places.
const NOWHERE: u32 = u32::MAX;

/// Equal items in a row on both sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) len: usize,
}

/// Items of all runs.
pub(crate) fn total(runs: &[Run]) -> usize {
    runs.iter().map(|run| run.len).sum()
}

/// What is found.
pub(crate) enum Part {
    /// Kept on both sides.
    Kept(Run),
    /// Has items in common, none of them rare enough to start from.
    Repetitive(Range<usize>, Range<usize>),
}

/// Gives `found` the shared parts of both sides, in order.
pub(crate) fn histogram(items: &Interned, mut found: impl FnMut(Part)) {
    let mut search = Search {
        old: &items.before,
        new: &items.after,
        seen: vec![Seen::default(); items.kinds()],
        next: vec![NOWHERE; items.before.len()],
        steps: 0,
    };
    // A stack of its own: the depth is that of the anchors, which may be every line.
    let mut open = Vec::with_capacity(16);
    open.push(Part::Repetitive(0..items.before.len(), 0..items.after.len()));
    while let Some(part) = open.pop() {
        let Part::Repetitive(old, new) = part else {
            found(part);
            continue;
        };
        if old.is_empty() || new.is_empty() {
            continue;
        }
        match search.rarest(&old, &new) {
            Rarest::Run(run) => {
                open.push(Part::Repetitive(run.before + run.len..old.end, run.after + run.len..new.end));
                open.push(Part::Kept(run));
                open.push(Part::Repetitive(old.start..run.before, new.start..run.after));
            }
            Rarest::Repetitive => found(Part::Repetitive(old, new)),
            Rarest::Nothing => {}
        }
    }
}

enum Rarest {
    Run(Run),
    Repetitive,
    Nothing,
}

/// Where an item stands in the stretch before that is looked at, and how often.
#[derive(Clone, Copy)]
struct Seen {
    first: u32,
    count: u32,
}

impl Default for Seen {
    fn default() -> Self {
        Self { first: NOWHERE, count: 0 }
    }
}

struct Search<'a> {
    old: &'a [u32],
    new: &'a [u32],
    /// By item.
    seen: Vec<Seen>,
    /// By place before: the next place of the same item.
    next: Vec<u32>,
    steps: usize,
}

impl Search<'_> {
    fn rarest(&mut self, old: &Range<usize>, new: &Range<usize>) -> Rarest {
        self.steps += old.len() + new.len();
        if self.steps > MAX_STEPS {
            return Rarest::Repetitive;
        }
        self.index(old);
        let mut best = Run { before: 0, after: 0, len: 1 };
        let mut rarity = MAX_COUNT + 1;
        let mut common = false;
        let mut at = new.start;
        while at < new.end {
            let Seen { first, count } = self.seen_after(at);
            common |= count > 0;
            let mut below = at + 1;
            let mut place = if count > rarity { NOWHERE } else { first };
            while place != NOWHERE {
                let (run, rare) = self.around(old, new, place as usize, at, count);
                self.steps += run.len;
                below = below.max(run.after + run.len);
                if run.len > best.len || rare < rarity {
                    (best, rarity) = (run, rare);
                }
                // Places inside the run belong to it.
                let end = run.before + run.len;
                place = self.next_of(place);
                while place != NOWHERE && (place as usize) < end {
                    place = self.next_of(place);
                }
            }
            at = below;
        }
        self.forget(old);
        if rarity <= MAX_COUNT {
            Rarest::Run(best)
        } else if common {
            Rarest::Repetitive
        } else {
            Rarest::Nothing
        }
    }

    fn index(&mut self, old: &Range<usize>) {
        let lines = self
            .old
            .get(old.clone())
            .unwrap_or_default()
            .iter()
            .zip(self.next.get_mut(old.clone()).unwrap_or_default());
        for (at, (&id, next)) in lines.enumerate().rev() {
            if let Some(seen) = self.seen.get_mut(id as usize) {
                *next = seen.first;
                *seen = Seen { first: narrow(old.start + at), count: seen.count + 1 };
            }
        }
    }

    fn forget(&mut self, old: &Range<usize>) {
        for &id in self.old.get(old.clone()).unwrap_or_default() {
            if let Some(seen) = self.seen.get_mut(id as usize) {
                *seen = Seen::default();
            }
        }
    }

    fn next_of(&self, place: u32) -> u32 {
        self.next.get(place as usize).copied().unwrap_or(NOWHERE)
    }

    fn seen_after(&self, at: usize) -> Seen {
        self.new.get(at).and_then(|&id| self.seen.get(id as usize)).copied().unwrap_or_default()
    }

    /// The run through two equal items, and the count of the rarest item in it.
    fn around(&self, old: &Range<usize>, new: &Range<usize>, place: usize, at: usize, count: u32) -> (Run, u32) {
        let part = |from: usize, to: usize| self.old.get(from..to).unwrap_or_default();
        let other = |from: usize, to: usize| self.new.get(from..to).unwrap_or_default();
        let above = part(old.start, place).iter().rev().zip(other(new.start, at).iter().rev());
        let above = above.take_while(|(a, b)| a == b).count();
        let below = part(place, old.end).iter().zip(other(at, new.end)).take_while(|(a, b)| a == b).count();
        let (before, after, len) = (place - above, at - above, above + below);
        let mut rarity = count;
        if rarity > 1 {
            let counts = part(before, before + len).iter().filter_map(|&id| self.seen.get(id as usize));
            rarity = counts.fold(rarity, |least, seen| least.min(seen.count));
        }
        (Run { before, after, len }, rarity)
    }
}
