//! The entries of one array or object, cut out of its text without making a tree.

use std::borrow::Cow;

use crate::diff::bytes::common_prefix;

use super::JsonError;
use super::canonical;
use super::scan::{Reader, scan};
use super::string::inner;

/// A slice of a text, and the byte at which it starts there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece<'a> {
    /// As it is written.
    pub text: &'a str,
    /// Byte offset in the whole text.
    pub at: usize,
}

impl<'a> Piece<'a> {
    /// An array or an object.
    pub(crate) fn opens(self) -> bool {
        self.text.starts_with(['[', '{'])
    }

    /// The one spelling of the value.
    pub(crate) fn canonical(self) -> String {
        canonical::write(self.text)
    }

    /// What equal strings and numbers have in common, and others not. Most are their own one spelling, but for
    /// the power of ten of a number.
    pub(crate) fn spelling(self) -> Cow<'a, str> {
        let digits = || self.text.bytes().all(|byte| byte.is_ascii_digit()) && !self.text.ends_with('0');
        let plain = if self.text.starts_with('"') { !self.text.contains('\\') } else { digits() };
        if plain {
            return Cow::Borrowed(self.text);
        }
        let mut canonical = self.canonical();
        canonical.truncate(canonical.strip_suffix("e0").unwrap_or(&canonical).len());
        Cow::Owned(canonical)
    }

    /// What stands between the quotes of a key; equal for equal keys.
    pub(crate) fn name(self) -> Cow<'a, str> {
        let written = inner(self.text);
        if written.contains('\\') { Cow::Owned(inner(&self.canonical()).to_owned()) } else { Cow::Borrowed(written) }
    }

    /// The member whose key has the first of these [names](Self::name) that is there, and that
    /// name; the last one, where a key stands twice.
    pub(crate) fn member<'n>(self, names: &[&'n str]) -> Option<(&'n str, Piece<'a>)> {
        if !self.text.starts_with('{') {
            return None;
        }
        let mut cutter = Cutter::new(self, names);
        cutter.entries_at = usize::MAX;
        cutter.names_at = 1;
        scan(self.text, &mut cutter, 2).ok()?;
        cutter.found.and_then(|(rank, value)| Some((*names.get(rank)?, value)))
    }
}

/// An item of an array, or a member of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The quoted key of a member; the id of a row, if it has one; empty for any other item.
    pub key: Piece<'a>,
    /// The item's or the member's value.
    pub value: Piece<'a>,
    /// The entry of the other text that has the same bytes, if it was met on the way.
    pub(crate) twin: Option<usize>,
}

/// A value in a text, and the entries of an array or object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut<'a> {
    pub(crate) value: Piece<'a>,
    /// In the order of the text.
    pub(crate) entries: Vec<Entry<'a>>,
    /// The text is ASCII.
    pub(crate) ascii: bool,
}

/// The entries of the one value of a text, which may have white space around it.
///
/// `like` is a value that may be much the same: entries with the bytes of the ones that are due there are
/// not read again, as comparing bytes is several times faster. `id` is a path of
/// [names](Piece::name) to the ids of rows; empty where items are no rows.
///
/// # Errors
/// When the text is no JSON.
pub(crate) fn cut<'a>(whole: Piece<'a>, like: &Cut<'_>, id: &[&str]) -> Result<Cut<'a>, JsonError> {
    let mut cutter = Cutter::new(whole, id.get(..1).unwrap_or_default());
    (cutter.like, cutter.twins) = (like.value, &like.entries);
    cutter.path = id.get(1..);
    match scan(whole.text, &mut cutter, if id.is_empty() { 2 } else { 3 }) {
        // What was passed over is in the other text too.
        Ok(ascii) => Ok(Cut { ascii: ascii && (like.ascii || like.entries.is_empty()), ..cutter.cut }),
        Err(error) => Err(JsonError { offset: whole.at + error.offset, ..error }),
    }
}

/// Entries that may have been added or removed beside others that were changed, until nothing is met.
const FEW: usize = 8;

struct Cutter<'a, 'e> {
    whole: Piece<'a>,
    cut: Cut<'a>,
    like: Piece<'e>,
    twins: &'e [Entry<'e>],
    /// The twin below the last one that was met.
    due: usize,
    /// Entries since then that were not met.
    missed: usize,
    /// How deep the entries are.
    entries_at: usize,
    /// How deep the members are that `names` looks for.
    names_at: usize,
    /// The best first.
    names: &'e [&'e str],
    /// Of the members that were looked at, the one that has the first of the names, and which that is.
    found: Option<(usize, Piece<'a>)>,
    /// From a row's member to its id; `None` where entries are no rows.
    path: Option<&'e [&'e str]>,
    /// The values that have not ended.
    depth: usize,
    /// Where they start, and where their keys stand.
    open: [(usize, usize, usize); 3],
}

impl<'a, 'e> Cutter<'a, 'e> {
    fn new(whole: Piece<'a>, names: &'e [&'e str]) -> Self {
        Self {
            whole,
            cut: Cut::default(),
            like: Piece::default(),
            twins: &[],
            due: 0,
            missed: 0,
            entries_at: 1,
            names_at: 2,
            names,
            found: None,
            path: None,
            depth: 0,
            open: Default::default(),
        }
    }

    fn piece(&self, start: usize, end: usize) -> Piece<'a> {
        Piece { text: self.whole.text.get(start..end).unwrap_or_default(), at: self.whole.at + start }
    }

    /// Takes over the entries with whose bytes the text goes on at `from`, and gives where the last one ends.
    fn follow(&mut self, from: usize, named: bool) -> Option<usize> {
        let old = self.like;
        let new = self.whole.text.as_bytes().get(from..)?;
        // Below entries that were changed, or added, or as many as that were removed; and a few more or fewer.
        let (changed, few) = (self.due + self.missed, self.missed % FEW + 1);
        let removed = changed + self.missed + 1;
        for index in [changed, self.due, changed + few, changed.saturating_sub(few), removed] {
            let Some(first) = self.twins.get(index).filter(|_| index >= self.due) else { continue };
            let start = if named { first.key.at } else { first.value.at };
            let shared = common_prefix(old.text.as_bytes().get(start - old.at..)?, new);
            let mut next = None;
            for (twin, entry) in self.twins.iter().enumerate().skip(index) {
                let end = entry.value.at + entry.value.text.len() - start;
                // A longer number may start like a shorter one.
                let ends = end < shared
                    || end == shared && matches!(new.get(end), Some(b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'));
                if !ends {
                    break;
                }
                let moved = |piece: Piece<'_>| match piece.text.len() {
                    0 => Piece::default(),
                    len => self.piece(from + piece.at - start, from + piece.at - start + len),
                };
                let entry = Entry { key: moved(entry.key), value: moved(entry.value), twin: Some(twin) };
                self.cut.entries.push(entry);
                (self.due, self.missed, next) = (twin + 1, 0, Some(from + end));
            }
            if next.is_some() {
                return next;
            }
        }
        self.missed += 1;
        None
    }

    /// Looks whether a member is the best so far.
    fn offer(&mut self, (key, key_end, start): (usize, usize, usize), end: usize) {
        let Some(written) = self.whole.text.get(key + 1..key_end - 1) else { return };
        let best = self.found.map_or(self.names.len(), |(rank, _)| rank + 1);
        // Most keys differ at once: with or without escapes a name starts the same, or with a backslash.
        let starts = |name: &str| matches!(written.bytes().next(), first if first == Some(b'\\') || first == name.bytes().next());
        let is = |name: &&str| {
            starts(name) && (written == *name || written.contains('\\') && self.piece(key, key_end).name() == *name)
        };
        if let Some(rank) = self.names.iter().take(best).position(is) {
            self.found = Some((rank, self.piece(start, end)));
        }
    }
}

impl<'a> Reader for Cutter<'a, '_> {
    fn start(&mut self, key: usize, key_end: usize, at: usize) -> usize {
        if self.depth == self.entries_at {
            let named = key < key_end;
            if !self.twins.is_empty()
                && let Some(next) = self.follow(if named { key } else { at }, named)
            {
                return next;
            }
            self.found = None;
        } else if self.depth == 0 && self.like.text.as_bytes().first() != self.whole.text.as_bytes().get(at) {
            self.twins = &[];
        }
        if let Some(open) = self.open.get_mut(self.depth) {
            *open = (key, key_end, at);
        }
        self.depth += 1;
        at
    }

    fn end(&mut self, at: usize) {
        self.depth -= 1;
        let Some(&open) = self.open.get(self.depth) else { return };
        let (key, key_end, start) = open;
        if self.depth == self.names_at {
            if key < key_end {
                self.offer(open, at);
            }
            return;
        }
        let value = self.piece(start, at);
        if self.depth == self.entries_at {
            let key = match self.path {
                _ if key < key_end => self.piece(key, key_end),
                None => Piece::default(),
                Some(path) => {
                    let found = self.found.map(|(_, value)| value);
                    let member = |place: Option<Piece<'a>>, name: &&str| Some(place?.member(&[name])?.1);
                    path.iter().fold(found, member).unwrap_or_default()
                }
            };
            self.cut.entries.push(Entry { key, value, twin: None });
        } else if self.depth == 0 {
            self.cut.value = value;
        }
    }
}

// `proptest` is for native tests.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::{Cut, Entry, Piece, cut};

    fn whole(text: &str, like: &Cut<'_>, id: &[&str]) -> Result<Vec<Entry<'static>>, super::JsonError> {
        let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
        cut(Piece { text, at: 0 }, like, id).map(|cut| cut.entries)
    }

    proptest! {
        #[test]
        fn what_is_like_another_text_is_cut_as_it_is_by_itself(
            entries in prop::collection::vec(select(vec![
                "1", "12", "1.5", "\"é\"", "{\"id\":1}", "{\"id\":12,\"n\":{\"id\":2}}", "{ \"\\u0069d\" : \"a\" ,\"id\":3}", "[1 , 2]", "[]",
            ]), 0..12),
            edits in prop::collection::vec((any::<Index>(), select(vec!["1", "121", "{\"id\":4}", "}", "", " "])), 0..4),
            named in any::<bool>(), space in select(vec!["", " "]),
        ) {
            let list = |entries: &[&str]| {
                let entry = |(at, entry): (usize, &&str)| if named { format!("\"k{}\"{space}:{entry}", at % 5) } else { (*entry).to_owned() };
                let entries: Vec<_> = entries.iter().enumerate().map(entry).collect();
                let (open, close) = if named { ('{', '}') } else { ('[', ']') };
                format!(" {open}{}{close}", entries.join(&format!("{space},")))
            };
            let mut edited = entries.clone();
            for (at, text) in edits {
                let at = at.index(edited.len() + 1);
                if text.is_empty() && at < edited.len() {
                    edited.remove(at);
                } else {
                    edited.insert(at, text);
                }
            }
            let (old, new) = (list(&entries), list(&edited));
            for id in [&[][..], &["id"], &["n", "id"]] {
                let like = cut(Piece { text: &old, at: 0 }, &Cut::default(), id).unwrap();
                let alone = whole(&new, &Cut::default(), id);
                let mut together = whole(&new, &like, id);
                for entry in together.iter_mut().flatten() {
                    if let Some(twin) = entry.twin.take() {
                        prop_assert_eq!(like.entries[twin].value.text, entry.value.text);
                        prop_assert_eq!(like.entries[twin].key.text, entry.key.text);
                    }
                }
                prop_assert_eq!(together, alone);
            }
        }
    }
}
