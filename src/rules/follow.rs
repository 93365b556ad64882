//! What follows a move: rewards, an extra roll, the next turn, the end.

use super::compiled::Rules;
use super::die::Die;
use super::fact::Fact;
use super::options::{Bonus, ThirdSix};
use super::position::{Position, Stage, Throw, Turn};
use super::seat::Seat;

/// What follows a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    /// A bonus is to be played.
    Bonus {
        /// Its squares.
        squares: u8,
    },
    /// The same seat rolls again.
    RollAgain,
    /// The next seat rolls.
    NextTurn {
        /// The seat.
        seat: Seat,
    },
    /// The game is over.
    GameOver,
}

/// What a move is rewarded for.
#[derive(Clone, Copy)]
pub(super) enum Reward {
    /// A capture.
    Capture,
    /// An arrival at home.
    Goal,
}

impl Position {
    pub(super) fn reward(&mut self, rules: &Rules, reward: Reward, report: &mut impl FnMut(Fact)) {
        let ruleset = rules.ruleset();
        let (bonus, reroll) = match reward {
            Reward::Capture => (ruleset.capture_bonus, ruleset.capture_reroll),
            Reward::Goal => (ruleset.goal_bonus, ruleset.goal_reroll),
        };
        self.turn.again |= reroll;
        match bonus {
            Bonus::None => {}
            Bonus::Points(points) => report(Fact::Scored {
                seat: self.turn.seat,
                points,
            }),
            Bonus::Squares(_) => match reward {
                Reward::Goal if bonus != ruleset.capture_bonus => self.turn.rewards.push_goal(),
                // Equal bonuses are one and the same, so that a position has one form.
                Reward::Goal | Reward::Capture => self.turn.rewards.push_capture(),
            },
        }
    }

    /// The next bonus, or the extra roll, or the next turn (5.4).
    pub(super) fn go_on(&mut self, rules: &Rules, die: Die, report: &mut impl FnMut(Fact)) -> Then {
        let seat = self.turn.seat;
        while let Some(roll) = self.turn.rewards.pop() {
            let squares = rules.bonus_squares(roll);
            self.turn.stage = Stage::Move(Throw { die, roll, squares });
            if self.can_move(rules) {
                return Then::Bonus { squares };
            }
            report(Fact::BonusForfeited { seat, squares });
        }
        let earned = self.turn.again || rules.ruleset().reroll_faces.contains(die);
        if earned && self.take_reroll(rules) {
            self.roll_again(rules, die);
            return Then::RollAgain;
        }
        self.next_turn(rules)
    }

    pub(super) fn finish(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) -> Then {
        let seat = self.turn.seat;
        let rank = self.done.push(seat);
        report(Fact::Finished { seat, rank });
        if self.decided(rules) {
            self.end(report);
            return Then::GameOver;
        }
        self.next_turn(rules)
    }

    pub(super) fn end(&mut self, report: &mut impl FnMut(Fact)) {
        self.turn = Turn::over(Seat::ALL[0]);
        report(Fact::Ended);
    }

    /// Counts an extra roll, if one more is allowed.
    pub(super) fn take_reroll(&mut self, rules: &Rules) -> bool {
        match rules.ruleset().reroll_max {
            None => true,
            Some(max) if self.turn.rerolls < max => {
                self.turn.rerolls += 1;
                true
            }
            Some(_) => false,
        }
    }

    /// The same seat rolls once more in this turn; the tries are over (A19).
    pub(super) fn roll_again(&mut self, rules: &Rules, die: Die) {
        let counted = rules.ruleset().third_six != ThirdSix::None && die == Die::Six;
        self.turn.sixes = if counted { self.turn.sixes + 1 } else { 0 };
        self.turn.stage = Stage::Roll;
        self.turn.tries = 1;
        self.turn.again = false;
    }

    pub(super) fn next_turn(&mut self, rules: &Rules) -> Then {
        let ruleset = rules.ruleset();
        let active = self.active();
        let seat = if ruleset.turn_order == ruleset.direction {
            active.after(self.turn.seat)
        } else {
            active.before(self.turn.seat)
        };
        // A seat is always left here: `decided` ended the game otherwise.
        let seat = seat.unwrap_or(self.turn.seat);
        self.turn = self.fresh_turn(rules, seat);
        Then::NextTurn { seat }
    }
}
