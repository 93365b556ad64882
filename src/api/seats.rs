//! Seats: invited to, taken, left, made ready, resigned.

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::command::{LinkRequest, Order, link};
use super::extract::{Body, Guarded, OptionalBody, Segments};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use super::view::TurnView;
use crate::app::clock::rfc3339;
use crate::app::tokens::Invite;
use crate::game::{Command, GameId, SeatNo};
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

fn week() -> u32 {
    INVITE_S
}

impl Default for InviteRequest {
    fn default() -> Self {
        Self { expires_in: INVITE_S }
    }
}

/// Leave to take a seat of a private game.
#[derive(Serialize, ToSchema)]
#[schema(as = Invite)]
pub(super) struct InviteView {
    /// What the invited send as `invite` when they take a seat. Put it into the fragment of a
    /// link, never into its query.
    invite: String,
    /// Until when it is good.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Makes an invite to a game. Only its owner may.
///
/// An invite opens every free seat to whoever holds it, and is not stored: it ends by itself.
#[utoipa::path(post, path = "/v1/games/{id}/invites", tag = "seats", security(("player" = [])),
    request_body = Option<InviteRequest>,
    params(("id" = String, Path, description = super::openapi::GAME)),
    responses((status = 201, description = "The invite", body = InviteView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden"]))))]
pub(super) async fn create_invite(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    body: OptionalBody<InviteRequest>,
) -> Result<impl Responder, Problem> {
    let expires_in = body.0.expires_in;
    if !(60..=INVITE_MOST_S).contains(&expires_in) {
        return Err(Problem::new(ProblemType::InvalidField)
            .error("/expires_in", format!("expected 60 to {INVITE_MOST_S} seconds")));
    }
    if listing(&api, id.0).await?.owner != player.id {
        return Err(ProblemType::Forbidden.into());
    }
    let now_us = api.app.now_us();
    let expires_at_us = now_us.saturating_add(i64::from(expires_in) * 1_000_000);
    let invite = api.tokens.issue_invite(Invite { game: id.0, expires_at_us }, now_us);
    let view = InviteView { invite, expires_at: rfc3339(expires_at_us) };
    Ok(HttpResponse::Created().json(view))
}

/// A seat to be taken.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": 2}))]
pub(super) struct SeatRequest {
    /// Which seat; the first free one, unless said.
    #[schema(minimum = 1, maximum = 8, value_type = u8, required = false)]
    seat: Option<u8>,
    /// The anchor of a chain of your own, or a seed: 64 hex digits (PC-DICE/1, 3.3).
    #[schema(min_length = 64, max_length = 64, value_type = String, required = false)]
    seat_anchor: Option<String>,
    /// 4096 for a chain, 0 for a seed.
    #[serde(default)]
    seat_links: u32,
    /// An Ed25519 key that signs your actions: 64 hex digits (PC-DICE/1, 3.8).
    #[schema(min_length = 64, max_length = 64, value_type = String, required = false)]
    seat_key: Option<String>,
    /// The invite, for a private game that is not yours.
    #[schema(value_type = String, required = false)]
    invite: Option<String>,
}

impl SeatRequest {
    fn read(self) -> Result<Command, Problem> {
        let anchor = self.seat_anchor.map(|text| link(&text, "/seat_anchor")).transpose()?;
        // A key is 32 bytes in the form of a link.
        let key = self.seat_key.map(|text| link(&text, "/seat_key")).transpose()?;
        Ok(Command::Take {
            seat: self.seat.map(SeatNo),
            anchor,
            links: self.seat_links,
            key: key.map(|key| key.to_string()),
        })
    }
}

/// Takes a seat.
///
/// A seat without a chain is ready at once, and the game begins by itself when every seat is taken
/// and ready. One player may take several.
#[utoipa::path(post, path = "/v1/games/{id}/seats", tag = "seats", security(("player" = [])),
    request_body = Option<SeatRequest>,
    params(("id" = String, Path, description = super::openapi::GAME),
        ("Idempotency-Key" = Option<String>, Header, description = super::openapi::KEY),
        ("If-Match" = Option<String>, Header, description = super::openapi::MATCH)),
    responses((status = 200, description = "The seat is taken", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "seat-taken",
        "game-full", "already-started", "game-over", "invite-refused", "invalid-contribution"]))))]
pub(super) async fn take_seat(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: OptionalBody<SeatRequest>,
) -> Result<HttpResponse, Problem> {
    check_invite(&api, player, id.0, body.0.invite.as_deref()).await?;
    let command = body.0.read()?;
    Order { game: id.0, player, guard }.send(&api, command).await
}

async fn listing(api: &Api, game: GameId) -> Result<Listing, Problem> {
    let listing = api.app.store().listing(game).await?;
    listing.ok_or_else(|| ProblemType::GameNotFound.into())
}

/// A private game opens to its owner and to who has an invite.
async fn check_invite(
    api: &Api,
    player: Player,
    game: GameId,
    invite: Option<&str>,
) -> Result<(), Problem> {
    let listing = listing(api, game).await?;
    if listing.public == Visibility::Public || listing.owner == player.id {
        return Ok(());
    }
    let invite = invite.and_then(|text| api.tokens.check_invite(text, api.app.now_us()).ok());
    match invite {
        Some(invite) if invite.game == game => Ok(()),
        Some(_) | None => Err(ProblemType::InviteRefused.into()),
    }
}

/// Gives a seat back before the game begins.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}", tag = "seats",
    security(("player" = [])),
    params(("id" = String, Path, description = super::openapi::GAME),
        ("seat" = u8, Path, description = super::openapi::SEAT),
        ("If-Match" = Option<String>, Header, description = super::openapi::MATCH)),
    responses((status = 200, description = "The seat is free", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "already-started", "game-over"]))))]
pub(super) async fn leave_seat(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    Order { game, player, guard }.send(&api, Command::Leave { seat: SeatNo(seat) }).await
}

/// The first link of a chain.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadyRequest {
    /// The next link of the seat.
    link: LinkRequest,
}

/// Makes a seat with a chain ready, by its next link.
///
/// Possible once every seat is taken. A later change of seats voids it (PC-DICE/1, 3.4).
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/ready", tag = "seats",
    security(("player" = [])), request_body = ReadyRequest,
    params(("id" = String, Path, description = super::openapi::GAME),
        ("seat" = u8, Path, description = super::openapi::SEAT),
        ("Idempotency-Key" = Option<String>, Header, description = super::openapi::KEY),
        ("If-Match" = Option<String>, Header, description = super::openapi::MATCH)),
    responses((status = 200, description = "The seat is ready", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-readyable", "already-started", "game-over", "wrong-link"]))))]
pub(super) async fn make_ready(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<ReadyRequest>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Ready { seat: SeatNo(seat), link: body.0.link.read("/link")? };
    Order { game, player, guard }.send(&api, command).await
}

/// Gives up the chain of a seat for good, when its secret is lost (PC-DICE/1, 3.9).
///
/// Later rolls count the last link that was shown.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}/chain", tag = "seats",
    security(("player" = [])),
    params(("id" = String, Path, description = super::openapi::GAME),
        ("seat" = u8, Path, description = super::openapi::SEAT),
        ("If-Match" = Option<String>, Header, description = super::openapi::MATCH)),
    responses((status = 200, description = "The chain is closed", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "game-not-started", "game-over", "wrong-link"]))))]
pub(super) async fn close_chain(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    Order { game, player, guard }.send(&api, Command::CloseChain { seat: SeatNo(seat) }).await
}

/// Which seat gives up.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResignRequest {
    /// Which seat; your only one, unless said.
    #[schema(minimum = 1, maximum = 8, value_type = u8, required = false)]
    seat: Option<u8>,
}

/// Gives up a seat while the game runs.
#[utoipa::path(post, path = "/v1/games/{id}/resignations", tag = "seats",
    security(("player" = [])), request_body = Option<ResignRequest>,
    params(("id" = String, Path, description = super::openapi::GAME),
        ("Idempotency-Key" = Option<String>, Header, description = super::openapi::KEY),
        ("If-Match" = Option<String>, Header, description = super::openapi::MATCH)),
    responses((status = 200, description = "The seat has resigned", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "which-seat", "game-not-started", "game-over"]))))]
pub(super) async fn resign_seat(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: OptionalBody<ResignRequest>,
) -> Result<HttpResponse, Problem> {
    let command = Command::Resign { seat: body.0.seat.map(SeatNo) };
    Order { game: id.0, player, guard }.send(&api, command).await
}
