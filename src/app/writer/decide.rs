//! One command of a round: snapshot → state → events → commit. No SQL, no HTTP.

use std::cell::OnceCell;

use super::job::{CommandJob, Expected, Keyed};
use super::{AppError, Tools};
use crate::app::clock::rfc3339;
use crate::app::keys::SealError;
use crate::app::load;
use crate::dice::{Link, Segment, ServerLinks};
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
    let sealed = Sealed::new(tools, &game, &snapshot.segment);
    let (decided, segment) = match ask(job, &game, &sealed) {
        Err(AppError::Refused {
            refusal: Refusal::OutOfReach(_),
            ..
        }) => {
            sealed.check()?;
            beyond(tools, job, &game).await?
        }
        decided => (decided?, snapshot.segment.clone()),
    };
    Ok(pack(tools, job, &game, decided, segment))
}

/// The segment of the dice chain that the snapshot holds; opened when a link is asked for.
struct Sealed<'a> {
    tools: &'a Tools,
    game: &'a Game,
    bytes: &'a [u8],
    opened: OnceCell<Result<Segment, SealError>>,
}

impl<'a> Sealed<'a> {
    fn new(tools: &'a Tools, game: &'a Game, bytes: &'a [u8]) -> Sealed<'a> {
        Sealed {
            tools,
            game,
            bytes,
            opened: OnceCell::new(),
        }
    }

    /// Whether it opened, if it was asked for anything.
    fn check(&self) -> Result<(), SealError> {
        match self.opened.get() {
            Some(Err(error)) => Err(*error),
            Some(Ok(_)) | None => Ok(()),
        }
    }
}

impl ServerLinks for Sealed<'_> {
    fn reveal(&self, game: &[u8; 16], no: u32) -> Option<Link> {
        let open = || self.tools.vault.open_segment(self.game.id, self.bytes);
        self.opened.get_or_init(open).as_ref().ok()?.reveal(game, no)
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
        .ok_or(SealError::Forged)?;
    let sealed = tools.vault.seal_segment(game.id, &segment)?;
    Ok((decided, sealed))
}

fn ask(job: &CommandJob, game: &Game, links: &dyn ServerLinks) -> Result<Decided, AppError> {
    game.decide(&job.pseudonym, &job.command, links)
        .map_err(|refusal| match refusal {
            Refusal::Contradiction(error) => AppError::Damaged {
                seq: game.version,
                error,
            },
            refusal => AppError::Refused {
                refusal,
                game: Box::new(game.clone()),
            },
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
