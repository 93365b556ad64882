//! What happens by itself: bots, automatic rolls and moves, absent seats.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::Player;
use super::command::Order;
use super::extract::{Body, Guarded, Segments};
use super::openapi::{GameParams, KeyParams, MatchParams, SeatParams, SignatureParams};
use super::problem::Problem;
use super::seats::{MovesRequest, RollsRequest};
use super::state::Api;
use super::view::{LevelView, TurnView};
use crate::game::{Command, GameId, SeatNo};

/// A seat for a bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"level": "greedy"}))]
pub(super) struct BotRequest {
    /// Which seat; the first free one, unless said.
    #[schema(minimum = 1, maximum = 6, required = false)]
    seat: Option<u8>,
    /// How well it plays.
    level: LevelView,
}

/// Gives a seat to a bot. Only the owner of the game may, and may take it back as any seat is left.
#[utoipa::path(post, path = "/v1/games/{id}/bots", tag = "seats", security(("player" = [])),
    request_body = BotRequest,
    params(GameParams, KeyParams, MatchParams),
    responses((status = 200, description = "The bot sits there", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden", "seat-not-found",
        "seat-taken", "game-full", "already-started", "game-over", "invalid-contribution"]))))]
pub(super) async fn seat_bot(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: Body<BotRequest>,
) -> Result<HttpResponse, Problem> {
    let command = Command::TakeBot {
        seat: body.0.seat.map(SeatNo),
        level: body.0.level.into(),
    };
    Order::new(id.0, player, guard).send(&api, command).await
}

/// What a seat does without being asked.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AutomationRequest {
    /// Who starts its rolls; as before, unless said.
    #[schema(required = false)]
    rolls: Option<RollsRequest>,
    /// Who plays a move that is the only one; as before, unless said.
    #[schema(required = false)]
    moves: Option<MovesRequest>,
}

/// Changes what a seat does without being asked.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/automation", tag = "automation",
    security(("player" = [])), request_body = AutomationRequest,
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "It is changed, and what follows", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "game-not-started", "game-over"]))))]
pub(super) async fn set_automation(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<AutomationRequest>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Automate {
        seat: SeatNo(seat),
        rolls: body.0.rolls.map(RollsRequest::mode),
        moves: body.0.moves.map(MovesRequest::mode),
    };
    Order::new(game, player, guard).send(&api, command).await
}

/// Plays again for a seat that a bot plays for, since its time ran out.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/return", tag = "automation",
    security(("player" = [])),
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The seat is yours again", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-absent", "game-not-started", "game-over"]))))]
pub(super) async fn return_to_seat(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Return { seat: SeatNo(seat) };
    Order::new(game, player, guard).send(&api, command).await
}
