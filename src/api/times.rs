//! Time at a table: deadlines in advance, vacation, pauses.

use actix_web::{HttpResponse, Responder, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::Player;
use super::command::Order;
use super::extract::{Body, Guarded, Query, Segments};
use super::openapi::{KeyParams, MatchParams, SeatParams, SignatureParams};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use super::view::{DeadlineView, TurnView};
use crate::game::{Command, GameId, SeatNo, Time};

/// Since when a deadline is asked for.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DeadlineQuery {
    /// When the turn would begin, RFC 3339; now, unless said.
    #[param(value_type = Option<String>, format = DateTime)]
    since: Option<Time>,
}

/// Says what the deadline of a seat would be if its turn began now, or at another time.
#[utoipa::path(get, path = "/v1/games/{id}/seats/{seat}/deadline", tag = "automation",
    params(SeatParams, DeadlineQuery),
    responses((status = 200, description = "The deadline and what it is made of",
        body = DeadlineView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-agreed",
        "game-not-started", "game-over"]))))]
pub(super) async fn get_deadline(
    api: web::Data<Api>,
    path: Segments<(GameId, u8)>,
    query: Query<DeadlineQuery>,
) -> Result<impl Responder, Problem> {
    let (id, seat) = path.0;
    let game = api.app.state(id).await?;
    if game.holder(SeatNo(seat)).is_none() {
        return Err(Problem::new(ProblemType::SeatNotFound));
    }
    if game.table.clock.is_none() {
        return Err(Problem::new(ProblemType::NotAgreed).detail("this table has no clock"));
    }
    let now = Time::from_us(api.app.now_us());
    let deadline = game.deadline_from(SeatNo(seat), query.0.since.unwrap_or(now));
    let deadline = deadline.ok_or_else(|| {
        Problem::new(match game.position() {
            Some(_) => ProblemType::GameOver,
            None => ProblemType::GameNotStarted,
        })
    })?;
    Ok(web::Json(DeadlineView::new(&deadline)))
}

/// A vacation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"days": 7}))]
pub(super) struct VacationRequest {
    /// How many days, of those that the table allows a calendar year.
    #[schema(minimum = 1, maximum = 30)]
    days: u8,
    /// From when on, RFC 3339; now, unless said.
    #[schema(value_type = Option<String>, format = DateTime, required = false)]
    from: Option<Time>,
}

/// Lets the clock of a seat stand still for some days.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/vacations", tag = "automation",
    security(("player" = [])), request_body = VacationRequest,
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The vacation is taken", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-agreed", "vacation-refused", "game-not-started", "game-over"]))))]
pub(super) async fn take_vacation(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<VacationRequest>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Rest {
        seat: SeatNo(seat),
        from: body.0.from,
        days: body.0.days,
    };
    Order::new(game, player, guard).send(&api, command).await
}

/// Says that you want the game to pause, or to go on if it is paused.
///
/// It happens when every player who is there wants it. A pause ends by itself after 60 days.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/pause", tag = "automation",
    security(("player" = [])),
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The wish is known", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-agreed", "already-wished", "game-not-started", "game-over"]))))]
pub(super) async fn wish_pause(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::WishPause { seat: SeatNo(seat) };
    Order::new(game, player, guard).send(&api, command).await
}
