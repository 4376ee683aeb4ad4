//! Reads JSON text (RFC 8259) into values that borrow from it.

use std::borrow::Cow;

use super::{JsonError, JsonErrorKind, MAX_DEPTH, Value};

/// Parses a whole text.
///
/// # Errors
/// [`JsonError`] names the byte at which the text stops being JSON.
pub fn parse(text: &str) -> Result<Value<'_>, JsonError> {
    whole::<Value<'_>>(text)
}

/// Checks a whole text.
pub(crate) fn check(text: &str) -> Result<(), JsonError> {
    whole::<()>(text)
}

fn whole<'a, M: Make<'a>>(text: &'a str) -> Result<M, JsonError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    match scanner.value(0) {
        Some(value) if scanner.end() => Ok(value),
        _ => Err(scanner.error()),
    }
}

/// What is made of the text that a scanner has read: a [`Value`], or nothing but its check.
pub(super) trait Make<'a>: Sized {
    type Items: Default;
    type Members: Default;
    fn literal(text: &'a str) -> Self;
    fn string(quoted: &'a str) -> Self;
    fn item(items: &mut Self::Items, item: Self);
    fn member(members: &mut Self::Members, key: &'a str, member: Self);
    fn array(items: Self::Items) -> Self;
    fn object(members: Self::Members) -> Self;
}

impl<'a> Make<'a> for Value<'a> {
    type Items = Vec<Value<'a>>;
    type Members = Vec<(Cow<'a, str>, Value<'a>)>;

    fn literal(text: &'a str) -> Self {
        Value::Literal(text.into())
    }

    fn string(quoted: &'a str) -> Self {
        Value::String(quoted.into())
    }

    fn item(items: &mut Self::Items, item: Self) {
        items.push(item);
    }

    fn member(members: &mut Self::Members, key: &'a str, member: Self) {
        members.push((key.into(), member));
    }

    fn array(items: Self::Items) -> Self {
        Value::Array(items)
    }

    fn object(members: Self::Members) -> Self {
        Value::Object(members)
    }
}

impl Make<'_> for () {
    type Items = ();
    type Members = ();
    fn literal(_: &str) {}
    fn string(_: &str) {}
    fn item((): &mut (), (): ()) {}
    fn member((): &mut (), _: &str, (): ()) {}
    fn array((): ()) {}
    fn object((): ()) {}
}

/// Bytes up to the first that a string can't hold as it is: a quote, a backslash, a control byte.
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let special = |byte: &u8| matches!(byte, 0..0x20 | b'"' | b'\\');
    let words = bytes.as_chunks::<8>().0.iter().take_while(|word| {
        let word = u64::from_le_bytes(**word);
        // A borrow may reach a byte above the first special one, never one below it.
        let below = |byte: u64, least: u64| byte.wrapping_sub(ONES * least) & !byte;
        let hits = below(word, 0x20) | below(word ^ (ONES * 0x22), 1) | below(word ^ (ONES * 0x5c), 1);
        hits & (ONES * 0x80) == 0
    });
    let at = words.count() * 8;
    at + bytes.iter().skip(at).take_while(|byte| !special(byte)).count()
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    /// The byte that is read next; after a failure, the one at which it shows.
    pub(super) at: usize,
    pub(super) too_deep: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, too_deep: false }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Refuses anything but white space from here on.
    pub(super) fn end(&mut self) -> bool {
        self.skip_space();
        self.at == self.text.len()
    }

    /// Why reading failed.
    pub(super) fn error(&self) -> JsonError {
        let kind = match self.peek() {
            None => JsonErrorKind::UnexpectedEnd,
            Some(_) if self.too_deep => JsonErrorKind::TooDeep,
            Some(_) => JsonErrorKind::UnexpectedByte,
        };
        JsonError { offset: self.at, kind }
    }

    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn require(&mut self, byte: u8) -> Option<()> {
        self.eat(byte).then_some(())
    }

    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(super) fn value<M: Make<'a>>(&mut self, depth: usize) -> Option<M> {
        let start = self.at;
        match self.peek()? {
            b'{' | b'[' if depth == MAX_DEPTH => {
                self.too_deep = true;
                return None;
            }
            b'{' => return self.object(depth),
            b'[' => return self.array(depth),
            b'"' => {
                self.string()?;
                return Some(M::string(self.since(start)));
            }
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word("true")?,
            b'f' => self.word("false")?,
            b'n' => self.word("null")?,
            _ => return None,
        }
        Some(M::literal(self.since(start)))
    }

    fn object<M: Make<'a>>(&mut self, depth: usize) -> Option<M> {
        let mut members = M::Members::default();
        self.require(b'{')?;
        self.skip_space();
        if self.eat(b'}') {
            return Some(M::object(members));
        }
        loop {
            let start = self.at;
            self.string()?;
            let key = self.since(start);
            self.skip_space();
            self.require(b':')?;
            self.skip_space();
            M::member(&mut members, key, self.value(depth + 1)?);
            self.skip_space();
            if self.eat(b'}') {
                return Some(M::object(members));
            }
            self.require(b',')?;
            self.skip_space();
        }
    }

    fn array<M: Make<'a>>(&mut self, depth: usize) -> Option<M> {
        let mut items = M::Items::default();
        self.require(b'[')?;
        self.skip_space();
        if self.eat(b']') {
            return Some(M::array(items));
        }
        loop {
            M::item(&mut items, self.value(depth + 1)?);
            self.skip_space();
            if self.eat(b']') {
                return Some(M::array(items));
            }
            self.require(b',')?;
            self.skip_space();
        }
    }

    pub(super) fn string(&mut self) -> Option<()> {
        self.require(b'"')?;
        loop {
            self.at += plain(self.text.as_bytes().get(self.at..).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Some(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<()> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Some(())
            }
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return None;
                    }
                    self.at += 1;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn number(&mut self) -> Option<()> {
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
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    fn word(&mut self, word: &'static str) -> Option<()> {
        for byte in word.bytes() {
            self.require(byte)?;
        }
        Some(())
    }
}
