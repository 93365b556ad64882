//! How a board looks for each seat, without any roll imagined.

use super::race::Race;
use crate::rules::{HorseId, Position, Rules, Seat};

/// The chance that a horse captures one that is 1 to 6 squares before it, in the end.
const CLOSE: f64 = 0.1;
/// The same, 7 to 12 squares before it.
const NEAR: f64 = 0.05;
/// However many follow, so much of a horse is never taken for lost.
const MOST: f64 = 0.9;
/// Rolls that everybody is taken to need more, so that nobody is certain to win.
const SLACK: f64 = 15.0;

/// Judges boards under one ruleset.
#[derive(Clone, Debug)]
pub(super) struct Outlook<'r> {
    rules: &'r Rules,
    race: Race,
}

impl<'r> Outlook<'r> {
    pub(super) fn new(rules: &'r Rules) -> Outlook<'r> {
        Outlook {
            rules,
            race: Race::of(rules),
        }
    }

    /// The chance of a seat to be the next to finish: a seat's weight is `1 / rolls to go` to the
    /// power of 2.5, its chance is its share of the weights of all who play. The power is the one
    /// that makes the chances come true (`docs/BOTS.md`).
    pub(super) fn chance(&self, position: &Position, seat: Seat) -> f64 {
        let (mut own, mut all) = (0.0, 0.0);
        for other in position.active().iter() {
            let share = 100.0 / self.rolls_to_go(position, other);
            let weight = share * share * share.sqrt();
            all += weight;
            if other == seat {
                own = weight;
            }
        }
        if all > 0.0 { own / all } else { 0.0 }
    }

    /// The rolls of the horses that a seat must bring home, and those that it may lose.
    fn rolls_to_go(&self, position: &Position, seat: Seat) -> f64 {
        let mut each = [f64::INFINITY; HorseId::ALL.len()];
        for (rolls, horse) in each.iter_mut().zip(position.horse_ids()) {
            *rolls = self.race.rolls(position, seat, horse);
        }
        each.sort_by(f64::total_cmp);
        let needed = usize::from(self.rules.ruleset().horses_to_finish);
        let horses: f64 = each.iter().take(needed).sum();
        let at_risk: f64 = position
            .horse_ids()
            .map(|horse| self.at_risk(position, seat, horse))
            .sum();
        horses + at_risk + SLACK
    }

    /// The rolls that a horse loses on average to those that follow it.
    fn at_risk(&self, position: &Position, seat: Seat, horse: HorseId) -> f64 {
        let Some(square) = position.square(self.rules, seat, horse) else {
            return 0.0;
        };
        if self.rules.is_safe(square) {
            return 0.0;
        }
        let mut chance = 0.0;
        for other in position.active().iter().filter(|other| *other != seat) {
            for hunter in position.horse_ids() {
                chance += match self.behind(position, square, other, hunter) {
                    Some(1..=6) => CLOSE,
                    Some(7..=12) => NEAR,
                    Some(0 | 13..) | None => 0.0,
                };
            }
        }
        let lost = self.race.whole() - self.race.rolls(position, seat, horse);
        f64::min(chance, MOST) * lost
    }

    /// How many squares a horse is behind a square that it will still come over.
    fn behind(&self, position: &Position, square: u8, seat: Seat, horse: HorseId) -> Option<u16> {
        let ruleset = self.rules.ruleset();
        let from = u16::from(position.square(self.rules, seat, horse)?);
        let around = ruleset.squares();
        let ahead = (u16::from(square) + around - from) % around;
        let there = u16::from(position.covered(seat, horse)) + ahead;
        (there <= u16::from(ruleset.lap) + 1).then_some(ahead)
    }
}
