//! A position in one line of text.
//!
//! `horses mover die key=value …`, for example `10,E,E,E/12,E,E,E/./E,E,E,E a 5`.
//!
//! - *horses*: each seat of the board from `a` on, separated by `/`; a seat nobody takes is `.`.
//!   A seat's horses are separated by commas: `E` in the stable, `0` to the lap on the track
//!   counted from the own start square, `s1` … on the lane, `F` at home (where the ruleset has a
//!   centre).
//! - *mover*: the letter of the seat whose roll or move is awaited; `-` when the game is over.
//! - *die*: the face that was rolled, `?` when a roll is awaited, `-` when the game is over.
//!
//! The keys say what else the position remembers. What is as expected is left out when printed:
//!
//! - `tries=2`: rolls left of those that the turn began with, the awaited one included. Expected:
//!   with `?` what the ruleset grants to these horses at the start of a turn, with a face 1.
//! - `sixes=1`: sixes in a row before this die, 0 to 2; only if the third one matters.
//! - `rolls=1`: extra rolls taken in this turn; only if they are limited.
//! - `last=a2`: the last horse moved in this turn; only if the third six sends it back.
//! - `bonus=20,10`: bonuses to be played after that die, the first of them now.
//! - `again=1`: a capture or an arrival earned an extra roll after the bonuses.
//! - `late=b1,c2`: the second to arrive on a square that two share; only if it matters. Expected:
//!   the later in seat order.
//! - `out=c`: seats that retired.
//! - `done=b,a`: seats that finished, first to last. Expected: in seat order.
//!
//! With `sixes=2` and a 6 the position is the third six in a row: nothing may be moved, except
//! that under `third_six = choose_home` a horse is chosen to go back. A position may be such that
//! its face moves nothing; analysis then tells why.

mod error;
mod keys;
mod parse;
mod parse_turn;
mod print;

pub use error::NotationError;
pub use print::Notation;
