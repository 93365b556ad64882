//! A 32-byte key → a keystream → dice.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::rules::Die;

/// Words from here on are skipped: 4,294,967,292 is the largest multiple of six in 32 bits.
pub const REJECT_FROM: u32 = 4_294_967_292;

/// The die of a roll key: the first one of its keystream (PC-DICE/1 section 3.5).
#[must_use]
pub fn die(key: &[u8; 32]) -> Die {
    DieStream::new(key).die()
}

/// The dice of a ChaCha20 keystream (counter 0, nonce 0), one after the other.
///
/// Only `next_u32` is used: it is the cipher's raw output, which no library may reinterpret.
#[derive(Debug)]
pub struct DieStream(ChaCha20Rng);

impl DieStream {
    /// The stream of a key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> DieStream {
        DieStream(ChaCha20Rng::from_seed(*key))
    }

    /// The next die: the next word below [`REJECT_FROM`], modulo six.
    pub fn die(&mut self) -> Die {
        loop {
            let word = self.word();
            if word < REJECT_FROM {
                return face(word);
            }
        }
    }

    /// The next word: 32 even bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
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
