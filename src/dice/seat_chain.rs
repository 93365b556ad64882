//! A seat's own chain, as the table sees it.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::link::{Link, walk};

/// Links in a seat's chain (section 3.1).
pub const SEAT_LINKS: u32 = 4096;

const SEAT_SECRET_TAG: &[u8; 34] = b"petits-chevaux/dice/v1/seat-secret";

/// The public side of a seat's chain: what was accepted last, and what must come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatChain {
    /// `x_0`, published when the seat was taken.
    pub anchor: Link,
    /// The last accepted link (the anchor at first).
    pub last: Link,
    /// The number of that link, 0 for the anchor.
    pub last_no: u32,
    /// Links of skipped turns since: they may never be used (section 3.9).
    pub burnt: u32,
}

/// Why a link was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WrongLink {
    /// Another number is due.
    #[error("link {expected} is due, not link {given}")]
    Number {
        /// The number that is due.
        expected: u32,
        /// The number that came.
        given: u32,
    },
    /// It does not hash to the last accepted link.
    #[error("the link does not hash to the last accepted link of this seat")]
    Hash,
    /// All links have been used: the chain has to be closed.
    #[error("this seat's chain is used up: close it to roll on without it")]
    Exhausted,
}

impl SeatChain {
    /// A chain of which only the anchor is known.
    #[must_use]
    pub fn new(anchor: Link) -> SeatChain {
        SeatChain {
            anchor,
            last: anchor,
            last_no: 0,
            burnt: 0,
        }
    }

    /// The number that the next revealed link must carry.
    #[must_use]
    pub fn next_no(&self) -> u32 {
        self.last_no + 1 + self.burnt
    }

    /// The chain after link `no` was revealed.
    ///
    /// # Errors
    /// [`WrongLink`] if the number is not the next one or the hash does not lead back to
    /// the last accepted link.
    pub fn accept(self, game: &[u8; 16], no: u32, link: Link) -> Result<SeatChain, WrongLink> {
        let expected = self.next_no();
        if no != expected && expected <= SEAT_LINKS {
            return Err(WrongLink::Number {
                expected,
                given: no,
            });
        }
        self.check_ahead(game, no, link)?;
        Ok(SeatChain {
            last: link,
            last_no: no,
            burnt: 0,
            ..self
        })
    }

    /// The next link out of one that was given ahead; `None` once that one is used.
    #[must_use]
    pub fn ahead(&self, game: &[u8; 16], (no, link): (u32, Link)) -> Option<(u32, Link)> {
        let next = self.next_no();
        (no >= next).then(|| (next, Link(walk(game, no, next, &link.0))))
    }

    /// Whether link `no` leads down to the last accepted one, so that it can be given ahead.
    ///
    /// # Errors
    /// [`WrongLink`] if it is not further on, or its hash does not lead there.
    pub fn check_ahead(&self, game: &[u8; 16], no: u32, link: Link) -> Result<(), WrongLink> {
        let expected = self.next_no();
        if expected > SEAT_LINKS {
            return Err(WrongLink::Exhausted);
        }
        if no < expected || no > SEAT_LINKS {
            return Err(WrongLink::Number {
                expected,
                given: no,
            });
        }
        if walk(game, no, self.last_no, &link.0) == self.last.0 {
            Ok(())
        } else {
            Err(WrongLink::Hash)
        }
    }

    /// The chain after a turn of this seat was skipped: one link is burnt (section 3.9).
    #[must_use]
    pub fn burn(self) -> SeatChain {
        SeatChain {
            burnt: self.burnt + 1,
            ..self
        }
    }
}

/// A client's secret for one game, from its exportable master secret (section 3.9).
#[must_use]
pub fn seat_secret(master: &[u8; 32], game: &[u8; 16]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(master).expect("HMAC takes a key of any length");
    mac.update(SEAT_SECRET_TAG);
    mac.update(&[0]);
    mac.update(game);
    mac.finalize().into_bytes().into()
}
