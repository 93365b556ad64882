//! Commands, events and state of one game: pure, no clock, no randomness, no I/O.
//!
//! - [`Game::decide`] turns a command into events, or into a [`Refusal`].
//! - [`Game::apply`] turns an event into the next state, or into a [`ReplayError`].
//! - [`mod@line`] makes events into lines of the log and back; [`Head`] chains their hashes.
//! - [`Saved`] is the snapshot that spares a command the fold of the whole log.
//! - [`setup`] turns what a creator asks for into the first event.

mod apply;
mod automation;
pub mod calendar;
mod chain;
mod choice;
mod clock;
mod command;
mod consequence;
mod contribution;
mod decide;
mod event;
mod holder;
pub mod ids;
pub mod line;
pub mod orders;
mod refusal;
pub mod ruleset;
mod saved;
pub mod setup;
pub mod signature;
mod state;
pub mod terms;
mod time;

pub use automation::Hand;
pub use calendar::Calendar;
pub use chain::Head;
pub use clock::{ClockState, LONGEST_PAUSE, LONGEST_VACATION, SeatClock};
pub use command::{Command, Decline, MoveChoice, Taking};
pub use contribution::{Assurance, ChainUse, Contribution};
pub use decide::{Asked, Decided};
pub use event::{
    AbortReason, BankData, Cause, Created, DeadlineData, EndReason, Entry, Event, FirstData, Level,
    MoveMode, OrdersEnd, PassData, PieceRef, PlaceData, Presence, RollKind, RollMode, SeatNo,
    StandingData,
};
pub use holder::{Absence, Holder, OrdersMark, Rolled, Sitter};
pub use ids::{GameId, PlayerId};
pub use line::Line;
pub use orders::{OrderBook, Orders, SealedOrders};
pub use refusal::{Refusal, ReplayError};
pub use saved::{Saved, SnapshotError};
pub use setup::{Fixed, SetupError, Spec};
pub use signature::Signature;
pub use state::{Game, Lobby, Over, SealedPolicy, SeatState, Stage, Stakes, Table};
pub use terms::{Automation, Clock, Control, Permission, Timeout, TimeoutThen};
pub use time::Time;
