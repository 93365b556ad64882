//! What is asked of the writer, and what it answers.

use tokio::sync::oneshot;

use super::AppError;
use crate::app::news::Happened;
use crate::game::{Command, Game, GameId, Line, PlayerId, Signature};
use crate::store::{
    AccountWrite, AccountWritten, AuditStep, Commit, Grown, Growth, PeopleWrite, PeopleWritten,
    Stepped,
};

/// A command on its way.
#[derive(Debug)]
pub struct CommandJob {
    /// Which game.
    pub game: GameId,
    /// Whose command.
    pub caller: Caller,
    /// The caller's name in this game's log.
    pub pseudonym: String,
    /// What is asked.
    pub command: Command,
    /// The signature of the acting seat.
    pub signature: Option<Signature>,
    /// Which version the client knows.
    pub expected: Expected,
    /// The key under which the answer can be asked for again.
    pub key: Option<Keyed>,
}

/// Whose command it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// A player's.
    Player(PlayerId),
    /// The server's own.
    Server,
}

/// The version a command was meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Whatever stands.
    Any,
    /// That one only.
    Version(u64),
}

/// An idempotency key with what it was used for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keyed {
    /// The client's key.
    pub key: String,
    /// SHA-256 over the operation and its body.
    pub fingerprint: [u8; 32],
}

/// What became of a command.
#[derive(Debug)]
pub enum Done {
    /// It was committed: the state after it and its lines.
    Fresh(Box<Game>, Vec<Line>),
    /// Its key answered a request before.
    KeyTaken,
}

/// What became of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fresh {
    /// It exists.
    Created,
    /// Its key answered a request before.
    KeyTaken,
}

pub(super) type Reply<T> = oneshot::Sender<Result<T, AppError>>;

/// One thing to do, with where its answer goes.
pub(super) enum Job {
    Command(Box<CommandJob>, Reply<Done>),
    Create(Box<Commit>, Reply<Fresh>),
    Account(AccountWrite, Reply<AccountWritten>),
    People(PeopleWrite, Reply<PeopleWritten>),
    Grow(Box<Growth>, Reply<Grown>),
    Beat {
        now_us: i64,
        gap_us: i64,
        reply: Reply<()>,
    },
    Audit(Box<AuditStep>, Reply<Stepped>),
}

impl CommandJob {
    /// The server's own command to a game in which something happens by itself.
    pub(crate) fn tick(game: GameId, outage: u32) -> CommandJob {
        CommandJob {
            game,
            caller: Caller::Server,
            pseudonym: String::new(),
            command: Command::Tick { outage },
            signature: None,
            expected: Expected::Any,
            key: None,
        }
    }
}

impl CommandJob {
    /// What happens at the table if it is done.
    pub(super) fn happened(&self) -> Happened {
        match &self.command {
            Command::Take(_)
            | Command::TakeBot { .. }
            | Command::Leave { .. }
            | Command::Ready { .. }
            | Command::Start
            | Command::Abort => Happened::Gathered,
            Command::Roll { .. }
            | Command::Deposit { .. }
            | Command::Move(_)
            | Command::CloseChain { .. }
            | Command::Resign { .. }
            | Command::Automate { .. }
            | Command::Order { .. }
            | Command::Withdraw { .. }
            | Command::Return { .. }
            | Command::Rest { .. }
            | Command::WishPause { .. }
            | Command::Tick { .. } => Happened::Played,
        }
    }
}

impl Job {
    /// The game that it writes to.
    pub(super) fn game(&self) -> Option<GameId> {
        match self {
            Job::Command(command, _) => Some(command.game),
            Job::Create(commit, _) => Some(commit.game),
            Job::Account(..)
            | Job::People(..)
            | Job::Grow(..)
            | Job::Beat { .. }
            | Job::Audit(..) => None,
        }
    }
}
