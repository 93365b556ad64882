//! One command of a round: snapshot → state → events → commit. No SQL, no HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::cache::Warm;
use super::job::{Caller, CommandJob, Expected, Keyed};
use super::{AppError, Tools};
use crate::app::keys::SealError;
use crate::dice::ServerLinks;
use crate::game::{
    Asked, Command, Decided, Game, Line, OrderBook, PlayerId, Refusal, SeatNo, Stage, Time, line,
};
use crate::store::{
    Answer, Commit, Due, Guard, InvitesFate, OrdersFate, Record, Snapshot, Status, VaultFate, Wait,
};

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
    let at = Time::from_us(tools.clock.now_us());
    let decided = match ask(job, at, &warm, warm.links()) {
        Err(AppError::Refused {
            refusal: Refusal::OutOfReach(_),
            ..
        }) => beyond(tools, job, at, &mut warm).await?,
        decided => decided?,
    };
    Ok(pack(job, at, warm, decided))
}

/// Decides with all segment tops, once in 128 rolls, and seals the next segment.
async fn beyond(
    tools: &Tools,
    job: &CommandJob,
    at: Time,
    warm: &mut Warm,
) -> Result<Decided, AppError> {
    let id = warm.game.id;
    let vault = tools.store.vault(id).await?.ok_or(AppError::NoSuchGame)?;
    let tops = tools.vault.open_tops(id, &vault)?;
    let decided = ask(job, at, warm, &tops)?;
    let segment = tops.segment(decided.game.rolls).ok_or(SealError::Forged)?;
    warm.segment = tools.vault.seal_segment(id, &segment)?;
    warm.links = Some(segment.links(&id.0));
    Ok(decided)
}

/// Asks the game. One writer serves every game, so a panic must not reach it.
fn ask(
    job: &CommandJob,
    at: Time,
    warm: &Warm,
    links: &dyn ServerLinks,
) -> Result<Decided, AppError> {
    let game = &warm.game;
    let asked = Asked {
        caller: &job.pseudonym,
        command: &job.command,
        signature: job.signature.as_ref(),
        at,
        orders: &warm.orders,
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

fn pack(job: &CommandJob, at: Time, warm: Warm, decided: Decided) -> Decision {
    let Warm {
        game: before,
        mut segment,
        links,
        orders: known,
    } = warm;
    let Decided {
        mut game,
        events,
        orders,
    } = decided;
    let after = Some((before.version, before.head));
    let signed = (job.signature.as_ref(), events.as_slice());
    let lines = line::lines(game.id, after, &at.to_string(), signed);
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
    let (joined, left) = seats(job, &game);
    let commit = Commit {
        game: game.id,
        guard: Guard::At(number(before.version)),
        snapshot: snapshot(&game, segment.clone()),
        records: lines.iter().map(record).collect(),
        answer: answer(job.key.as_ref(), job, &lines, at.us()),
        joined,
        left,
        drop_vault: ended,
        wait: wait(Some(&before), &game),
        orders: orders_fate(&known, &orders),
        invites: invites_fate(&before, &game),
    };
    Decision {
        commit,
        warm: Warm {
            game,
            segment,
            links,
            orders,
        },
        lines,
    }
}

/// Whose list of games changes: the caller's, if a seat was taken or left.
fn seats(job: &CommandJob, game: &Game) -> (Vec<(PlayerId, i64)>, Vec<PlayerId>) {
    let (Command::Take(_) | Command::Leave { .. }, Caller::Player(player)) =
        (&job.command, job.caller)
    else {
        return (Vec::new(), Vec::new());
    };
    let held = game
        .holders()
        .filter(|(_, holder)| holder.is(&job.pseudonym));
    match held.fold(0, |seats, (seat, _)| seats | bit(seat)) {
        0 => (Vec::new(), vec![player]),
        seats => (vec![(player, seats)], Vec::new()),
    }
}

/// A seat in a set of seats.
pub(crate) fn bit(seat: SeatNo) -> i64 {
    1 << seat.index()
}

/// For whom the game waits, and when the server has to look at it again. A game that is paused
/// waits for nobody.
pub(crate) fn wait(before: Option<&Game>, game: &Game) -> Wait {
    let due = game.due_at();
    let awaited = game.awaited().filter(|_| game.pause().is_none());
    let seats = match game.stage {
        Stage::Lobby(_) => game.open_seats().fold(0, |seats, seat| seats | bit(seat)),
        Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_) => {
            awaited.map_or(0, |(seat, _)| bit(seat))
        }
    };
    Wait {
        seats,
        due: match (before.and_then(Game::due_at), due) {
            (before, due) if before == due => Due::Keep,
            (_, Some(due)) => Due::At(due.us()),
            (_, None) => Due::Never,
        },
    }
}

/// Invitations end with the lobby.
fn invites_fate(before: &Game, after: &Game) -> InvitesFate {
    match (&before.stage, &after.stage) {
        (Stage::Lobby(_), Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_)) => {
            InvitesFate::Close
        }
        (Stage::Lobby(_), Stage::Lobby(_))
        | (Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_), _) => InvitesFate::Keep,
    }
}

fn orders_fate(before: &OrderBook, after: &OrderBook) -> OrdersFate {
    if before == after {
        OrdersFate::Keep
    } else if after.is_empty() {
        OrdersFate::Drop
    } else {
        OrdersFate::Put(serde_json::to_string(after).expect("a book has string keys"))
    }
}

fn answer(keyed: Option<&Keyed>, job: &CommandJob, lines: &[Line], at_us: i64) -> Option<Answer> {
    let (keyed, first, last) = (keyed?, lines.first()?, lines.last()?);
    let Caller::Player(principal) = job.caller else {
        return None;
    };
    Some(Answer {
        principal,
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
