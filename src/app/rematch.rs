//! A rematch: the same table once more, with the seats rotated by one.

use serde_json::{Map, Value};

use super::invitations::seats_held;
use super::writer::bit;
use super::{App, AppError, Ask, Expected, NewGame, random};
use crate::game::ruleset::RulesetData;
use crate::game::{
    Command, FirstData, Game, GameId, Level, PlayerId, Refusal, SealedPolicy, SeatNo, Sitter, Spec,
    Stage, Stakes,
};
use crate::rules::Preset;

/// What a new game has to do with an old one.
#[derive(Clone, Debug)]
pub struct Rematch {
    /// The old one.
    pub of: GameId,
    /// Its players, with the seats that are meant for them now, as sets.
    pub players: Vec<(PlayerId, i64)>,
}

/// Whether a rematch was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rematched {
    /// It was.
    Now,
    /// Another player asked before.
    Before,
}

impl App {
    /// The game that follows a finished one. Whoever of its players asks first owns it; all of them
    /// are invited, and bots sit down by themselves.
    ///
    /// # Errors
    /// [`AppError`]: no such game, not a player of it, or not over.
    pub async fn rematch(
        &self,
        caller: PlayerId,
        id: GameId,
    ) -> Result<(GameId, Rematched), AppError> {
        let seen = self.seen(id).await?;
        if !seen.game.holds_a_seat(&self.pseudonym(id, caller)) {
            let (refusal, game) = (Refusal::NotSeated, Box::new(seen.game));
            return Err(AppError::Refused { refusal, game });
        }
        match seen.game.stage {
            Stage::Over(_) => {}
            Stage::Lobby(_) | Stage::Playing(_) | Stage::Aborted(_) => {
                return Err(AppError::NotOver);
            }
        }
        if let Some(next) = self.following(id).await? {
            return Ok((next, Rematched::Before));
        }
        let players = self.store.seated(id).await?.into_iter();
        let players = players.map(|player| {
            let held = seats_held(&seen.game, &self.pseudonym(id, player));
            (player, rotated_set(&seen.game, held))
        });
        let next = random::game_id(self.clock.now_us());
        let new = NewGame {
            owner: caller,
            spec: spec(&seen.game),
            visibility: seen.listing.public,
            title: seen.listing.title.clone(),
            key: None,
            rematch: Some(Rematch {
                of: id,
                players: players.collect(),
            }),
        };
        match self.create(next, new).await {
            Ok(_) => {
                self.seat_bots(caller, &seen.game, next).await?;
                Ok((next, Rematched::Now))
            }
            // Another player was faster.
            Err(AppError::KeyReused) => {
                let next = self.following(id).await?;
                Ok((next.ok_or(AppError::Busy)?, Rematched::Before))
            }
            Err(error) => Err(error),
        }
    }

    /// The game that follows, unless it was called off.
    async fn following(&self, id: GameId) -> Result<Option<GameId>, AppError> {
        let Some(next) = self.store.rematch(id).await? else {
            return Ok(None);
        };
        let game = self.state(next).await?;
        Ok(match game.stage {
            Stage::Lobby(_) | Stage::Playing(_) | Stage::Over(_) => Some(next),
            Stage::Aborted(_) => None,
        })
    }

    async fn seat_bots(
        &self,
        owner: PlayerId,
        before: &Game,
        next: GameId,
    ) -> Result<(), AppError> {
        for (seat, level) in bots(before) {
            let command = Command::TakeBot {
                seat: Some(rotated(before, seat)),
                level,
            };
            self.command(Ask {
                game: next,
                caller: owner,
                command,
                signature: None,
                expected: Expected::Any,
                key: None,
            })
            .await?;
        }
        Ok(())
    }
}

fn bots(game: &Game) -> Vec<(SeatNo, Level)> {
    let bot = |(seat, holder): (SeatNo, &crate::game::Holder)| match holder.sitter {
        Sitter::Bot(level) => Some((seat, level)),
        Sitter::Player(_) => None,
    };
    game.holders().filter_map(bot).collect()
}

/// The seat after it.
fn rotated(game: &Game, seat: SeatNo) -> SeatNo {
    let seats = u8::try_from(game.seats.len()).unwrap_or(u8::MAX);
    SeatNo(seat.0 % seats + 1)
}

fn rotated_set(game: &Game, set: i64) -> i64 {
    let seats = game.seats().map(|(seat, _)| seat);
    let held = seats.filter(|seat| set & bit(*seat) != 0);
    held.fold(0, |seats, seat| seats | bit(rotated(game, seat)))
}

/// What was asked for when the table was set.
fn spec(game: &Game) -> Spec {
    let table = &game.table;
    let (name, _) = table
        .rules_name
        .split_once('/')
        .unwrap_or((&table.rules_name, ""));
    Spec {
        ruleset: name.to_owned(),
        overlay: overlay(name, &RulesetData(table.rules.ruleset().clone())),
        seats: None,
        board_seats: Some(table.board.iter().map(|seat| seat.letter()).collect()),
        first_seat: match table.first {
            FirstData::Seat(seat) => Some(seat.0),
            FirstData::Draw => None,
        },
        sealed_only: match table.sealed {
            SealedPolicy::SealedOnly => true,
            SealedPolicy::Any => false,
        },
        rated: table.stakes == Stakes::Rated,
        automation: table.automation,
        clock: table.clock,
    }
}

/// The keys that differ from the preset.
fn overlay(name: &str, rules: &RulesetData) -> Map<String, Value> {
    let preset = Preset::from_name(name).map(|preset| RulesetData(preset.ruleset()).to_map());
    let mut keys = rules.to_map();
    keys.retain(|key, value| preset.as_ref().and_then(|preset| preset.get(key)) != Some(value));
    keys
}
