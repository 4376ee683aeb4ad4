//! Lines and words as numbers: equal ones have the same.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

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

impl Hash for Key<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Open keys are too few to need a hash of their own.
        state.write(self.bytes);
    }
}

/// The items as numbers, and how often each number occurs before and after.
pub(crate) struct Interned {
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<AfterId>,
    counts: Vec<(u32, u32)>,
}

impl Interned {
    pub(crate) fn new(before: &[Key<'_>], after: &[Key<'_>]) -> Self {
        let mut known = Ids::with_room(before.len().max(after.len()));
        let mut counts: Vec<(u32, u32)> = Vec::new();
        let mut number = |items: &[_], count_of: fn(&mut (u32, u32)) -> &mut u32| {
            let mut ids = Vec::with_capacity(items.len());
            for &item in items {
                let id = known.of(item);
                if id as usize == counts.len() {
                    counts.push((0, 0));
                }
                if let Some(count) = counts.get_mut(id as usize) {
                    *count_of(count) += 1;
                }
                ids.push(id);
            }
            ids
        };
        let before = number(before, |c| &mut c.0);
        let after = number(after, |c| &mut c.1).into_iter().map(AfterId).collect();
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

    /// Whether an item occurs once on either side.
    pub(crate) fn once(&self, id: u32) -> bool {
        self.count(id) == (1, 1)
    }
}

/// The number of an item after. It has a type of its own so that `similar` does not thin out the
/// sequences before its heuristic search, which it does for two sequences of one type: they come
/// thinned out, and its way has a second copy of the search in it, 5 KB of the compressed module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AfterId(pub(crate) u32);

impl PartialEq<u32> for AfterId {
    fn eq(&self, before: &u32) -> bool {
        self.0 == *before
    }
}

/// Numbers for keys, from 0 in order of appearance.
#[derive(Default)]
pub(crate) struct Ids<'a>(HashMap<Key<'a>, u32, BuildHasherDefault<KeyHasher>>);

impl<'a> Ids<'a> {
    /// Room for so many different keys: growing on the way took a tenth of a diff's time.
    pub(crate) fn with_room(keys: usize) -> Self {
        Self(HashMap::with_capacity_and_hasher(keys, BuildHasherDefault::default()))
    }

    pub(crate) fn of(&mut self, key: Key<'a>) -> u32 {
        let next = narrow(self.0.len());
        *self.0.entry(key).or_insert(next)
    }
}

/// Eight bytes at a time: lines are many, short and not secret. Narrow multiplications,
/// because a 128-bit product is a call on wasm32.
#[derive(Default)]
struct KeyHasher(u64);

impl KeyHasher {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        self.mix(u64::from_le_bytes(last) ^ ((bytes.len() as u64) << 56));
    }

    fn finish(&self) -> u64 {
        (self.0 ^ (self.0 >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(32)
    }
}
