//! Bonuses that wait to be played, first come first played.

use super::compiled::Roll;

/// A queue of bonuses. One turn cannot earn more than it holds: 20 captures and 4 arrivals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Rewards(u64);

const BITS: u32 = 2;
const CAPTURE: u64 = 1;
const GOAL: u64 = 2;

/// The most bonuses that can wait.
pub(super) const MAX_REWARDS: u32 = u64::BITS / BITS;

impl Rewards {
    pub(super) const NONE: Rewards = Rewards(0);

    pub(super) const fn len(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS)
    }

    /// Adds the bonus of a capture.
    pub(super) const fn push_capture(&mut self) {
        self.push(CAPTURE);
    }

    /// Adds the bonus of getting home.
    pub(super) const fn push_goal(&mut self) {
        self.push(GOAL);
    }

    const fn push(&mut self, kind: u64) {
        if self.len() < MAX_REWARDS {
            self.0 |= kind << (BITS * self.len());
        }
    }

    /// The bonus to be played now.
    pub(super) const fn pop(&mut self) -> Option<Roll> {
        let kind = self.0 & 0b11;
        self.0 >>= BITS;
        match kind {
            0 => None,
            CAPTURE => Some(Roll::Capture),
            _ => Some(Roll::Goal),
        }
    }
}
