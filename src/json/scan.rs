//! Reads JSON text (RFC 8259) once, from end to end, and tells a reader what stands in it.

use super::{JsonError, JsonErrorKind, MAX_DEPTH};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES * 0x80;

/// What is made of the text that a scanner has read.
pub(super) trait Reader {
    /// A value starts at the byte `at`, and the quoted key of a member at `key`; that of an item is empty.
    /// Gives `at`, or where the text goes on, below some value, if the reader knows that it can be passed over
    /// until there: then there is no `end`.
    fn start(&mut self, key: usize, key_end: usize, at: usize) -> usize;
    /// The value that started last ends before the byte `at`.
    fn end(&mut self, at: usize);
}

/// Checks a whole text.
pub(crate) fn check(text: &str) -> Result<(), JsonError> {
    scan(text, &mut Nothing, 0).map(drop)
}

struct Nothing;

impl Reader for Nothing {
    fn start(&mut self, _: usize, _: usize, at: usize) -> usize {
        at
    }

    fn end(&mut self, _: usize) {}
}

/// Checks a whole text, and tells the reader of the values that are less than `levels` deep. Gives whether what
/// was read, and not passed over, is ASCII.
///
/// # Errors
/// [`JsonError`] names the byte at which the text stops being JSON.
pub(super) fn scan(text: &str, reader: &mut dyn Reader, levels: usize) -> Result<bool, JsonError> {
    let bytes = text.as_bytes();
    let mut around = Levels::default();
    let offset = match value(bytes, &mut around, reader, levels) {
        Ok(at) if at == bytes.len() => return Ok(around.seen & HIGHS == 0),
        Ok(at) | Err(at) => at,
    };
    let kind = match bytes.get(offset) {
        None => JsonErrorKind::UnexpectedEnd,
        Some(_) if around.depth > MAX_DEPTH => JsonErrorKind::TooDeep,
        Some(_) => JsonErrorKind::UnexpectedByte,
    };
    Err(JsonError { offset, kind })
}

/// Which of the arrays and objects around a value are objects; and what was seen on the way.
#[derive(Default)]
struct Levels {
    depth: usize,
    words: [u64; MAX_DEPTH / 64],
    /// All bits of the strings.
    seen: u64,
}

impl Levels {
    fn push(&mut self, object: bool) {
        if let Some(word) = self.words.get_mut(self.depth / 64) {
            let bit = 1 << (self.depth % 64);
            *word = if object { *word | bit } else { *word & !bit };
        }
        self.depth += 1;
    }

    /// Whether the next one around is an object.
    fn pop(&mut self) -> bool {
        self.depth -= 1;
        let above = self.depth.wrapping_sub(1);
        self.words.get(above / 64).is_some_and(|word| word >> (above % 64) & 1 == 1)
    }
}

// The functions below take the place of the byte that is read next, and give the one after what they
// have read, or the one that can't stand there. In a field it would go through memory at each step.

/// One value, and the white space around it. A loop, not a recursion: it is faster, and has no copies.
fn value(bytes: &[u8], around: &mut Levels, reader: &mut dyn Reader, levels: usize) -> Result<usize, usize> {
    let mut at = space(bytes, 0);
    let mut named = false;
    let mut key = (0, 0);
    // A member's key is due.
    let mut unnamed = false;
    loop {
        let start = at;
        let first = peek(bytes, at)?;
        if unnamed {
            unnamed = false;
            let end = string(bytes, at, &mut around.seen)?;
            key = (at, end);
            at = byte(bytes, space(bytes, end), b':')?;
            at = space(bytes, at);
            continue;
        }
        let told = around.depth < levels;
        if told {
            at = reader.start(key.0, key.1, at);
        }
        if at == start {
            key = (0, 0);
            at = match first {
                b'{' | b'[' => {
                    let object = first == b'{';
                    around.push(object);
                    if around.depth > MAX_DEPTH {
                        return Err(at);
                    }
                    at = space(bytes, at + 1);
                    if peek(bytes, at)? != first + 2 {
                        (named, unnamed) = (object, object);
                        continue;
                    }
                    around.pop();
                    at + 1
                }
                b'"' => string(bytes, at, &mut around.seen)?,
                b'-' | b'0'..=b'9' => number(bytes, at)?,
                b't' => word(bytes, at, b"true")?,
                b'f' => word(bytes, at, b"false")?,
                b'n' => word(bytes, at, b"null")?,
                _ => return Err(at),
            };
            if told {
                reader.end(at);
            }
        }
        loop {
            at = space(bytes, at);
            if around.depth == 0 {
                return Ok(at);
            }
            match peek(bytes, at)? {
                b',' => break,
                b'}' if named => {}
                b']' if !named => {}
                _ => return Err(at),
            }
            at += 1;
            named = around.pop();
            if around.depth < levels {
                reader.end(at);
            }
        }
        at = space(bytes, at + 1);
        unnamed = named;
    }
}

fn peek(bytes: &[u8], at: usize) -> Result<u8, usize> {
    bytes.get(at).copied().ok_or(at)
}

fn byte(bytes: &[u8], at: usize, byte: u8) -> Result<usize, usize> {
    if peek(bytes, at)? == byte { Ok(at + 1) } else { Err(at) }
}

fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
    }
    at
}

#[inline(always)]
fn string(bytes: &[u8], at: usize, seen: &mut u64) -> Result<usize, usize> {
    let mut at = byte(bytes, at, b'"')?;
    loop {
        if let Some(word) = chunk(bytes, at) {
            *seen |= word;
            let hits = special(word);
            if hits == 0 {
                at += 8;
                continue;
            }
            at += hits.trailing_zeros() as usize / 8;
        }
        match peek(bytes, at)? {
            b'"' => return Ok(at + 1),
            b'\\' => at = escape(bytes, at + 1)?,
            0..0x20 => return Err(at),
            byte => {
                *seen |= u64::from(byte);
                at += 1;
            }
        }
    }
}

fn escape(bytes: &[u8], at: usize) -> Result<usize, usize> {
    match peek(bytes, at)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(at + 1),
        b'u' => (at + 1..at + 5)
            .try_for_each(|at| if peek(bytes, at)?.is_ascii_hexdigit() { Ok(()) } else { Err(at) })
            .map(|()| at + 5),
        _ => Err(at),
    }
}

fn number(bytes: &[u8], mut at: usize) -> Result<usize, usize> {
    at += usize::from(bytes.get(at) == Some(&b'-'));
    at = if bytes.get(at) == Some(&b'0') { at + 1 } else { digits(bytes, at)? };
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// At least one digit.
fn digits(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let mut at = start;
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at > start { Ok(at) } else { Err(at) }
}

/// Eight bytes.
fn chunk(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|word| u64::from_le_bytes(*word))
}

fn word(bytes: &[u8], start: usize, word: &[u8]) -> Result<usize, usize> {
    (start..).zip(word).try_fold(start, |_, (at, &letter)| byte(bytes, at, letter))
}

/// The high bit of the first byte that a string can't hold as it is: a quote, a backslash, a
/// control byte. A borrow may set that of a byte above it, never one below.
fn special(word: u64) -> u64 {
    let control = word.wrapping_sub(ONES * 0x20);
    let quote = (word ^ (ONES * 0x22)).wrapping_sub(ONES);
    let backslash = (word ^ (ONES * 0x5c)).wrapping_sub(ONES);
    (control | quote | backslash) & !word & HIGHS
}
