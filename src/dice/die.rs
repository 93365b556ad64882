//! A roll's 32-byte key → a die.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::rules::Die;

/// Words from here on are skipped: 4,294,967,292 is the largest multiple of six in 32 bits.
pub const REJECT_FROM: u32 = 4_294_967_292;

/// The die of a roll key: the first accepted little-endian word of the ChaCha20 keystream
/// (counter 0, nonce 0), modulo six (PC-DICE/1 section 3.5).
///
/// Only `next_u32` is used: it is the cipher's raw output, which no library may reinterpret.
#[must_use]
pub fn die(key: &[u8; 32]) -> Die {
    let mut keystream = ChaCha20Rng::from_seed(*key);
    loop {
        let word = keystream.next_u32();
        if word < REJECT_FROM {
            return face(word);
        }
    }
}

fn face(word: u32) -> Die {
    match word % 6 {
        0 => Die::One,
        1 => Die::Two,
        2 => Die::Three,
        3 => Die::Four,
        4 => Die::Five,
        _ => Die::Six,
    }
}
