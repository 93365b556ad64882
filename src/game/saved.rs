//! The snapshot: a state as text, so that a command need not fold the whole log.
//!
//! It is a cache. Everything in it follows from the events; the rules are named by their hash and
//! handed in, since they stand in the first event.

mod seats;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use seats::SavedSeat;

use super::clock::ClockState;
use super::event::{AbortReason, EndReason, FirstData, SeatNo, StandingData};
use super::state::{Game, Lobby, Over, SealedPolicy, Stage, Stakes, Table};
use super::terms::{Automation, Clock};
use super::{GameId, Head};
use crate::dice::Link;
use crate::rules::{Position, Rules, Seat};

/// The text is not a snapshot of this version of the program: fold the log instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the snapshot cannot be read")]
pub struct SnapshotError;

/// A snapshot that has been read but not yet joined with its rules.
#[derive(Debug, Serialize, Deserialize)]
pub struct Saved {
    format: u32,
    rules: String,
    rules_hash: String,
    board: String,
    first: FirstData,
    owner: String,
    sealed_only: bool,
    #[serde(default)]
    rated: bool,
    seats: Vec<SavedSeat>,
    rolls: u32,
    server_link: String,
    stage: SavedStage,
    #[serde(default, skip_serializing_if = "Automation::is_none")]
    automation: Automation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    terms: Option<Clock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockState>,
}

/// Raised when a snapshot written before can no longer be read.
const FORMAT: u32 = 2;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SavedStage {
    Lobby(Vec<(SeatNo, u8)>),
    Playing(String),
    Over {
        position: String,
        reason: EndReason,
        standings: Vec<StandingData>,
    },
    Aborted(AbortReason),
}

impl Saved {
    /// Reads a snapshot's text.
    ///
    /// # Errors
    /// [`SnapshotError`] if another version of the program wrote it.
    pub fn parse(text: &str) -> Result<Saved, SnapshotError> {
        serde_json::from_str::<Saved>(text)
            .ok()
            .filter(|saved| saved.format == FORMAT)
            .ok_or(SnapshotError)
    }

    /// The hash of the ruleset that the state needs.
    #[must_use]
    pub fn rules_hash(&self) -> &str {
        &self.rules_hash
    }

    /// The state, joined with its rules.
    ///
    /// # Errors
    /// [`SnapshotError`] if the text does not fit them.
    pub fn into_game(
        self,
        id: GameId,
        (version, head): (u64, Head),
        rules: Arc<Rules>,
    ) -> Result<Game, SnapshotError> {
        let stage = self.stage.read(&rules)?;
        let table = Table {
            rules,
            rules_name: self.rules,
            rules_hash: self.rules_hash,
            board: corners(&self.board).ok_or(SnapshotError)?,
            first: self.first,
            owner: self.owner,
            sealed: SealedPolicy::of_log(self.sealed_only),
            automation: self.automation,
            clock: self.terms,
            stakes: Stakes::of_log(self.rated),
        };
        Ok(Game {
            id,
            version,
            head,
            table: Arc::new(table),
            seats: self
                .seats
                .into_iter()
                .map(SavedSeat::read)
                .collect::<Result<_, _>>()?,
            rolls: self.rolls,
            server_link: link(&self.server_link)?,
            stage,
            clock: self.clock,
            due: std::collections::VecDeque::new(),
        })
    }
}

impl Game {
    /// The snapshot of a settled state.
    ///
    /// # Panics
    /// Never: a snapshot holds only strings, integers and lists of them.
    #[must_use]
    pub fn save(&self) -> String {
        debug_assert!(self.is_settled(), "a snapshot is taken between commands");
        let table = &self.table;
        let saved = Saved {
            format: FORMAT,
            rules: table.rules_name.clone(),
            rules_hash: table.rules_hash.clone(),
            board: table.board.iter().map(|seat| seat.letter()).collect(),
            first: table.first,
            owner: table.owner.clone(),
            sealed_only: table.sealed == SealedPolicy::SealedOnly,
            rated: table.stakes == Stakes::Rated,
            seats: self.seats.iter().map(SavedSeat::write).collect(),
            rolls: self.rolls,
            server_link: self.server_link.to_string(),
            stage: SavedStage::write(&self.stage, &table.rules),
            automation: table.automation,
            terms: table.clock,
            clock: self.clock.clone(),
        };
        serde_json::to_string(&saved).expect("a snapshot has string keys")
    }
}

impl SavedStage {
    fn write(stage: &Stage, rules: &Rules) -> SavedStage {
        match stage {
            Stage::Lobby(lobby) => SavedStage::Lobby(lobby.draws.clone()),
            Stage::Playing(position) => SavedStage::Playing(position.notation(rules).to_string()),
            Stage::Over(over) => SavedStage::Over {
                position: over.position.notation(rules).to_string(),
                reason: over.reason,
                standings: over.standings.clone(),
            },
            Stage::Aborted(reason) => SavedStage::Aborted(*reason),
        }
    }

    fn read(self, rules: &Rules) -> Result<Stage, SnapshotError> {
        let position = |text: &str| Position::parse(text, rules).map_err(|_| SnapshotError);
        Ok(match self {
            SavedStage::Lobby(draws) => Stage::Lobby(Lobby { draws }),
            SavedStage::Playing(text) => Stage::Playing(position(&text)?),
            SavedStage::Over {
                position: text,
                reason,
                standings,
            } => Stage::Over(Over {
                position: position(&text)?,
                reason,
                standings,
            }),
            SavedStage::Aborted(reason) => Stage::Aborted(reason),
        })
    }
}

fn link(text: &str) -> Result<Link, SnapshotError> {
    text.parse().map_err(|_| SnapshotError)
}

/// The corners that letters name, `ac`.
pub(super) fn corners(letters: &str) -> Option<Vec<Seat>> {
    letters.chars().map(Seat::from_letter).collect()
}
