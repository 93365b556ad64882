//! One request of a player, end to end: who asks, with which keys, at what time.

pub mod accounts;
pub mod clock;
pub mod keys;
pub mod tokens;
