//! What is known about time at a table with a clock: banks, the running deadline, pauses.

use serde::{Deserialize, Serialize};

use super::Time;
use super::calendar::{Calendar, Interval, Runner};
use super::event::{DeadlineData, SeatNo};
use super::holder::Holder;
use super::state::{Game, Stage};
use super::terms::{Clock, Control};
use crate::rules::{Phase, Position, SeatSet};

/// The longest pause, so that every turn ends: 60 days.
pub const LONGEST_PAUSE: u32 = 60 * DAY;
/// The longest vacation in one piece, in days.
pub const LONGEST_VACATION: u8 = 30;
pub(super) const DAY: u32 = 86_400;

/// The state of a game's clock.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ClockState {
    /// By seat.
    pub seats: Vec<SeatClock>,
    /// The last deadline that was set; it counts while the game waits for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DeadlineData>,
    /// The pause, while there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pause: Option<Interval>,
    /// Seats that want the game to pause, or to go on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<SeatNo>,
}

/// The state of a seat's clock.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatClock {
    /// Seconds in the bank.
    #[serde(default)]
    pub bank: u32,
    /// Timeouts in a row.
    #[serde(default)]
    pub missed: u8,
    /// The last vacation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Interval>,
    /// Days of vacation taken in a year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<(i16, u8)>,
}

impl ClockState {
    /// The state at the start of a game.
    #[must_use]
    pub fn new(clock: &Clock, seats: usize) -> ClockState {
        let bank = match clock.control {
            Control::Turn(_) => 0,
            Control::Fischer { bank, .. } => bank,
        };
        let seat = SeatClock {
            bank,
            ..SeatClock::default()
        };
        ClockState {
            seats: vec![seat; seats],
            ..ClockState::default()
        }
    }

    /// One seat's clock.
    #[must_use]
    pub fn seat(&self, seat: SeatNo) -> SeatClock {
        self.seats.get(seat.index()).cloned().unwrap_or_default()
    }

    pub(super) fn seat_mut(&mut self, seat: SeatNo) -> Option<&mut SeatClock> {
        self.seats.get_mut(seat.index())
    }
}

impl Game {
    /// The terms and the state of the clock of a running game that has one.
    #[must_use]
    pub fn clock(&self) -> Option<(&Clock, &ClockState)> {
        match self.stage {
            Stage::Playing(_) => self.table.clock.as_ref().zip(self.clock.as_ref()),
            Stage::Lobby(_) | Stage::Over(_) | Stage::Aborted(_) => None,
        }
    }

    /// The seat that the game waits for and the roll that is awaited or whose move is; `None`
    /// while something happens by itself.
    #[must_use]
    pub fn awaited(&self) -> Option<(SeatNo, u32)> {
        let seat = self.mover().filter(|seat| self.is_up_to_player(*seat))?;
        let roll = match self.position()?.phase() {
            Phase::Roll { .. } => self.rolls + 1,
            Phase::Move { .. } => self.rolls,
            Phase::Over => return None,
        };
        Some((seat, roll))
    }

    /// The deadline that runs now.
    #[must_use]
    pub fn deadline(&self) -> Option<&DeadlineData> {
        let (_, state) = self.clock()?;
        let awaited = self.awaited();
        let deadline = state.deadline.as_ref().filter(|_| state.pause.is_none())?;
        (Some((deadline.seat, deadline.roll)) == awaited).then_some(deadline)
    }

    /// Whether the clock has banks.
    #[must_use]
    pub fn has_banks(&self) -> bool {
        let control = self.table.clock.map(|clock| clock.control);
        matches!(control, Some(Control::Fischer { .. }))
    }

    /// The pause, while there is one.
    #[must_use]
    pub fn pause(&self) -> Option<Interval> {
        self.clock()?.1.pause
    }

    /// When the server has to look at the game again: at once if something happens by itself, at
    /// the deadline, at the end of a pause, or never.
    #[must_use]
    pub fn due_at(&self) -> Option<Time> {
        if let Some(pause) = self.pause() {
            return Some(pause.until);
        }
        if self.is_going_on() {
            return Some(Time(0));
        }
        self.deadline().map(|deadline| deadline.by)
    }

    /// The deadline of a seat for a turn that would begin then.
    #[must_use]
    pub fn deadline_from(&self, seat: SeatNo, since: Time) -> Option<DeadlineData> {
        let (clock, state) = self.clock()?;
        let holder = self.holder(seat)?;
        let (base, bank) = match clock.control {
            Control::Turn(seconds) => (seconds, 0),
            Control::Fischer { .. } => (0, state.seat(seat).bank),
        };
        let run = self
            .runner(holder, seat)
            .run(since, base.saturating_add(bank));
        let deadline = DeadlineData {
            seat,
            roll: self.awaited().map_or(self.rolls + 1, |(_, roll)| roll),
            since,
            by: since,
            base,
            bank,
            quiet: run.quiet,
            vacation: run.vacation,
            pause: 0,
            outage: 0,
        };
        Some(ending(deadline))
    }

    /// What makes a seat's clock stand still.
    pub(super) fn runner<'a>(&self, holder: &'a Holder, seat: SeatNo) -> Runner<'a> {
        let quiet = self
            .table
            .clock
            .is_some_and(|clock| clock.quiet.is_allowed());
        let vacation = self
            .clock
            .as_ref()
            .and_then(|state| state.seat(seat).vacation);
        Runner {
            calendar: calendar(holder).filter(|_| quiet),
            vacation,
        }
    }

    /// The seats whose players have to agree to a pause.
    #[must_use]
    pub fn voters(&self) -> Vec<SeatNo> {
        let active = self.position().map_or(SeatSet::EMPTY, Position::active);
        let plays = |seat: SeatNo| {
            let corner = self.table.corner(seat);
            corner.is_some_and(|corner| active.contains(corner))
        };
        self.holders()
            .filter(|(seat, holder)| plays(*seat) && holder.is_there())
            .map(|(seat, _)| seat)
            .collect()
    }
}

fn calendar(holder: &Holder) -> Option<&Calendar> {
    holder.calendar.as_ref()
}

/// A deadline whose end is its beginning and all its parts.
pub(super) fn ending(deadline: DeadlineData) -> DeadlineData {
    DeadlineData {
        by: deadline.since.plus(deadline.seconds()),
        ..deadline
    }
}
