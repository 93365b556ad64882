//! New games.

use super::rematch::Rematch;
use super::writer::{Fresh, Keyed};
use super::writer::{record, snapshot, wait};
use super::{App, AppError, Turn};
use crate::game::{Control, Event, Fixed, Game, GameId, PlayerId, Spec, Time, line, setup};
use crate::store::{
    Answer, Commit, Guard, Invitation, InvitationState, InvitesFate, Listing, Opening, OrdersFate,
    VaultFate, Visibility,
};

/// How long the players of a rematch have to come: a week.
const REMATCH_US: i64 = 7 * 86_400 * 1_000_000;

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
    /// The game whose players play again.
    pub rematch: Option<Rematch>,
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
        let invited = invitations(&commit);
        let fresh = self.writer.create(commit).await?;
        match (fresh, key) {
            (Fresh::Created, _) => {
                for invitation in &invited {
                    self.tell(invitation);
                }
                Ok(turn)
            }
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
        let opening = opening(&game, new.owner, new.rematch.as_ref(), now_us);
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
                opening,
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
            invites: InvitesFate::Keep,
        };
        Ok((commit, Turn { game, lines }))
    }
}

fn invitations(commit: &Commit) -> Vec<Invitation> {
    match &commit.guard {
        Guard::Create { opening, .. } => opening.invitations.clone(),
        Guard::At(_) => Vec::new(),
    }
}

/// How a new game is found, and who is invited.
fn opening(game: &Game, owner: PlayerId, rematch: Option<&Rematch>, now_us: i64) -> Opening {
    let players = rematch.map_or(&[][..], |rematch| &rematch.players);
    let invited = players.iter().map(|(player, seats)| Invitation {
        game: game.id,
        player: *player,
        sender: owner,
        seats: *seats,
        state: InvitationState::Open,
        created_at_us: now_us,
        expires_at_us: now_us.saturating_add(REMATCH_US),
    });
    let seconds = game.table.clock.map(|clock| match clock.control {
        Control::Turn(seconds) => seconds,
        Control::Fischer { bank, .. } => bank,
    });
    Opening {
        seats: i64::try_from(game.seats.len()).unwrap_or(i64::MAX),
        clock_s: seconds.map_or(0, i64::from),
        follows: rematch.map(|rematch| rematch.of),
        invitations: invited.collect(),
    }
}
