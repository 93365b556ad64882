//! One command of a round: snapshot → state → events → commit. No SQL, no HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::cache::Warm;
use super::job::{CommandJob, Expected, Keyed};
use super::{AppError, Tools};
use crate::app::clock::rfc3339;
use crate::app::keys::SealError;
use crate::dice::ServerLinks;
use crate::game::{Asked, Command, Decided, Game, Line, Refusal, Stage, line};
use crate::store::{Answer, Commit, Guard, Record, Snapshot, Status, VaultFate};

/// A command that the rules accept, ready to be committed.
pub(super) struct Decision {
    pub(super) commit: Commit,
    /// The game as it will be when the commit is done.
    pub(super) warm: Warm,
    pub(super) lines: Vec<Line>,
}

pub(super) async fn decide(
    tools: &Tools,
    job: &CommandJob,
    mut warm: Warm,
) -> Result<Decision, AppError> {
    if let Expected::Version(version) = job.expected
        && version != warm.game.version
    {
        return Err(AppError::Stale {
            game: Box::new(warm.game),
        });
    }
    warm.open(tools)?;
    let decided = match ask(job, &warm.game, warm.links()) {
        Err(AppError::Refused {
            refusal: Refusal::OutOfReach(_),
            ..
        }) => beyond(tools, job, &mut warm).await?,
        decided => decided?,
    };
    Ok(pack(tools, job, warm, decided))
}

/// Decides with all segment tops, once in 128 rolls, and seals the next segment.
async fn beyond(tools: &Tools, job: &CommandJob, warm: &mut Warm) -> Result<Decided, AppError> {
    let id = warm.game.id;
    let vault = tools.store.vault(id).await?.ok_or(AppError::NoSuchGame)?;
    let tops = tools.vault.open_tops(id, &vault)?;
    let decided = ask(job, &warm.game, &tops)?;
    let segment = tops.segment(decided.game.rolls).ok_or(SealError::Forged)?;
    warm.segment = tools.vault.seal_segment(id, &segment)?;
    warm.links = Some(segment.links(&id.0));
    Ok(decided)
}

/// Asks the game. One writer serves every game, so a panic must not reach it.
fn ask(job: &CommandJob, game: &Game, links: &dyn ServerLinks) -> Result<Decided, AppError> {
    let asked = Asked {
        caller: &job.pseudonym,
        command: &job.command,
        signature: job.signature.as_ref(),
    };
    let decide = || game.decide(asked, links);
    catch_unwind(AssertUnwindSafe(decide))
        .map_err(|_| AppError::Panicked)?
        .map_err(|refusal| {
            if let Refusal::Contradiction(error) = refusal {
                let seq = game.version;
                return AppError::Damaged { seq, error };
            }
            AppError::Refused {
                refusal,
                game: Box::new(game.clone()),
            }
        })
}

fn pack(tools: &Tools, job: &CommandJob, warm: Warm, decided: Decided) -> Decision {
    let Warm {
        game: before,
        mut segment,
        links,
    } = warm;
    let now_us = tools.clock.now_us();
    let Decided { mut game, events } = decided;
    let after = Some((before.version, before.head));
    let lines = line::lines(
        game.id,
        after,
        &rfc3339(now_us),
        (job.signature.as_ref(), &events),
    );
    if let Some(last) = lines.last() {
        game.version = last.seq;
        game.head = last.head;
    }
    let ended = match game.stage {
        Stage::Over(_) | Stage::Aborted(_) => VaultFate::Drop,
        Stage::Lobby(_) | Stage::Playing(_) => VaultFate::Keep,
    };
    if ended == VaultFate::Drop {
        segment.clear();
    }
    let caller = || vec![job.caller];
    let joins = matches!(job.command, Command::Take { .. });
    let leaves = matches!(job.command, Command::Leave { .. }) && !game.holds_a_seat(&job.pseudonym);
    let commit = Commit {
        game: game.id,
        guard: Guard::At(number(before.version)),
        snapshot: snapshot(&game, segment.clone()),
        records: lines.iter().map(record).collect(),
        answer: answer(job.key.as_ref(), job, &lines, now_us),
        joined: joins.then(caller).unwrap_or_default(),
        left: leaves.then(caller).unwrap_or_default(),
        drop_vault: ended,
    };
    Decision {
        commit,
        warm: Warm {
            game,
            segment,
            links,
        },
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
