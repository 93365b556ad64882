//! Clocks, deadlines and calendars, as they are asked for and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::calendar::Weekends;
use crate::game::{
    Calendar, Clock, Control, DeadlineData, Level, Permission, Timeout, TimeoutThen,
};

/// How long players may take: either `turn_s`, or `bank_s` with `increment_s` and `cap_s`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Clock, example = json!({"turn_s": 259_200}))]
pub struct ClockView {
    /// Seconds for each roll with its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 600, maximum = 1_209_600)]
    pub turn_s: Option<u32>,
    /// Seconds in a bank at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 600, maximum = 2_592_000)]
    pub bank_s: Option<u32>,
    /// Seconds that are added to the bank for each roll with its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 60, maximum = 1_209_600)]
    pub increment_s: Option<u32>,
    /// Seconds that the bank holds at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 600, maximum = 5_184_000)]
    pub cap_s: Option<u32>,
    /// Timeouts in a row before `timeout`; those before skip the turn.
    #[serde(default = "two")]
    #[schema(minimum = 1, maximum = 10, default = 2)]
    pub timeout_after: u8,
    /// What happens after so many timeouts.
    #[serde(default)]
    #[schema(required = false)]
    pub timeout: TimeoutView,
    /// How well an autopilot plays.
    #[serde(default)]
    #[schema(required = false)]
    pub autopilot: LevelView,
    /// Days of vacation for each seat and calendar year.
    #[serde(default)]
    #[schema(maximum = 60)]
    pub vacation_days: u8,
    /// Whether players may have quiet hours and weekends.
    #[serde(default)]
    pub quiet: bool,
    /// Whether all players together may pause the game.
    #[serde(default)]
    pub pause: bool,
}

const fn two() -> u8 {
    2
}

/// What happens to a player who takes too long again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Timeout)]
pub enum TimeoutView {
    /// The turn is skipped each time.
    Skip,
    /// A bot plays for the seat until its player returns.
    #[default]
    Autopilot,
    /// The seat is out.
    Forfeit,
}

/// How well a bot plays (docs/BOTS.md).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Level)]
pub enum LevelView {
    /// Any legal move.
    Random,
    /// By simple advice.
    #[default]
    Greedy,
    /// By looking ahead.
    Strong,
}

impl From<LevelView> for Level {
    fn from(view: LevelView) -> Level {
        match view {
            LevelView::Random => Level::Random,
            LevelView::Greedy => Level::Greedy,
            LevelView::Strong => Level::Strong,
        }
    }
}

impl From<Level> for LevelView {
    fn from(level: Level) -> LevelView {
        match level {
            Level::Random => LevelView::Random,
            Level::Greedy => LevelView::Greedy,
            Level::Strong => LevelView::Strong,
        }
    }
}

impl ClockView {
    /// The clock that is asked for; `None` if it is neither a turn nor a bank.
    #[must_use]
    pub fn read(self) -> Option<Clock> {
        let control = match (self.turn_s, self.bank_s, self.increment_s, self.cap_s) {
            (Some(seconds), None, None, None) => Control::Turn(seconds),
            (None, Some(bank), Some(increment), Some(cap)) => Control::Fischer {
                bank,
                increment,
                cap,
            },
            _ => return None,
        };
        let then = match self.timeout {
            TimeoutView::Skip => TimeoutThen::Skip,
            TimeoutView::Autopilot => TimeoutThen::Autopilot(self.autopilot.into()),
            TimeoutView::Forfeit => TimeoutThen::Forfeit,
        };
        Some(Clock {
            control,
            timeout: Timeout {
                after: self.timeout_after,
                then,
            },
            vacation_days: self.vacation_days,
            quiet: permission(self.quiet),
            pause: permission(self.pause),
        })
    }

    /// Shows a clock.
    #[must_use]
    pub fn new(clock: &Clock) -> ClockView {
        let (turn_s, bank_s, increment_s, cap_s) = match clock.control {
            Control::Turn(seconds) => (Some(seconds), None, None, None),
            Control::Fischer {
                bank,
                increment,
                cap,
            } => (None, Some(bank), Some(increment), Some(cap)),
        };
        let (timeout, autopilot) = match clock.timeout.then {
            TimeoutThen::Skip => (TimeoutView::Skip, LevelView::default()),
            TimeoutThen::Autopilot(level) => (TimeoutView::Autopilot, level.into()),
            TimeoutThen::Forfeit => (TimeoutView::Forfeit, LevelView::default()),
        };
        ClockView {
            turn_s,
            bank_s,
            increment_s,
            cap_s,
            timeout_after: clock.timeout.after,
            timeout,
            autopilot,
            vacation_days: clock.vacation_days,
            quiet: clock.quiet.is_allowed(),
            pause: clock.pause.is_allowed(),
        }
    }
}

fn permission(allowed: bool) -> Permission {
    if allowed {
        Permission::Allowed
    } else {
        Permission::Refused
    }
}

/// Until when a seat has to act, and why not earlier: `by` is `since` and all the seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Deadline)]
pub struct DeadlineView {
    /// Whose turn.
    pub seat: u8,
    /// Since when its clock runs.
    #[schema(format = DateTime)]
    pub since: String,
    /// Until when, in UTC. The `Date` of the answer says what time it is.
    #[schema(format = DateTime)]
    pub by: String,
    /// Seconds for each turn.
    pub base_s: u32,
    /// Seconds of the seat's bank.
    pub bank_s: u32,
    /// Seconds of quiet hours and weekends, in which the clock stands still.
    pub quiet_s: u32,
    /// Seconds of vacation.
    pub vacation_s: u32,
    /// Seconds that the game was paused.
    pub pause_s: u32,
    /// Seconds that the service was out of order.
    pub outage_s: u32,
}

impl DeadlineView {
    /// Shows a deadline.
    #[must_use]
    pub fn new(deadline: &DeadlineData) -> DeadlineView {
        DeadlineView {
            seat: deadline.seat.0,
            since: deadline.since.to_string(),
            by: deadline.by.to_string(),
            base_s: deadline.base,
            bank_s: deadline.bank,
            quiet_s: deadline.quiet,
            vacation_s: deadline.vacation,
            pause_s: deadline.pause,
            outage_s: deadline.outage,
        }
    }
}

/// When a player's clock stands still. It is fixed when the seat is taken, and stands in the log.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Calendar,
    example = json!({"zone": "Europe/Paris", "from": 22, "until": 8, "weekends": "rest"}))]
pub struct CalendarView {
    /// The time zone, by its name in the IANA database.
    #[schema(max_length = 64)]
    pub zone: String,
    /// From which hour of the day, 0 to 23.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 23)]
    pub from: Option<u8>,
    /// Until which hour, of the same day or the next; 12 hours at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 23)]
    pub until: Option<u8>,
    /// Whether Saturdays and Sundays count.
    #[serde(default)]
    #[schema(required = false)]
    pub weekends: WeekendsView,
}

/// Whether Saturdays and Sundays count.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Weekends)]
pub enum WeekendsView {
    /// They are days like others.
    #[default]
    Count,
    /// The clock stands still.
    Rest,
}

impl From<CalendarView> for Calendar {
    fn from(view: CalendarView) -> Calendar {
        Calendar {
            zone: view.zone,
            from: view.from,
            until: view.until,
            weekends: match view.weekends {
                WeekendsView::Count => Weekends::Count,
                WeekendsView::Rest => Weekends::Rest,
            },
        }
    }
}
