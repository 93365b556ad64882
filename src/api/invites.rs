//! Invites: who may take a seat of a private game.

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::{OptionalBody, Segments};
use super::openapi::GameParams;
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::tokens::Invite;
use crate::game::{GameId, Time};
use crate::store::{Listing, Visibility};

/// How long an invite is good for, unless said: a week.
const INVITE_S: u32 = 7 * 86_400;
/// How long an invite is good for at most: 90 days.
const INVITE_MOST_S: u32 = 90 * 86_400;

/// An invite to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteRequest {
    /// For how many seconds it is good.
    #[serde(default = "week")]
    #[schema(minimum = 60, maximum = 7_776_000, default = 604_800)]
    expires_in: u32,
}

pub(super) fn week() -> u32 {
    INVITE_S
}

impl Default for InviteRequest {
    fn default() -> Self {
        Self {
            expires_in: INVITE_S,
        }
    }
}

/// Leave to take a seat of a private game.
#[derive(Serialize, ToSchema)]
#[schema(as = Invite)]
pub(super) struct InviteView {
    /// What the invited send as `invite` when they take a seat.
    invite: String,
    /// The game with the invite in the fragment, which no server sees: a link to pass on.
    link: String,
    /// Until when it is good.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Makes an invite to a game. Only its owner may.
///
/// An invite opens every free seat to whoever holds it, and is not stored: it ends by itself.
#[utoipa::path(post, path = "/v1/games/{id}/invites", tag = "seats", security(("player" = [])),
    request_body = Option<InviteRequest>,
    params(GameParams),
    responses((status = 201, description = "The invite", body = InviteView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden"]))))]
pub(super) async fn create_invite(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    body: OptionalBody<InviteRequest>,
) -> Result<impl Responder, Problem> {
    let expires_in = expiry(body.0.expires_in)?;
    if listing(&api, id.0).await?.owner != player.id {
        return Err(ProblemType::Forbidden.into());
    }
    let now_us = api.app.now_us();
    let expires_at_us = now_us.saturating_add(i64::from(expires_in) * 1_000_000);
    let invite = api.tokens.issue_invite(
        Invite {
            game: id.0,
            expires_at_us,
        },
        now_us,
    );
    let view = InviteView {
        link: format!("{}/v1/games/{}#invite={invite}", api.public_url, id.0),
        invite,
        expires_at: Time::from_us(expires_at_us).to_string(),
    };
    Ok(HttpResponse::Created().json(view))
}

/// For how many seconds an invite or an invitation is good.
pub(super) fn expiry(seconds: u32) -> Result<u32, Problem> {
    if (60..=INVITE_MOST_S).contains(&seconds) {
        return Ok(seconds);
    }
    let expected = format!("expected 60 to {INVITE_MOST_S} seconds");
    Err(Problem::new(ProblemType::InvalidField).error("/expires_in", expected))
}

async fn listing(api: &Api, game: GameId) -> Result<Listing, Problem> {
    let listing = api.app.store().listing(game).await?;
    listing.ok_or_else(|| ProblemType::GameNotFound.into())
}

/// A private game opens to its owner, to who has an invite and to who was invited.
pub(super) async fn check_invite(
    api: &Api,
    player: Player,
    game: GameId,
    invite: Option<&str>,
) -> Result<(), Problem> {
    let listing = listing(api, game).await?;
    match listing.public {
        Visibility::Public | Visibility::Unlisted => return Ok(()),
        Visibility::Private if listing.owner == player.id => return Ok(()),
        Visibility::Private => {}
    }
    let invite = invite.and_then(|text| api.tokens.check_invite(text, api.app.now_us()).ok());
    match invite {
        Some(invite) if invite.game == game => Ok(()),
        Some(_) | None if api.app.may_enter(player.id, game).await? => Ok(()),
        Some(_) | None => Err(ProblemType::InviteRefused.into()),
    }
}
