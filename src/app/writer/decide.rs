//! One command of a round: snapshot → state → events → commit. No SQL, no HTTP.

use super::job::{CommandJob, Expected, Keyed};
use super::{AppError, Tools};
use crate::app::clock::rfc3339;
use crate::app::load;
use crate::dice::ServerLinks;
use crate::game::{Command, Decided, Game, Line, Refusal, Stage, line};
use crate::store::{Answer, Commit, Guard, Record, Snapshot, Status, VaultFate};

/// A command that the rules accept, ready to be committed.
pub(super) struct Decision {
    pub(super) commit: Commit,
    pub(super) game: Game,
    pub(super) lines: Vec<Line>,
}

pub(super) async fn decide(
    tools: &Tools,
    job: &CommandJob,
    snapshot: Option<Snapshot>,
) -> Result<Decision, AppError> {
    let snapshot = snapshot.ok_or(AppError::NoSuchGame)?;
    let game = load::game(&*tools.store, &tools.rulebook, job.game, &snapshot).await?;
    if let Expected::Version(version) = job.expected
        && version != game.version
    {
        return Err(AppError::Stale {
            game: Box::new(game),
        });
    }
    let segment = &snapshot.segment;
    let (decided, segment) = match in_segment(tools, job, &game, segment) {
        Err(AppError::Refused {
            refusal: Refusal::OutOfReach(_),
            ..
        }) => beyond(tools, job, &game).await?,
        decided => (decided?, segment.clone()),
    };
    Ok(pack(tools, job, &game, decided, segment))
}

/// Decides with the segment of the dice chain that the snapshot holds.
fn in_segment(
    tools: &Tools,
    job: &CommandJob,
    game: &Game,
    sealed: &[u8],
) -> Result<Decided, AppError> {
    if !matches!(
        job.command,
        Command::Take { .. } | Command::Ready { .. } | Command::Start | Command::Roll { .. }
    ) {
        return ask(job, game, &NoLinks);
    }
    let segment = tools.vault.open_segment(game.id, sealed)?;
    ask(job, game, &segment)
}

/// A command that asks for no link of the server.
struct NoLinks;

impl ServerLinks for NoLinks {
    fn reveal(&self, _: &[u8; 16], _: u32) -> Option<crate::dice::Link> {
        None
    }
}

/// Decides with all segment tops, once in 128 rolls, and seals the next segment.
async fn beyond(
    tools: &Tools,
    job: &CommandJob,
    game: &Game,
) -> Result<(Decided, Vec<u8>), AppError> {
    let vault = tools
        .store
        .vault(game.id)
        .await?
        .ok_or(AppError::NoSuchGame)?;
    let tops = tools.vault.open_tops(game.id, &vault)?;
    let decided = ask(job, game, &tops)?;
    let segment = tops
        .segment(decided.game.rolls)
        .ok_or(crate::app::keys::SealError::Forged)?;
    let sealed = tools.vault.seal_segment(game.id, &segment)?;
    Ok((decided, sealed))
}

fn ask(job: &CommandJob, game: &Game, links: &dyn ServerLinks) -> Result<Decided, AppError> {
    game.decide(&job.pseudonym, &job.command, links)
        .map_err(|refusal| AppError::Refused {
            refusal,
            game: Box::new(game.clone()),
        })
}

fn pack(
    tools: &Tools,
    job: &CommandJob,
    before: &Game,
    decided: Decided,
    segment: Vec<u8>,
) -> Decision {
    let now_us = tools.clock.now_us();
    let Decided { mut game, events } = decided;
    let after = Some((before.version, before.head));
    let lines = line::lines(game.id, after, &rfc3339(now_us), &events);
    if let Some(last) = lines.last() {
        game.version = last.seq;
        game.head = last.head;
    }
    let (joined, left) = match job.command {
        Command::Take { .. } => (vec![job.caller], Vec::new()),
        Command::Leave { .. } if !game.holds_a_seat(&job.pseudonym) => {
            (Vec::new(), vec![job.caller])
        }
        _ => (Vec::new(), Vec::new()),
    };
    let commit = Commit {
        game: game.id,
        guard: Guard::At(number(before.version)),
        snapshot: snapshot(&game, segment),
        records: lines.iter().map(record).collect(),
        answer: answer(job.key.as_ref(), job, &lines, now_us),
        joined,
        left,
        drop_vault: match game.stage {
            Stage::Over(_) | Stage::Aborted(_) => VaultFate::Drop,
            Stage::Lobby(_) | Stage::Playing(_) => VaultFate::Keep,
        },
    };
    Decision {
        commit,
        game,
        lines,
    }
}

fn answer(keyed: Option<&Keyed>, job: &CommandJob, lines: &[Line], at_us: i64) -> Option<Answer> {
    let (keyed, first, last) = (keyed?, lines.first()?, lines.last()?);
    Some(Answer {
        principal: job.caller,
        key: keyed.key.clone(),
        fingerprint: keyed.fingerprint,
        first_seq: number(first.seq),
        last_seq: number(last.seq),
        at_us,
    })
}

/// The snapshot of a settled game.
pub(crate) fn snapshot(game: &Game, segment: Vec<u8>) -> Snapshot {
    Snapshot {
        version: number(game.version),
        head: game.head.0,
        status: match game.stage {
            Stage::Lobby(_) => Status::Lobby,
            Stage::Playing(_) => Status::Playing,
            Stage::Over(_) => Status::Finished,
            Stage::Aborted(_) => Status::Aborted,
        },
        state: game.save(),
        segment,
    }
}

/// The stored record of a line.
pub(crate) fn record(line: &Line) -> Record {
    Record {
        seq: number(line.seq),
        roll: line.roll.map(i64::from),
        payload: line.payload.clone(),
        hash: line.head.0,
    }
}

/// A count of events as the store writes it. A game has some 50,000 events at most.
pub(crate) fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
