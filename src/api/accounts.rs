//! Guests, tokens and who I am.

use actix_web::http::header;
use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::Body;
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::accounts::{AccountError, AppName, Arrival, DeviceSecret, PlayerName, TokenPair};
use crate::app::tokens::ACCESS_S;
use crate::game::Time;
use crate::store;

/// Who wants to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Zoé", "device": "3f9d2c1b7a604e5f8d1c"}))]
pub(super) struct GuestRequest {
    /// The name that others see: 1 to 32 characters, none of them invisible. It is given once.
    #[schema(min_length = 1, max_length = 32)]
    name: String,
    /// A secret that the client makes and keeps: whoever sends it again is the same player. Without
    /// it, a request that is sent twice makes two players.
    #[schema(min_length = 16, max_length = 128)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    /// The name of the app that the guest uses, if it wants its dice to be counted apart
    /// (`GET /v1/apps/{app}/fairness`). It is given once.
    #[schema(
        min_length = 1,
        max_length = 32,
        pattern = "^[a-z0-9._-]+$",
        example = "chez-zoe"
    )]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    app: Option<String>,
}

/// A player, as he is known to himself.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub(super) struct PlayerView {
    /// The id of the player.
    #[schema(example = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    id: String,
    /// The name that others see.
    #[schema(example = "Zoé")]
    name: String,
    /// Since when he is known here.
    #[schema(format = DateTime, example = "2026-12-01T10:00:00Z")]
    created_at: String,
}

impl From<store::Player> for PlayerView {
    fn from(player: store::Player) -> Self {
        Self {
            id: player.id.to_string(),
            name: player.name,
            created_at: Time::from_us(player.created_at_us).to_string(),
        }
    }
}

/// What a client needs to speak for its player.
#[derive(Serialize, ToSchema)]
#[schema(as = TokenPair)]
pub(super) struct TokensView {
    /// Sent as `Authorization: Bearer` with every request.
    access_token: String,
    /// Always `Bearer`.
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// For how many seconds the access token is good.
    #[schema(example = 900, maximum = 900)]
    expires_in: u64,
    /// Exchanged once for the next pair at `POST /v1/tokens`. Keep the newest one.
    #[schema(example = "rt_AZjHoG8OfMOda...")]
    refresh_token: String,
}

impl From<TokenPair> for TokensView {
    fn from(pair: TokenPair) -> Self {
        Self {
            refresh_token: pair.refresh.reveal(),
            access_token: pair.access,
            token_type: "Bearer",
            expires_in: ACCESS_S,
        }
    }
}

/// A guest with the tokens to play.
#[derive(Serialize, ToSchema)]
#[schema(as = Guest)]
pub(super) struct GuestView {
    /// The player.
    player: PlayerView,
    /// Sent as `Authorization: Bearer` with every request.
    access_token: String,
    /// Always `Bearer`.
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// For how many seconds the access token is good.
    #[schema(example = 900, maximum = 900)]
    expires_in: u64,
    /// Exchanged once for the next pair at `POST /v1/tokens`. Keep the newest one.
    #[schema(example = "rt_AZjHoG8OfMOda...")]
    refresh_token: String,
}

impl GuestView {
    fn new(player: store::Player, pair: TokenPair) -> Self {
        let TokensView {
            access_token,
            token_type,
            expires_in,
            refresh_token,
        } = pair.into();
        Self {
            player: player.into(),
            access_token,
            token_type,
            expires_in,
            refresh_token,
        }
    }
}

/// The refresh token to exchange.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RefreshRequest {
    /// The newest refresh token.
    refresh_token: String,
}

/// Lets a guest in.
///
/// Nothing but a name is needed. With a device secret the request may be sent again at any time:
/// the same secret is the same player.
#[utoipa::path(post, path = "/v1/guests", tag = "players", request_body = GuestRequest,
    responses(
        (status = 201, description = "A new player", body = GuestView),
        (status = 200, description = "The player of this device", body = GuestView)))]
pub(super) async fn create_guest(
    api: web::Data<Api>,
    body: Body<GuestRequest>,
) -> Result<impl Responder, Problem> {
    let name = PlayerName::new(&body.0.name).map_err(|error| invalid("/name", &error))?;
    let device = body.0.device.map(DeviceSecret::new).transpose();
    let device = device.map_err(|error| invalid("/device", &error))?;
    let app = body.0.app.map(AppName::new).transpose();
    let app = app.map_err(|error| invalid("/app", &error))?;
    let now_us = api.app.now_us();
    let (player, arrival, pair) = api.accounts.enter(name, device, app, now_us).await?;
    let view = GuestView::new(player, pair);
    Ok(match arrival {
        Arrival::New => HttpResponse::Created()
            .insert_header((header::LOCATION, "/v1/me"))
            .json(view),
        Arrival::Known => HttpResponse::Ok().json(view),
    })
}

/// Exchanges a refresh token for a new pair of tokens.
///
/// A refresh token is good for one exchange. When the answer is lost, the same token may be sent
/// again as long as its successor was not used. An older token ends the session.
#[utoipa::path(post, path = "/v1/tokens", tag = "players", request_body = RefreshRequest,
    responses((status = 200, description = "The new pair", body = TokensView)),
    extensions(("x-problems" = json!(["refresh-refused"]))))]
pub(super) async fn create_tokens(
    api: web::Data<Api>,
    body: Body<RefreshRequest>,
) -> Result<impl Responder, Problem> {
    let pair = api
        .accounts
        .refresh(&body.0.refresh_token, api.app.now_us())
        .await?;
    Ok(web::Json(TokensView::from(pair)))
}

/// Ends the session of the token that the request is made with.
///
/// Its refresh token is worth nothing at once. The access token itself ends within 15 minutes.
#[utoipa::path(delete, path = "/v1/tokens/current", tag = "players", security(("player" = [])),
    responses((status = 204, description = "The session has ended")))]
pub(super) async fn revoke_tokens(
    api: web::Data<Api>,
    player: Player,
) -> Result<impl Responder, Problem> {
    api.accounts.revoke(player.session).await?;
    Ok(HttpResponse::NoContent())
}

/// Tells who the request is made for.
#[utoipa::path(get, path = "/v1/me", tag = "players", security(("player" = [])),
    responses((status = 200, description = "The player", body = PlayerView)))]
pub(super) async fn get_me(api: web::Data<Api>, player: Player) -> Result<impl Responder, Problem> {
    let known = api.accounts.player(player.id).await?;
    let known = known.ok_or_else(|| Problem::new(ProblemType::Unauthenticated))?;
    Ok(web::Json(PlayerView::from(known)))
}

fn invalid(pointer: &str, error: &dyn std::error::Error) -> Problem {
    Problem::new(ProblemType::InvalidField).error(pointer, error.to_string())
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Refused => Self::new(ProblemType::RefreshRefused),
            AccountError::App(error) => error.into(),
            AccountError::NoRandomness(error) => {
                tracing::error!(%error, "no randomness for a token");
                Self::new(ProblemType::Internal)
            }
        }
    }
}
