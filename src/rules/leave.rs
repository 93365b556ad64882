//! Turns that are skipped and seats that leave.

use super::board::STABLE;
use super::compiled::Rules;
use super::fact::{Fact, PassReason};
use super::position::{Position, Stage};
use super::refused::{RetireError, SkipError};
use super::seat::Seat;

impl Position {
    /// Ends the turn of the seat whose roll or move is awaited, who gives up what it has left.
    ///
    /// # Errors
    /// The game is over.
    pub fn skip(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) -> Result<(), SkipError> {
        if self.turn.stage == Stage::Over {
            return Err(SkipError);
        }
        report(Fact::Passed {
            seat: self.turn.seat,
            reason: PassReason::Skipped,
        });
        self.next_turn(rules);
        Ok(())
    }

    /// Takes a seat out of the game: its horses return to the stable and it never rolls again.
    /// The game ends when one seat is left.
    ///
    /// # Errors
    /// The seat does not play, or the game is over; nothing has changed.
    pub fn retire(
        &mut self,
        rules: &Rules,
        seat: Seat,
        report: &mut impl FnMut(Fact),
    ) -> Result<(), RetireError> {
        if self.turn.stage == Stage::Over {
            return Err(RetireError::Over);
        }
        if !self.active().contains(seat) {
            return Err(RetireError::NotPlaying);
        }
        for horse in self.horse_ids() {
            self.put(rules, seat, horse, STABLE);
        }
        self.retired.insert(seat);
        report(Fact::Retired { seat });
        if self.decided(rules) {
            self.end(report);
        } else if self.turn.seat == seat {
            self.next_turn(rules);
        } else if self.stuck(rules) {
            // The retired horses were what the mover could have captured.
            self.unstick(rules, report);
        }
        Ok(())
    }

    /// Whether a move is awaited that no longer exists.
    fn stuck(&self, rules: &Rules) -> bool {
        match self.turn.stage {
            Stage::Move(_) | Stage::SendHome => !self.can_move(rules),
            Stage::Roll | Stage::Over => false,
        }
    }

    /// Goes on as if the roll or the bonus had moved nothing.
    fn unstick(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) {
        let seat = self.turn.seat;
        match self.turn.stage {
            Stage::Move(throw) if throw.roll.is_bonus() => {
                report(Fact::BonusForfeited {
                    seat,
                    squares: throw.squares,
                });
                self.go_on(rules, throw.die, report);
            }
            Stage::Move(throw) => {
                report(Fact::NoMove {
                    seat,
                    die: throw.die,
                });
                self.go_on(rules, throw.die, report);
            }
            Stage::SendHome | Stage::Roll | Stage::Over => {
                self.next_turn(rules);
            }
        }
    }
}
