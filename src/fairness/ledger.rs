//! The dice of a whole server: a fold over the leaves of its transparency log.
//!
//! Leaf `i` says how far a game had come. The ledger takes the rolls of that game since the leaf
//! before, in order. Alarms are judged at checkpoints, by fortunes that are functions of the
//! counters: so the order of the games between two checkpoints does not matter, and a checkpoint
//! is a moment in time, at which the fortunes of honest dice have the mean 1.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::alarm::{Alarm, candidate_bar, ln_threshold, suspicious};
use super::counters::Faces;
use super::course::{Point, fortunes};
use super::evalue::ln_e;
use super::game_audit::Fate;
use super::life::Lives;
use super::moment::Moment;
use super::segment::Segment;
use super::sequence::Sequence;
use super::survey::GameLine;
use super::tails::{chi2, chi2_tail};

/// Rolls from which on the p-value of a finished game is counted.
const ROLLS_FOR_P: u64 = 30;

/// The running audit of a server. Its text form goes on where it stopped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    pub(super) leaves: u64,
    closed: u64,
    pub(super) lives: Lives,
    pub(super) rolls: Sequence,
    /// How many finished games have a p-value in which tenth.
    pub(super) p_values: [u64; 10],
    pub(super) alarms: Vec<Alarm>,
    pub(super) named: Vec<Named>,
    pub(super) points: Vec<Point>,
    pub(super) latest: Moment,
    /// The faces of the games that could be named: all others are too poor, whatever comes.
    candidates: BTreeMap<String, Faces>,
}

/// A game that stood out at a checkpoint. It stays in the report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The game as it was then.
    #[serde(flatten)]
    pub game: GameLine,
    /// The checkpoint, by its size.
    pub checkpoint: u64,
}

impl Ledger {
    /// Leaves that were taken.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The last checkpoint that was judged, by its size.
    #[must_use]
    pub fn closed(&self) -> u64 {
        self.closed
    }

    /// Takes the next leaf.
    pub fn take(&mut self, segment: &Segment) {
        self.leaves += 1;
        self.lives.change(segment.before.as_ref(), &segment.after);
        self.rolls.extend(&segment.rolls);
        self.latest = self.latest.max(segment.after.latest());
        self.p_value(segment);
        let game = segment.game.to_string();
        if ln_e(&segment.faces) >= candidate_bar() {
            self.candidates.insert(game, segment.faces);
        } else {
            self.candidates.remove(&game);
        }
    }

    /// Counts a game when it ends.
    fn p_value(&mut self, segment: &Segment) {
        let over = |fate: Fate| match fate {
            Fate::Waiting | Fate::Running => false,
            Fate::Finished | Fate::Resigned | Fate::RollCap | Fate::Aborted => true,
        };
        let was_over = segment.before.as_ref().is_some_and(|it| over(it.fate()));
        if over(segment.after.fate()) && !was_over && segment.faces.total() >= ROLLS_FOR_P {
            let p = chi2_tail(chi2(&segment.faces.0), 5);
            let tenths = (1_u8..10).filter(|tenth| p * 10.0 >= f64::from(*tenth));
            self.p_values[tenths.count()] += 1;
        }
    }

    /// Judges what was taken: a checkpoint has been reached.
    pub fn close(&mut self) {
        self.closed = self.leaves;
        for (tested, rolls, ln_e) in fortunes(&self.rolls.counters) {
            let new = self.alarms.iter().all(|alarm| alarm.tested != tested);
            if new && ln_e >= ln_threshold() {
                self.alarms.push(Alarm {
                    tested,
                    rolls,
                    ln_e,
                    checkpoint: Some(self.leaves),
                });
            }
        }
        for game in self.suspicious() {
            if self.named.iter().all(|named| named.game.id != game.id) {
                let checkpoint = self.leaves;
                self.named.push(Named { game, checkpoint });
            }
        }
        let point = Point::of(&self.rolls.counters);
        if Point::is_due(self.points.last(), point.rolls) {
            self.points.push(point);
        }
    }

    /// The games that stand out of all now, the clearest first.
    pub(super) fn suspicious(&self) -> Vec<GameLine> {
        let candidates: Vec<GameLine> = self
            .candidates
            .iter()
            .map(|(id, faces)| GameLine {
                id: id.clone(),
                rolls: faces.total(),
                ln_e: ln_e(faces),
            })
            .collect();
        let ln_es: Vec<f64> = candidates.iter().map(|game| game.ln_e).collect();
        let games = usize::try_from(self.lives.row(self.latest).created).unwrap_or(usize::MAX);
        suspicious(&ln_es, games)
            .into_iter()
            .filter_map(|index| candidates.get(index).cloned())
            .collect()
    }
}
