//! One roll: the server's link and every seat's last link → a key → a die.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{Link, die};
use crate::rules::Die;

/// Domain tag of a roll, one zero byte included.
const ROLL_TAG: &[u8; 28] = b"petits-chevaux/dice/v1/roll\0";

/// The most seats a roll message can hold.
pub const MAX_SEATS: usize = 6;

const MESSAGE_MAX: usize = 50 + 32 * MAX_SEATS;

/// Everything that decides roll `number`; nothing else does, no clock and no history.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    /// The game's 16 raw bytes, `G`.
    pub game: &'a [u8; 16],
    /// `t`: 1, 2, 3 … over the whole game.
    pub number: u32,
    /// The seat that rolls, 1 … S.
    pub seat: u8,
    /// The last accepted link of each seat in seat order; [`Link::NONE`] where there is none.
    pub links: &'a [Link],
}

/// `r_t`: the key of the keystream that holds the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RollKey(pub [u8; 32]);

impl Roll<'_> {
    /// The key of this roll: `HMAC-SHA-256(K_t, ROLL || G || t || a || S || L_1 … L_S)`.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] links: a table is never larger.
    #[must_use]
    pub fn key(&self, server_link: &Link) -> RollKey {
        let mut message = [0; MESSAGE_MAX];
        let length = self.write(&mut message);
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&server_link.0).expect("HMAC takes a key of any length");
        mac.update(&message[..length]);
        RollKey(mac.finalize().into_bytes().into())
    }

    /// The die of this roll.
    #[must_use]
    pub fn die(&self, server_link: &Link) -> Die {
        die(&self.key(server_link).0)
    }

    fn write(&self, message: &mut [u8; MESSAGE_MAX]) -> usize {
        let seats = u8::try_from(self.links.len()).expect("a table has at most six seats");
        message[..28].copy_from_slice(ROLL_TAG);
        message[28..44].copy_from_slice(self.game);
        message[44..48].copy_from_slice(&self.number.to_be_bytes());
        message[48] = self.seat;
        message[49] = seats;
        for (link, place) in self.links.iter().zip(message[50..].chunks_exact_mut(32)) {
            place.copy_from_slice(&link.0);
        }
        50 + 32 * self.links.len()
    }
}
