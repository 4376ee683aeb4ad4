//! A line as words and marks, never cut inside a grapheme cluster.

use super::bytes::{narrow, utf16_len};
use super::clusters::clusters;

/// A word, a character of a script that has no spaces, or a mark. White space lies between
/// tokens and is no token: it would match everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    /// As bytes: a slice of text is checked for its ends.
    pub(crate) text: &'a [u8],
    /// Byte offset in the line.
    pub(crate) at: usize,
    /// UTF-16 offset in the line.
    pub(crate) start: u32,
    /// UTF-16 offset in the line, exclusive.
    pub(crate) end: u32,
    /// How much this token says about its line being the same.
    pub(crate) weight: u32,
}

impl Token<'_> {
    /// A mark of ASCII, as every line of code has them.
    pub(crate) fn is_mark(&self) -> bool {
        self.weight == MARK
    }

    pub(crate) fn byte_end(&self) -> usize {
        self.at + self.text.len()
    }
}

/// A mark of ASCII: brackets and commas are in every line of code.
const MARK: u32 = 1;
/// A character of its own: an ideograph, an emoji, a symbol.
const CHARACTER: u32 = 4;

fn word_weight(units: u32) -> u32 {
    CHARACTER + units.min(8)
}

/// Whether a byte of ASCII belongs to a word.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Word,
    /// Stands alone.
    Single(u32),
}

/// The tokens of a line, in order.
pub(crate) fn tokens(line: &str) -> Vec<Token<'_>> {
    if line.is_ascii() { tokens_of_ascii(line.as_bytes()) } else { tokens_of_clusters(line) }
}

fn tokens_of_ascii(line: &[u8]) -> Vec<Token<'_>> {
    let mut tokens = Tokens { line, list: Vec::with_capacity(line.len() / 4), open: None };
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        let rest = line.get(at..).unwrap_or_default();
        let word = rest.iter().take_while(|byte| is_word(**byte)).count();
        let len = word.max(1);
        if word > 0 {
            tokens.add((at, narrow(at)), (at + len, narrow(at + len)), word_weight(narrow(word)));
        } else if !matches!(byte, b'\t'..=b'\r' | b' ') {
            tokens.add((at, narrow(at)), (at + len, narrow(at + len)), MARK);
        }
        at += len;
    }
    tokens.list
}

fn tokens_of_clusters(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Tokens { line: line.as_bytes(), list: Vec::with_capacity(line.len() / 4), open: None };
    let mut start = 0;
    for (at, cluster) in clusters(line) {
        let end = start + narrow(utf16_len(cluster));
        tokens.push(class_of(cluster), (at, start), (at + cluster.len(), end));
        start = end;
    }
    tokens.close((line.len(), start));
    tokens.list
}

/// Byte and UTF-16 offset in a line.
type Place = (usize, u32);

struct Tokens<'a> {
    line: &'a [u8],
    list: Vec<Token<'a>>,
    /// Where the word being read starts.
    open: Option<Place>,
}

impl Tokens<'_> {
    fn push(&mut self, class: Class, start: Place, end: Place) {
        if class == Class::Word {
            self.open.get_or_insert(start);
            return;
        }
        self.close(start);
        if let Class::Single(weight) = class {
            self.add(start, end, weight);
        }
    }

    fn close(&mut self, end: Place) {
        if let Some(start) = self.open.take() {
            self.add(start, end, word_weight(end.1 - start.1));
        }
    }

    fn add(&mut self, (at, start): Place, (byte_end, end): Place, weight: u32) {
        let text = self.line.get(at..byte_end).unwrap_or_default();
        self.list.push(Token { text, at, start, end, weight });
    }
}

fn class_of(cluster: &str) -> Class {
    match cluster.chars().next() {
        None => Class::Space,
        Some(c) if c.is_whitespace() => Class::Space,
        Some(c) if has_no_word_spaces(c) => Class::Single(CHARACTER),
        Some(c) if c == '_' || c.is_alphanumeric() => Class::Word,
        Some(c) if c.is_ascii() => Class::Single(MARK),
        Some(_) => Class::Single(CHARACTER),
    }
}

/// Scripts written without spaces between words: Han, kana, Thai, Lao, Burmese, Khmer.
fn has_no_word_spaces(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF
        | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3041..=0x30FF
        | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0xFF66..=0xFF9F | 0x1B000..=0x1B16F | 0x20000..=0x3FFFF)
}
