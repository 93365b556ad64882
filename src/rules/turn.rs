//! The turn: what a roll, a move, a skip and a resignation make of a position.

use std::fmt;

use super::board::{STABLE, START};
use super::choices::Choice;
use super::compiled::Rules;
use super::die::Die;
use super::fact::{Fact, PassReason};
use super::horse::{HorseId, HorseSet};
use super::moves::{Move, MoveKind};
use super::options::{Bonus, ThirdSix};
use super::position::{Position, Stage, Throw, Turn};
use super::seat::Seat;

/// A roll was not expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RollError {
    /// A move must be chosen first.
    MoveExpected,
    /// The game is over.
    Over,
}

/// A move was not expected, or is none of the legal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayError {
    /// The die must be rolled first.
    RollExpected,
    /// The game is over.
    Over,
    /// The move is not legal now.
    Illegal,
}

/// A seat cannot leave the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RetireError {
    /// It is not in the game, or no longer.
    NotPlaying,
    /// The game is over.
    Over,
}

/// The game is over: there is no turn to skip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SkipError;

macro_rules! error_text {
    ($error:ident { $($variant:ident => $text:literal,)+ }) => {
        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($error::$variant => $text,)+ })
            }
        }

        impl std::error::Error for $error {}
    };
}

error_text!(RollError {
    MoveExpected => "a move is expected, not a roll",
    Over => "the game is over",
});
error_text!(PlayError {
    RollExpected => "a roll is expected, not a move",
    Over => "the game is over",
    Illegal => "the move is not legal",
});
error_text!(RetireError {
    NotPlaying => "the seat does not play",
    Over => "the game is over",
});

impl fmt::Display for SkipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over")
    }
}

impl std::error::Error for SkipError {}

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

impl Position {
    /// Takes the face that was rolled and resolves all that is no decision.
    ///
    /// Afterwards a move is expected, or another roll of the same or of the next seat: no move
    /// was possible (S1-17), a try failed (S1-43), or it was the third six in a row (A20).
    ///
    /// # Errors
    /// A roll is not expected; nothing has changed.
    pub fn roll(
        &mut self,
        rules: &Rules,
        die: Die,
        report: &mut impl FnMut(Fact),
    ) -> Result<(), RollError> {
        match self.turn.stage {
            Stage::Roll => {}
            Stage::Move(_) | Stage::SendHome => return Err(RollError::MoveExpected),
            Stage::Over => return Err(RollError::Over),
        }
        let seat = self.turn.seat;
        if self.is_third_six(rules, die) {
            self.third_six(rules, report);
            return Ok(());
        }
        self.turn.stage = Stage::Move(self.throw(rules, seat, die));
        if self.can_move(rules) {
            self.turn.tries = 1;
            return Ok(());
        }
        report(Fact::NoMove { seat, die });
        let tries = self.turn.tries;
        if rules.ruleset().reroll_faces.contains(die)
            && !rules.ruleset().reroll_needs_move
            && self.take_reroll(rules)
        {
            self.roll_again(rules, die);
        } else if tries > 1 {
            self.roll_again(rules, die);
            self.turn.tries = tries - 1;
        } else {
            report(Fact::Passed {
                seat,
                reason: PassReason::NoMove,
            });
            self.next_turn(rules);
        }
        Ok(())
    }

    /// Plays a move and resolves all that follows: captures, bonuses that no horse can use, the
    /// end of the turn or of the game.
    ///
    /// # Errors
    /// A move is not expected, or not this one; nothing has changed.
    pub fn play(
        &mut self,
        rules: &Rules,
        mv: Move,
        report: &mut impl FnMut(Fact),
    ) -> Result<(), PlayError> {
        self.play_then(rules, mv, report).map(|_| ())
    }

    /// The same, and what follows.
    pub(super) fn play_then(
        &mut self,
        rules: &Rules,
        mv: Move,
        report: &mut impl FnMut(Fact),
    ) -> Result<Then, PlayError> {
        let throw = match self.turn.stage {
            Stage::Roll => return Err(PlayError::RollExpected),
            Stage::Over => return Err(PlayError::Over),
            Stage::SendHome => None,
            Stage::Move(throw) => Some(throw),
        };
        if mv.kind == MoveKind::DeclineBonus {
            return self.decline_bonus(rules, throw, report);
        }
        let choice = self.choice_of(rules, mv).ok_or(PlayError::Illegal)?;
        match throw {
            Some(throw) => Ok(self.advance(rules, throw, mv, choice, report)),
            None => {
                let seat = self.turn.seat;
                self.put(rules, seat, mv.horse, STABLE);
                report(Fact::Moved {
                    seat,
                    mv,
                    captures: HorseSet::EMPTY,
                });
                Ok(self.next_turn(rules))
            }
        }
    }

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

    /// The choice that a move names, if it is legal.
    pub(super) fn choice_of(&self, rules: &Rules, mv: Move) -> Option<Choice> {
        let choices = self.choices(rules)?;
        if mv.horse.index() >= usize::from(self.count) {
            return None;
        }
        let choice = choices[mv.horse.index()].ok()?;
        (self.as_move(self.turn.seat, mv.horse, choice) == mv).then_some(choice)
    }

    fn advance(
        &mut self,
        rules: &Rules,
        throw: Throw,
        mv: Move,
        choice: Choice,
        report: &mut impl FnMut(Fact),
    ) -> Then {
        let seat = self.turn.seat;
        let captures = self.captures(rules, seat, choice);
        let mut left = captures;
        while let Some((victim, horse)) = left.first() {
            self.put(rules, victim, horse, STABLE);
            left = left.without(HorseSet::one(victim, horse));
        }
        let was_home = self.way.finished(self.code(seat, mv.horse));
        self.put(rules, seat, mv.horse, choice.step.to());
        let mut moved = mv.horse;
        if choice.kind == MoveKind::ExitTwo {
            moved = self.second_exit(rules, seat, mv.horse);
        }
        if rules.ruleset().third_six == ThirdSix::LastMovedHome {
            self.turn.last = Some(moved);
        }
        report(Fact::Moved { seat, mv, captures });
        if !captures.is_empty() {
            self.reward(rules, Reward::Capture, report);
        }
        let arrived = !was_home && self.way.finished(choice.step.to());
        if arrived {
            if self.horses_home(seat) >= rules.ruleset().horses_to_finish {
                return self.finish(rules, report);
            }
            self.reward(rules, Reward::Goal, report);
        }
        self.go_on(rules, throw.die, report)
    }

    /// Brings out the second horse of two that leave together.
    fn second_exit(&mut self, rules: &Rules, seat: Seat, first: HorseId) -> HorseId {
        let second = self
            .horse_ids()
            .find(|horse| *horse != first && self.code(seat, *horse) == STABLE)
            .unwrap_or(first);
        self.put(rules, seat, second, START);
        second
    }

    fn reward(&mut self, rules: &Rules, reward: Reward, report: &mut impl FnMut(Fact)) {
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
    fn go_on(&mut self, rules: &Rules, die: Die, report: &mut impl FnMut(Fact)) -> Then {
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

    fn decline_bonus(
        &mut self,
        rules: &Rules,
        throw: Option<Throw>,
        report: &mut impl FnMut(Fact),
    ) -> Result<Then, PlayError> {
        match throw {
            Some(throw) if self.may_decline(rules) => {
                let (seat, squares) = (self.turn.seat, throw.squares);
                report(Fact::BonusDeclined { seat, squares });
                Ok(self.go_on(rules, throw.die, report))
            }
            Some(_) | None => Err(PlayError::Illegal),
        }
    }

    fn finish(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) -> Then {
        let seat = self.turn.seat;
        let rank = self.done.push(seat);
        report(Fact::Finished { seat, rank });
        if self.decided(rules) {
            self.end(report);
            return Then::GameOver;
        }
        self.next_turn(rules)
    }

    fn end(&mut self, report: &mut impl FnMut(Fact)) {
        self.turn = Turn::over(Seat::ALL[0]);
        report(Fact::Ended);
    }

    /// Counts an extra roll, if one more is allowed.
    fn take_reroll(&mut self, rules: &Rules) -> bool {
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
    fn roll_again(&mut self, rules: &Rules, die: Die) {
        let counted = rules.ruleset().third_six != ThirdSix::None && die == Die::Six;
        self.turn.sixes = if counted { self.turn.sixes + 1 } else { 0 };
        self.turn.stage = Stage::Roll;
        self.turn.tries = 1;
        self.turn.again = false;
    }

    fn next_turn(&mut self, rules: &Rules) -> Then {
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

    pub(super) fn is_third_six(&self, rules: &Rules, die: Die) -> bool {
        die == Die::Six && self.turn.sixes >= 2 && rules.ruleset().third_six != ThirdSix::None
    }

    /// The penalty for the third six in a row (A20, A37).
    fn third_six(&mut self, rules: &Rules, report: &mut impl FnMut(Fact)) {
        let seat = self.turn.seat;
        let sent_home = self.penalty(rules);
        for (_, horse) in sent_home.iter() {
            self.put(rules, seat, horse, STABLE);
        }
        report(Fact::ThirdSix { seat, sent_home });
        self.turn.stage = Stage::SendHome;
        if !self.can_move(rules) {
            self.next_turn(rules);
        }
    }

    /// The horses that the third six sends back without a choice.
    fn penalty(&self, rules: &Rules) -> HorseSet {
        let seat = self.turn.seat;
        let eligible = self
            .horse_ids()
            .filter(|horse| self.can_be_sent_home(rules, seat, *horse));
        let one = |horse: HorseId| HorseSet::one(seat, horse);
        match rules.ruleset().third_six {
            ThirdSix::None | ThirdSix::LoseTurn | ThirdSix::ChooseHome => HorseSet::EMPTY,
            ThirdSix::LastMovedHome => self
                .turn
                .last
                .filter(|horse| self.can_be_sent_home(rules, seat, *horse))
                .map_or(HorseSet::EMPTY, one),
            ThirdSix::MostAdvancedHome => eligible
                .max_by_key(|horse| (self.code(seat, *horse), std::cmp::Reverse(*horse)))
                .map_or(HorseSet::EMPTY, one),
            ThirdSix::AllUnsafeHome => eligible
                .filter(|horse| {
                    let code = self.code(seat, *horse);
                    self.way.on_track(code) && !rules.is_safe(rules.square(seat, code))
                })
                .map(|horse| (seat, horse))
                .collect(),
        }
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

enum Reward {
    Capture,
    Goal,
}
