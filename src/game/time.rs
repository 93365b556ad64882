//! Instants, as the log writes them.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Time(pub i64);

/// The text is not an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a time is RFC 3339, such as 2026-12-01T10:00:00.000Z")]
pub struct TimeError;

impl Time {
    /// The instant of a clock that counts microseconds.
    #[must_use]
    pub fn from_us(us: i64) -> Time {
        Time(us.div_euclid(1_000))
    }

    /// The instant in microseconds.
    #[must_use]
    pub fn us(self) -> i64 {
        self.0.saturating_mul(1_000)
    }

    /// So many seconds later.
    #[must_use]
    pub fn plus(self, seconds: u32) -> Time {
        Time(self.0.saturating_add(i64::from(seconds) * 1_000))
    }

    /// The whole seconds from an earlier instant to this one, rounded up; 0 if it is not earlier.
    #[must_use]
    pub fn seconds_since(self, earlier: Time) -> u32 {
        let ms = self.0.saturating_sub(earlier.0).max(0);
        u32::try_from(ms.saturating_add(999) / 1_000).unwrap_or(u32::MAX)
    }

    /// The calendar year in UTC.
    #[must_use]
    pub fn year(self) -> i16 {
        self.timestamp()
            .to_zoned_datetime(jiff::tz::TimeZone::UTC)
            .year()
    }

    pub(super) fn timestamp(self) -> Timestamp {
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// RFC 3339 in UTC with exactly three digits of a second, so that times sort as text. An instant
/// outside the years that RFC 3339 can write is shown as the epoch.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.timestamp())
    }
}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Time, TimeError> {
        let at: Timestamp = text.parse().map_err(|_| TimeError)?;
        Ok(Time(at.as_millisecond()))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_written_as_rfc_3339_in_utc() {
        assert_eq!(
            Time(1_700_000_000_123).to_string(),
            "2023-11-14T22:13:20.123Z"
        );
        assert_eq!(
            Time(1_700_000_000_000).to_string(),
            "2023-11-14T22:13:20.000Z"
        );
        assert_eq!(Time(i64::MAX).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(
            "2023-11-14T22:13:20.123Z".parse(),
            Ok(Time(1_700_000_000_123))
        );
        assert_eq!("yesterday".parse::<Time>(), Err(TimeError));
    }

    #[test]
    fn seconds_are_rounded_up_and_never_negative() {
        assert_eq!(Time(1_001).seconds_since(Time(0)), 2);
        assert_eq!(Time(0).seconds_since(Time(5_000)), 0);
        assert_eq!(Time(0).plus(3), Time(3_000));
    }
}
