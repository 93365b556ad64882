//! The audited dice: PC-DICE/1 in exact bytes.
//!
//! - [`Link`]: one revealed value of a hash chain; [`step`] goes from a link to the one before it.
//! - [`ServerChain`]: the operator's reverse chain, drawn at creation, kept in segments.
//! - [`SeatChain`]: what the table knows of a seat's own chain, and the test a new link must pass.
//! - [`Roll`]: the links of roll `t` → a die. [`die()`]: a 32-byte key → a die.
//!
//! Nothing here draws randomness: secrets are handed in. After a game is ready nobody chooses
//! anything, so the same links give the same dice after a retry, a crash or a restored backup.
//! `docs/AUDIT.md` is the protocol's text.

mod die;
mod link;
mod roll;
mod seat_chain;
mod server_chain;

pub use die::{DieStream, REJECT_FROM, die};
pub use link::{Link, LinkError, step};
pub use roll::{MAX_SEATS, Roll, RollKey};
pub use seat_chain::{SEAT_LINKS, SeatChain, WrongLink, seat_secret};
pub use server_chain::{
    Links, SEGMENT_LINKS, SERVER_LINKS, SealedBytes, Secret, Segment, ServerChain, ServerLinks,
    Tops,
};

/// The protocol's name, written in the first event of every game.
pub const PROTOCOL: &str = "pc-dice/1";
