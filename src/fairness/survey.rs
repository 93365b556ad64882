//! Many games together, and how the figures came about in time.

use std::collections::BTreeMap;

use serde::Serialize;

use super::alarm::suspicious;
use super::evalue::ln_e;
use super::game_audit::{Fate, GameAudit};
use super::observe::Observation;
use super::strata::{Chance, Stratum};
use super::watch::Watch;

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
#[derive(Clone, PartialEq, Debug, Serialize)]
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
        suspicious(&ln_es)
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

/// A running audit that keeps some points of its way, for plots.
#[derive(Clone, Debug, Default)]
pub struct Course {
    watch: Watch,
    points: Vec<Point>,
    rolls: u64,
}

/// The audit at some moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Rolls until then.
    pub rolls: u64,
    /// Sixes until then.
    pub sixes: u64,
    /// `ln E` of the faces of all rolls.
    pub all: f64,
    /// `ln E` of the richest bet.
    pub richest: f64,
}

impl Course {
    /// Takes the next roll.
    pub fn roll(&mut self, roll: &Observation) {
        self.watch.roll(roll);
        self.rolls += 1;
        let last = self.points.last().map_or(0, |point| point.rolls);
        // Every roll at first, then steps of half a percent: some thousand points for a million.
        if self.rolls > last + last / 200 {
            self.points.push(self.point());
        }
    }

    /// The audit as it stands.
    #[must_use]
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The kept points; the last one is the present.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let mut points = self.points.clone();
        if points.last().is_some_and(|point| point.rolls < self.rolls) {
            points.push(self.point());
        }
        points
    }

    fn point(&self) -> Point {
        let counters = self.watch.counters();
        Point {
            rolls: self.rolls,
            sixes: counters.answers(Chance::Six).hits(),
            all: ln_e(&counters.of(Stratum::All)),
            richest: self.watch.richest().1,
        }
    }
}
