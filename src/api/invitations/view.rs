//! Invitations, as they are shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::state::Api;
use crate::app::AppError;
use crate::app::invitations::seats_of;
use crate::game::{PlayerId, Time};
use crate::store::{Invitation, InvitationState};

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub(in crate::api) struct InvitationView {
    /// To which game.
    game: String,
    /// Who is invited.
    player: PersonView,
    /// By whom.
    sender: PersonView,
    /// The seats that are meant for the player; any, unless there are some.
    seats: Vec<u8>,
    /// How it stands.
    state: InvitationStateView,
    /// Since when.
    #[schema(format = DateTime)]
    created_at: String,
    /// Until when.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// A player whom you know by an invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Person)]
pub(in crate::api) struct PersonView {
    /// The player's id.
    id: String,
    /// The name that others see.
    name: String,
}

/// How an invitation stands.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = InvitationState)]
pub(in crate::api) enum InvitationStateView {
    /// Not answered yet.
    Open,
    /// Its player took a seat.
    Accepted,
    /// Its player does not want to play.
    Declined,
    /// Its sender took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
    /// The game began, or was called off.
    Closed,
}

impl InvitationStateView {
    /// An open invitation may have expired before anybody said so.
    fn of(invitation: &Invitation, now_us: i64) -> Self {
        match invitation.state {
            InvitationState::Open if invitation.expires_at_us <= now_us => Self::Expired,
            InvitationState::Open => Self::Open,
            InvitationState::Accepted => Self::Accepted,
            InvitationState::Declined => Self::Declined,
            InvitationState::Withdrawn => Self::Withdrawn,
            InvitationState::Expired => Self::Expired,
            InvitationState::Closed => Self::Closed,
        }
    }
}

/// The names of players, each looked up once.
#[derive(Default)]
pub(in crate::api) struct Names(HashMap<PlayerId, String>);

impl Names {
    async fn person(&mut self, api: &Api, id: PlayerId) -> Result<PersonView, AppError> {
        let name = match self.0.entry(id) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(unknown) => {
                let player = api.accounts.player(id).await?;
                let name = player.map(|player| player.name).unwrap_or_default();
                unknown.insert(name).clone()
            }
        };
        let id = id.to_string();
        Ok(PersonView { id, name })
    }
}

impl InvitationView {
    pub(in crate::api) async fn new(
        api: &Api,
        names: &mut Names,
        invitation: &Invitation,
    ) -> Result<Self, AppError> {
        let seats = seats_of(invitation.seats).into_iter();
        Ok(Self {
            game: invitation.game.to_string(),
            player: names.person(api, invitation.player).await?,
            sender: names.person(api, invitation.sender).await?,
            seats: seats.map(|seat| seat.0).collect(),
            state: InvitationStateView::of(invitation, api.app.now_us()),
            created_at: Time::from_us(invitation.created_at_us).to_string(),
            expires_at: Time::from_us(invitation.expires_at_us).to_string(),
        })
    }
}
