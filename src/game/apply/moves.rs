//! Moves, bonuses, penalties: each is legal, and decided by who acts for the seat.

use crate::game::ReplayError;
use crate::game::automation::Hand;
use crate::game::event::{Cause, Event, MoveMode, PieceRef, PlaceData, SeatNo};
use crate::game::state::Game;
use crate::rules::{Fact, HorseId, Move, MoveKind};

impl Game {
    /// What a player, a wish or a bot decided.
    pub(super) fn decided(&mut self, event: &Event) -> Result<(), ReplayError> {
        if let Event::PieceMoved {
            cause,
            seat,
            piece,
            from,
            to,
            captured,
        } = event
        {
            self.check_mover(*cause, *seat)?;
            self.moved(*seat, *piece, (*from, *to), captured)
        } else if let Event::BonusDeclined { cause, seat } = event {
            self.check_mover(*cause, *seat)?;
            self.play(*seat, 1, |mv| mv.kind == MoveKind::DeclineBonus)
                .map(drop)
        } else if let Event::PenaltyChosen { cause, seat, piece } = event {
            self.check_mover(*cause, *seat)?;
            self.penalty(*seat, *piece)
        } else {
            Err(ReplayError::Move)
        }
    }

    /// A seat moves by who acts for it, and by itself only if it wants that.
    fn check_mover(&self, cause: Option<Cause>, seat: SeatNo) -> Result<(), ReplayError> {
        let holder = self.holder(seat).ok_or(ReplayError::Seat)?;
        let good = match (cause, holder.hand()) {
            (None, Hand::Player)
            | (Some(Cause::Bot), Hand::Bot(_))
            | (Some(Cause::Timeout), Hand::Autopilot(_)) => true,
            (Some(Cause::Forced), Hand::Player) => {
                holder.moves == MoveMode::Forced && self.only_choice().is_some()
            }
            (Some(Cause::StandingOrder), Hand::Player) => holder.orders.is_some(),
            _ => false,
        };
        good.then_some(()).ok_or(ReplayError::Seat)
    }

    fn moved(
        &mut self,
        seat: SeatNo,
        piece: u8,
        (from, to): (PlaceData, PlaceData),
        captured: &[PieceRef],
    ) -> Result<(), ReplayError> {
        let on_board = |kind| match kind {
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo => true,
            MoveKind::SendHome | MoveKind::DeclineBonus => false,
        };
        let wanted = |mv: &Move| (mv.from, mv.to) == (from.0, to.0) && on_board(mv.kind);
        let facts = self.play(seat, piece, wanted)?;
        let table = self.table.clone();
        let expected = facts.iter().find_map(|fact| table.captures(fact));
        (expected.as_deref() == Some(captured))
            .then_some(())
            .ok_or(ReplayError::Move)
    }

    fn penalty(&mut self, seat: SeatNo, piece: u8) -> Result<(), ReplayError> {
        let position = self.position().ok_or(ReplayError::Stage)?;
        let corner = self.table.corner(seat).ok_or(ReplayError::Seat)?;
        let horse = HorseId::from_number(piece).ok_or(ReplayError::Move)?;
        let from = position.place(corner, horse);
        self.play(seat, piece, |mv| {
            mv.kind == MoveKind::SendHome && mv.from == from
        })
        .map(drop)
    }

    /// Plays the legal move that is wanted, with the horse that was named.
    fn play(
        &mut self,
        seat: SeatNo,
        piece: u8,
        wanted: impl Fn(&Move) -> bool,
    ) -> Result<Vec<Fact>, ReplayError> {
        let position = self.position().ok_or(ReplayError::Stage)?;
        let horse = HorseId::from_number(piece).ok_or(ReplayError::Move)?;
        let mv = position
            .legal_moves(&self.table.rules)
            .iter()
            .find(|mv| wanted(mv))
            .map(|mv| Move { horse, ..*mv })
            .ok_or(ReplayError::Move)?;
        self.change(seat, |position, rules, mut report| {
            position.play(rules, mv, &mut report).is_ok()
        })
    }
}
