//! Who sits where, and the start.

use super::parse_link;
use crate::game::ReplayError;
use crate::game::clock::ClockState;
use crate::game::contribution::{ChainUse, Contribution};
use crate::game::event::{Event, Level, MoveMode, RollMode, SeatNo};
use crate::game::holder::{Absence, Holder, Sitter};
use crate::game::state::{Game, SeatState, Stage};
use crate::rules::Position;

impl Game {
    /// Somebody sits down.
    pub(super) fn joined(&mut self, event: &Event) -> Result<(), ReplayError> {
        let Event::PlayerJoined {
            seat,
            player,
            seat_anchor,
            seat_links,
            seat_key,
            rolls,
            moves,
            calendar,
        } = event
        else {
            return Err(ReplayError::Seat);
        };
        let anchor = seat_anchor.as_deref().map(parse_link).transpose()?;
        let contribution = Contribution::new(anchor, *seat_links).ok_or(ReplayError::Seat)?;
        self.check_contribution(&contribution)
            .map_err(|_| ReplayError::Seat)?;
        if calendar
            .as_ref()
            .is_some_and(|calendar| calendar.check().is_err())
        {
            return Err(ReplayError::Seat);
        }
        let holder = Holder {
            sitter: Sitter::Player(player.clone()),
            contribution,
            key: seat_key.clone(),
            rolls: *rolls,
            moves: *moves,
            calendar: calendar.clone(),
            orders: None,
            absence: Absence::Never,
        };
        self.put(*seat, &SeatState::Open, SeatState::Taken(holder))
    }

    /// A bot sits down.
    pub(super) fn bot_joined(&mut self, seat: SeatNo, level: Level) -> Result<(), ReplayError> {
        let contribution = Contribution::None;
        self.check_contribution(&contribution)
            .map_err(|_| ReplayError::Seat)?;
        let holder = Holder {
            sitter: Sitter::Bot(level),
            contribution,
            key: None,
            rolls: RollMode::Asked,
            moves: MoveMode::Asked,
            calendar: None,
            orders: None,
            absence: Absence::Never,
        };
        self.put(seat, &SeatState::Open, SeatState::Taken(holder))
    }

    /// Somebody gets up.
    pub(super) fn leave(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let held = self.holder(seat).ok_or(ReplayError::Seat)?.clone();
        self.put(seat, &SeatState::Taken(held), SeatState::Open)
    }

    /// The owner starts without these seats.
    pub(super) fn close(&mut self, seats: &[SeatNo]) -> Result<(), ReplayError> {
        let mut closing = seats.iter();
        closing.try_for_each(|seat| self.put(*seat, &SeatState::Open, SeatState::Closed))
    }

    /// Changes a seat from one state to another, and voids all ready flags (section 3.4).
    fn put(&mut self, seat: SeatNo, was: &SeatState, is: SeatState) -> Result<(), ReplayError> {
        self.lobby()?;
        let place = self
            .seats
            .get_mut(seat.index())
            .filter(|place| *place == was);
        *place.ok_or(ReplayError::Seat)? = is;
        self.void_ready();
        Ok(())
    }

    fn void_ready(&mut self) {
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
        let seats = self.seats.len();
        self.clock = self
            .table
            .clock
            .as_ref()
            .map(|clock| ClockState::new(clock, seats));
        Ok(())
    }
}
