//! Pages of a list: an opaque cursor and a limit.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer};

use crate::game::GameId;

/// Where the next page begins: after this game. Opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct Cursor(pub GameId);

/// The first byte of a cursor, so that its meaning may change one day.
const CURSOR_V1: u8 = 1;

impl Cursor {
    /// The text for the client.
    #[must_use]
    pub(in crate::api) fn encode(self) -> String {
        URL_SAFE_NO_PAD.encode([&[CURSOR_V1], &self.0.0[..]].concat())
    }

    fn decode(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        match bytes.split_first()? {
            (&CURSOR_V1, id) => Some(Self(GameId(id.try_into().ok()?))),
            (_, _) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Cursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::decode(&text)
            .ok_or_else(|| serde::de::Error::custom("cursor is the `next` of an earlier page"))
    }
}

/// How many entries a page has: 1 to 100, 20 unless said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct Limit(pub u32);

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer) {
            Ok(limit @ 1..=100) => Ok(Self(limit)),
            Ok(_) | Err(_) => Err(serde::de::Error::custom("limit is a number from 1 to 100")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_its_text_and_nothing_else_passes() {
        let cursor = Cursor(GameId([7; 16]));
        let text = cursor.encode();
        assert_eq!(Cursor::decode(&text), Some(cursor));
        for bad in ["", "AA", "*", &text[1..], &format!("{text}A"), "0198c7a0"] {
            assert_eq!(Cursor::decode(bad), None, "{bad}");
        }
    }
}
