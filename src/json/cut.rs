//! The entries of one array or object, cut out of its text without making a tree.

use std::borrow::Cow;

use crate::diff::bytes::common_prefix;

use super::JsonError;
use super::canonical;
use super::scan::{Scanner, check};
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

    /// What stands between the quotes of a key; equal for equal keys.
    pub(crate) fn name(self) -> Cow<'a, str> {
        let written = inner(self.text);
        if written.contains('\\') { Cow::Owned(inner(&self.canonical()).to_owned()) } else { Cow::Borrowed(written) }
    }

    /// The member whose key has the first of these [names](Self::name) that is there, and that
    /// name; the last one, where a key stands twice.
    pub(crate) fn member<'n>(self, names: &[&'n str]) -> Option<(&'n str, Piece<'a>)> {
        self.text.starts_with('{').then(|| Cutter::new(self, &[], &[]).find(names))?
    }
}

/// An item of an array, or a member of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The quoted key of a member; the id of a row, if it has one; empty for any other item.
    pub key: Piece<'a>,
    /// The item's or the member's value.
    pub value: Piece<'a>,
    /// The item of the other text that has the same bytes, if it was met on the way.
    pub(crate) twin: Option<usize>,
}

/// The one value of a text, with the white space below it. An array or object is checked when its
/// entries are cut, anything else here.
///
/// # Errors
/// When the text is no JSON, so far as it was read.
pub(crate) fn root(text: &str) -> Result<Piece<'_>, JsonError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    let value = Piece { text: text.get(scanner.at..).unwrap_or_default(), at: scanner.at };
    if !value.opens() {
        check(text)?;
    }
    Ok(value)
}

/// The entries of an array or object, in the order of its text. Below them there is nothing but
/// white space.
///
/// Where `like` holds the items of another array, an item with the bytes of the one that is due
/// there is not read again: comparing bytes is several times faster. `id` is a path of
/// [names](Piece::name) to the ids of rows; empty where items are no rows.
///
/// # Errors
/// When the text is no JSON.
pub(crate) fn entries<'a>(value: Piece<'a>, like: &[Entry<'_>], id: &[&str]) -> Result<Vec<Entry<'a>>, JsonError> {
    let mut cutter = Cutter::new(value, like, id);
    let mut entries = Vec::new();
    while let Some(entry) = cutter.next() {
        entries.push(entry);
    }
    if cutter.closed && cutter.scanner.end() {
        return Ok(entries);
    }
    let error = cutter.scanner.error();
    Err(JsonError { offset: value.at + error.offset, ..error })
}

struct Cutter<'a, 'e> {
    scanner: Scanner<'a>,
    /// Where the scanner's text starts.
    at: usize,
    named: bool,
    /// Arrays and objects around the entries.
    depth: usize,
    /// The last entry has been read, and the bracket below it.
    closed: bool,
    twins: Twins<'e>,
    id: &'e [&'e str],
}

impl<'a, 'e> Cutter<'a, 'e> {
    fn new(value: Piece<'a>, like: &'e [Entry<'e>], id: &'e [&'e str]) -> Self {
        let twins = Twins { like, due: 0, missed: 0 };
        Self {
            scanner: Scanner::new(value.text),
            at: value.at,
            named: value.text.starts_with('{'),
            depth: 1,
            closed: false,
            twins,
            id,
        }
    }

    /// Goes to the next value and gives its key, empty for an item; `None` where there is no value
    /// more, or where the text is no JSON.
    fn advance(&mut self) -> Option<Piece<'a>> {
        let scanner = &mut self.scanner;
        let first = scanner.at == 0;
        scanner.at += usize::from(first);
        scanner.skip_space();
        self.closed = scanner.eat(if self.named { b'}' } else { b']' });
        if self.closed {
            return None;
        }
        if !first {
            scanner.require(b',')?;
            scanner.skip_space();
        }
        if !self.named {
            return Some(Piece::default());
        }
        let start = scanner.at;
        scanner.string()?;
        let key = Piece { text: scanner.since(start), at: self.at + start };
        scanner.skip_space();
        scanner.require(b':')?;
        scanner.skip_space();
        Some(key)
    }

    /// The next entry; `None` as for [`advance`](Self::advance).
    fn next(&mut self) -> Option<Entry<'a>> {
        let mut key = self.advance()?;
        let scanner = &mut self.scanner;
        let start = scanner.at;
        let rest = scanner.text.get(start..)?;
        let twin = if self.named { None } else { self.twins.find(rest.as_bytes()) };
        match (twin.and_then(|twin| self.twins.like.get(twin)), self.id) {
            (Some(twin), _) => {
                scanner.at += twin.value.text.len();
                if !twin.key.text.is_empty() {
                    let at = twin.key.at - twin.value.at;
                    key = Piece { text: rest.get(at..at + twin.key.text.len())?, at: self.at + start + at };
                }
            }
            (None, [name, path @ ..]) if rest.starts_with('{') => {
                let mut row = Cutter::new(Piece { text: rest, at: self.at + start }, &[], &[]);
                row.depth = self.depth + 1;
                let found = row.find(&[name]);
                scanner.at += row.scanner.at;
                if !row.closed {
                    scanner.too_deep = row.scanner.too_deep;
                    return None;
                }
                let id = path.iter().try_fold(found, |found, name| Some(found?.1.member(&[name])));
                key = id.flatten().map(|(_, id)| id).unwrap_or_default();
            }
            (None, _) => scanner.value::<()>(self.depth)?,
        }
        let value = Piece { text: scanner.since(start), at: self.at + start };
        Some(Entry { key, value, twin })
    }

    /// Reads all members: see [`Piece::member`].
    fn find<'n>(&mut self, names: &[&'n str]) -> Option<(&'n str, Piece<'a>)> {
        let mut found: Option<(usize, Piece<'a>)> = None;
        while let Some(key) = self.advance() {
            let start = self.scanner.at;
            if self.scanner.value::<()>(self.depth).is_none() {
                break;
            }
            let best = found.map_or(names.len(), |(rank, _)| rank + 1);
            let is = |name: &&str| inner(key.text) == *name || key.text.contains('\\') && key.name() == *name;
            if let Some(rank) = names.iter().take(best).position(is) {
                found = Some((rank, Piece { text: self.scanner.since(start), at: self.at + start }));
            }
        }
        found.and_then(|(rank, value)| Some((*names.get(rank)?, value)))
    }
}

/// The items of another array, followed as they come by.
struct Twins<'e> {
    like: &'e [Entry<'e>],
    /// The item below the last one that was met.
    due: usize,
    /// Items since then that were not met.
    missed: usize,
}

impl Twins<'_> {
    /// The item with whose bytes `rest` starts.
    fn find(&mut self, rest: &[u8]) -> Option<usize> {
        // Below items that were changed, that were added, or of which one was removed.
        let guesses = [self.due + self.missed, self.due, self.due + self.missed + 1];
        let found = guesses.into_iter().find(|&index| {
            let Some(entry) = self.like.get(index) else { return false };
            let bytes = entry.value.text.as_bytes();
            // A longer number may start like a shorter one.
            let ends = matches!(rest.get(bytes.len()), Some(b',' | b']' | b' ' | b'\t' | b'\n' | b'\r'));
            ends && common_prefix(bytes, rest) == bytes.len()
        });
        match found {
            Some(index) => (self.due, self.missed) = (index + 1, 0),
            None => self.missed += 1,
        }
        found
    }
}
