//! Which entries of one array or object are which of the other.

use std::borrow::Cow;

use crate::diff::align::search;
use crate::diff::ids::{Ids, Key};
use crate::json::{Entry, Piece};

/// Items, of both sides together, up to which they are matched without regard to those that were
/// met on the way.
const SMALL: usize = 128;
/// Members up to which each key is compared with all others.
const FEW: usize = 16;
/// Keys whose value tells an object among others, the best first.
const IDENTIFYING: [&str; 3] = ["id", "key", "name"];

/// What is matched; indexes are those of the entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mates {
    /// For each entry before, its mate.
    pub(crate) after: Vec<Option<usize>>,
    /// For each entry after, its mate.
    pub(crate) before: Vec<Option<usize>>,
    /// Entries before that do not keep their order among those that have a mate; empty where all do.
    moved: Vec<bool>,
    /// Bytes that were spelled anew.
    pub(super) spelled: usize,
    /// There may be more to match.
    pub(super) coarse: bool,
    /// Keys stand in another order.
    pub(super) reordered: bool,
}

impl Mates {
    pub(crate) fn new(before: usize, after: usize) -> Self {
        Self { after: vec![None; before], before: vec![None; after], ..Self::default() }
    }

    pub(crate) fn pair(&mut self, old: usize, new: usize) {
        if let (Some(after), Some(before)) = (self.after.get_mut(old), self.before.get_mut(new)) {
            (*after, *before) = (Some(new), Some(old));
        }
    }

    /// Pairs entries without a mate that have equal numbers, the first with the first. Each has a number.
    pub(crate) fn pair_equal(&mut self, before: &[u32], after: &[u32]) {
        // The first entry of each number, and for each entry the next one of its number.
        let mut first = vec![usize::MAX; before.len() + after.len()];
        let mut next = vec![usize::MAX; before.len()];
        for (old, &id) in before.iter().enumerate().rev() {
            if let (Some(None), Some(first), Some(next)) =
                (self.after.get(old), first.get_mut(id as usize), next.get_mut(old))
            {
                *next = std::mem::replace(first, old);
            }
        }
        for (new, &id) in after.iter().enumerate() {
            let (Some(None), Some(first)) = (self.before.get(new), first.get_mut(id as usize)) else { continue };
            let old = *first;
            if let Some(next) = next.get(old) {
                *first = *next;
                self.pair(old, new);
            }
        }
    }

    /// Tells what moved: as few entries as possible.
    pub(crate) fn find_moved(&mut self) {
        if self.in_order() {
            return;
        }
        let mate = |old: usize| self.after.get(old).copied().flatten();
        // The entry that ends the best rising sequence of each length so far, and for each entry the one above
        // it in the best that it ends.
        let mut ends: Vec<usize> = Vec::new();
        let mut above = vec![usize::MAX; self.after.len()];
        for (old, above) in above.iter_mut().enumerate().filter(|(old, _)| mate(*old).is_some()) {
            let at = ends.partition_point(|&end| mate(end) < mate(old));
            *above = at.checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(usize::MAX);
            match ends.get_mut(at) {
                Some(end) => *end = old,
                None => ends.push(old),
            }
        }
        self.moved = self.after.iter().map(Option::is_some).collect();
        let mut stays = ends.last();
        while let Some(moved) = stays.and_then(|&old| self.moved.get_mut(old)) {
            *moved = false;
            stays = stays.and_then(|&old| above.get(old));
        }
    }

    fn in_order(&self) -> bool {
        self.after.iter().flatten().is_sorted()
    }

    fn has_moved(&self, old: usize) -> bool {
        self.moved.get(old) == Some(&true)
    }

    /// Both arrays merged: where both have items of their own, those before come first.
    pub(super) fn items(&self) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(self.after.len() + 8);
        let (mut old, mut new) = (0, 0);
        loop {
            let mate = self.after.get(old);
            let kind = match (mate, self.before.get(new)) {
                (Some(None), _) => SlotKind::Removed,
                (Some(_), _) if self.has_moved(old) => SlotKind::Left,
                (_, Some(None)) => SlotKind::Added,
                (_, Some(&Some(before))) if self.has_moved(before) => {
                    slots.push(Slot::new(SlotKind::Came, before, new));
                    new += 1;
                    continue;
                }
                (Some(_), Some(_)) => SlotKind::Kept,
                _ => return slots,
            };
            slots.push(Slot::new(kind, old, new));
            old += usize::from(kind != SlotKind::Added);
            new += usize::from(matches!(kind, SlotKind::Added | SlotKind::Kept));
        }
    }

    /// Both objects merged: keys in their order before, each added one below the key that it
    /// stands below.
    pub(super) fn members(&self) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(self.after.len() + 8);
        let added = |slots: &mut Vec<Slot>, from: usize| {
            let added = self.before.iter().skip(from).take_while(|mate| mate.is_none());
            slots.extend((from..).zip(added).map(|(new, _)| Slot::new(SlotKind::Added, 0, new)));
        };
        added(&mut slots, 0);
        for (old, mate) in self.after.iter().enumerate() {
            match *mate {
                None => slots.push(Slot::new(SlotKind::Removed, old, 0)),
                Some(new) => {
                    slots.push(Slot::new(SlotKind::Kept, old, new));
                    added(&mut slots, new + 1);
                }
            }
        }
        slots
    }
}

/// What stands at a place of two merged arrays or objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlotKind {
    Kept,
    Removed,
    Added,
    /// Where an item stood that moved.
    Left,
    /// Where it stands.
    Came,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: SlotKind,
    /// The entry before, where there is one.
    pub(super) before: usize,
    /// The entry after, where there is one.
    pub(super) after: usize,
    /// The number of the node, where anything changed.
    pub(super) node: Option<usize>,
}

impl Slot {
    fn new(kind: SlotKind, before: usize, after: usize) -> Self {
        Self { kind, before, after, node: None }
    }
}

/// Two arrays or two objects as one.
#[derive(Clone, Debug)]
pub(super) struct Merge<'a> {
    pub(super) before: Vec<Entry<'a>>,
    pub(super) after: Vec<Entry<'a>>,
    pub(super) slots: Vec<Slot>,
}

/// Matches members; of those whose key stands twice, all but the last are left out.
pub(super) fn by_key<'a>(before: &mut Vec<Entry<'a>>, after: &mut Vec<Entry<'a>>) -> Mates {
    if are_in_place(before, after) {
        let mut mates = Mates::new(before.len(), after.len());
        (0..before.len()).for_each(|at| mates.pair(at, at));
        return mates;
    }
    let names: Vec<_> = before.iter().chain(after.iter()).map(|entry| entry.key.name()).collect();
    let mut ids = numbers(&mut Ids::with_room(names.len()), &names);
    let mut new_ids = ids.split_off(before.len());
    if keep_last(before, &mut ids, names.len()) {
        // Twins were found by their places among all.
        after.iter_mut().for_each(|entry| entry.twin = None);
    }
    keep_last(after, &mut new_ids, names.len());
    let mut mates = Mates::new(before.len(), after.len());
    mates.pair_equal(&ids, &new_ids);
    mates.reordered = !mates.in_order();
    mates
}

/// Whether a few members have the same keys in the same order on both sides.
fn are_in_place(before: &[Entry<'_>], after: &[Entry<'_>]) -> bool {
    let mut few = before.iter().zip(after).enumerate();
    before.len() == after.len()
        && before.len() <= FEW
        && few.all(|(at, (old, new))| {
            let key = old.key.text;
            let mut above = before.iter().take(at);
            key == new.key.text && !key.contains('\\') && above.all(|entry| entry.key.text != key)
        })
}

/// Of entries that have the same number, leaves the last one in the place of the first. Tells whether there are any.
fn keep_last(entries: &mut Vec<Entry<'_>>, ids: &mut Vec<u32>, count: usize) -> bool {
    let mut places = vec![usize::MAX; count];
    let mut kept = 0;
    for at in 0..entries.len() {
        let (Some(&entry), Some(&id)) = (entries.get(at), ids.get(at)) else { break };
        let Some(place) = places.get_mut(id as usize) else { break };
        if *place == usize::MAX {
            *place = kept;
            kept += 1;
        }
        if let (Some(there), Some(number)) = (entries.get_mut(*place), ids.get_mut(*place)) {
            (*there, *number) = (entry, id);
        }
    }
    ids.truncate(kept);
    let repeated = kept < entries.len();
    entries.truncate(kept);
    repeated
}

/// Matches items by value, then by what identifies them, then by place.
pub(super) fn by_value(before: &[Entry<'_>], after: &[Entry<'_>]) -> Mates {
    let mut mates = Mates::new(before.len(), after.len());
    if before.len() + after.len() > SMALL {
        for (new, entry) in after.iter().enumerate() {
            if let Some(old) = entry.twin {
                mates.pair(old, new);
            }
        }
    } else {
        let same = |(old, new): &(&Entry<'_>, &Entry<'_>)| old.value.text == new.value.text;
        let head = before.iter().zip(after).take_while(same).count();
        let rest = before.len().min(after.len()) - head;
        let tail = before.iter().rev().zip(after.iter().rev()).take(rest).take_while(same).count();
        for at in (0..head).chain(before.len() - tail..before.len()) {
            mates.pair(at, if at < head { at } else { at + after.len() - before.len() });
        }
    }
    pair_values(before, after, &mut mates);
    mates.find_moved();
    pair_places(before, after, &mut mates);
    mates
}

/// Pairs what is equal or identified by the same: first in order, as much as possible, then elsewhere.
fn pair_values(before: &[Entry<'_>], after: &[Entry<'_>], mates: &mut Mates) {
    let (old, new) = (single(&mates.after), single(&mates.before));
    // Of two that are left, what differs in them will be seen.
    if old.is_empty() || new.is_empty() || old.len() + new.len() == 2 {
        return;
    }
    let old_texts = spell(before, &old, &mut mates.spelled);
    let new_texts = spell(after, &new, &mut mates.spelled);
    if old_texts == new_texts {
        old.iter().zip(&new).for_each(|(&old, &new)| mates.pair(old, new));
        return;
    }
    let common = search(&keys(&old_texts), &keys(&new_texts));
    mates.coarse |= common.coarse;
    for run in common.most.unwrap_or(common.calm) {
        for at in 0..run.len {
            if let (Some(&old), Some(&new)) = (old.get(run.before + at), new.get(run.after + at)) {
                mates.pair(old, new);
            }
        }
    }
    let mut ids = Ids::with_room(old.len());
    let numbered = |all: usize, single: &[usize], ids: Vec<u32>| {
        let mut numbers = vec![u32::MAX; all];
        for (&at, id) in single.iter().zip(ids) {
            if let Some(number) = numbers.get_mut(at) {
                *number = id;
            }
        }
        numbers
    };
    let old_ids = numbered(before.len(), &old, numbers(&mut ids, &old_texts));
    let new_ids = numbered(after.len(), &new, numbers(&mut ids, &new_texts));
    mates.pair_equal(&old_ids, &new_ids);
}

/// What items are matched by.
fn spell(entries: &[Entry<'_>], single: &[usize], spelled: &mut usize) -> Vec<Cow<'static, str>> {
    let text = |&at: &usize| {
        let value = value(entries, at);
        let text = identity(value).unwrap_or_else(|| {
            *spelled += value.text.len();
            value.canonical()
        });
        Cow::Owned(text)
    };
    single.iter().map(text).collect()
}

fn keys<'t>(texts: &'t [Cow<'_, str>]) -> Vec<Key<'t>> {
    texts.iter().map(|text| Key::new(text)).collect()
}

/// Numbers for texts: equal ones have the same.
pub(crate) fn numbers<'t>(ids: &mut Ids<'t>, texts: &'t [Cow<'_, str>]) -> Vec<u32> {
    texts.iter().map(|text| ids.of(Key::new(text))).collect()
}

/// The entries without a mate.
fn single(mates: &[Option<usize>]) -> Vec<usize> {
    mates.iter().enumerate().filter(|(_, mate)| mate.is_none()).map(|(at, _)| at).collect()
}

fn value<'a>(entries: &[Entry<'a>], at: usize) -> Piece<'a> {
    entries.get(at).map_or(Piece::default(), |entry| entry.value)
}

/// What tells an object among others: a name and the spelling of a string or number, no JSON itself.
fn identity(value: Piece<'_>) -> Option<String> {
    let (name, id) = value.member(&IDENTIFYING)?;
    let scalar = matches!(id.text.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9'));
    scalar.then(|| [name, &id.spelling()].concat())
}

/// Pairs what is left between two kept items, in order: one was changed into the other. Objects
/// that are identified by others are others.
fn pair_places(before: &[Entry<'_>], after: &[Entry<'_>], mates: &mut Mates) {
    if !mates.after.contains(&None) || !mates.before.contains(&None) {
        return;
    }
    let (mut old, mut new) = (Vec::new(), Vec::new());
    let close = Slot::new(SlotKind::Kept, 0, 0);
    for slot in mates.items().iter().chain([&close]) {
        match slot.kind {
            SlotKind::Removed => old.push(slot.before),
            SlotKind::Added => new.push(slot.after),
            SlotKind::Left | SlotKind::Came => {}
            SlotKind::Kept => {
                for (&old, &new) in old.iter().zip(&new) {
                    if identity(value(before, old)) == identity(value(after, new)) {
                        mates.pair(old, new);
                    }
                }
                old.clear();
                new.clear();
            }
        }
    }
}
