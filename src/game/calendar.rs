//! When a player's clock stands still: quiet hours, weekends, vacation; and deadlines by that.

use jiff::civil::{Time as ClockTime, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, ZonedDateTime};
use serde::{Deserialize, Serialize};

use super::Time;

/// The longest quiet time a day, so that every turn ends.
const MOST_QUIET_HOURS: u8 = 12;

/// Hours and days at which a player's clock stands still, fixed when the seat is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// The player's time zone, by its name in the IANA database: `Europe/Paris`.
    pub zone: String,
    /// From which hour of the day the clock stands still, 0 … 23.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u8>,
    /// Until which hour, on the same day or the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u8>,
    /// Whether it stands still on Saturdays and Sundays.
    #[serde(default)]
    pub weekends: Weekends,
}

/// Whether Saturdays and Sundays count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weekends {
    /// They are days like others.
    #[default]
    Count,
    /// The clock stands still.
    Rest,
}

/// Why a calendar cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalendarError {
    /// No such time zone.
    #[error("zone is a name of the IANA time zone database, such as Europe/Paris")]
    Zone,
    /// Hours that are not hours, or too many.
    #[error("quiet hours go from one hour (0 to 23) until another, 12 hours at most")]
    Hours,
}

/// An interval in which a clock stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Its beginning.
    pub from: Time,
    /// Its end, which does not belong to it.
    pub until: Time,
}

/// What a clock did for some time: whole seconds, each rounded up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stretch {
    /// Time that ran.
    pub ran: u32,
    /// Time that stood still for quiet hours and weekends.
    pub quiet: u32,
    /// Time that stood still for vacation.
    pub vacation: u32,
}

/// Why a clock stands still.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Quiet,
    Vacation,
}

impl Calendar {
    /// Checks a calendar.
    ///
    /// # Errors
    /// [`CalendarError`].
    pub fn check(&self) -> Result<(), CalendarError> {
        self.tz().ok_or(CalendarError::Zone)?;
        match (self.from, self.until) {
            (None, None) => Ok(()),
            (Some(from), Some(until)) if from < 24 && until < 24 && from != until => {
                let hours = (until + 24 - from) % 24;
                (hours <= MOST_QUIET_HOURS)
                    .then_some(())
                    .ok_or(CalendarError::Hours)
            }
            _ => Err(CalendarError::Hours),
        }
    }

    fn tz(&self) -> Option<TimeZone> {
        TimeZone::get(&self.zone).ok()
    }

    fn is_quiet(&self, at: &ZonedDateTime) -> bool {
        let hour = u8::try_from(at.hour()).unwrap_or(0);
        let quiet = match (self.from, self.until) {
            (Some(from), Some(until)) if from <= until => (from..until).contains(&hour),
            (Some(from), Some(until)) => hour >= from || hour < until,
            (None, _) | (_, None) => false,
        };
        let weekend = matches!(at.weekday(), Weekday::Saturday | Weekday::Sunday);
        quiet || (weekend && self.weekends == Weekends::Rest)
    }
}

/// A clock's way through time.
pub struct Runner<'a> {
    /// The player's calendar, if it counts at this table.
    pub calendar: Option<&'a Calendar>,
    /// The player's vacation.
    pub vacation: Option<Interval>,
}

impl Runner<'_> {
    /// Lets a clock run for so many seconds from an instant on.
    #[must_use]
    pub fn run(&self, start: Time, seconds: u32) -> Stretch {
        self.walk(start, |ran| i64::from(seconds) * 1_000 - ran, None)
    }

    /// What a clock did between two instants.
    #[must_use]
    pub fn between(&self, start: Time, end: Time) -> Stretch {
        self.walk(start, |_| i64::MAX, Some(end))
    }

    /// Goes from one change to the next until nothing is left to run, or the end is reached.
    fn walk(&self, start: Time, left: impl Fn(i64) -> i64, end: Option<Time>) -> Stretch {
        let zone = self
            .calendar
            .and_then(|calendar| calendar.tz().zip(Some(calendar)));
        let (mut at, mut sums) = (start.0, [0_i64; 3]);
        let end = end.map_or(i64::MAX, |end| end.0);
        loop {
            let (rest, change) = self.state(zone.as_ref(), Time(at));
            let until = change.map_or(i64::MAX, |change| change.0).min(end);
            let span = until.saturating_sub(at).max(0);
            let step = match rest {
                None => span.min(left(sums[0])),
                Some(_) => span,
            };
            let sum = match rest {
                None => &mut sums[0],
                Some(Rest::Quiet) => &mut sums[1],
                Some(Rest::Vacation) => &mut sums[2],
            };
            *sum += step;
            at = at.saturating_add(step);
            let done = rest.is_none() && left(sums[0]) <= 0;
            if done || at >= end || step < span || span == i64::MAX {
                break;
            }
        }
        let [ran, quiet, vacation] = sums.map(|ms| Time(ms).seconds_since(Time(0)));
        Stretch {
            ran,
            quiet,
            vacation,
        }
    }

    /// Whether the clock rests at an instant, and when that may change.
    fn state(
        &self,
        zone: Option<&(TimeZone, &Calendar)>,
        at: Time,
    ) -> (Option<Rest>, Option<Time>) {
        let vacation = self.vacation.filter(|vacation| at < vacation.until);
        if let Some(vacation) = vacation.filter(|vacation| vacation.from <= at) {
            return (Some(Rest::Vacation), Some(vacation.until));
        }
        let holiday = vacation.map(|vacation| vacation.from);
        let Some((tz, calendar)) = zone else {
            return (None, holiday);
        };
        let local = at.timestamp().to_zoned_datetime(tz.clone());
        let quiet = calendar.is_quiet(&local).then_some(Rest::Quiet);
        let hour = next_hour(&local);
        (
            quiet,
            Some(holiday.map_or(hour, |holiday| holiday.min(hour))),
        )
    }
}

/// The next full hour on the player's clock, which a change of summer time may bring nearer.
fn next_hour(local: &ZonedDateTime) -> Time {
    let hour = ClockTime::constant(local.hour(), 0, 0, 0);
    let begun = local.duration_since(&local.with().time(hour).build().unwrap_or(local.clone()));
    let rest = SignedDuration::from_hours(1).saturating_sub(begun);
    let next = local.saturating_add(rest.max(SignedDuration::from_millis(1)));
    Time(next.timestamp().as_millisecond())
}
