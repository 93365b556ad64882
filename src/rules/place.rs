//! Where a horse stands, as its owner counts.

use std::fmt;
use std::str::FromStr;

/// Where a horse stands, counted from its own start square.
///
/// The text form is `E` in the stable, `0`, `1` … on the track, `s1`, `s2` … on the lane (the
/// steps of the stair, the holes of the column) and `F` at home.
///
/// ```
/// use petits_chevaux::rules::Place;
/// assert_eq!("s3".parse(), Ok(Place::Lane(3)));
/// assert_eq!(Place::Track(12).to_string(), "12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In the stable.
    Stable,
    /// On the track, that many squares after the own start square (0 is the start itself).
    Track(u8),
    /// On the lane, 1 nearest to the track.
    Lane(u8),
    /// At home: in the centre, or off the board.
    Home,
}

/// The text is not a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceError;

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place is E, a number of squares such as 12, a step such as s3, or F")
    }
}

impl std::error::Error for PlaceError {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Stable => f.write_str("E"),
            Place::Track(square) => square.fmt(f),
            Place::Lane(step) => write!(f, "s{step}"),
            Place::Home => f.write_str("F"),
        }
    }
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Self, PlaceError> {
        match text {
            "E" => Ok(Place::Stable),
            "F" => Ok(Place::Home),
            _ => match text.strip_prefix('s') {
                Some(step) => match number(step)? {
                    0 => Err(PlaceError),
                    step => Ok(Place::Lane(step)),
                },
                None => number(text).map(Place::Track),
            },
        }
    }
}

/// A number in its only spelling: digits, no sign, no leading zero.
fn number(text: &str) -> Result<u8, PlaceError> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'));
    if canonical {
        text.parse().map_err(|_| PlaceError)
    } else {
        Err(PlaceError)
    }
}
