//! The one task that writes: it takes what waits, decides it, and commits it in one round.
//!
//! A handler only waits for its answer, so a client that hangs up cancels nothing, no connection
//! is ever left inside a transaction, and durability is paid once a round. When nothing else waits
//! a round holds one command and costs what a plain transaction costs: nobody waits for company.

mod accounts;
mod cache;
mod commit;
mod decide;
mod job;
mod round;
mod sweep;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

pub(super) use decide::{bit, number, record, snapshot, wait};
use job::Job;
pub use job::{Caller, CommandJob, Done, Expected, Fresh, Keyed};

use super::chain_vault::ChainVault;
use super::clock::Clock;
use super::news::News;
use super::rulebook::Rulebook;
use super::{AppError, Metrics};
use crate::store::{
    AccountWrite, AccountWritten, AuditStep, Commit, Grown, Growth, PeopleWrite, PeopleWritten,
    Stepped, Store,
};

/// Commands that may wait before new ones are told to come back.
pub const QUEUE: usize = 1_024;

/// The way to the writer.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
}

/// What the writer works with.
#[derive(Clone)]
pub struct Tools {
    /// Where it writes.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The rules it has met.
    pub rulebook: Arc<Rulebook>,
    /// The dice chains.
    pub vault: ChainVault,
    /// What it counts.
    pub metrics: Arc<Metrics>,
    /// Where it tells what it wrote.
    pub news: News,
}

impl Writer {
    /// A writer and its task; the caller runs the task until every `Writer` is dropped.
    pub fn new(tools: Tools) -> (Writer, impl Future<Output = ()> + Send) {
        let (queue, jobs) = mpsc::channel(QUEUE);
        (Writer { queue }, round::run(tools, jobs))
    }

    /// Decides and commits a command.
    ///
    /// # Errors
    /// [`AppError`]; nothing was written unless the store's answer is unknown, and then the same
    /// command with the same key or roll number is safe to send again.
    pub async fn command(&self, command: CommandJob) -> Result<Done, AppError> {
        self.ask(|reply| Job::Command(Box::new(command), reply))
            .await?
    }

    /// Commits a new game.
    ///
    /// # Errors
    /// [`AppError`] as for a command.
    pub async fn create(&self, commit: Commit) -> Result<Fresh, AppError> {
        self.ask(|reply| Job::Create(Box::new(commit), reply))
            .await?
    }

    /// Writes to the accounts.
    ///
    /// # Errors
    /// [`AppError`] if the store does not do its part.
    pub async fn account(&self, write: AccountWrite) -> Result<AccountWritten, AppError> {
        self.ask(|reply| Job::Account(write, reply)).await?
    }

    /// Writes about people.
    ///
    /// # Errors
    /// [`AppError`] if the store does not do its part.
    pub async fn people(&self, write: PeopleWrite) -> Result<PeopleWritten, AppError> {
        self.ask(|reply| Job::People(write, reply)).await?
    }

    /// Appends to the transparency log.
    ///
    /// # Errors
    /// [`AppError`] if the store does not do its part; the same growth is safe to send again.
    pub async fn grow(&self, growth: Growth) -> Result<Grown, AppError> {
        self.ask(|reply| Job::Grow(Box::new(growth), reply)).await?
    }

    /// A sign of life of the service (see [`crate::store::TimeStore::beat`]).
    ///
    /// # Errors
    /// [`AppError`] if the store does not do its part.
    pub async fn beat(&self, now_us: i64, gap_us: i64) -> Result<(), AppError> {
        self.ask(|reply| Job::Beat {
            now_us,
            gap_us,
            reply,
        })
        .await?
    }

    /// Carries the audit of the dice on.
    ///
    /// # Errors
    /// [`AppError`] if the store does not do its part; the same step is safe to send again.
    pub async fn audit(&self, step: AuditStep) -> Result<Stepped, AppError> {
        self.ask(|reply| Job::Audit(Box::new(step), reply)).await?
    }

    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<T>) -> Job) -> Result<T, AppError> {
        let (reply, answer) = oneshot::channel();
        self.queue
            .try_send(job(reply))
            .map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => AppError::Busy,
                mpsc::error::TrySendError::Closed(_) => AppError::Stopping,
            })?;
        answer.await.map_err(|_| AppError::Stopping)
    }
}
