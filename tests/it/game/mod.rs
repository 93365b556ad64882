//! Commands, events, state: what a table accepts, what it logs, and that the log is enough.

mod automatic;
mod clocks;
mod dice;
mod endings;
mod playing;
mod refusals;
mod replaying;
mod seating;
mod signing;
mod standing;
pub(crate) mod table;
