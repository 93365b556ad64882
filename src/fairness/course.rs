//! How the figures came about in time, for plots.

use serde::{Deserialize, Serialize};

use super::alarm::Tested;
use super::counters::Counters;
use super::evalue::{ln_e, ln_e_hits};
use super::observe::Observation;
use super::strata::{Chance, Stratum};
use super::watch::Watch;

/// The audit at some moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
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

impl Point {
    /// The moment at which that much was counted.
    #[must_use]
    pub fn of(counters: &Counters) -> Point {
        let fortunes = fortunes(counters).map(|(_, _, ln_e)| ln_e);
        Point {
            richest: fortunes.reduce(f64::max).unwrap_or(0.0),
            ..Point::with(counters, 0.0)
        }
    }

    fn with(counters: &Counters, richest: f64) -> Point {
        let all = counters.of(Stratum::All);
        Point {
            rolls: all.total(),
            sixes: counters.answers(Chance::Six).hits(),
            all: ln_e(&all),
            richest,
        }
    }

    /// Every roll at first, then steps of half a percent: some thousand points for a million.
    #[must_use]
    pub fn is_due(last: Option<&Point>, rolls: u64) -> bool {
        let last = last.map_or(0, |point| point.rolls);
        rolls > last + last / 200
    }
}

/// Every bet: on what, after how many rolls, and its `ln E` as a function of the counters.
pub(super) fn fortunes(counters: &Counters) -> impl Iterator<Item = (Tested, u64, f64)> {
    let faces = counters.faces.iter();
    let faces = faces.map(|(key, faces)| (Tested::Faces(*key), faces.total(), ln_e(faces)));
    let hits = counters.hits.iter();
    let hits = hits.map(|(key, hits)| (Tested::Hits(*key), hits.rolls(), ln_e_hits(hits)));
    faces.chain(hits)
}

/// A running audit that keeps some points of its way.
#[derive(Clone, Debug, Default)]
pub struct Course {
    watch: Watch,
    points: Vec<Point>,
    rolls: u64,
}

impl Course {
    /// Takes the next roll.
    pub fn roll(&mut self, roll: &Observation) {
        self.watch.roll(roll);
        self.rolls += 1;
        if Point::is_due(self.points.last(), self.rolls) {
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
        Point::with(self.watch.counters(), self.watch.richest().1)
    }
}
