//! Which removed line became which added line.
//!
//! Lines pair by what they share, not by their place in the change, and in order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::hunks::Change;
use super::ids::{Ids, Key};
use super::lines::Lines;
use super::tokens::tokens;
use super::words::alike;

/// Pairs of lines compared without thought; beyond, only those near the diagonal.
const ALL_PAIRS: usize = 4_096;
/// How far from the diagonal lines of a large change still meet, in lines.
const BAND: usize = 12;

/// Steps that one diff may spend on emphasis, about one per token: two megabytes of changed
/// text, which is more than anyone reads.
#[derive(Debug)]
pub(crate) struct Budget {
    left: usize,
    /// Something was left out.
    pub(crate) spent: bool,
}

impl Budget {
    pub(crate) fn new() -> Self {
        Self { left: 500_000, spent: false }
    }

    pub(crate) fn take(&mut self, steps: usize) -> bool {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.spent = true;
                false
            }
        }
    }
}

/// The pairs of a change, as line numbers before and after, in order.
pub(crate) fn pairs(
    before: &Lines<'_>,
    after: &Lines<'_>,
    change: &Change,
    budget: &mut Budget,
) -> Vec<(usize, usize)> {
    let (rows, columns) = (change.before.len(), change.after.len());
    if rows == 0 || columns == 0 {
        return Vec::new();
    }
    if (rows, columns) == (1, 1) {
        return vec![(change.before.start, change.after.start)];
    }
    let bytes = |lines: &Lines<'_>, range: &Range<usize>| -> usize { range.clone().map(|i| lines.raw(i).len()).sum() };
    let (old_bytes, new_bytes) = (bytes(before, &change.before), bytes(after, &change.after));
    let band = Band::new(rows, columns);
    // A comparison of two lines takes about a step for every eight bytes of both.
    let comparisons = (rows * band.width).saturating_mul(old_bytes / rows + new_bytes / columns) / 8;
    if !budget.take(comparisons.saturating_add((old_bytes + new_bytes) / 4)) {
        // A table of which every row changed keeps its rows; else nothing is known.
        let rows = if rows == columns { rows } else { 0 };
        return change.before.clone().zip(change.after.clone()).take(rows).collect();
    }
    let mut ids = Ids::default();
    let old: Vec<_> = change.before.clone().map(|i| Bag::new(before.content(i), &mut ids)).collect();
    let new: Vec<_> = change.after.clone().map(|i| Bag::new(after.content(i), &mut ids)).collect();
    best(&old, &new, &band).into_iter().map(|(i, j)| (change.before.start + i, change.after.start + j)).collect()
}

/// The in-order pairs that share the most.
fn best(old: &[Bag], new: &[Bag], band: &Band) -> Vec<(usize, usize)> {
    // `from_here[k]` is the best total of the rows from `i` and the columns from `start + k`.
    let mut choices = vec![Choice::Down; old.len() * band.width];
    let mut below: Vec<u32> = vec![0; band.width + 1];
    for (i, row) in old.iter().enumerate().rev() {
        let start = band.start(i);
        let shift = band.start(i + 1) - start;
        let mut here = vec![0; band.width + 1];
        for k in (0..band.width).rev() {
            let Some(column) = new.get(start + k) else { continue };
            let beneath = |k: usize| k.checked_sub(shift).and_then(|k| below.get(k)).copied();
            // Left of the band below, its first column stands in.
            let down = beneath(k).unwrap_or_else(|| below.first().copied().unwrap_or(0));
            let right = here.get(k + 1).copied().unwrap_or(0);
            let both = row.shared(column).map(|shared| {
                let rest = beneath(k + 1).unwrap_or_else(|| below.first().copied().unwrap_or(0));
                shared + rest
            });
            let (total, choice) = match both {
                Some(both) if both >= down && both >= right => (both, Choice::Both),
                _ if down >= right => (down, Choice::Down),
                _ => (right, Choice::Right),
            };
            if let (Some(cell), Some(chosen)) = (here.get_mut(k), choices.get_mut(i * band.width + k)) {
                *cell = total;
                *chosen = choice;
            }
        }
        below = here;
    }

    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        let start = band.start(i);
        j = j.max(start);
        let choice = j.checked_sub(start).filter(|&k| k < band.width);
        match choice.and_then(|k| choices.get(i * band.width + k)) {
            Some(Choice::Both) => {
                pairs.push((i, j));
                i += 1;
                j += 1;
            }
            Some(Choice::Right) => j += 1,
            Some(Choice::Down) | None => i += 1,
        }
    }
    pairs
}

#[derive(Clone, Copy)]
enum Choice {
    /// This removed line has no pair.
    Down,
    /// This added line has no pair.
    Right,
    Both,
}

/// The part of the table of pairs that is looked at.
struct Band {
    width: usize,
    rows: usize,
    columns: usize,
}

impl Band {
    fn new(rows: usize, columns: usize) -> Self {
        let slope = columns / rows + 1;
        let near = (2 * BAND + 1).max(2 * slope + 1).min(columns);
        let width = if rows.saturating_mul(columns) <= ALL_PAIRS { columns } else { near };
        Self { width, rows, columns }
    }

    /// The first column of row `i`.
    fn start(&self, i: usize) -> usize {
        let centre = i * self.columns / self.rows;
        centre.saturating_sub(self.width / 2).min(self.columns - self.width)
    }
}

/// The tokens of a line, counted.
struct Bag {
    /// Sorted numbers of words and characters, with their weights.
    words: Vec<(u32, u32)>,
    /// Weight of the marks, which are too alike everywhere to be told apart.
    marks: u32,
    weight: u32,
}

impl Bag {
    fn new<'a>(line: &'a str, ids: &mut Ids<'a>) -> Self {
        let (mut words, mut marks) = (BinaryHeap::new(), 0);
        for token in tokens(line) {
            if token.is_mark() {
                marks += token.weight;
            } else {
                words.push((ids.of(Key::of(token.text)), token.weight));
            }
        }
        // A heap sorts in a tenth of the code that `sort_unstable` takes.
        let words = words.into_sorted_vec();
        let weight = marks + words.iter().map(|word| word.1).sum::<u32>();
        Self { words, marks, weight }
    }

    /// The weight of the tokens that both lines have, if it makes them alike.
    fn shared(&self, other: &Bag) -> Option<u32> {
        let total = self.weight + other.weight;
        // The lighter line can't share more than itself.
        if !alike(self.weight.min(other.weight), total) {
            return None;
        }
        let (mut left, mut right) = (self.words.iter(), other.words.iter());
        let (mut a, mut b) = (left.next(), right.next());
        let mut shared = self.marks.min(other.marks);
        while let (Some(x), Some(y)) = (a, b) {
            match x.0.cmp(&y.0) {
                Ordering::Less => a = left.next(),
                Ordering::Greater => b = right.next(),
                Ordering::Equal => {
                    shared += x.1;
                    (a, b) = (left.next(), right.next());
                }
            }
        }
        (shared > 0 && alike(shared, total)).then_some(shared)
    }
}
