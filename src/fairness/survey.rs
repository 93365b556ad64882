//! Many games together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::alarm::suspicious;
use super::evalue::ln_e;
use super::game_audit::{Fate, GameAudit};
use super::observe::Observation;
use super::strata::Stratum;

/// Games that are audited together.
///
/// The rolls of different games are put into the order of time before they are bet on: a player
/// may let the dice of one game decide what becomes of another.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    games: Vec<GameLine>,
    fates: BTreeMap<Fate, u64>,
    rolls: Vec<Observation>,
}

/// A game in one line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// Its rolls.
    pub rolls: u64,
    /// The logarithm of the fortune of a bet on its faces.
    pub ln_e: f64,
}

impl Survey {
    /// Adds a game. The order does not matter but for rolls of the same moment.
    pub fn add(&mut self, audit: &GameAudit) {
        let faces = audit.counters().of(Stratum::All);
        self.games.push(GameLine {
            id: audit.id().to_string(),
            rolls: faces.total(),
            ln_e: ln_e(&faces),
        });
        *self.fates.entry(audit.fate()).or_default() += 1;
        self.rolls.extend_from_slice(audit.rolls());
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many games had which fate: none that was created is left out.
    #[must_use]
    pub fn fates(&self) -> &BTreeMap<Fate, u64> {
        &self.fates
    }

    /// The games that stand out of so many, the clearest first.
    #[must_use]
    pub fn suspicious(&self) -> Vec<&GameLine> {
        let ln_es: Vec<f64> = self.games.iter().map(|game| game.ln_e).collect();
        suspicious(&ln_es, ln_es.len())
            .into_iter()
            .filter_map(|index| self.games.get(index))
            .collect()
    }

    /// All rolls in the order of time.
    pub fn in_order(&mut self) -> &[Observation] {
        self.rolls.sort_by_key(|roll| roll.at);
        &self.rolls
    }
}
