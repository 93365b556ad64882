//! The past of a game: its events, its states, its log.

mod log;

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) use log::{LogBody, Wrapping};

use super::auth::Viewer;
use super::extract::{Limit, Query, Segments};
use super::games::looked_at;
use super::openapi::GameParams;
use super::problem::Problem;
use super::state::Api;
use super::stream::Streamed;
use super::view::{EventView, GameView};
use crate::app::Stored;
use crate::game::{GameId, Head, Line};

/// Which events.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    /// The number of the last event that you have; from the beginning, unless said.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    since: Option<u64>,
    /// Events in the answer.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// Events of a game, in order.
#[derive(Serialize, ToSchema)]
#[schema(as = EventPage)]
pub(super) struct EventsView {
    /// The events.
    events: Vec<EventView>,
    /// The number of the game's last event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: u64,
}

/// Lists the events after one that you have.
///
/// Ask again with the number of the last one until it is the `version`.
#[utoipa::path(get, path = "/v1/games/{id}/events", tag = "history",
    params(GameParams, EventsQuery),
    responses((status = 200, description = "The next events", body = EventsView)),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn list_events(
    api: web::Data<Api>,
    id: Segments<GameId>,
    query: Query<EventsQuery>,
) -> Result<impl Responder, Problem> {
    let game = api.app.state(id.0).await?;
    let version = game.version;
    let first = query.0.since.map_or(0, |since| since.saturating_add(1));
    let limit = u64::from(query.0.limit.0);
    let stored = if first <= version {
        api.app.events(id.0, first, limit).await?
    } else {
        Vec::new()
    };
    let events = stored
        .into_iter()
        .filter_map(|record| EventView::new(&game, &line(record)))
        .collect();
    Ok(web::Json(EventsView { events, version }))
}

fn line(record: Stored) -> Line {
    Line {
        seq: u64::try_from(record.seq).unwrap_or_default(),
        payload: record.payload,
        head: Head(record.hash),
        roll: record.roll.and_then(|roll| u32::try_from(roll).ok()),
    }
}

/// Shows a game as it was after one of its events, folded from the log.
#[utoipa::path(get, path = "/v1/games/{id}/states/{seq}", tag = "history",
    security((), ("player" = [])),
    params(GameParams,
        ("seq" = u64, Path, description = "The number of the event",
            maximum = 9_007_199_254_740_991_u64)),
    responses((status = 200, description = "The game at that time", body = GameView)),
    extensions(("x-problems" = json!(["game-not-found", "event-not-found"]))))]
pub(super) async fn get_state(
    api: web::Data<Api>,
    viewer: Viewer,
    path: Segments<(GameId, u64)>,
) -> Result<impl Responder, Problem> {
    let (id, seq) = path.0;
    let game = api.app.state_at(id, seq).await?;
    Ok(web::Json(looked_at(&api, &game, &viewer).await?))
}

/// Exports the log: one event a line, byte for byte as it was hashed (PC-DICE/1, 3.7).
#[utoipa::path(get, path = "/v1/games/{id}/log", tag = "history",
    params(GameParams),
    responses((status = 200, description = "One event a line", body = String,
        content_type = "application/x-ndjson")),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn get_log(
    api: web::Data<Api>,
    id: Segments<GameId>,
) -> Result<HttpResponse, Problem> {
    let version = api.app.version(id.0).await?;
    let body = LogBody::new(api.app.clone(), id.0, version, Wrapping::Lines);
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .body(Streamed::Rest(body)))
}
