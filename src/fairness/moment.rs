//! Time, as logs tell it.

use serde::{Deserialize, Serialize};

/// When something was committed: milliseconds since 1970, UTC, as its RFC 3339 form says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(u64);

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

impl Moment {
    /// Reads `2026-12-01T10:00:00.000Z`. A log whose times are no times gives some moment.
    #[must_use]
    pub fn of(at: &str) -> Moment {
        let mut digits = at
            .bytes()
            .filter(u8::is_ascii_digit)
            .map(|digit| u64::from(digit - b'0'));
        let mut number =
            |places: usize| (0..places).fold(0, |sum, _| sum * 10 + digits.next().unwrap_or(0));
        let days = days(number(4), number(2), number(2));
        let (hours, minutes, ms) = (number(2), number(2), number(5));
        Moment(days * DAY_MS + hours * HOUR_MS + minutes * 60_000 + ms)
    }

    /// The day, counted from 1970.
    #[must_use]
    pub const fn day(self) -> u64 {
        self.0 / DAY_MS
    }

    /// The hour of the day, 0 to 23.
    #[must_use]
    pub const fn hour(self) -> u64 {
        self.0 % DAY_MS / HOUR_MS
    }

    /// Whether at least a day lies between.
    #[must_use]
    pub const fn is_a_day_after(self, earlier: Moment) -> bool {
        self.0 >= earlier.0.saturating_add(DAY_MS)
    }
}

/// The days from 1970 to a day of the Gregorian calendar, counted in years that begin in March.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year.saturating_sub(1), month + 9)
    };
    let leap = year / 4 - year / 100 + year / 400;
    (365 * year + leap + (153 * month + 2) / 5 + day).saturating_sub(719_469)
}
