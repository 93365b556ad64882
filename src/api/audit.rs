//! What auditors read: the catalogue of all games, and all finished ones in one stream.

mod export;

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Auditor;
use super::extract::{Cursor, Limit, Query};
use super::lists::StatusView;
use super::problem::Problem;
use super::state::Api;
use super::stream::Streamed;
use crate::game::GameId;
use crate::game::Time;
use crate::store::{CatalogueRow, Status};
use export::Export;

/// A part of the catalogue.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct CatalogueQuery {
    /// Only games of that status.
    #[param(inline)]
    status: Option<StatusView>,
    /// The `next` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor<GameId>>,
    /// Games on a page.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// A page of the catalogue.
#[derive(Serialize, ToSchema)]
#[schema(as = CataloguePage)]
pub(super) struct CataloguePageView {
    /// The games, oldest first.
    games: Vec<CatalogueGameView>,
    /// How many games there are; on the first page.
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<TotalsView>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A game in the catalogue: nothing about its players, not even its title.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueGame)]
struct CatalogueGameView {
    /// The game's id.
    id: String,
    /// How far it has come.
    status: StatusView,
    /// The number of its last event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: u64,
    /// The hash of that event, 64 hex digits.
    head: String,
    /// The ruleset's name and version.
    #[schema(example = "traditional/1")]
    ruleset: String,
    /// When it was created.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<&CatalogueRow> for CatalogueGameView {
    fn from(row: &CatalogueRow) -> Self {
        Self {
            id: row.head.game.to_string(),
            status: row.head.status.into(),
            version: u64::try_from(row.head.seq).unwrap_or_default(),
            head: hex::encode(row.head.hash),
            ruleset: row.ruleset.clone(),
            created_at: Time::from_us(row.created_at_us).to_string(),
        }
    }
}

/// How many games there are of each status.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueTotals)]
struct TotalsView {
    /// Games whose seats are free.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    lobby: u64,
    /// Games under way.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    playing: u64,
    /// Games played to the end.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    finished: u64,
    /// Games called off.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    aborted: u64,
}

impl From<Vec<(Status, i64)>> for TotalsView {
    fn from(totals: Vec<(Status, i64)>) -> Self {
        let of = |status| {
            let found = totals.iter().find(|(of, _)| *of == status);
            found.map_or(0, |(_, games)| u64::try_from(*games).unwrap_or_default())
        };
        Self {
            lobby: of(Status::Lobby),
            playing: of(Status::Playing),
            finished: of(Status::Finished),
            aborted: of(Status::Aborted),
        }
    }
}

/// Lists every game that was ever created, oldest first, with how many there are.
#[utoipa::path(get, path = "/v1/audit/games", tag = "transparency", security(("auditor" = [])),
    params(CatalogueQuery),
    responses((status = 200, description = "A page of games", body = CataloguePageView)))]
pub(super) async fn list_catalogue(
    api: web::Data<Api>,
    _auditor: Auditor,
    query: Query<CatalogueQuery>,
) -> Result<impl Responder, Problem> {
    let (limit, after) = (query.0.limit.0, query.0.cursor.map(|cursor| cursor.0));
    let status = query.0.status.map(Status::from);
    // Counted first: a game that comes in between is on a page rather than in the count alone.
    let totals = match after {
        None => Some(api.app.totals().await?.into()),
        Some(_) => None,
    };
    let rows = api.app.catalogue(status, after, limit).await?;
    let full = u32::try_from(rows.len()).is_ok_and(|rows| rows >= limit);
    let last = rows.last().filter(|_| full);
    Ok(web::Json(CataloguePageView {
        games: rows.iter().map(CatalogueGameView::from).collect(),
        totals,
        next: last.map(|row| Cursor::to(&row.head.game)),
    }))
}

/// Where an export goes on.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ExportQuery {
    /// The `leaf` of the last whole line that you have; from the beginning, unless said.
    #[param(value_type = Option<u64>, maximum = 9_007_199_254_740_991_u64)]
    after: Option<u64>,
    /// Games in the answer at most; all there are, unless said.
    #[param(value_type = Option<u32>, minimum = 0)]
    limit: Option<u32>,
}

/// Exports every game that is over and in the transparency log, one evidence pack a line.
///
/// The order is that of the log: each line has the number of the game's last leaf in front, `leaf`.
/// Cut anywhere, the export goes on after the last whole line; a game that ends later comes later,
/// so that none is missed.
#[utoipa::path(get, path = "/v1/audit/export", tag = "transparency", security(("auditor" = [])),
    params(ExportQuery),
    responses((status = 200, description = "One evidence pack a line", body = String,
        content_type = "application/x-ndjson")))]
pub(super) async fn export_games(
    api: web::Data<Api>,
    _auditor: Auditor,
    query: Query<ExportQuery>,
) -> Result<HttpResponse, Problem> {
    let first = query.0.after.map_or(0, |after| after.saturating_add(1));
    let until = u64::try_from(api.app.tree().await?.size).unwrap_or_default();
    let left = query.0.limit.unwrap_or(u32::MAX);
    let export = Export::new(api.get_ref().clone(), first..until, left);
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .body(Streamed::Rest(export)))
}
