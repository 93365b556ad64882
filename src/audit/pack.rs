//! The evidence pack: one file that holds all that an audit needs.

use serde::Deserialize;
use serde_json::Value;

use super::finding::{Finding, Reason};
use super::keys::{Keys, KeysAtHand};
use super::receipt::Receipt;
use super::{Evidence, sha256};
use crate::dice::PROTOCOL;
use crate::game::GameId;

/// What this version of the pack is called.
pub const FORMAT: &str = "petits-chevaux/evidence/1";

/// A pack as it is written (docs/AUDIT.md).
#[derive(Clone, Debug, Deserialize)]
pub struct Pack {
    format: String,
    game: String,
    protocol: String,
    ruleset: Value,
    ruleset_hash: String,
    receipt: Receipt,
    keys: Value,
    log: Vec<String>,
}

/// The file is no pack that can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackError {
    /// Not the JSON of a pack.
    #[error("not an evidence pack: {0}")]
    Shape(String),
    /// Its game has no id.
    #[error("not an evidence pack: {0} is not the id of a game")]
    Game(String),
}

impl Pack {
    /// Reads a pack.
    ///
    /// # Errors
    /// [`PackError`] if there is nothing to audit in it.
    pub fn read(text: &[u8]) -> Result<Evidence, PackError> {
        let pack: Pack =
            serde_json::from_slice(text).map_err(|error| PackError::Shape(error.to_string()))?;
        let game: GameId = pack
            .game
            .parse()
            .map_err(|_| PackError::Game(pack.game.clone()))?;
        Ok(pack.evidence(game))
    }

    fn evidence(self, game: GameId) -> Evidence {
        let keys = Keys::read(self.keys.to_string().as_bytes());
        let problem = self.problem(keys.is_err());
        Evidence {
            game,
            findings: problem.map(finding).into_iter().collect(),
            lines: self.log.into_iter().map(String::into_bytes).collect(),
            keys: KeysAtHand::OfThePack(keys.unwrap_or_default()),
            receipts: vec![self.receipt],
        }
    }

    /// How the wrapping contradicts itself or the first event.
    fn problem(&self, keys: bool) -> Option<&'static str> {
        let canonical = serde_json_canonicalizer::to_string(&self.ruleset).unwrap_or_default();
        let first = self.log.first().map_or("", String::as_str);
        let first: Value = serde_json::from_str(first).unwrap_or_default();
        [
            (self.format != FORMAT, "another format"),
            (self.protocol != PROTOCOL, "another dice protocol"),
            (keys, "its keys cannot be read"),
            (
                sha256(canonical.as_bytes()) != self.ruleset_hash,
                "its ruleset does not have that hash",
            ),
            (
                first["ruleset_hash"].as_str() != Some(&self.ruleset_hash),
                "its ruleset is not the one of the first event",
            ),
        ]
        .into_iter()
        .find_map(|(wrong, why)| wrong.then_some(why))
    }
}

fn finding(why: &str) -> Finding {
    Finding {
        reason: Reason::Pack,
        event: None,
        detail: why.to_owned(),
    }
}
