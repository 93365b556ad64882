//! Commands, events and state of one game: pure, no clock, no randomness, no I/O.

pub mod ids;

pub use ids::{GameId, PlayerId};
