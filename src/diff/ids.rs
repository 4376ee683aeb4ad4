//! Lines and words as numbers: equal ones have the same.

use super::bytes::{equal, narrow};

/// What lines and words are told apart by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'a> {
    bytes: &'a [u8],
    /// A last line without terminator, where terminators are not part of the text.
    open: bool,
}

impl<'a> Key<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), open: false }
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

/// The items as numbers, and how often each number occurs before and after.
pub(crate) struct Interned {
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<u32>,
    counts: Vec<(u32, u32)>,
}

impl Interned {
    pub(crate) fn new(before: &[Key<'_>], after: &[Key<'_>]) -> Self {
        let mut known = Ids::with_room(before.len().max(after.len()));
        let old: Vec<u32> = before.iter().map(|&key| known.of(key)).collect();
        // Numbers go up in order of appearance: this is where each appears first.
        let mut first = Vec::with_capacity(known.keys.len());
        let mut counts = vec![(0, 0); known.keys.len()];
        for (at, &id) in old.iter().enumerate() {
            if id as usize == first.len() {
                first.push(at);
            }
            if let Some(count) = counts.get_mut(id as usize) {
                count.0 += 1;
            }
        }
        // Most items follow the one that they follow before: looking there first saves the hash.
        let mut guess = 0;
        let number = |&key| {
            let id = match (before.get(guess), old.get(guess)) {
                (Some(there), Some(&id)) if *there == key => id,
                _ => {
                    let id = known.of(key);
                    guess = first.get(id as usize).copied().unwrap_or(guess);
                    id
                }
            };
            guess += 1;
            if id as usize == counts.len() {
                counts.push((0, 0));
            }
            if let Some(count) = counts.get_mut(id as usize) {
                count.1 += 1;
            }
            id
        };
        let after = after.iter().map(number).collect();
        let before = old;
        Self { before, after, counts }
    }

    /// Distinct items.
    pub(crate) fn kinds(&self) -> usize {
        self.counts.len()
    }

    /// How often an item occurs before and after.
    pub(crate) fn count(&self, id: u32) -> (u32, u32) {
        self.counts.get(id as usize).copied().unwrap_or_default()
    }

    /// How many items of both sides the other side has too, and how many of those must change at
    /// least: an item that one side has more often can't keep all its places.
    pub(crate) fn bounds(&self) -> (usize, usize) {
        let both = self.counts.iter().filter(|count| count.0 > 0 && count.1 > 0);
        both.fold((0, 0), |(kept, least), &(before, after)| {
            (kept + (before + after) as usize, least + before.abs_diff(after) as usize)
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
        Self { slots: vec![0; (2 * keys).next_power_of_two()], keys: Vec::with_capacity(keys) }
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

/// Eight bytes at a time: lines are many, short and not secret. Narrow multiplications, because a
/// 128-bit product is a call on wasm32.
fn hash(bytes: &[u8]) -> u32 {
    let mut state = bytes.len() as u64;
    let mut mix = |word: u64| state = (state.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        mix(u64::from_le_bytes(*word));
    }
    // The last eight bytes once more: the rest alone would go byte by byte.
    match bytes.last_chunk::<8>() {
        _ if rest.is_empty() => {}
        Some(last) => mix(u64::from_le_bytes(*last)),
        None => mix(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))),
    }
    ((state ^ (state >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32
}
