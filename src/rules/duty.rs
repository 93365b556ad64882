//! Duties: moves that must be preferred when they are possible.

use super::blocked::Blocked;
use super::board::{STABLE, START};
use super::choices::{Choice, Choices};
use super::compiled::Rules;
use super::die::Die;
use super::horse::{HorseId, MAX_HORSES};
use super::moves::MoveKind;
use super::options::ExitDuty;
use super::position::Position;
use super::seat::Seat;
use super::state::Throw;

impl Position {
    /// Takes away what a duty forbids; a duty that no move fulfils lapses (B24).
    pub(super) fn mind_duties(&self, rules: &Rules, throw: Throw, choices: &mut Choices) {
        let ruleset = rules.ruleset();
        let seat = self.turn.seat;
        let by_die = !throw.roll.is_bonus();
        if by_die && ruleset.open_barrier_on_six && throw.die == Die::Six {
            self.insist(choices, Blocked::OpeningDuty, |_, horse| {
                self.is_in_wall(rules, seat, horse)
            });
        }
        if by_die && ruleset.exit_duty != ExitDuty::Optional {
            self.insist(choices, Blocked::ExitDuty, |choice, _| {
                choice.kind != MoveKind::Advance
            });
        }
        let waiting = self.own(seat).contains(&STABLE);
        if by_die && waiting && ruleset.exit_duty == ExitDuty::CompulsoryAndVacateStart {
            self.insist(choices, Blocked::VacateDuty, |_, horse| {
                self.code(seat, horse) == START
            });
        }
        if ruleset.capture_duty {
            self.insist(choices, Blocked::CaptureDuty, |choice, _| {
                !self.captures(rules, seat, choice).is_empty()
            });
        }
    }

    /// Leaves only the choices that fulfil a duty, if there is one.
    fn insist(
        &self,
        choices: &mut Choices,
        duty: Blocked,
        fulfils: impl Fn(Choice, HorseId) -> bool,
    ) {
        let mut dutiful = [false; MAX_HORSES];
        for (index, horse) in self.horse_ids().enumerate() {
            dutiful[index] = choices[index].is_ok_and(|choice| fulfils(choice, horse));
        }
        if !dutiful.contains(&true) {
            return;
        }
        for (choice, dutiful) in choices.iter_mut().zip(dutiful) {
            if !dutiful && choice.is_ok() {
                *choice = Err(duty);
            }
        }
    }

    /// Whether a horse is part of a wall.
    #[must_use]
    pub fn is_in_wall(&self, rules: &Rules, seat: Seat, horse: HorseId) -> bool {
        let code = self.code(seat, horse);
        if self.way.on_track(code) {
            let square = rules.square(seat, code);
            return rules.is_wall(self.on_square(rules, square), square);
        }
        let together = self.count_at(seat, code);
        self.way.in_lane(code) && together == 2 && rules.walls_in_lane()
    }
}
