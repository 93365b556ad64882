//! New games.

use super::writer::{Fresh, Keyed};
use super::writer::{record, snapshot, wait};
use super::{App, AppError, Turn};
use crate::game::{Event, Fixed, Game, GameId, PlayerId, Spec, Time, line, setup};
use crate::store::{Answer, Commit, Guard, Listing, OrdersFate, VaultFate, Visibility};

/// A game to be created.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Who creates it.
    pub owner: PlayerId,
    /// The table.
    pub spec: Spec,
    /// Whether it is listed, and open to anybody.
    pub visibility: Visibility,
    /// What it is called; may be empty.
    pub title: String,
    /// The key under which the answer can be asked for again.
    pub key: Option<Keyed>,
}

impl App {
    /// Creates a game: draws the server's dice chain, publishes its anchor, opens the table.
    ///
    /// Takes about 2 ms of CPU for the chain.
    ///
    /// # Errors
    /// [`AppError::Setup`] if the table cannot be set like that.
    pub async fn create(&self, id: GameId, new: NewGame) -> Result<Turn, AppError> {
        let key = new.key.clone();
        let (owner, (commit, turn)) = (new.owner, self.prepare(id, new)?);
        let fresh = self.writer.create(commit).await?;
        match (fresh, key) {
            (Fresh::Created, _) => Ok(turn),
            (Fresh::KeyTaken, Some(keyed)) => {
                let answered = self.store.answer(owner, &keyed.key).await?;
                let (game, answer) = answered.ok_or(AppError::KeyReused)?;
                self.again(game, &answer, &keyed).await
            }
            (Fresh::KeyTaken, None) => Err(AppError::KeyReused),
        }
    }

    fn prepare(&self, id: GameId, new: NewGame) -> Result<(Commit, Turn), AppError> {
        let now_us = self.clock.now_us();
        // The rules are checked before anything costs randomness or CPU.
        setup::rules(&new.spec.ruleset, &new.spec.overlay)?;
        let drawn = self.vault.draw(id)?;
        let created = setup::create(
            &new.spec,
            &Fixed {
                id,
                server_anchor: drawn.anchor,
                signing_kid: self.keys.receipt_kid().to_owned(),
                owner: self.pseudonym(id, new.owner),
            },
        )?;
        let mut game =
            Game::create(id, &created).map_err(|error| AppError::Damaged { seq: 0, error })?;
        let rules_name = created.rules.clone();
        let event = Event::GameCreated(Box::new(created));
        let lines = line::lines(
            id,
            None,
            &Time::from_us(now_us).to_string(),
            (None, &[event]),
        );
        if let Some(first) = lines.first() {
            game.head = first.head;
        }
        self.rulebook
            .learn(&game.table.rules_hash, &game.table.rules);
        let commit = Commit {
            game: id,
            guard: Guard::Create {
                listing: Listing {
                    owner: new.owner,
                    public: new.visibility,
                    created_at_us: now_us,
                    ruleset: rules_name,
                    title: new.title,
                },
                vault: drawn.vault,
            },
            snapshot: snapshot(&game, drawn.segment),
            records: lines.iter().map(record).collect(),
            answer: new.key.map(|keyed| Answer {
                principal: new.owner,
                key: keyed.key,
                fingerprint: keyed.fingerprint,
                first_seq: 0,
                last_seq: 0,
                at_us: now_us,
            }),
            joined: Vec::new(),
            left: Vec::new(),
            drop_vault: VaultFate::Keep,
            wait: wait(None, &game),
            orders: OrdersFate::Keep,
        };
        Ok((commit, Turn { game, lines }))
    }
}
