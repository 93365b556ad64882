//! The turn: what a roll and a move make of a position.

use super::board::{STABLE, START};
use super::choices::Choice;
use super::compiled::Rules;
use super::die::Die;
use super::fact::{Fact, PassReason};
use super::follow::{Reward, Then};
use super::horse::{HorseId, HorseSet};
use super::moves::{Move, MoveKind};
use super::options::ThirdSix;
use super::position::{Position, Stage, Throw};
use super::refused::{PlayError, RollError};
use super::seat::Seat;

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
            return self.decline_bonus(rules, throw, mv, report);
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

    /// The choice that a move names, if it is legal.
    pub(super) fn choice_of(&self, rules: &Rules, mv: Move) -> Option<Choice> {
        if mv.horse.index() >= usize::from(self.count) {
            return None;
        }
        let seat = self.turn.seat;
        let choice = match self.turn.stage {
            // Without duties a horse does not depend on what the others may do.
            Stage::Move(throw) if !rules.has_duties() => self.choice(rules, seat, throw, mv.horse),
            Stage::Roll | Stage::Move(_) | Stage::SendHome | Stage::Over => {
                self.choices(rules)?[mv.horse.index()]
            }
        };
        let choice = choice.ok()?;
        (self.as_move(seat, mv.horse, choice) == mv).then_some(choice)
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

    fn decline_bonus(
        &mut self,
        rules: &Rules,
        throw: Option<Throw>,
        mv: Move,
        report: &mut impl FnMut(Fact),
    ) -> Result<Then, PlayError> {
        match throw {
            Some(throw) if self.may_decline(rules) && mv == self.decline() => {
                let (seat, squares) = (self.turn.seat, throw.squares);
                report(Fact::BonusDeclined { seat, squares });
                Ok(self.go_on(rules, throw.die, report))
            }
            Some(_) | None => Err(PlayError::Illegal),
        }
    }
}
