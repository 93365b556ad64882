//! The board in numbers: a horse's code, and the square that it names.
//!
//! A horse's code is the distance that it has covered (A24): 0 in the stable, `r + 1` on the
//! track, `lap + 1 + k` on square `k` of the lane, one more at home. Codes up to the foot name a
//! square of the shared track; all others are private to the seat.

use super::options::Finish;
use super::place::Place;
use super::ruleset::Ruleset;

/// The code of a horse in its stable.
pub(super) const STABLE: u8 = 0;
/// The code of a horse on its own start square.
pub(super) const START: u8 = 1;

/// The shape of one seat's way: enough to read codes as places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Way {
    /// The code of the last square of the track that the owner uses.
    foot: u8,
    /// The code of the last square of the lane.
    end: u8,
    /// The least code of a horse that has finished.
    home: u8,
}

impl Way {
    /// The way that a checked ruleset describes.
    pub(super) const fn new(ruleset: &Ruleset) -> Way {
        let foot = ruleset.lap + 1;
        let end = foot + ruleset.lane;
        let home = match ruleset.finish {
            Finish::Ladder | Finish::Centre => end + 1,
            Finish::Fill => foot + 1,
        };
        Way { foot, end, home }
    }

    /// The last code of the track.
    pub(super) const fn foot(self) -> u8 {
        self.foot
    }

    /// The greatest code that a horse can have.
    pub(super) const fn top(self) -> u8 {
        if self.home > self.end {
            self.home
        } else {
            self.end
        }
    }

    /// Whether the code is on the shared track.
    pub(super) const fn on_track(self, code: u8) -> bool {
        code != STABLE && code <= self.foot
    }

    /// Whether the code is on the lane.
    pub(super) const fn in_lane(self, code: u8) -> bool {
        code > self.foot && code <= self.end
    }

    /// Whether a horse with that code has finished.
    pub(super) const fn finished(self, code: u8) -> bool {
        code >= self.home
    }

    /// Whether the code is the centre, which holds any number of horses.
    pub(super) const fn centre(self, code: u8) -> bool {
        code > self.end
    }

    /// The place that a code stands for.
    pub(super) const fn place(self, code: u8) -> Place {
        if code == STABLE {
            Place::Stable
        } else if code <= self.foot {
            Place::Track(code - 1)
        } else if code <= self.end {
            Place::Lane(code - self.foot)
        } else {
            Place::Home
        }
    }

    /// The code of a place, if the way has it.
    pub(super) fn code(self, place: Place) -> Option<u8> {
        let code = match place {
            Place::Stable => STABLE,
            Place::Track(square) => square.checked_add(1).filter(|code| *code <= self.foot)?,
            Place::Lane(0) => return None,
            Place::Lane(step) => self
                .foot
                .checked_add(step)
                .filter(|code| *code <= self.end)?,
            Place::Home if self.home > self.end => self.home,
            Place::Home => return None,
        };
        Some(code)
    }
}
