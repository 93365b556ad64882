//! Pages of games: public ones, and one's own.

use actix_web::{Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::{Player, Viewer};
use super::extract::{Cursor, Limit, Query};
use super::games::VisibilityView;
use super::problem::Problem;
use super::state::Api;
use super::view::{AwaitingView, GameView, SeatStatus, SeatView, StageView};
use crate::game::Time;
use crate::store::{GameFilter, GameRow, Page, Status};

/// Which games are listed.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StatusView {
    /// Seats are free.
    Lobby,
    /// Under way.
    Playing,
    /// Played to the end.
    Finished,
    /// Called off.
    Aborted,
}

impl From<StatusView> for Status {
    fn from(view: StatusView) -> Self {
        match view {
            StatusView::Lobby => Self::Lobby,
            StatusView::Playing => Self::Playing,
            StatusView::Finished => Self::Finished,
            StatusView::Aborted => Self::Aborted,
        }
    }
}

impl From<Status> for StatusView {
    fn from(status: Status) -> Self {
        match status {
            Status::Lobby => Self::Lobby,
            Status::Playing => Self::Playing,
            Status::Finished => Self::Finished,
            Status::Aborted => Self::Aborted,
        }
    }
}

/// A part of a list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Only games of that status.
    #[param(inline)]
    status: Option<StatusView>,
    /// The `next` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor>,
    /// Games on a page.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// A page of games.
#[derive(Serialize, ToSchema)]
#[schema(as = GamePage)]
pub(super) struct PageView {
    /// The games, newest first.
    games: Vec<SummaryView>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = GameSummary)]
pub(super) struct SummaryView {
    /// The game's id.
    id: String,
    /// What it is called.
    title: String,
    /// Whether it is listed.
    visibility: VisibilityView,
    /// The ruleset's name and version.
    #[schema(example = "traditional/1")]
    ruleset: String,
    /// How far it has come.
    stage: StageView,
    /// The number of its last event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: u64,
    /// When it was created.
    #[schema(format = DateTime)]
    created_at: String,
    /// Its seats.
    seats: Vec<SummarySeatView>,
    /// Who must do what now, while the game runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    awaiting: Option<AwaitingView>,
}

/// A seat of a game in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = SummarySeat)]
pub(super) struct SummarySeatView {
    /// Its number.
    seat: u8,
    /// Whether somebody sits there.
    status: SeatStatus,
    /// Whether it is yours.
    yours: bool,
}

impl From<SeatView> for SummarySeatView {
    fn from(view: SeatView) -> Self {
        Self {
            seat: view.seat,
            status: view.status,
            yours: view.yours,
        }
    }
}

impl SummaryView {
    async fn new(api: &Api, viewer: Viewer, row: GameRow) -> Result<Self, Problem> {
        let game = api.app.state_of(&row).await?;
        let view = GameView::new(&game, &viewer.pseudonym(api, row.game));
        Ok(Self {
            id: view.id,
            title: row.listing.title,
            visibility: row.listing.public.into(),
            ruleset: view.ruleset,
            stage: view.stage,
            version: view.version,
            created_at: Time::from_us(row.listing.created_at_us).to_string(),
            seats: view.seats.into_iter().map(SummarySeatView::from).collect(),
            awaiting: view.awaiting,
        })
    }
}

async fn page(
    api: &Api,
    viewer: Viewer,
    filter: GameFilter,
    query: ListQuery,
) -> Result<web::Json<PageView>, Problem> {
    let limit = query.limit.0;
    let page = Page {
        before: query.cursor.map(|cursor| cursor.0),
        limit,
    };
    let rows = api.app.games(filter, page).await?;
    let full = u32::try_from(rows.len()).is_ok_and(|rows| rows >= limit);
    let next = rows
        .last()
        .filter(|_| full)
        .map(|row| Cursor(row.game).encode());
    let mut games = Vec::with_capacity(rows.len());
    for row in rows {
        games.push(SummaryView::new(api, viewer, row).await?);
    }
    Ok(web::Json(PageView { games, next }))
}

/// Lists public games, newest first: those with free seats, unless another status is asked for.
#[utoipa::path(get, path = "/v1/games", tag = "games", security((), ("player" = [])),
    params(ListQuery),
    responses((status = 200, description = "A page of games", body = PageView)))]
pub(super) async fn list_games(
    api: web::Data<Api>,
    viewer: Viewer,
    query: Query<ListQuery>,
) -> Result<impl Responder, Problem> {
    let status = query.0.status.unwrap_or(StatusView::Lobby);
    page(&api, viewer, GameFilter::Public(status.into()), query.0).await
}

/// Lists the games that you have a seat in, newest first.
#[utoipa::path(get, path = "/v1/me/games", tag = "games", security(("player" = [])),
    params(ListQuery),
    responses((status = 200, description = "A page of your games", body = PageView)))]
pub(super) async fn list_my_games(
    api: web::Data<Api>,
    player: Player,
    query: Query<ListQuery>,
) -> Result<impl Responder, Problem> {
    let filter = match query.0.status {
        Some(status) => GameFilter::OfIn(player.id, status.into()),
        None => GameFilter::Of(player.id),
    };
    page(&api, player.into(), filter, query.0).await
}
