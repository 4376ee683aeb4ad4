//! Reads JSON text (RFC 8259) into values that borrow from it.

use super::{JsonError, JsonErrorKind, MAX_DEPTH};

/// A parsed value. Scalars and keys stay slices of the text, as they are written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number, `true`, `false` or `null`, as written.
    Literal(&'a str),
    /// A string, as written: with its quotes and escapes.
    String(&'a str),
    /// The items in order.
    Array(Vec<Value<'a>>),
    /// Keys (as written, quoted) and values, in the order of the text.
    Object(Vec<(&'a str, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// The value under `key`; the last one, where a key stands twice, as `JSON.parse` has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        let Value::Object(members) = self else {
            return None;
        };
        members.iter().rev().find(|(quoted, _)| reads(quoted, key)).map(|(_, value)| value)
    }

    /// The one spelling of this value: [`JsonText::canonical`](super::JsonText::canonical).
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        super::canonical::write_value(self, &mut out);
        out
    }

    /// The text of a string value, its escapes resolved. A lone surrogate becomes U+FFFD.
    #[must_use]
    pub fn as_text(&self) -> Option<String> {
        match self {
            Value::String(quoted) => Some(String::from_utf16_lossy(&unescape(quoted))),
            _ => None,
        }
    }
}

/// Parses a whole text.
///
/// # Errors
/// [`JsonError`] names the byte at which the text stops being JSON.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_space();
    let value = scanner.value(0)?;
    scanner.skip_space();
    if scanner.at < text.len() {
        return Err(scanner.unexpected());
    }
    Ok(value)
}

/// Checks a whole text.
pub(super) fn check(text: &str) -> Result<(), JsonError> {
    parse(text).map(drop)
}

/// What stands between the quotes.
fn inner(quoted: &str) -> &str {
    quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(quoted)
}

/// Whether a quoted string, its escapes resolved, is `text`.
fn reads(quoted: &str, text: &str) -> bool {
    let written = inner(quoted);
    if written.contains('\\') { unescape(quoted).into_iter().eq(text.encode_utf16()) } else { written == text }
}

/// The UTF-16 units of a quoted string, its escapes resolved.
pub(super) fn unescape(quoted: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(quoted.len());
    let mut chars = inner(quoted).chars();
    while let Some(next) = chars.next() {
        let escape = if next == '\\' { chars.next() } else { None };
        let unescaped = match escape {
            None => next,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let rest = chars.as_str();
                let unit = rest.get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
                units.extend(unit);
                chars = rest.get(4..).unwrap_or_default().chars();
                continue;
            }
            Some(other) => other,
        };
        units.extend_from_slice(unescaped.encode_utf16(&mut [0; 2]));
    }
    units
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn unexpected(&self) -> JsonError {
        JsonError {
            offset: self.at,
            kind: if self.at < self.text.len() { JsonErrorKind::UnexpectedByte } else { JsonErrorKind::UnexpectedEnd },
        }
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    fn require(&mut self, byte: u8) -> Result<(), JsonError> {
        if self.eat(byte) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        match self.peek() {
            Some(b'{' | b'[') if depth == MAX_DEPTH => Err(JsonError { offset: self.at, kind: JsonErrorKind::TooDeep }),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            _ => Err(self.unexpected()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        let mut members = Vec::new();
        self.require(b'{')?;
        self.skip_space();
        if self.eat(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            let key = self.string()?;
            self.skip_space();
            self.require(b':')?;
            self.skip_space();
            members.push((key, self.value(depth + 1)?));
            self.skip_space();
            if self.eat(b'}') {
                return Ok(Value::Object(members));
            }
            self.require(b',')?;
            self.skip_space();
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        let mut items = Vec::new();
        self.require(b'[')?;
        self.skip_space();
        if self.eat(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_space();
            if self.eat(b']') {
                return Ok(Value::Array(items));
            }
            self.require(b',')?;
            self.skip_space();
        }
    }

    fn string(&mut self) -> Result<&'a str, JsonError> {
        let start = self.at;
        self.require(b'"')?;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(self.since(start));
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                Some(byte) if byte >= 0x20 => self.at += 1,
                _ => return Err(self.unexpected()),
            }
        }
    }

    fn escape(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.unexpected());
                    }
                    self.at += 1;
                }
                Ok(())
            }
            _ => Err(self.unexpected()),
        }
    }

    fn number(&mut self) -> Result<Value<'a>, JsonError> {
        let start = self.at;
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            if !self.eat(b'+') {
                self.eat(b'-');
            }
            self.digits()?;
        }
        Ok(Value::Literal(self.since(start)))
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.unexpected());
        }
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<Value<'a>, JsonError> {
        let start = self.at;
        for byte in word.bytes() {
            self.require(byte)?;
        }
        Ok(Value::Literal(self.since(start)))
    }
}
