//! What if: the same board with another roll.

use super::compiled::Rules;
use super::die::Die;
use super::horse::HorseSet;
use super::moves::Move;
use super::position::Position;
use super::seat::Seat;
use super::state::{Stage, Turn};

impl Position {
    /// The same board where `seat` has begun a turn by rolling `die` and must choose a move, even
    /// if it has none: [`Position::legal_moves`] and [`Position::blocked`] say what that roll
    /// would be worth. `None` if the game is over or the seat does not play any more.
    #[must_use]
    pub fn supposing(&self, rules: &Rules, seat: Seat, die: Die) -> Option<Position> {
        if self.turn.stage == Stage::Over || !self.active().contains(seat) {
            return None;
        }
        let mut position = *self;
        position.turn = Turn {
            stage: Stage::Move(self.throw(rules, seat, die)),
            ..Turn::over(seat)
        };
        Some(position)
    }

    /// Whether a move, legal or not, leads from a place that is not home to one that is.
    #[must_use]
    pub fn brings_home(&self, mv: Move) -> bool {
        let home = |place| {
            let code = self.way.code(place);
            code.is_some_and(|code| self.way.finished(code))
        };
        home(mv.to) && !home(mv.from)
    }

    /// The horses that a move captures; none if it is not legal now.
    #[must_use]
    pub fn captured_by(&self, rules: &Rules, mv: Move) -> HorseSet {
        self.choice_of(rules, mv).map_or(HorseSet::EMPTY, |choice| {
            self.captures(rules, self.turn.seat, choice)
        })
    }
}
