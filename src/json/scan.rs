//! Reads JSON text (RFC 8259) into values that borrow from it.

use super::{JsonError, JsonErrorKind, MAX_DEPTH, Value};

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
            Some(b'"') => Ok(Value::String(self.string()?.into())),
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
            members.push((key.into(), self.value(depth + 1)?));
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
        Ok(Value::Literal(self.since(start).into()))
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
        Ok(Value::Literal(self.since(start).into()))
    }
}
