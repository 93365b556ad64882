//! What a move would do: its way, its captures, what follows.

use super::board::Way;
use super::compiled::Rules;
use super::fact::Fact;
use super::follow::Then;
use super::horse::HorseSet;
use super::moves::{Move, MoveKind};
use super::place::Place;
use super::position::Position;
use super::refused::PlayError;
use super::step::Step;

/// What a legal move does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The horses that it captures.
    pub captures: HorseSet,
    /// Whether the horse gets home by it.
    pub finishes: bool,
    /// What follows it.
    pub then: Then,
}

/// The places that a move touches, in order, its destination last.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    step: Step,
    way: Way,
    next: u8,
}

impl Iterator for Path {
    type Item = Place;

    fn next(&mut self) -> Option<Place> {
        if self.next == self.step.len() {
            return None;
        }
        let place = self.way.place(self.step.at(self.next));
        self.next += 1;
        Some(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.step.len() - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Path {}

impl Position {
    /// The places that a legal move touches in order, its destination last: forward, and back
    /// again if it bounces (A13). Sending a horse back and declining touch nothing.
    ///
    /// # Errors
    /// The move is not legal now.
    pub fn path(&self, rules: &Rules, mv: Move) -> Result<Path, PlayError> {
        let still = Step::EXIT.cut(0);
        let step = match mv.kind {
            MoveKind::SendHome | MoveKind::DeclineBonus => {
                self.legal_moves(rules).contains(&mv).then_some(still)
            }
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo => {
                self.choice_of(rules, mv).map(|choice| choice.step)
            }
        };
        let step = step.ok_or(PlayError::Illegal)?;
        Ok(Path {
            step,
            way: self.way,
            next: 0,
        })
    }

    /// What a legal move would do.
    ///
    /// # Errors
    /// The move is not legal now.
    pub fn outcome(&self, rules: &Rules, mv: Move) -> Result<Outcome, PlayError> {
        let seat = self.turn.seat;
        let mut captures = HorseSet::EMPTY;
        let mut next = *self;
        let then = next.play_then(rules, mv, &mut |fact| {
            if let Fact::Moved {
                captures: taken, ..
            } = fact
            {
                captures = taken;
            }
        })?;
        let finishes = next.horses_home(seat) > self.horses_home(seat);
        Ok(Outcome {
            captures,
            finishes,
            then,
        })
    }
}
