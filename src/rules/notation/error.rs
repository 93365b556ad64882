//! Why a text is no position.

use std::fmt;

use crate::rules::horse::HorseId;
use crate::rules::place::Place;
use crate::rules::seat::Seat;

/// Why a text is no position of a ruleset: which part, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// The text is longer than any position.
    TooLong {
        /// The most bytes.
        max: usize,
    },
    /// A part is missing: the horses, the mover or the die.
    Missing {
        /// The part.
        part: &'static str,
    },
    /// The board has another number of seats.
    SeatCount {
        /// The seats of the board.
        expected: u8,
        /// The seats of the text.
        found: usize,
    },
    /// A seat has another number of horses.
    HorseCount {
        /// The seat.
        seat: Seat,
        /// The horses of each seat.
        expected: u8,
        /// The horses of the text.
        found: usize,
    },
    /// A horse's place cannot be read.
    BadPlace {
        /// The seat.
        seat: Seat,
        /// The horse.
        horse: HorseId,
    },
    /// The ruleset's way has no such place.
    NoSuchPlace {
        /// The seat.
        seat: Seat,
        /// The horse.
        horse: HorseId,
        /// The place.
        place: Place,
    },
    /// Horses stand together that the ruleset keeps apart.
    Crowded {
        /// The seat of one of them.
        seat: Seat,
        /// Its place.
        place: Place,
    },
    /// No seat is taken.
    NoSeats,
    /// The mover is not a letter of a seat that plays.
    BadMover,
    /// The die is not a face, `?` or `-`.
    BadDie,
    /// The game is over, but a mover and a die are given.
    Over,
    /// The game is not over, but no mover and die are given.
    NotOver,
    /// A key is unknown, or not `key=value`.
    UnknownKey,
    /// A key is given twice.
    RepeatedKey {
        /// The key.
        key: &'static str,
    },
    /// The value of a key cannot be read, or does not fit the rest.
    BadValue {
        /// The key.
        key: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// A key means nothing under this ruleset.
    Meaningless {
        /// The key.
        key: &'static str,
        /// When it has a meaning.
        unless: &'static str,
    },
}

impl NotationError {
    /// A stable name in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            NotationError::TooLong { .. } => "too_long",
            NotationError::Missing { .. } => "missing_part",
            NotationError::SeatCount { .. } => "seat_count",
            NotationError::HorseCount { .. } => "horse_count",
            NotationError::BadPlace { .. } => "bad_place",
            NotationError::NoSuchPlace { .. } => "no_such_place",
            NotationError::Crowded { .. } => "crowded",
            NotationError::NoSeats => "no_seats",
            NotationError::BadMover => "bad_mover",
            NotationError::BadDie => "bad_die",
            NotationError::Over => "game_over",
            NotationError::NotOver => "game_not_over",
            NotationError::UnknownKey => "unknown_key",
            NotationError::RepeatedKey { .. } => "repeated_key",
            NotationError::BadValue { .. } => "bad_value",
            NotationError::Meaningless { .. } => "meaningless_key",
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::TooLong { max } => {
                write!(f, "a position has at most {max} bytes")
            }
            NotationError::Missing { part } => {
                write!(
                    f,
                    "the {part} is missing: horses, mover and die are expected"
                )
            }
            NotationError::SeatCount { expected, found } => {
                write!(
                    f,
                    "the board has {expected} seats separated by '/', not {found}"
                )
            }
            NotationError::HorseCount {
                seat,
                expected,
                found,
            } => {
                write!(
                    f,
                    "seat {seat} has {expected} horses separated by ',' or is '.', not {found}"
                )
            }
            NotationError::BadPlace { seat, horse } => {
                write!(
                    f,
                    "horse {seat}{horse} is at E, a number, s1 and so on, or F"
                )
            }
            NotationError::NoSuchPlace { seat, horse, place } => {
                write!(
                    f,
                    "horse {seat}{horse} cannot be at {place}: the way has no such place"
                )
            }
            NotationError::Crowded { seat, place } => {
                write!(f, "too many horses share the place {place} of seat {seat}")
            }
            NotationError::NoSeats => f.write_str("at least one seat must have horses"),
            NotationError::BadMover => {
                f.write_str("the mover is the letter of a seat that still plays, or '-'")
            }
            NotationError::BadDie => f.write_str("the die is 1 to 6, or '?' when not yet rolled"),
            NotationError::Over => f.write_str("the game is over: mover and die are '- -'"),
            NotationError::NotOver => f.write_str("the game is not over: mover and die are needed"),
            NotationError::UnknownKey => f.write_str(
                "a key is tries, sixes, rolls, last, bonus, again, late, out or done, then '=' \
                 and its value",
            ),
            NotationError::RepeatedKey { key } => write!(f, "{key} is given twice"),
            NotationError::BadValue { key, expected } => write!(f, "{key} is {expected}"),
            NotationError::Meaningless { key, unless } => {
                write!(f, "{key} means nothing unless {unless}")
            }
        }
    }
}

impl std::error::Error for NotationError {}
