//! Rounds: take what waits, at most one command a game; load, decide, commit, answer.

use std::collections::{HashMap, HashSet, VecDeque};

use tokio::sync::{mpsc, oneshot};

use super::cache::{Cache, Warm};
use super::commit::commit;
use super::decide::{self, Decision};
use super::job::{CommandJob, Done, Fresh, Job, Reply};
use super::sweep::Sweep;
use super::{AppError, Tools};
use crate::app::news::News;
use crate::game::{GameId, Line};
use crate::store::{Commit, Committed, Snapshot, StoreError};

/// Commands in a round at most.
const MOST: usize = 256;

/// Runs until every way to the writer is dropped and the queue is empty.
pub(super) async fn run(tools: Tools, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    let mut cache = Cache::default();
    let mut sweep = Sweep::new(&tools);
    while let Some(jobs) = gather(&mut jobs, &mut waiting).await {
        tools.metrics.round(jobs.len());
        let round = Round {
            tools: &tools,
            cache: &mut cache,
            commits: Vec::new(),
            pending: Vec::new(),
        };
        waiting.extend(round.work(jobs).await);
        sweep.turn(&tools).await;
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

/// A command with where its answer goes.
type Asked = (Box<CommandJob>, Reply<Done>);

/// A commit with everything needed to answer for it.
enum Pending {
    Command {
        job: Box<CommandJob>,
        warm: Box<Warm>,
        lines: Vec<Line>,
        reply: Reply<Done>,
    },
    Create(Reply<Fresh>),
}

/// One round being worked through.
struct Round<'a> {
    tools: &'a Tools,
    cache: &'a mut Cache,
    commits: Vec<Commit>,
    pending: Vec<Pending>,
}

impl Round<'_> {
    /// Does the round; hands back the commands that have to be decided again.
    async fn work(mut self, jobs: Vec<Job>) -> Vec<Job> {
        let mut commands = Vec::new();
        for job in jobs {
            match job {
                Job::Command(command, reply) => commands.push((command, reply)),
                Job::Create(commit, reply) => {
                    self.commits.push(*commit);
                    self.pending.push(Pending::Create(reply));
                }
                Job::Account(write, reply) => {
                    super::accounts::write(self.tools, write, reply).await;
                }
                Job::People(write, reply) => {
                    let written = self.tools.store.write_people(&write).await;
                    answer(reply, written.map_err(AppError::Store));
                }
                Job::Grow(growth, reply) => {
                    let grown = self.tools.store.grow(&growth).await;
                    answer(reply, grown.map_err(AppError::Store));
                }
                Job::Beat {
                    now_us,
                    gap_us,
                    reply,
                } => {
                    let beaten = self.tools.store.beat(now_us, gap_us).await;
                    answer(reply, beaten.map_err(AppError::Store));
                }
                Job::Audit(step, reply) => {
                    let stepped = self.tools.store.step_audit(&step).await;
                    answer(reply, stepped.map_err(AppError::Store));
                }
            }
        }
        let cold = self.decide_warm(commands).await;
        self.decide_cold(cold).await;
        self.commit().await
    }

    /// Decides what is remembered; hands back what has to be loaded first.
    ///
    /// A state that is remembered may be behind, if another process wrote. A commit is guarded by
    /// its version; a refusal is not, so nothing is refused on memory alone.
    async fn decide_warm(&mut self, commands: Vec<Asked>) -> Vec<Asked> {
        let mut cold = Vec::new();
        for (job, reply) in commands {
            let Some(warm) = self.cache.take(job.game) else {
                cold.push((job, reply));
                continue;
            };
            match decide::decide(self.tools, &job, warm).await {
                Ok(decision) => self.keep(job, reply, decision),
                Err(_) => cold.push((job, reply)),
            }
        }
        cold
    }

    async fn decide_cold(&mut self, commands: Vec<Asked>) {
        let mut snapshots = match self.load(&commands).await {
            Ok(snapshots) => snapshots,
            Err(error) => {
                for (_, reply) in commands {
                    answer(reply, Err(AppError::Store(error.clone())));
                }
                return;
            }
        };
        for (job, reply) in commands {
            match self.decide_loaded(&job, snapshots.remove(&job.game)).await {
                Ok(decision) => self.keep(job, reply, decision),
                Err(error) => answer(reply, Err(error)),
            }
        }
    }

    async fn decide_loaded(
        &self,
        job: &CommandJob,
        snapshot: Option<Snapshot>,
    ) -> Result<Decision, AppError> {
        let snapshot = snapshot.ok_or(AppError::NoSuchGame)?;
        let warm = Warm::load(self.tools, job.game, snapshot).await?;
        decide::decide(self.tools, job, warm).await
    }

    async fn load(&self, commands: &[Asked]) -> Result<HashMap<GameId, Snapshot>, StoreError> {
        if commands.is_empty() {
            return Ok(HashMap::new());
        }
        let games: Vec<GameId> = commands.iter().map(|(job, _)| job.game).collect();
        Ok(self.tools.store.load(&games).await?.into_iter().collect())
    }

    fn keep(&mut self, job: Box<CommandJob>, reply: Reply<Done>, decision: Decision) {
        let Decision {
            commit,
            warm,
            lines,
        } = decision;
        self.commits.push(commit);
        self.pending.push(Pending::Command {
            job,
            warm: Box::new(warm),
            lines,
            reply,
        });
    }

    async fn commit(self) -> Vec<Job> {
        if self.commits.is_empty() {
            return Vec::new();
        }
        let Round {
            tools,
            cache,
            commits,
            pending,
        } = self;
        match commit(tools, &commits).await {
            Ok(outcomes) => pending
                .into_iter()
                .zip(outcomes)
                .filter_map(|(pending, outcome)| pending.answer(outcome, cache, &tools.news))
                .collect(),
            Err(error) => {
                for one in pending {
                    one.fail(AppError::Store(error.clone()));
                }
                Vec::new()
            }
        }
    }
}

impl Pending {
    /// Answers. Handed back is what has to be decided next: a command that lost a race, and what
    /// goes on by itself in the game.
    fn answer(self, outcome: Committed, cache: &mut Cache, news: &News) -> Option<Job> {
        match (self, outcome) {
            (
                Pending::Command {
                    job,
                    warm,
                    lines,
                    reply,
                },
                Committed::Done,
            ) => {
                news.game(job.game, job.happened());
                let game = Box::new(warm.game.clone());
                cache.put(*warm);
                let next = game.is_going_on().then(|| go_on(game.id));
                answer(reply, Ok(Done::Fresh(game, lines)));
                return next;
            }
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

/// A cascade that was too long for one transaction goes on in the next; if this process dies
/// before, whoever ticks next takes it up.
fn go_on(game: GameId) -> Job {
    let (reply, _) = oneshot::channel();
    Job::Command(Box::new(CommandJob::tick(game, 0)), reply)
}

/// A client that hung up does not hear its answer; what was committed stays.
fn answer<T>(reply: Reply<T>, answer: Result<T, AppError>) {
    drop(reply.send(answer));
}
