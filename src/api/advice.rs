//! Advice about the move that is awaited, and about any position.

use actix_web::http::header;
use actix_web::{HttpResponse, Responder, web};

use super::auth::Player;
use super::extract::{Body, Segments, etag};
use super::openapi::GameParams;
use super::problem::{Problem, ProblemType};
use super::rulesets::AnalysisRequest;
use super::state::Api;
use super::view::{AdviceView, advice};
use crate::game::{Game, GameId, Stakes};
use crate::rules::{Phase, Position};

/// Says what each legal move does and risks, best first, to the player in turn.
///
/// Nobody else is answered, so that nobody is told what an opponent may do. A rated game gives no
/// advice. The same is said about any position by `POST /v1/analysis/advice`.
#[utoipa::path(get, path = "/v1/games/{id}/advice", tag = "turns", security(("player" = [])),
    params(GameParams),
    responses((status = 200, description = "The legal moves, best first", body = AdviceView)),
    extensions(("x-problems" = json!(["game-not-found", "move-not-expected", "advice-off",
        "not-your-seat", "not-your-turn"]))))]
pub(super) async fn get_advice(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
) -> Result<HttpResponse, Problem> {
    let game = api.app.state(id.0).await?;
    let position = awaited(&game)?;
    may_be_advised(&game, &api.app.pseudonym(game.id, player.id))?;
    let table = &game.table;
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, etag(game.version)))
        .json(advice(&table.rules, position, Some(table))))
}

/// The position, if a move is awaited in it.
fn awaited(game: &Game) -> Result<&Position, Problem> {
    let position = game.position().filter(|position| match position.phase() {
        Phase::Move { .. } => game.mover().is_some(),
        Phase::Roll { .. } | Phase::Over => false,
    });
    position.ok_or_else(|| Problem::new(ProblemType::MoveNotExpected))
}

fn may_be_advised(game: &Game, caller: &str) -> Result<(), Problem> {
    let refused = match game.table.stakes {
        Stakes::Rated => Some(ProblemType::AdviceOff),
        Stakes::Friendly if !game.holds_a_seat(caller) => Some(ProblemType::NotYourSeat),
        Stakes::Friendly => {
            let holder = game.mover().and_then(|seat| game.holder(seat));
            let in_turn = holder.is_some_and(|holder| holder.is(caller));
            (!in_turn).then_some(ProblemType::NotYourTurn)
        }
    };
    refused.map_or(Ok(()), |kind| Err(Problem::new(kind)))
}

/// Says what each legal move of any position does and risks, best first.
#[utoipa::path(post, path = "/v1/analysis/advice", tag = "rules", request_body = AnalysisRequest,
    responses((status = 200, description = "The legal moves, best first", body = AdviceView)),
    extensions(("x-problems" = json!(["unknown-ruleset", "illegal-ruleset",
        "invalid-position"]))))]
pub(super) async fn analyse_advice(body: Body<AnalysisRequest>) -> Result<impl Responder, Problem> {
    let (rules, position) = body.0.read()?;
    Ok(web::Json(advice(&rules, &position, None)))
}
