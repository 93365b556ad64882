//! Finds secrets in bytes: as they are, as hex, as base64, at any place of a longer text.

use std::collections::{BTreeSet, HashMap};

/// Bytes by which a secret is looked up; a shorter one is no secret.
const PREFIX: usize = 8;

/// Secrets by their first bytes.
pub(super) struct Needles {
    named: HashMap<[u8; PREFIX], Vec<(String, Vec<u8>)>>,
    /// Which first three bytes occur at all: almost every place is passed over by one look.
    known: Vec<bool>,
}

impl Needles {
    pub(super) fn new() -> Needles {
        Needles {
            named: HashMap::new(),
            known: vec![false; 1 << 24],
        }
    }

    pub(super) fn add(&mut self, name: &str, secret: &[u8]) {
        let prefix = prefix(secret).unwrap_or_else(|| panic!("{name} is too short"));
        self.known[three(secret)] = true;
        let same = self.named.entry(prefix).or_default();
        if !same.iter().any(|(_, known)| known == secret) {
            same.push((name.to_owned(), secret.to_vec()));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.named.values().map(Vec::len).sum()
    }

    /// The names of the secrets that are in the bytes.
    pub(super) fn found(&self, bytes: &[u8]) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.plain(bytes, &mut found);
        self.encoded(bytes, &HEX, &mut found);
        self.encoded(bytes, &BASE64, &mut found);
        found
    }

    fn plain(&self, bytes: &[u8], found: &mut BTreeSet<String>) {
        for at in 0..bytes.len().saturating_sub(PREFIX - 1) {
            let rest = &bytes[at..];
            if !self.known[three(rest)] {
                continue;
            }
            let same = prefix(rest).and_then(|prefix| self.named.get(&prefix));
            let hits = same.into_iter().flatten();
            let hits = hits.filter(|(_, secret)| rest.starts_with(secret));
            found.extend(hits.map(|(name, _)| name.clone()));
        }
    }

    /// Decodes each run of digits from each place where a group of them may begin.
    fn encoded(&self, bytes: &[u8], encoding: &Encoding, found: &mut BTreeSet<String>) {
        let digit = encoding.digit;
        for run in bytes.split(|byte| digit(*byte).is_none()) {
            // Eight bytes are at least eleven digits.
            if run.len() <= PREFIX {
                continue;
            }
            for phase in 0..encoding.group {
                let digits = run.iter().skip(phase).filter_map(|byte| digit(*byte));
                self.plain(&decoded(digits, encoding.bits), found);
            }
        }
    }
}

/// A way to write bytes as digits.
struct Encoding {
    /// Digits that hold a whole number of bytes.
    group: usize,
    /// Bits of a digit.
    bits: u32,
    digit: fn(u8) -> Option<u8>,
}

const HEX: Encoding = Encoding {
    group: 2,
    bits: 4,
    digit: hex_digit,
};

/// Both alphabets of RFC 4648.
const BASE64: Encoding = Encoding {
    group: 4,
    bits: 6,
    digit: base64_digit,
};

/// Digits of so many bits as bytes.
fn decoded(digits: impl Iterator<Item = u8>, width: u32) -> Vec<u8> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for digit in digits {
        bits = (bits << width) | u32::from(digit);
        count += width;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).unwrap());
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

fn prefix(bytes: &[u8]) -> Option<[u8; PREFIX]> {
    bytes.get(..PREFIX)?.try_into().ok()
}

fn three(bytes: &[u8]) -> usize {
    usize::from(bytes[0]) << 16 | usize::from(bytes[1]) << 8 | usize::from(bytes[2])
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}

fn base64_digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}
