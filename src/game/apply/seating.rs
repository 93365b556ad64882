//! Who sits where, and the start.

use super::parse_link;
use crate::game::ReplayError;
use crate::game::event::{Event, SeatNo};
use crate::game::state::{ChainUse, Contribution, Game, Holder, SeatState, Stage};
use crate::rules::Position;

impl Game {
    pub(super) fn seat(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.lobby()?;
        match event {
            Event::PlayerJoined {
                seat,
                player,
                seat_anchor,
                seat_links,
                seat_key,
                rolls,
            } => {
                let anchor = seat_anchor.as_deref().map(parse_link).transpose()?;
                let holder = Holder {
                    player: player.clone(),
                    contribution: Contribution::new(anchor, *seat_links)
                        .ok_or(ReplayError::Seat)?,
                    key: seat_key.clone(),
                    rolls: *rolls,
                };
                self.put(*seat, &SeatState::Open, SeatState::Taken(holder))?;
            }
            Event::PlayerLeft { seat } => {
                let held = self.holder(*seat).ok_or(ReplayError::Seat)?.clone();
                self.put(*seat, &SeatState::Taken(held), SeatState::Open)?;
            }
            Event::SeatsClosed { seats } => {
                for seat in seats {
                    self.put(*seat, &SeatState::Open, SeatState::Closed)?;
                }
            }
            _ => return Err(ReplayError::Seat),
        }
        self.void_ready();
        Ok(())
    }

    pub(super) fn put(
        &mut self,
        seat: SeatNo,
        was: &SeatState,
        is: SeatState,
    ) -> Result<(), ReplayError> {
        let place = self
            .seats
            .get_mut(seat.index())
            .filter(|place| *place == was);
        *place.ok_or(ReplayError::Seat)? = is;
        Ok(())
    }

    /// Any change of the seating voids all ready flags (section 3.4).
    pub(super) fn void_ready(&mut self) {
        for state in &mut self.seats {
            if let SeatState::Taken(Holder {
                contribution: Contribution::Sealed { use_of, .. },
                ..
            }) = state
                && *use_of == ChainUse::Ready
            {
                *use_of = ChainUse::NotReady;
            }
        }
    }

    pub(super) fn start(&mut self, first: SeatNo) -> Result<(), ReplayError> {
        if !self.is_ready() || self.first_seat() != Some(first) || self.holder(first).is_none() {
            return Err(ReplayError::Seat);
        }
        self.lobby()?;
        let corner = self.table.corner(first).ok_or(ReplayError::Seat)?;
        let position = Position::start(&self.table.rules, self.board_seats(), corner);
        self.stage = Stage::Playing(position);
        Ok(())
    }
}
