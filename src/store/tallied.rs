//! The audit of the dice as it is stored: texts of the floor above, and whose they are.

use async_trait::async_trait;

use super::{StoreError, TreeHead};
use crate::game::{GameId, PlayerId};

/// The audit of the dice of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceAudit {
    /// Which write this is: 1, 2, 3 …
    pub revision: i64,
    /// The running audit.
    pub state: String,
    /// What was published last; empty before the first time.
    pub published: String,
    /// How many players and pairs stood out then; empty before the first time.
    pub standouts: String,
}

/// Whose rolls are counted together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TallyOf {
    /// All rolls of a player.
    Player(PlayerId),
    /// The rolls of two players in games with each other; the lower id first.
    Pair(PlayerId, PlayerId),
    /// The rolls in the games that guests of an app created.
    App(String),
}

/// A kind of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyScope {
    /// Players.
    Players,
    /// Pairs of players.
    Pairs,
    /// Apps.
    Apps,
}

impl TallyScope {
    /// The number that stands in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Players => 0,
            Self::Pairs => 1,
            Self::Apps => 2,
        }
    }
}

impl TallyOf {
    /// Its kind.
    #[must_use]
    pub const fn scope(&self) -> TallyScope {
        match self {
            Self::Player(_) => TallyScope::Players,
            Self::Pair(..) => TallyScope::Pairs,
            Self::App(_) => TallyScope::Apps,
        }
    }

    /// What tells it from others of its kind.
    #[must_use]
    pub fn key(&self) -> Vec<u8> {
        match self {
            Self::Player(player) => player.0.to_vec(),
            Self::Pair(one, other) => [one.0, other.0].concat(),
            Self::App(app) => app.clone().into_bytes(),
        }
    }
}

/// What was counted of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied {
    /// Whose it is.
    pub of: TallyOf,
    /// `ln E` of their faces in millionths.
    pub ln_e_millionths: i64,
    /// The counters, in the text form of the floor above.
    pub state: String,
}

/// A step of the audit, written as a whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditStep {
    /// What it was computed on.
    pub from: AuditFrom,
    /// The audit from now on.
    pub audit: DiceAudit,
    /// What was counted anew, in place of what was there.
    pub tallies: Vec<Tallied>,
}

/// What a step of the audit was computed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditFrom {
    /// Nothing: there was no audit.
    Nothing,
    /// The write of that number.
    Revision(i64),
    /// Nothing, though there was one: everything is counted again from the first leaf, and what
    /// was counted before goes.
    Again(i64),
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// Written and durable.
    Done,
    /// Not written: another process was faster.
    Stale,
}

/// The part of a store that the audit of the dice needs.
///
/// # Errors
/// Every method answers a [`StoreError`] when the database does not do its part.
#[async_trait]
pub trait TallyStore: Send + Sync {
    /// The tree that grew from one of so many leaves, if it did: the checkpoint after that one.
    async fn grown_from(&self, size: i64) -> Result<Option<TreeHead>, StoreError>;

    /// The audit, if there is one.
    async fn dice_audit(&self) -> Result<Option<DiceAudit>, StoreError>;

    /// Writes a step, if the audit is still what it was computed on. For the writer; safe to send
    /// again, and exact among several processes.
    async fn step_audit(&self, step: &AuditStep) -> Result<Stepped, StoreError>;

    /// What was counted of them.
    async fn tally(&self, of: &TallyOf) -> Result<Option<Tallied>, StoreError>;

    /// The fortunes of that kind that are at least 4,605,170 millionths, the greatest first: below,
    /// nothing can stand out.
    async fn rich_tallies(&self, scope: TallyScope) -> Result<Vec<i64>, StoreError>;

    /// The app whose guest created the game, if it told its name.
    async fn app_of(&self, game: GameId) -> Result<Option<String>, StoreError>;
}
