//! The reader of JSON. It is strict (RFC 8259), and no bytes make it panic.

use std::collections::BTreeMap;

use super::{Fields, Value, DEEPEST};
use crate::error::Malformed;

/// Reads one value, with spaces before and after it.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, Malformed> {
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(DEEPEST)?;
    reader.skip_spaces();
    if reader.peek().is_some() {
        return Err(Malformed);
    }
    Ok(value)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Result<u8, Malformed> {
        let byte = self.peek().ok_or(Malformed)?;
        self.at += 1;
        Ok(byte)
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Skips the byte if it comes next.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// The text from `start` to here. Both are beside ASCII, so they never split a character.
    fn since(&self, start: usize) -> Result<&str, Malformed> {
        self.text.get(start..self.at).ok_or(Malformed)
    }

    /// Reads a value that may have `levels` levels.
    fn value(&mut self, levels: usize) -> Result<Value, Malformed> {
        self.skip_spaces();
        match self.peek().ok_or(Malformed)? {
            b'{' => self.object(levels.checked_sub(1).ok_or(Malformed)?),
            b'[' => self.array(levels.checked_sub(1).ok_or(Malformed)?),
            b'"' => Ok(Value::String(self.string()?)),
            b't' => self.word("true", Value::Bool(true)),
            b'f' => self.word("false", Value::Bool(false)),
            b'n' => self.word("null", Value::Null),
            _ => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Malformed> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(Malformed);
        }
        self.at += word.len();
        Ok(value)
    }

    fn array(&mut self, levels: usize) -> Result<Value, Malformed> {
        self.at += 1;
        let mut values = Vec::new();
        self.skip_spaces();
        if self.skip(b']') {
            return Ok(Value::Array(values));
        }
        loop {
            values.push(self.value(levels)?);
            self.skip_spaces();
            match self.next()? {
                b',' => {}
                b']' => return Ok(Value::Array(values)),
                _ => return Err(Malformed),
            }
        }
    }

    fn object(&mut self, levels: usize) -> Result<Value, Malformed> {
        self.at += 1;
        let mut members = BTreeMap::new();
        self.skip_spaces();
        if !self.skip(b'}') {
            loop {
                self.skip_spaces();
                let key = self.string()?;
                self.skip_spaces();
                if !self.skip(b':') {
                    return Err(Malformed);
                }
                members.insert(key, self.value(levels)?);
                self.skip_spaces();
                match self.next()? {
                    b',' => {}
                    b'}' => break,
                    _ => return Err(Malformed),
                }
            }
        }
        Ok(Value::Object(Fields::from(members)))
    }

    fn string(&mut self) -> Result<String, Malformed> {
        if !self.skip(b'"') {
            return Err(Malformed);
        }
        let mut text = String::new();
        loop {
            let start = self.at;
            while matches!(self.peek(), Some(byte) if byte != b'"' && byte != b'\\' && byte >= b' ') {
                self.at += 1;
            }
            text.push_str(self.since(start)?);
            match self.next()? {
                b'"' => return Ok(text),
                b'\\' => text.push(self.escaped()?),
                _ => return Err(Malformed), // a control character
            }
        }
    }

    fn escaped(&mut self) -> Result<char, Malformed> {
        Ok(match self.next()? {
            byte @ (b'"' | b'\\' | b'/') => byte.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.four_digits()?;
                if !(0xD800..0xDC00).contains(&first) {
                    // Half a pair of surrogates is no character.
                    return char::from_u32(first).ok_or(Malformed);
                }
                if !(self.skip(b'\\') && self.skip(b'u')) {
                    return Err(Malformed);
                }
                let second = self.four_digits()?;
                if !(0xDC00..0xE000).contains(&second) {
                    return Err(Malformed);
                }
                char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(Malformed)?
            }
            _ => return Err(Malformed),
        })
    }

    fn four_digits(&mut self) -> Result<u32, Malformed> {
        let mut code = 0;
        for _ in 0..4 {
            code = code * 16 + char::from(self.next()?).to_digit(16).ok_or(Malformed)?;
        }
        Ok(code)
    }

    fn digits(&mut self) -> Result<(), Malformed> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            return Err(Malformed);
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Value, Malformed> {
        let start = self.at;
        self.skip(b'-');
        if !self.skip(b'0') {
            self.digits()?;
        }
        let mut is_whole = true;
        if self.skip(b'.') {
            is_whole = false;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            is_whole = false;
            self.at += 1;
            if !self.skip(b'+') {
                self.skip(b'-');
            }
            self.digits()?;
        }
        let text = self.since(start)?;
        if let (true, Ok(integer)) = (is_whole, text.parse()) {
            return Ok(Value::Integer(integer));
        }
        match text.parse() {
            Ok(number) if f64::is_finite(number) => Ok(Value::Number(number)),
            _ => Err(Malformed),
        }
    }
}
