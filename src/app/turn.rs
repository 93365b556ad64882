//! Commands: sent, answered, and answered again when they are repeated.

use super::load;
use super::writer::{Caller, CommandJob, Done, Expected, Keyed, number};
use super::{App, AppError};
use crate::game::{Command, Event, Game, GameId, Line, PlayerId, Refusal, Signature, line};
use crate::store::{Answer, Record};

/// A command with everything about its sender.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Which game.
    pub game: GameId,
    /// Who asks.
    pub caller: PlayerId,
    /// What is asked.
    pub command: Command,
    /// The signature of the acting seat.
    pub signature: Option<Signature>,
    /// Which version the client knows.
    pub expected: Expected,
    /// The key under which the answer can be asked for again.
    pub key: Option<Keyed>,
}

/// The answer to a command: a function of the log, so that a repeated request gets the same one.
#[derive(Debug)]
pub struct Turn {
    /// The state after the command.
    pub game: Game,
    /// What happened, in order.
    pub lines: Vec<Line>,
}

/// A signed statement that this was the log's head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    /// The event.
    pub seq: u64,
    /// The hash of the event.
    pub head: crate::game::Head,
    /// The key that signed.
    pub kid: String,
    /// The Ed25519 signature.
    pub signature: [u8; 64],
}

impl App {
    /// Decides a command, commits it and says what happened.
    ///
    /// A repeated request is answered as it was the first time: by its idempotency key; a roll
    /// also by its number, by its link, or by the version that it was sent for.
    ///
    /// # Errors
    /// [`AppError`]; nothing has changed then.
    pub async fn command(&self, ask: Ask) -> Result<Turn, AppError> {
        let done = self.writer.command(self.job(&ask)).await;
        match done {
            Ok(Done::Fresh(game, lines)) => Ok(Turn { game: *game, lines }),
            Ok(Done::KeyTaken) => self.answered(&ask).await?.ok_or(AppError::KeyReused),
            Err(refused @ (AppError::Refused { .. } | AppError::Stale { .. })) => {
                match self.answered(&ask).await? {
                    Some(turn) => Ok(turn),
                    None => self.rolled_before(&ask).await?.ok_or(refused),
                }
            }
            Err(error) => Err(error),
        }
    }

    fn job(&self, ask: &Ask) -> CommandJob {
        CommandJob {
            game: ask.game,
            caller: Caller::Player(ask.caller),
            pseudonym: self.pseudonym(ask.game, ask.caller),
            command: ask.command.clone(),
            signature: ask.signature,
            expected: ask.expected,
            key: ask.key.clone(),
        }
    }

    /// What answered the request's key before.
    async fn answered(&self, ask: &Ask) -> Result<Option<Turn>, AppError> {
        let Some(keyed) = &ask.key else {
            return Ok(None);
        };
        match self.store.answer(ask.caller, &keyed.key).await? {
            Some((game, answer)) => self.again(game, &answer, keyed).await.map(Some),
            None => Ok(None),
        }
    }

    /// The answer to a request whose key was used before.
    pub(super) async fn again(
        &self,
        game: GameId,
        answer: &Answer,
        keyed: &Keyed,
    ) -> Result<Turn, AppError> {
        if answer.fingerprint != keyed.fingerprint {
            return Err(AppError::KeyReused);
        }
        self.turn_of(game, answer.first_seq, answer.last_seq).await
    }

    /// The answer to a roll that was made before: the same seat, the same link.
    async fn rolled_before(&self, ask: &Ask) -> Result<Option<Turn>, AppError> {
        let Command::Roll { seat, roll, link } = &ask.command else {
            return Ok(None);
        };
        let record = match (roll, ask.expected) {
            (Some(roll), _) => self.store.event_of_roll(ask.game, i64::from(*roll)).await?,
            (None, Expected::Version(version)) => {
                self.event(ask.game, version.saturating_add(1)).await?
            }
            (None, Expected::Any) => None,
        };
        let Some(record) = record else {
            return Ok(None);
        };
        let event = line::parse(seq(record.seq), &record.payload);
        let Ok(Event::DieRolled {
            seat: by,
            link_no,
            link: used,
            kind: crate::game::RollKind::Turn,
            ..
        }) = event
        else {
            return Ok(None);
        };
        let same_link = link.map(|(no, link)| (no, link.to_string())) == link_no.zip(used);
        let game = self.state(ask.game).await?;
        let caller = self.pseudonym(ask.game, ask.caller);
        let same_seat = seat.is_none_or(|seat| seat == by)
            && game.holder(by).is_some_and(|holder| holder.is(&caller));
        match (same_seat, same_link) {
            (true, true) => self.turn_from(game, record).await.map(Some),
            (true, false) if link.is_some() => Err(AppError::Refused {
                refusal: Refusal::WrongLink(crate::dice::WrongLink::Hash),
                game: Box::new(game),
            }),
            (true | false, true | false) => Ok(None),
        }
    }

    async fn event(&self, game: GameId, seq: u64) -> Result<Option<Record>, AppError> {
        let at = number(seq);
        Ok(self.store.events(game, at, at).await?.pop())
    }

    /// The answer to the command that a stored event opened.
    async fn turn_from(&self, now: Game, record: Record) -> Result<Turn, AppError> {
        let after = self
            .store
            .events(now.id, record.seq + 1, record.seq + MOST_EVENTS)
            .await?;
        let last = after
            .iter()
            .take_while(|record| {
                line::parse(seq(record.seq), &record.payload)
                    .is_ok_and(|event| !event.opens_command())
            })
            .last()
            .map_or(record.seq, |record| record.seq);
        self.turn_of(now.id, record.seq, last).await
    }

    /// The answer that these events are.
    async fn turn_of(&self, id: GameId, first: i64, last: i64) -> Result<Turn, AppError> {
        let records = self.store.events(id, first, last).await?;
        let now = self.state(id).await?;
        let game = if now.version == seq(last) {
            now
        } else {
            load::fold(&*self.store, &self.rulebook, id, seq(last)).await?
        };
        let lines = records.into_iter().map(stored_line).collect();
        Ok(Turn { game, lines })
    }

    /// The receipt for a state.
    #[must_use]
    pub fn receipt(&self, game: &Game) -> Receipt {
        let message = game.head.receipt_message(game.id, game.version);
        let (kid, signature) = self.keys.sign_receipt(&message);
        Receipt {
            seq: game.version,
            head: game.head,
            kid: kid.as_str().to_owned(),
            signature,
        }
    }
}

/// Events that one command makes at most: a start with its draws, or a chain of bonuses.
const MOST_EVENTS: i64 = 512;

pub(super) fn seq(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

fn stored_line(record: Record) -> Line {
    Line {
        seq: seq(record.seq),
        payload: record.payload,
        head: crate::game::Head(record.hash),
        roll: record.roll.and_then(|roll| u32::try_from(roll).ok()),
    }
}
