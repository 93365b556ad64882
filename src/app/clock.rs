//! The time of day, as a value that is handed in.

use std::time::{SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

/// Where the time comes from. Below this floor nothing knows the time.
pub trait Clock: Send + Sync {
    /// Microseconds since 1970-01-01T00:00:00Z.
    fn now_us(&self) -> i64;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock of `app`")]
    fn now_us(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .ok()
            .and_then(|since| i64::try_from(since.as_micros()).ok())
            .unwrap_or_default()
    }
}

/// RFC 3339 with exactly three digits of a second, so that times sort as text.
const MILLISECONDS: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// The instant as RFC 3339 in UTC, with milliseconds.
///
/// An instant outside the years that RFC 3339 can write is shown as the epoch.
#[must_use]
pub fn rfc3339(at_us: i64) -> String {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at_us) * 1_000)
        .ok()
        .and_then(|at| at.format(MILLISECONDS).ok())
        .unwrap_or_else(|| "1970-01-01T00:00:00.000Z".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_written_as_rfc_3339_in_utc() {
        assert_eq!(rfc3339(1_700_000_000_123_456), "2023-11-14T22:13:20.123Z");
        assert_eq!(rfc3339(1_700_000_000_000_000), "2023-11-14T22:13:20.000Z");
        assert_eq!(rfc3339(i64::MAX), "1970-01-01T00:00:00.000Z");
    }
}
