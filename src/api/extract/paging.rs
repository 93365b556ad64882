//! Pages of a list: an opaque cursor and a limit.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer};

use crate::api::problem::{Problem, ProblemType};
use crate::game::{GameId, PlayerId};
use crate::store::{DueGame, Horizon, InvitationKey};

/// A place in a list.
pub(in crate::api) trait Place: Sized {
    /// The first byte of its cursor: what kind of place it is, so that no list takes the cursor of
    /// another one, and a meaning may change one day.
    const MARK: u8;

    /// Its bytes.
    fn bytes(&self) -> Vec<u8>;

    /// From its bytes.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Place for GameId {
    const MARK: u8 = 1;

    fn bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }
}

impl Place for DueGame {
    const MARK: u8 = 2;

    fn bytes(&self) -> Vec<u8> {
        [&self.due_us.to_be_bytes()[..], &self.game.0].concat()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (due_us, game) = bytes.split_first_chunk()?;
        Some(Self {
            due_us: i64::from_be_bytes(*due_us),
            game: GameId::read(game)?,
        })
    }
}

impl Place for InvitationKey {
    const MARK: u8 = 3;

    fn bytes(&self) -> Vec<u8> {
        [self.game.0, self.player.0].concat()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (game, player) = bytes.split_first_chunk()?;
        Some(Self {
            game: GameId(*game),
            player: PlayerId(player.try_into().ok()?),
        })
    }
}

impl Place for Horizon {
    const MARK: u8 = 4;

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(bytes)
    }
}

/// Where the next page begins: after this place. Opaque to clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) struct Cursor<P>(pub P);

/// What a client is told whose cursor cannot be read.
const WRONG: &str = "cursor is the `next` of an earlier page";

impl<P: Place> Cursor<P> {
    /// The text for the client.
    #[must_use]
    pub(in crate::api) fn to(place: &P) -> String {
        URL_SAFE_NO_PAD.encode([&[P::MARK], &place.bytes()[..]].concat())
    }

    fn decode(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (mark, place) = bytes.split_first()?;
        (*mark == P::MARK)
            .then(|| P::read(place))
            .flatten()
            .map(Self)
    }

    /// The place that a client names.
    pub(in crate::api) fn read(text: &str) -> Result<P, Problem> {
        let read = Self::decode(text).map(|cursor| cursor.0);
        read.ok_or_else(|| Problem::new(ProblemType::InvalidParameter).error("query", WRONG))
    }
}

impl<'de, P: Place> Deserialize<'de> for Cursor<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::decode(&text).ok_or_else(|| serde::de::Error::custom(WRONG))
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

    fn survives<P: Place + PartialEq + std::fmt::Debug>(place: P) {
        let text = Cursor::to(&place);
        assert_eq!(Cursor::decode(&text), Some(Cursor(place)));
        for bad in ["", "AA", "*", &text[1..], &format!("{text}A"), "0198c7a0"] {
            assert_eq!(Cursor::<P>::decode(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_cursor_survives_its_text_and_nothing_else_passes() {
        let game = GameId([7; 16]);
        let player = PlayerId([9; 16]);
        survives(game);
        survives(DueGame { due_us: -5, game });
        survives(InvitationKey { game, player });
        survives(Horizon::start(3));
        let of_another_list = Cursor::to(&game);
        assert_eq!(Cursor::<DueGame>::decode(&of_another_list), None);
    }
}
