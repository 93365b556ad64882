//! RFC 8785, restricted as the log is: one object, plain ASCII, integers below 2^53, nothing else.
//!
//! It recognises bytes and builds nothing, so that no parser can smooth over what it read.

/// The deepest nesting; a ruleset has three levels.
const DEEPEST: u8 = 32;

/// 2^53: from here on a double skips integers.
const TOO_LARGE: u64 = 1 << 53;

/// Whether these are the canonical bytes of a JSON object that a log may hold.
#[must_use]
pub fn is_canonical(line: &[u8]) -> bool {
    let mut reader = Reader { rest: line };
    reader.object(DEEPEST).is_some() && reader.rest.is_empty()
}

struct Reader<'a> {
    rest: &'a [u8],
}

/// `None` says: not canonical.
type Read<T = ()> = Option<T>;

impl<'a> Reader<'a> {
    fn next(&mut self) -> Read<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn skip(&mut self, bytes: &[u8]) -> Read {
        self.rest = self.rest.strip_prefix(bytes)?;
        Some(())
    }

    fn value(&mut self, depth: u8) -> Read {
        match self.rest.first()? {
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.array(depth.checked_sub(1)?),
            b'"' => self.string().map(drop),
            b't' => self.skip(b"true"),
            b'f' => self.skip(b"false"),
            b'n' => self.skip(b"null"),
            _ => self.integer(),
        }
    }

    /// Keys in rising order, each once.
    fn object(&mut self, depth: u8) -> Read {
        self.skip(b"{")?;
        if self.skip(b"}").is_some() {
            return Some(());
        }
        let mut last: Option<&[u8]> = None;
        loop {
            let key = self.string()?;
            if key.contains(&b'\\') || last.is_some_and(|last| last >= key) {
                return None;
            }
            last = Some(key);
            self.skip(b":")?;
            self.value(depth)?;
            match self.next()? {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    fn array(&mut self, depth: u8) -> Read {
        self.skip(b"[")?;
        if self.skip(b"]").is_some() {
            return Some(());
        }
        loop {
            self.value(depth)?;
            match self.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    /// The bytes between the quotes.
    fn string(&mut self) -> Read<&'a [u8]> {
        self.skip(b"\"")?;
        let text = self.rest;
        loop {
            match self.next()? {
                b'"' => return text.get(..text.len() - self.rest.len() - 1),
                b'\\' => self.escape()?,
                b' '..=0x7f => {}
                _ => return None,
            }
        }
    }

    /// RFC 8785, 3.2.2.2: two letters where JSON has them, else four lower-case digits.
    fn escape(&mut self) -> Read {
        match self.next()? {
            b'"' | b'\\' | b'b' | b'f' | b'n' | b'r' | b't' => Some(()),
            b'u' => {
                self.skip(b"00")?;
                match (self.next()?, self.next()?) {
                    (b'0', b'0'..=b'7' | b'b' | b'e' | b'f')
                    | (b'1', b'0'..=b'9' | b'a'..=b'f') => Some(()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn integer(&mut self) -> Read {
        let minus = self.skip(b"-").is_some();
        let length = self.rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(length);
        let value: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let zeros = digits.first() == Some(&b'0') && (length > 1 || minus);
        self.rest = rest;
        (!zeros && value < TOO_LARGE).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_bytes_are_recognised() {
        for line in [
            r"{}",
            r#"{"a":1}"#,
            r#"{"a":[],"b":{},"c":null,"d":true,"e":false}"#,
            r#"{"a":-9007199254740991,"b":9007199254740991,"c":0}"#,
            r#"{"A":"\"\\\b\f\n\r\t\u0000\u001f / ~"}"#,
            r#"{"":[[1,2],[{"a":"b"}]]}"#,
        ] {
            assert!(is_canonical(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for line in [
            "",
            "[]",
            "1",
            r#"{"a":1} "#,
            r#"{ "a":1}"#,
            r#"{"a": 1}"#,
            r#"{"b":1,"a":2}"#,
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,}"#,
            r#"{"a":1.0}"#,
            r#"{"a":1e3}"#,
            r#"{"a":-0}"#,
            r#"{"a":01}"#,
            r#"{"a":+1}"#,
            r#"{"a":9007199254740992}"#,
            r#"{"a":99999999999999999999999}"#,
            r#"{"a":"\u0041"}"#,
            r#"{"a":"\u000A"}"#,
            r#"{"a":"\/"}"#,
            r#"{"a":"é"}"#,
            "{\"a\":\"\t\"}",
            r#"{"a":tru}"#,
            r#"{"a":NaN}"#,
            r#"{"a":[1,]}"#,
        ] {
            assert!(!is_canonical(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn endless_nesting_is_refused_without_falling() {
        let deep = format!("{{\"a\":{}", "[".repeat(100_000));
        assert!(!is_canonical(deep.as_bytes()));
    }
}
