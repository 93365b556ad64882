//! What is agreed at creation about time and automation.

use serde::{Deserialize, Serialize};

use super::event::{Level, MoveMode, RollMode};

const MINUTE: u32 = 60;
const DAY: u32 = 24 * 60 * MINUTE;

/// How long a player may take, and what happens to one who takes longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// How long.
    pub control: Control,
    /// What happens then.
    pub timeout: Timeout,
    /// Days of vacation for each seat and calendar year (UTC), 0 … 60.
    #[serde(default)]
    pub vacation_days: u8,
    /// Whether players may have quiet hours and weekends.
    #[serde(default)]
    pub quiet: Permission,
    /// Whether all players together may pause the game.
    #[serde(default)]
    pub pause: Permission,
}

/// Whether something is allowed at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    /// It is not.
    #[default]
    Refused,
    /// It is.
    Allowed,
}

/// How long a player may take. All in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Control {
    /// So long for each roll with its moves: 10 minutes to 14 days.
    Turn(u32),
    /// A bank of time that grows with each roll with its moves.
    Fischer {
        /// What is in the bank at first.
        bank: u32,
        /// What is added each time.
        increment: u32,
        /// What the bank holds at most.
        cap: u32,
    },
}

/// What happens to a player who takes too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timeout {
    /// Timeouts in a row before `then`; those before it skip the turn. 1 … 10.
    pub after: u8,
    /// What happens after so many.
    pub then: TimeoutThen,
}

/// What happens after a number of timeouts in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutThen {
    /// The turn is skipped, as before.
    Skip,
    /// A bot of this level plays for the seat until its player returns.
    Autopilot(Level),
    /// The seat is out.
    Forfeit,
}

/// What a seat does without being asked, unless it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automation {
    /// Who starts its rolls.
    #[serde(default)]
    pub rolls: RollMode,
    /// Who plays a move that is the only one.
    #[serde(default)]
    pub moves: MoveMode,
}

impl Automation {
    /// Nothing happens by itself.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Automation::default()
    }

    /// Everything that is no decision.
    pub const FULL: Automation = Automation {
        rolls: RollMode::Automatic,
        moves: MoveMode::Forced,
    };
}

impl Clock {
    /// The clock of a game by correspondence that says nothing else: three days a turn, a greedy
    /// autopilot after two timeouts, two weeks of vacation, quiet hours and pauses.
    pub const CORRESPONDENCE: Clock = Clock {
        control: Control::Turn(3 * DAY),
        timeout: Timeout {
            after: 2,
            then: TimeoutThen::Autopilot(Level::Greedy),
        },
        vacation_days: 14,
        quiet: Permission::Allowed,
        pause: Permission::Allowed,
    };

    /// What is wrong with a clock; `None` if nothing is.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let good = match self.control {
            Control::Turn(seconds) => (10 * MINUTE..=14 * DAY).contains(&seconds),
            Control::Fischer {
                bank,
                increment,
                cap,
            } => {
                (10 * MINUTE..=30 * DAY).contains(&bank)
                    && (MINUTE..=14 * DAY).contains(&increment)
                    && (bank.max(increment)..=60 * DAY).contains(&cap)
            }
        };
        let all = [
            (
                good,
                "a turn takes 600 to 1209600 seconds; a bank 600 to 2592000, with an increment of \
                 60 to 1209600 and a cap from both up to 5184000",
            ),
            (
                (1..=10).contains(&self.timeout.after),
                "timeout.after is 1 to 10",
            ),
            (self.vacation_days <= 60, "vacation_days is 0 to 60"),
        ];
        all.into_iter().find(|(good, _)| !good).map(|(_, why)| why)
    }
}

impl Permission {
    /// Whether it is allowed.
    #[must_use]
    pub fn is_allowed(self) -> bool {
        self == Permission::Allowed
    }
}
