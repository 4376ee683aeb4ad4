//! Down both values at once, into nothing but what differs.

use crate::diff::bytes::equal;
use crate::json::cut::{Cut, cut};
use crate::json::{Entry, JsonError, Piece};

use super::by_id::by_id;
use super::mates::{Merge, SlotKind, by_key, by_value};
use super::{DiffError, JsonDiff, Node, NodeKind, Place};

/// Bytes that may be read again on the way down, for each byte of the texts.
const DEEPER: usize = 16;
/// Bytes that may be read again in any case.
const LEAST: usize = 0x40_0000;

/// Bytes that could be read again while one is spelled anew.
const SPELLING: usize = 8;

/// What is compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule<'r> {
    /// Any two values.
    Values,
    /// Arrays of objects, by the id that each has under a path of [names](Piece::name).
    Rows(&'r [&'r str]),
}

pub(crate) fn diff<'a>(before: &'a str, after: &'a str, rule: Rule<'_>) -> Result<JsonDiff<'a>, DiffError> {
    let in_before = |error: JsonError| DiffError { after: false, json: Some(error) };
    let in_after = |error: JsonError| DiffError { after: true, json: Some(error) };
    let whole = |text| Piece { text, at: 0 };
    let id = if let Rule::Rows(id) = rule { id } else { &[] };
    let table = |after, value: Piece<'_>| match rule {
        Rule::Rows(_) if !value.text.starts_with('[') => Err(DiffError { after, json: None }),
        _ => Ok(()),
    };
    let old = cut(whole(before), &Cut::default(), id).map_err(in_before)?;
    table(false, old.value)?;
    let new = cut(whole(after), &old, id).map_err(in_after)?;
    table(true, new.value)?;

    let left = LEAST + DEEPER * (before.len() + after.len());
    let mut walk = Walk { rule, left, nodes: Vec::new(), truncated: false, reordered: false, ambiguous_ids: false };
    let ascii = [old.ascii, new.ascii];
    let place = |value| Some(Place { index: 0, entry: Entry { value, ..Entry::default() } });
    let number = walk.begin(NodeKind::Open, 0, place(old.value), place(new.value));
    let difference =
        if alike(old.value, new.value) { walk.open(old, new, 0) } else { compare_whole(old.value, new.value) };
    walk.end(number, difference);
    Ok(JsonDiff {
        before,
        after,
        ascii,
        order_only: walk.nodes.is_empty() && walk.reordered,
        nodes: walk.nodes,
        truncated: walk.truncated,
        ambiguous_ids: walk.ambiguous_ids,
    })
}

fn same_bytes(old: Piece<'_>, new: Piece<'_>) -> bool {
    equal(old.text.as_bytes(), new.text.as_bytes())
}

/// Two arrays or two objects.
fn alike(old: Piece<'_>, new: Piece<'_>) -> bool {
    old.opens() && old.text.as_bytes().first() == new.text.as_bytes().first()
}

fn compare_whole<'a>(old: Piece<'_>, new: Piece<'_>) -> Difference<'a> {
    // Most values have one spelling: words, and strings without escapes.
    let plain = |piece: Piece<'_>| piece.text.starts_with('"') && !piece.text.contains('\\');
    let same = same_bytes(old, new)
        || old.opens() == new.opens() && !(plain(old) && plain(new)) && old.canonical() == new.canonical();
    if same { Difference::None } else { Difference::Whole }
}

struct Walk<'a, 'r> {
    rule: Rule<'r>,
    /// Bytes that may still be read again.
    left: usize,
    nodes: Vec<Node<'a>>,
    truncated: bool,
    /// Keys of an object stand in another order.
    reordered: bool,
    ambiguous_ids: bool,
}

/// How two values differ.
enum Difference<'a> {
    None,
    Whole,
    Inside(Merge<'a>),
}

impl<'a> Walk<'a, '_> {
    /// Adds a node and gives its number. What differs inside it follows, then [`end`](Self::end).
    fn begin(&mut self, kind: NodeKind, depth: usize, before: Option<Place<'a>>, after: Option<Place<'a>>) -> usize {
        self.nodes.push(Node { kind, depth, before, after, merge: None });
        self.nodes.len() - 1
    }

    /// Takes the node back, if nothing differs.
    fn end(&mut self, number: usize, difference: Difference<'a>) -> Option<usize> {
        let node = self.nodes.get_mut(number)?;
        match difference {
            Difference::None if node.kind == NodeKind::Open => {
                self.nodes.truncate(number);
                return None;
            }
            Difference::None => {}
            Difference::Whole => node.kind = NodeKind::Changed,
            Difference::Inside(merge) => node.merge = Some(merge),
        }
        Some(number)
    }

    fn compare(&mut self, old: Piece<'a>, new: Piece<'a>, depth: usize, moved: bool) -> Difference<'a> {
        // Cells are compared as a whole: each has a diff of its own.
        let leaf = matches!(self.rule, Rule::Rows(_)) && (depth > 1 || !old.text.starts_with('{'));
        if alike(old, new) && !leaf {
            let cost = old.text.len() + new.text.len();
            // What moved is opened in any case: its place and its value are changes of their own.
            if moved || cost <= self.left {
                self.left = self.left.saturating_sub(cost);
                if let Ok(old) = cut(old, &Cut::default(), &[])
                    && let Ok(new) = cut(new, &old, &[])
                {
                    return self.open(old, new, depth);
                }
            }
            let difference = compare_whole(old, new);
            self.truncated |= matches!(difference, Difference::Whole);
            return difference;
        }
        compare_whole(old, new)
    }

    /// Compares the entries of two arrays or two objects.
    fn open(&mut self, old: Cut<'a>, new: Cut<'a>, depth: usize) -> Difference<'a> {
        let named = old.value.text.starts_with('{');
        let (mut before, mut after) = (old.entries, new.entries);
        let mates = if named {
            by_key(&mut before, &mut after)
        } else if matches!(self.rule, Rule::Rows(_)) {
            let (mates, ambiguous) = by_id(&before, &after);
            self.ambiguous_ids = ambiguous;
            mates
        } else {
            by_value(&before, &after)
        };
        self.left = self.left.saturating_sub(SPELLING * mates.spelled);
        self.truncated |= mates.coarse;
        self.reordered |= mates.reordered;
        let slots = if named { mates.members() } else { mates.items() };
        let mut merge = Merge { before, after, slots };
        let first = self.nodes.len();
        self.merge(&mut merge, depth + 1);
        if self.nodes.len() == first { Difference::None } else { Difference::Inside(merge) }
    }

    fn merge(&mut self, merge: &mut Merge<'a>, depth: usize) {
        for slot in &mut merge.slots {
            let place = |entries: &[Entry<'a>], index| Some(Place { index, entry: *entries.get(index)? });
            let (old, new) = (place(&merge.before, slot.before), place(&merge.after, slot.after));
            let same = || match (old, new) {
                (Some(old), Some(new)) => {
                    new.entry.twin == Some(old.index) || same_bytes(old.entry.value, new.entry.value)
                }
                _ => false,
            };
            let (kind, before, after) = match slot.kind {
                SlotKind::Kept if same() => continue,
                SlotKind::Kept => (NodeKind::Open, old, new),
                SlotKind::Removed => (NodeKind::Removed, old, None),
                SlotKind::Added => (NodeKind::Added, None, new),
                SlotKind::Came => (NodeKind::Moved, old, new),
                // Told once, where the item stands now.
                SlotKind::Left => continue,
            };
            let number = self.begin(kind, depth, before, after);
            let difference = match (before, after) {
                (Some(old), Some(new)) if slot.kind == SlotKind::Kept || !same() => {
                    self.compare(old.entry.value, new.entry.value, depth, kind == NodeKind::Moved)
                }
                _ => Difference::None,
            };
            slot.node = self.end(number, difference);
        }
    }
}
