//! Lines and words as numbers: equal ones have the same.

use super::bytes::{equal, narrow};
use super::histogram::{Run, total};

/// What lines and words are told apart by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Key<'a> {
    bytes: &'a [u8],
    /// A last line without terminator, where terminators are not part of the text.
    open: bool,
}

impl<'a> Key<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self::of(text.as_bytes())
    }

    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, open: false }
    }

    pub(crate) fn open(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), open: true }
    }
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.open == other.open && equal(self.bytes, other.bytes)
    }
}

impl Eq for Key<'_> {}

/// A sequence of lines or words.
#[derive(Clone, Copy)]
pub(crate) struct Items<'i, 'a> {
    pub(crate) len: usize,
    /// What each is told apart by.
    pub(crate) key: &'i dyn Fn(usize) -> Key<'a>,
}

/// The items as numbers, and how often each number occurs before and after.
pub(crate) struct Interned {
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<u32>,
    kinds: Vec<Kind>,
}

/// What is known of a number.
#[derive(Clone, Copy, Default)]
struct Kind {
    /// Where it appears first before; the numbers go up in that order.
    first: usize,
    before: u32,
    after: u32,
}

impl Interned {
    /// `copies` are runs of items that are known to be equal, by where they stand after.
    pub(crate) fn new(before: Items<'_, '_>, after: Items<'_, '_>, copies: &[Run]) -> Self {
        let fresh = after.len - total(copies);
        let mut known = Ids::sized(before.len.max(fresh), before.len + fresh);
        let mut kinds: Vec<Kind> = Vec::with_capacity(before.len + fresh);
        let mut old = Vec::with_capacity(before.len);
        for at in 0..before.len {
            let id = known.of((before.key)(at));
            if id as usize == kinds.len() {
                kinds.push(Kind { first: at, ..Kind::default() });
            }
            if let Some(kind) = kinds.get_mut(id as usize) {
                kind.before += 1;
            }
            old.push(id);
        }
        let mut new = Vec::with_capacity(after.len);
        let mut guess = 0;
        for copy in copies.iter().chain([&Run { before: before.len, after: after.len, len: 0 }]) {
            for at in new.len()..copy.after {
                let key = (after.key)(at);
                // Most items follow the one that they follow before: looking there first saves the hash.
                let id = match old.get(guess) {
                    Some(&id) if (before.key)(guess) == key => id,
                    _ => {
                        let id = known.of(key);
                        guess = kinds.get(id as usize).map_or(guess, |kind| kind.first);
                        id
                    }
                };
                guess += 1;
                if id as usize == kinds.len() {
                    kinds.push(Kind { first: before.len, ..Kind::default() });
                }
                new.push(id);
            }
            guess = copy.before + copy.len;
            new.extend_from_slice(old.get(copy.before..guess).unwrap_or_default());
        }
        for &id in &new {
            if let Some(kind) = kinds.get_mut(id as usize) {
                kind.after += 1;
            }
        }
        Self { before: old, after: new, kinds }
    }

    /// Distinct items.
    pub(crate) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Whether an item occurs on both sides.
    pub(crate) fn is_shared(&self, id: u32) -> bool {
        self.kinds.get(id as usize).is_some_and(|kind| kind.before > 0 && kind.after > 0)
    }

    /// How many items of both sides the other side has too, and how many of those must change at
    /// least: an item that one side has more often can't keep all its places.
    pub(crate) fn bounds(&self) -> (usize, usize) {
        let both = self.kinds.iter().filter(|kind| kind.before > 0 && kind.after > 0);
        both.fold((0, 0), |(kept, least), kind| {
            (kept + (kind.before + kind.after) as usize, least + kind.before.abs_diff(kind.after) as usize)
        })
    }
}

/// Numbers for keys, from 0 in order of appearance. A table of its own: the standard one is half as
/// fast here, and 1 KB more of the compressed module.
#[derive(Default)]
pub(crate) struct Ids<'a> {
    /// Twice as many places as keys, a power of two. A key stands at the place that its hash names or
    /// below, as its number plus one; 0 is free.
    slots: Vec<u32>,
    /// By number, with their hashes.
    keys: Vec<(u32, Key<'a>)>,
}

impl<'a> Ids<'a> {
    /// Room for so many different keys.
    pub(crate) fn with_room(keys: usize) -> Self {
        Self::sized(keys, keys)
    }

    /// Most likely not more than `likely` different keys, never more than `most`.
    fn sized(likely: usize, most: usize) -> Self {
        Self { slots: vec![0; (2 * likely).next_power_of_two()], keys: Vec::with_capacity(most) }
    }

    pub(crate) fn of(&mut self, key: Key<'a>) -> u32 {
        if 2 * self.keys.len() >= self.slots.len() {
            self.grow();
        }
        let hash = hash(key.bytes);
        let mut at = hash as usize;
        let mask = self.slots.len() - 1;
        while let Some(slot) = self.slots.get_mut(at & mask) {
            let Some(id) = slot.checked_sub(1) else {
                let id = narrow(self.keys.len());
                *slot = id + 1;
                self.keys.push((hash, key));
                return id;
            };
            if self.keys.get(id as usize).is_some_and(|known| known.0 == hash && known.1 == key) {
                return id;
            }
            at += 1;
        }
        0
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![0; (4 * self.keys.len()).max(32)];
        slots.resize(slots.len().next_power_of_two(), 0);
        let mask = slots.len() - 1;
        for (id, (hash, _)) in self.keys.iter().enumerate() {
            let mut at = *hash as usize;
            while slots.get(at & mask).is_some_and(|&slot| slot != 0) {
                at += 1;
            }
            if let Some(slot) = slots.get_mut(at & mask) {
                *slot = narrow(id + 1);
            }
        }
        self.slots = slots;
    }
}

/// Sixteen bytes at a time, each eight into a state of their own, so that two multiplications are under
/// way at once: lines are many, short and not secret. Narrow multiplications, because a 128-bit product is
/// a call on wasm32.
fn hash(bytes: &[u8]) -> u32 {
    let (mut even, mut odd) = (bytes.len() as u64, 0_u64);
    let mut mix = |first: u64, second: u64| {
        even = (even.rotate_left(23) ^ first).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        odd = (odd.rotate_left(23) ^ second).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    };
    let (pairs, rest) = bytes.as_chunks::<16>();
    let mut both = |pair: &[u8; 16]| {
        let pair = u128::from_le_bytes(*pair);
        mix(pair as u64, (pair >> 64) as u64);
    };
    pairs.iter().for_each(&mut both);
    // The last bytes once more: the rest alone would go byte by byte.
    match (bytes.last_chunk::<16>(), bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        _ if rest.is_empty() => {}
        (Some(last), ..) => both(last),
        (None, Some(first), Some(last)) => mix(u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => mix(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)), 0),
    }
    let state = even ^ odd.rotate_left(32);
    ((state ^ (state >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32
}
