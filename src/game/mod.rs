//! Commands, events and state of one game: pure, no clock, no randomness, no I/O.
//!
//! - [`Game::decide`] turns a command into events, or into a [`Refusal`].
//! - [`Game::apply`] turns an event into the next state, or into a [`ReplayError`].
//! - [`mod@line`] makes events into lines of the log and back; [`Head`] chains their hashes.
//! - [`Saved`] is the snapshot that spares a command the fold of the whole log.
//! - [`setup`] turns what a creator asks for into the first event.

mod apply;
mod chain;
mod choice;
mod command;
mod consequence;
mod contribution;
mod decide;
mod event;
pub mod ids;
pub mod line;
mod refusal;
pub mod ruleset;
mod saved;
pub mod setup;
pub mod signature;
mod state;

pub use chain::Head;
pub use command::{Command, Decline, MoveChoice};
pub use contribution::{Assurance, ChainUse, Contribution};
pub use decide::{Asked, Decided};
pub use event::{
    AbortReason, Cause, Created, EndReason, Entry, Event, FirstData, PassData, PieceRef, PlaceData,
    RollKind, RollMode, SeatNo, StandingData,
};
pub use ids::{GameId, PlayerId};
pub use line::Line;
pub use refusal::{Refusal, ReplayError};
pub use saved::{Saved, SnapshotError};
pub use setup::{Fixed, SetupError, Spec};
pub use signature::Signature;
pub use state::{Game, Holder, Lobby, Over, SealedPolicy, SeatState, Stage, Table};
