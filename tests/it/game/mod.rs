//! Commands, events, state: what a table accepts, what it logs, and that the log is enough.

mod automatic;
mod dice;
mod playing;
mod refusals;
mod replaying;
mod seating;
mod signing;
pub(crate) mod table;
