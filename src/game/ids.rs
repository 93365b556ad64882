//! The ids that name a game and a player: 16 bytes, shown as a hyphenated UUID.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

/// The id of a game: the 16 raw bytes (network order) that PC-DICE/1 calls `G`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; 16]);

/// The id of a player's account. It never appears in a game's log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub [u8; 16]);

/// The text is not a UUID.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is a UUID such as 0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
pub struct IdError;

macro_rules! uuid_text {
    ($id:ident) => {
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Uuid::from_bytes(self.0).hyphenated().fmt(f)
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $id {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                Uuid::try_parse(text)
                    .map(|uuid| Self(uuid.into_bytes()))
                    .map_err(|_| IdError)
            }
        }
    };
}

impl<'de> serde::Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

uuid_text!(GameId);
uuid_text!(PlayerId);
