//! Invitations of one player by another. They wait until they are answered or expire, whoever is
//! there; taking a seat accepts one, in the same commit.

use super::{App, AppError};
use crate::game::{Game, GameId, PlayerId, Refusal, SeatNo, Stage};
use crate::store::{
    Invitation, InvitationKey, InvitationState, Listing, PeopleWrite, PeopleWritten, Side,
};

/// Open invitations to a game at most.
const MOST_OF_GAME: usize = 32;
/// Open invitations to a player at most, so that nobody can be buried.
const MOST_OF_PLAYER: i64 = 100;

/// Whether an invitation was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invited {
    /// It was.
    Now,
    /// The player has an open one to that game.
    Before,
}

impl App {
    /// Invites a player to a game that has not begun. Only its owner may.
    ///
    /// # Errors
    /// [`AppError`]: no such game or player, not the owner, begun, or too many.
    pub async fn invite(
        &self,
        sender: PlayerId,
        key: InvitationKey,
        expires_in_s: u32,
    ) -> Result<(Invitation, Invited), AppError> {
        self.check_owner(key.game, sender).await?;
        self.check_lobby(key.game).await?;
        let player = self.store.player(key.player).await?;
        player.ok_or(AppError::NoSuchPlayer)?;
        let now_us = self.clock.now_us();
        let invitation = Invitation {
            game: key.game,
            player: key.player,
            sender,
            seats: 0,
            state: InvitationState::Open,
            created_at_us: now_us,
            expires_at_us: now_us.saturating_add(i64::from(expires_in_s) * 1_000_000),
        };
        if let Some(known) = self.store.invitation(key).await?
            && is_good(&known, now_us)
        {
            return Ok((known, Invited::Before));
        }
        self.check_room(key, now_us).await?;
        let write = PeopleWrite::Invite(invitation.clone());
        match self.writer.people(write).await? {
            PeopleWritten::Done | PeopleWritten::Expired(_) => {
                self.tell(&invitation);
                Ok((invitation, Invited::Now))
            }
            PeopleWritten::Stale => {
                let known = self.store.invitation(key).await?;
                Ok((known.unwrap_or(invitation), Invited::Before))
            }
        }
    }

    async fn check_owner(&self, game: GameId, player: PlayerId) -> Result<Listing, AppError> {
        let listing = self.store.listing(game).await?;
        let listing = listing.ok_or(AppError::NoSuchGame)?;
        if listing.owner == player {
            Ok(listing)
        } else {
            Err(AppError::NotYours)
        }
    }

    async fn check_lobby(&self, id: GameId) -> Result<(), AppError> {
        let game = self.state(id).await?;
        let refusal = match game.stage {
            Stage::Lobby(_) => return Ok(()),
            Stage::Playing(_) => Refusal::AlreadyStarted,
            Stage::Over(_) | Stage::Aborted(_) => Refusal::GameOver,
        };
        let game = Box::new(game);
        Err(AppError::Refused { refusal, game })
    }

    async fn check_room(&self, key: InvitationKey, now_us: i64) -> Result<(), AppError> {
        let of_game = self.store.invited(key.game).await?;
        let open = of_game.iter().filter(|one| is_good(one, now_us)).count();
        let of_player = self.store.counts(key.player, now_us).await?.invitations;
        if open >= MOST_OF_GAME || of_player >= MOST_OF_PLAYER {
            return Err(AppError::TooManyInvitations);
        }
        Ok(())
    }

    /// Says no to an invitation, or takes one back: `to` is the state that it gets. Repeated, it
    /// changes nothing.
    ///
    /// # Errors
    /// [`AppError::NoSuchInvitation`] if there is none, or none that is open.
    pub async fn settle(
        &self,
        key: InvitationKey,
        asks: Side,
        caller: PlayerId,
    ) -> Result<(), AppError> {
        let known = self.store.invitation(key).await?;
        let known = known.ok_or(AppError::NoSuchInvitation)?;
        let (whose, to) = match asks {
            Side::Received => (known.player, InvitationState::Declined),
            Side::Sent => (known.sender, InvitationState::Withdrawn),
        };
        if whose != caller {
            return Err(AppError::NoSuchInvitation);
        }
        if known.state == to {
            return Ok(());
        }
        match self.writer.people(PeopleWrite::Settle(key, to)).await? {
            PeopleWritten::Done | PeopleWritten::Expired(_) => {
                self.tell(&known);
                Ok(())
            }
            PeopleWritten::Stale => Err(AppError::NoSuchInvitation),
        }
    }

    /// Whether a player was invited to a game and may come in.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn may_enter(&self, player: PlayerId, game: GameId) -> Result<bool, AppError> {
        let known = self
            .store
            .invitation(InvitationKey { game, player })
            .await?;
        let now_us = self.clock.now_us();
        Ok(
            known
                .is_some_and(|one| one.state == InvitationState::Accepted || is_good(&one, now_us)),
        )
    }

    /// The free seat that is meant for a player by an invitation, if one is.
    ///
    /// # Errors
    /// [`AppError::NoSuchGame`].
    pub async fn meant_seat(
        &self,
        player: PlayerId,
        game: GameId,
    ) -> Result<Option<SeatNo>, AppError> {
        let known = self
            .store
            .invitation(InvitationKey { game, player })
            .await?;
        let meant = known.map_or(0, |invitation| invitation.seats);
        if meant == 0 {
            return Ok(None);
        }
        let game = self.state(game).await?;
        let mut free = game.open_seats();
        Ok(free.find(|seat| seats_of(meant).contains(seat)))
    }

    pub(super) async fn expire_invitations(&self, by_us: i64) -> Result<(), AppError> {
        while self.store.expiring(by_us).await? {
            let expire = PeopleWrite::Expire { by_us };
            let PeopleWritten::Expired(expired) = self.writer.people(expire).await? else {
                return Ok(());
            };
            for invitation in &expired {
                self.tell(invitation);
            }
        }
        Ok(())
    }

    /// Tells both sides that an invitation changed.
    pub(super) fn tell(&self, invitation: &Invitation) {
        self.news.player(invitation.player);
        self.news.player(invitation.sender);
    }
}

/// Whether an invitation can be accepted.
fn is_good(invitation: &Invitation, now_us: i64) -> bool {
    invitation.state == InvitationState::Open && invitation.expires_at_us > now_us
}

/// The seats of a set: bit 0 is seat 1.
#[must_use]
pub fn seats_of(set: i64) -> Vec<SeatNo> {
    let seats = (0..6_u8).filter(|bit| set & (1 << bit) != 0);
    seats.map(|bit| SeatNo(bit + 1)).collect()
}

/// The seats of a player at a table, as a set.
pub(super) fn seats_held(game: &Game, pseudonym: &str) -> i64 {
    let held = game.holders().filter(|(_, holder)| holder.is(pseudonym));
    held.fold(0, |seats, (seat, _)| seats | super::writer::bit(seat))
}
