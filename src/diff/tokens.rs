//! A line as words and marks, never cut inside a grapheme cluster.

use super::bytes::{narrow, utf16_len};
use super::clusters::clusters;

/// A word, a character of a script that has no spaces, or a mark. White space lies between
/// tokens and is no token: it would match everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
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
    let mut tokens = Tokens { line, list: Vec::with_capacity(line.len() / 4), open: None };
    if line.is_ascii() {
        for (at, byte) in line.bytes().enumerate() {
            let class = match byte {
                byte if is_word(byte) => Class::Word,
                b'\t'..=b'\r' | b' ' => Class::Space,
                _ => Class::Single(MARK),
            };
            tokens.push(class, at, narrow(at), 1, 1);
        }
        tokens.close(line.len(), narrow(line.len()));
    } else {
        let mut start = 0;
        for (at, cluster) in clusters(line) {
            let units = narrow(utf16_len(cluster));
            tokens.push(class_of(cluster), at, start, cluster.len(), units);
            start += units;
        }
        tokens.close(line.len(), start);
    }
    tokens.list
}

struct Tokens<'a> {
    line: &'a str,
    list: Vec<Token<'a>>,
    /// Byte and UTF-16 offset of the word being read.
    open: Option<(usize, u32)>,
}

impl Tokens<'_> {
    fn push(&mut self, class: Class, at: usize, start: u32, bytes: usize, units: u32) {
        if class == Class::Word {
            self.open.get_or_insert((at, start));
            return;
        }
        self.close(at, start);
        if let Class::Single(weight) = class {
            let text = self.line.get(at..at + bytes).unwrap_or("");
            self.list.push(Token { text, at, start, end: start + units, weight });
        }
    }

    fn close(&mut self, byte_end: usize, end: u32) {
        if let Some((at, start)) = self.open.take() {
            let text = self.line.get(at..byte_end).unwrap_or("");
            self.list.push(Token { text, at, start, end, weight: word_weight(end - start) });
        }
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
