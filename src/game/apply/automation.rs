//! What seats do without being asked.

use crate::game::ReplayError;
use crate::game::event::{MoveMode, RollMode, SeatNo};
use crate::game::holder::{Holder, OrdersMark, Rolled};
use crate::game::state::{Game, Stage};

impl Game {
    pub(super) fn automate(
        &mut self,
        seat: SeatNo,
        rolls: RollMode,
        moves: MoveMode,
    ) -> Result<(), ReplayError> {
        let holder = self.player_of(seat)?;
        holder.rolls = rolls;
        holder.moves = moves;
        Ok(())
    }

    pub(super) fn order(&mut self, seat: SeatNo, digest: &str) -> Result<(), ReplayError> {
        let since = self.rolls;
        let holder = self.player_of(seat)?;
        holder.orders = Some(OrdersMark {
            digest: digest.to_owned(),
            since,
            rolled: Rolled::NotYet,
        });
        Ok(())
    }

    pub(super) fn end_orders(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let orders = self.player_of(seat)?.orders.take();
        orders.map(drop).ok_or(ReplayError::Seat)
    }

    /// Orders that were given before count for this roll.
    pub(super) fn mark_rolled(&mut self, seat: SeatNo) {
        if let Some(orders) = self
            .holder_mut(seat)
            .and_then(|holder| holder.orders.as_mut())
        {
            orders.rolled = Rolled::Did;
        }
    }

    /// A running game's seat that a player holds.
    fn player_of(&mut self, seat: SeatNo) -> Result<&mut Holder, ReplayError> {
        if !matches!(self.stage, Stage::Playing(_)) {
            return Err(ReplayError::Stage);
        }
        let holder = self.holder_mut(seat).ok_or(ReplayError::Seat)?;
        match holder.player() {
            Some(_) => Ok(holder),
            None => Err(ReplayError::Seat),
        }
    }
}
