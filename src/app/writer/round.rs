//! Rounds: take what waits, at most one command a game; load, decide, commit, answer.

use std::collections::{HashMap, HashSet, VecDeque};

use tokio::sync::mpsc;

use super::decide::{self, Decision};
use super::job::{CommandJob, Done, Fresh, Job, Reply};
use super::{AppError, Tools};
use crate::game::{Game, GameId, Line};
use crate::store::{Commit, Committed, Snapshot, StoreError};

/// Commands in a round at most.
const MOST: usize = 256;

/// Tries of a round whose outcome is unknown, the first included.
const TRIES: u32 = 3;

/// Runs until every way to the writer is dropped and the queue is empty.
pub(super) async fn run(tools: Tools, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    while let Some(round) = gather(&mut jobs, &mut waiting).await {
        tools.metrics.round(round.len());
        waiting.extend(work(&tools, round).await);
    }
}

/// The next round: waits for one job, takes all that are there. A second job of the same game
/// waits for the round after.
async fn gather(jobs: &mut mpsc::Receiver<Job>, waiting: &mut VecDeque<Job>) -> Option<Vec<Job>> {
    if waiting.is_empty() {
        waiting.push_back(jobs.recv().await?);
    }
    while waiting.len() < MOST
        && let Ok(job) = jobs.try_recv()
    {
        waiting.push_back(job);
    }
    let mut games = HashSet::new();
    let (round, later) = std::mem::take(waiting)
        .into_iter()
        .partition(|job| job.game().is_none_or(|game| games.insert(game)));
    *waiting = later;
    Some(Vec::from(round))
}

/// A commit with everything needed to answer for it.
enum Pending {
    Command {
        job: Box<CommandJob>,
        game: Box<Game>,
        lines: Vec<Line>,
        reply: Reply<Done>,
    },
    Create(Reply<Fresh>),
}

/// Does one round; answers the commands that have to be decided again.
async fn work(tools: &Tools, round: Vec<Job>) -> Vec<Job> {
    let mut commands = Vec::new();
    let (mut commits, mut pending) = (Vec::new(), Vec::new());
    for job in round {
        match job {
            Job::Command(command, reply) => commands.push((command, reply)),
            Job::Create(commit, reply) => {
                commits.push(*commit);
                pending.push(Pending::Create(reply));
            }
            Job::Account(write, reply) => super::accounts::write(tools, write, reply).await,
        }
    }
    decide_all(tools, commands, &mut commits, &mut pending).await;
    if commits.is_empty() {
        return Vec::new();
    }
    match commit(tools, &commits).await {
        Ok(outcomes) => pending
            .into_iter()
            .zip(outcomes)
            .filter_map(|(pending, outcome)| pending.answer(outcome))
            .collect(),
        Err(error) => {
            for one in pending {
                one.fail(AppError::Store(error.clone()));
            }
            Vec::new()
        }
    }
}

async fn decide_all(
    tools: &Tools,
    commands: Vec<(Box<CommandJob>, Reply<Done>)>,
    commits: &mut Vec<Commit>,
    pending: &mut Vec<Pending>,
) {
    let mut snapshots = match load(tools, &commands).await {
        Ok(snapshots) => snapshots,
        Err(error) => {
            for (_, reply) in commands {
                answer(reply, Err(AppError::Store(error.clone())));
            }
            return;
        }
    };
    for (job, reply) in commands {
        let snapshot = snapshots.remove(&job.game);
        match decide::decide(tools, &job, snapshot).await {
            Ok(Decision {
                commit,
                game,
                lines,
            }) => {
                commits.push(commit);
                pending.push(Pending::Command {
                    job,
                    game: Box::new(game),
                    lines,
                    reply,
                });
            }
            Err(error) => answer(reply, Err(error)),
        }
    }
}

async fn load(
    tools: &Tools,
    commands: &[(Box<CommandJob>, Reply<Done>)],
) -> Result<HashMap<GameId, Snapshot>, StoreError> {
    if commands.is_empty() {
        return Ok(HashMap::new());
    }
    let games: Vec<GameId> = commands.iter().map(|(job, _)| job.game).collect();
    Ok(tools.store.load(&games).await?.into_iter().collect())
}

/// Commits a round. When the outcome is unknown (the connection broke), the same round is sent
/// again: what was written by the first try is told by the hashes in the log.
async fn commit(tools: &Tools, commits: &[Commit]) -> Result<Vec<Committed>, StoreError> {
    let mut tried = 1;
    let mut outcomes = loop {
        match tools.store.commit(commits).await {
            Err(error) if error.is_transient() && tried < TRIES => tried += 1,
            outcome => break outcome?,
        }
    };
    if tried > 1 {
        for (commit, outcome) in commits.iter().zip(&mut outcomes) {
            if !matches!(outcome, Committed::Done) && is_written(tools, commit).await? {
                *outcome = Committed::Done;
            }
        }
    }
    Ok(outcomes)
}

async fn is_written(tools: &Tools, commit: &Commit) -> Result<bool, StoreError> {
    let (Some(first), Some(last)) = (commit.records.first(), commit.records.last()) else {
        return Ok(false);
    };
    let written = tools.store.events(commit.game, first.seq, last.seq).await?;
    Ok(written == commit.records)
}

impl Pending {
    /// Answers; a command that lost a race is handed back to be decided again.
    fn answer(self, outcome: Committed) -> Option<Job> {
        match (self, outcome) {
            (
                Pending::Command {
                    game, lines, reply, ..
                },
                Committed::Done,
            ) => answer(reply, Ok(Done::Fresh(game, lines))),
            (Pending::Command { reply, .. }, Committed::KeyTaken) => {
                answer(reply, Ok(Done::KeyTaken));
            }
            (Pending::Command { job, reply, .. }, Committed::Stale) => {
                return Some(Job::Command(job, reply));
            }
            (Pending::Create(reply), Committed::Done) => answer(reply, Ok(Fresh::Created)),
            (Pending::Create(reply), Committed::Stale | Committed::KeyTaken) => {
                answer(reply, Ok(Fresh::KeyTaken));
            }
            (pending, Committed::Failed(error)) => pending.fail(AppError::Store(error)),
        }
        None
    }

    fn fail(self, error: AppError) {
        match self {
            Pending::Command { reply, .. } => answer(reply, Err(error)),
            Pending::Create(reply) => answer(reply, Err(error)),
        }
    }
}

/// A client that hung up does not hear its answer; what was committed stays.
fn answer<T>(reply: Reply<T>, answer: Result<T, AppError>) {
    drop(reply.send(answer));
}
