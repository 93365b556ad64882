//! What happens by itself: who acts for a seat, and what comes next without anybody asking.

use super::event::{Cause, Level, MoveMode, RollMode, SeatNo};
use super::holder::Holder;
use super::state::{Game, Stage};
use crate::dice::Link;
use crate::rules::{Move, Phase};

/// Who acts for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Its player.
    Player,
    /// The bot that sits there.
    Bot(Level),
    /// A bot, because its player is absent.
    Autopilot(Level),
}

/// The next thing that happens by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A roll, with the link that a chained seat gave ahead.
    Roll(Cause, Option<(u32, Link)>),
    /// The turn of an absent seat with a chain that gave no link ahead: nobody rolls for it.
    Skip,
    /// The move that is the only one.
    Forced(Move),
    /// The move that a bot chooses.
    Choose(Level, Cause),
    /// The move that standing orders choose, if they choose one.
    Orders,
}

impl Game {
    /// What happens next without anybody asking.
    pub(super) fn step(&self) -> Option<Step> {
        let Stage::Playing(position) = &self.stage else {
            return None;
        };
        if self.pause().is_some() {
            return None;
        }
        let seat = self.mover()?;
        let holder = self.holder(seat)?;
        match position.phase() {
            Phase::Roll { .. } => self.roll_step(holder),
            Phase::Move { .. } => self.move_step(holder),
            Phase::Over => None,
        }
    }

    fn roll_step(&self, holder: &Holder) -> Option<Step> {
        let contribution = &holder.contribution;
        let ahead = contribution.deposited(&self.id.0);
        let can = contribution.live_chain().is_none() || ahead.is_some();
        match (holder.hand(), holder.rolls) {
            (Hand::Bot(_), _) => Some(Step::Roll(Cause::Bot, None)),
            (Hand::Autopilot(_), _) if can => Some(Step::Roll(Cause::Timeout, ahead)),
            (Hand::Autopilot(_), _) => Some(Step::Skip),
            (Hand::Player, RollMode::Automatic) if can => Some(Step::Roll(Cause::Automatic, ahead)),
            (Hand::Player, RollMode::Automatic | RollMode::Asked) => None,
        }
    }

    fn move_step(&self, holder: &Holder) -> Option<Step> {
        let orders = holder.orders.as_ref();
        match holder.hand() {
            Hand::Bot(level) => Some(Step::Choose(level, Cause::Bot)),
            Hand::Autopilot(level) => Some(Step::Choose(level, Cause::Timeout)),
            Hand::Player => match (holder.moves, self.only_choice()) {
                (MoveMode::Forced, Some(mv)) => Some(Step::Forced(mv)),
                (MoveMode::Forced | MoveMode::Asked, _) => orders
                    .filter(|orders| orders.since < self.rolls)
                    .map(|_| Step::Orders),
            },
        }
    }

    /// The legal move, if there is but one.
    pub(super) fn only_choice(&self) -> Option<Move> {
        match self.choices().as_slice() {
            [mv] => Some(*mv),
            _ => None,
        }
    }

    /// Whether something happens by itself that was not done yet. (Orders were tried.)
    #[must_use]
    pub fn is_going_on(&self) -> bool {
        match self.step() {
            Some(Step::Roll(..) | Step::Skip | Step::Forced(_) | Step::Choose(..)) => true,
            Some(Step::Orders) | None => false,
        }
    }

    /// Whether the game waits for the player of the seat in turn.
    pub(super) fn is_up_to_player(&self, seat: SeatNo) -> bool {
        let there = self.holder(seat).is_some_and(Holder::is_there);
        there && !self.is_going_on()
    }
}
