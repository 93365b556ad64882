//! What a server publishes of its dice, and what anybody recomputes from its logs.

use serde::{Deserialize, Serialize};

use super::course::Point;
use super::ledger::{Ledger, Named};
use super::life::GamesRow;
use super::report::Report;
use super::survey::GameLine;
use super::tails::{chi2, chi2_tail};
use super::waits::WaitRow;
use super::words::{self, Words};

/// The format of [`Publication`].
pub const FORMAT: &str = "petits-chevaux/fairness/1";

/// The dice of a server as of a checkpoint of its transparency log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Publication {
    /// [`FORMAT`].
    pub format: String,
    /// As of which checkpoint.
    pub checkpoint: AsOf,
    /// All games that were ever created.
    pub games: GamesRow,
    /// The counters, the fortunes and the alarms.
    pub report: Report,
    /// The waits for a six, all games in the order of the log.
    pub droughts: WaitRow,
    /// The waits for all six faces.
    pub sets: WaitRow,
    /// The p-values of the finished games.
    pub p_values: PRow,
    /// The games that stand out of all, the clearest first.
    pub suspicious: Vec<GameLine>,
    /// Every game that ever stood out at a checkpoint.
    pub named: Vec<Named>,
    /// How the figures came about.
    pub course: Vec<Point>,
    /// The same in words.
    pub words: Words,
}

/// A checkpoint of a transparency log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AsOf {
    /// How many leaves it has.
    pub size: u64,
    /// The root of its tree, 64 hex digits.
    pub root: String,
}

/// The p-values of games, which are even with honest dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PRow {
    /// How many lie in each tenth, from 0.0 to 1.0.
    pub counts: [u64; 10],
    /// Chi-squared against even tenths, for display.
    pub chi2: f64,
    /// The chance of at least so much, 9 degrees of freedom, for display.
    pub p: f64,
}

impl Publication {
    /// What is published after [`Ledger::close`].
    #[must_use]
    pub fn of(ledger: &Ledger, checkpoint: AsOf) -> Publication {
        let report = Report::of(&ledger.rolls.counters, &ledger.alarms);
        let games = ledger.lives.row(ledger.latest);
        let suspicious = ledger.suspicious();
        let words = Words::of(|lang| words::server(&games, &suspicious, &report, lang));
        let spread = chi2(&ledger.p_values);
        Publication {
            format: FORMAT.to_owned(),
            checkpoint,
            words,
            games,
            report,
            droughts: ledger.rolls.droughts.row(),
            sets: ledger.rolls.sets.row(),
            p_values: PRow {
                counts: ledger.p_values,
                chi2: spread,
                p: chi2_tail(spread, 9),
            },
            suspicious,
            named: ledger.named.clone(),
            course: course(ledger),
        }
    }

    /// The bytes that are published.
    ///
    /// # Panics
    /// Never: its keys are strings and its numbers are finite.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("it is plain data")
    }
}

/// The kept points and the present.
fn course(ledger: &Ledger) -> Vec<Point> {
    let mut points = ledger.points.clone();
    let now = Point::of(&ledger.rolls.counters);
    if points.last().is_none_or(|last| last.rolls < now.rolls) {
        points.push(now);
    }
    points
}
