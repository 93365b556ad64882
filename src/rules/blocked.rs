//! Why a horse cannot move.

use std::fmt;

use super::die::{Die, FaceSet};
use super::horse::{HorseId, MAX_HORSES};
use super::place::Place;
use super::seat::Seat;

/// Why one horse cannot move with this die. Places are counted from the mover's own start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Blocked {
    /// It is in the stable and the face does not open it (S1-08, S4-14).
    NeedsExitFace {
        /// The faces that do.
        faces: FaceSet,
    },
    /// It is in the stable and the start square is taken.
    StartOccupied {
        /// By this seat.
        by: Seat,
    },
    /// The roll is too big for what is left of the way.
    Overshoots {
        /// The squares that are left.
        distance: u8,
    },
    /// The roll is too big for the foot, where the horse must stop (S2-25).
    MustStopOnFoot {
        /// The squares to the foot.
        distance: u8,
    },
    /// The bounce would leave the lane, or go back beyond the start (A36).
    BounceTooFar,
    /// The bounce would end where it began, and may not (A12).
    NullBounce,
    /// The next step of the stair needs another face (S1-31).
    WrongStep {
        /// The face.
        needs: Die,
    },
    /// A bonus does not climb a stair.
    BonusNotOnStair,
    /// An own horse holds the square of arrival (S1-22).
    OwnHorse {
        /// The square.
        at: Place,
    },
    /// A horse is in the way and may not be passed (S2-17).
    BlockedBy {
        /// Whose horse.
        seat: Seat,
        /// Its square.
        at: Place,
    },
    /// A wall is in the way or on the square of arrival (S4-18).
    Wall {
        /// Whose wall.
        seat: Seat,
        /// Its square.
        at: Place,
    },
    /// Two horses already share the square of arrival (A40).
    SquareFull {
        /// The square.
        at: Place,
    },
    /// A horse on its own start square can be neither captured nor passed.
    StartImmune {
        /// Whose horse.
        seat: Seat,
        /// Its square.
        at: Place,
    },
    /// It is home.
    Finished,
    /// A bonus brings no horse out of the stable (A43).
    BonusNotFromStable,
    /// A six must open a wall first (A41).
    OpeningDuty,
    /// An exit is possible and compulsory (A32).
    ExitDuty,
    /// The start square must be cleared first.
    VacateDuty,
    /// A capture is possible and compulsory.
    CaptureDuty,
    /// The third six in a row moves nothing (A20).
    ThirdSix,
    /// The horse cannot be sent back: it is in the stable, or immune.
    NotSentHome,
}

impl Blocked {
    /// A stable name in `snake_case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Blocked::NeedsExitFace { .. } => "needs_exit_face",
            Blocked::StartOccupied { .. } => "start_occupied",
            Blocked::Overshoots { .. } => "overshoots",
            Blocked::MustStopOnFoot { .. } => "must_stop_on_foot",
            Blocked::BounceTooFar => "bounce_too_far",
            Blocked::NullBounce => "null_bounce",
            Blocked::WrongStep { .. } => "wrong_step",
            Blocked::BonusNotOnStair => "bonus_not_on_stair",
            Blocked::OwnHorse { .. } => "own_horse",
            Blocked::BlockedBy { .. } => "blocked_by",
            Blocked::Wall { .. } => "wall",
            Blocked::SquareFull { .. } => "square_full",
            Blocked::StartImmune { .. } => "start_immune",
            Blocked::Finished => "finished",
            Blocked::BonusNotFromStable => "bonus_not_from_stable",
            Blocked::OpeningDuty => "opening_duty",
            Blocked::ExitDuty => "exit_duty",
            Blocked::VacateDuty => "vacate_duty",
            Blocked::CaptureDuty => "capture_duty",
            Blocked::ThirdSix => "third_six",
            Blocked::NotSentHome => "not_sent_home",
        }
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Blocked::NeedsExitFace { faces } => write!(f, "needs a {faces} to leave the stable"),
            Blocked::StartOccupied { by } => write!(f, "the start square is held by seat {by}"),
            Blocked::Overshoots { distance } => {
                write!(f, "the roll is too big: {distance} squares are left")
            }
            Blocked::MustStopOnFoot { distance } => {
                write!(f, "must stop on the foot, {distance} squares ahead")
            }
            Blocked::BounceTooFar => f.write_str("the bounce would go back too far"),
            Blocked::NullBounce => f.write_str("the bounce would end where it began"),
            Blocked::WrongStep { needs } => write!(f, "the next step needs a {needs}"),
            Blocked::BonusNotOnStair => f.write_str("a bonus does not climb the stair"),
            Blocked::OwnHorse { at } => write!(f, "an own horse is on {at}"),
            Blocked::BlockedBy { seat, at } => {
                write!(f, "a horse of seat {seat} on {at} may not be passed")
            }
            Blocked::Wall { seat, at } => write!(f, "seat {seat} has a wall on {at}"),
            Blocked::SquareFull { at } => write!(f, "two horses already share {at}"),
            Blocked::StartImmune { seat, at } => {
                write!(
                    f,
                    "the horse of seat {seat} on {at}, its own start square, is immune"
                )
            }
            Blocked::Finished => f.write_str("is home"),
            Blocked::BonusNotFromStable => f.write_str("a bonus brings no horse out"),
            Blocked::OpeningDuty => f.write_str("a six must open a wall"),
            Blocked::ExitDuty => f.write_str("a horse must leave the stable"),
            Blocked::VacateDuty => f.write_str("the start square must be cleared"),
            Blocked::CaptureDuty => f.write_str("a capture must be played"),
            Blocked::ThirdSix => f.write_str("the third six in a row moves nothing"),
            Blocked::NotSentHome => f.write_str("cannot be sent back to the stable"),
        }
    }
}

/// The horses that cannot move and why; at most one entry a horse, without heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockedList {
    entries: [Option<(HorseId, Blocked)>; MAX_HORSES],
}

impl BlockedList {
    pub(super) const fn set(&mut self, horse: HorseId, blocked: Blocked) {
        self.entries[horse.index()] = Some((horse, blocked));
    }

    /// The entries, by horse.
    pub fn iter(&self) -> impl Iterator<Item = (HorseId, Blocked)> + '_ {
        self.entries.iter().filter_map(|entry| *entry)
    }

    /// Why that horse cannot move, if it cannot.
    #[must_use]
    pub fn get(&self, horse: HorseId) -> Option<Blocked> {
        self.entries[horse.index()].map(|(_, blocked)| blocked)
    }

    /// How many horses cannot move.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether every horse can move, or none is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
