//! Who may do what when.

use super::Draft;
use crate::game::Refusal;
use crate::game::event::SeatNo;
use crate::game::holder::Holder;
use crate::game::state::Stage;
use crate::rules::{Phase, Position};

impl Draft<'_> {
    pub(super) fn only_seat(&self) -> Result<SeatNo, Refusal> {
        let mut held = self
            .game
            .holders()
            .filter(|(_, holder)| holder.is(self.caller))
            .map(|(seat, _)| seat);
        match (held.next(), held.next()) {
            (Some(seat), None) => Ok(seat),
            (Some(_), Some(_)) => Err(Refusal::WhichSeat),
            (None, _) => Err(Refusal::NotSeated),
        }
    }

    pub(super) fn in_lobby(&self) -> Result<(), Refusal> {
        match self.game.stage {
            Stage::Lobby(_) => Ok(()),
            Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Over(_) | Stage::Aborted(_) => Err(Refusal::GameOver),
        }
    }

    pub(super) fn playing(&self) -> Result<&Position, Refusal> {
        match &self.game.stage {
            Stage::Playing(position) => Ok(position),
            Stage::Lobby(_) => Err(Refusal::NotStarted),
            Stage::Over(_) | Stage::Aborted(_) => Err(Refusal::GameOver),
        }
    }

    pub(super) fn owner(&self) -> Result<(), Refusal> {
        (self.game.table.owner == self.caller)
            .then_some(())
            .ok_or(Refusal::NotOwner)
    }

    pub(super) fn own(&self, seat: SeatNo) -> Result<&Holder, Refusal> {
        if seat.0 == 0 || seat.index() >= self.game.seats.len() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        self.game
            .holder(seat)
            .filter(|holder| holder.is(self.caller))
            .ok_or(Refusal::NotYourSeat(seat))
    }

    /// The seat in turn, if the caller holds it and means it.
    pub(super) fn in_turn(&self, wish: Option<SeatNo>) -> Result<(SeatNo, Phase), Refusal> {
        let phase = self.playing()?.phase();
        if let Some(pause) = self.game.pause() {
            return Err(Refusal::Paused(pause.until));
        }
        let mover = self.game.mover().ok_or(Refusal::GameOver)?;
        if let Some(seat) = wish {
            self.own(seat)?;
            if seat != mover {
                return Err(Refusal::NotYourTurn(mover));
            }
        }
        if self.own(mover).is_ok_and(Holder::is_there) {
            return Ok((mover, phase));
        }
        match self.only_seat() {
            Err(Refusal::NotSeated) => Err(Refusal::NotSeated),
            Ok(seat) if !self.own(seat)?.is_there() => Err(Refusal::Absent(seat)),
            Ok(_) | Err(_) => Err(Refusal::NotYourTurn(mover)),
        }
    }
}
