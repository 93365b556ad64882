//! Pages of games: public ones, and one's own.

mod summary;

use actix_web::{Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::{Player, Viewer};
use super::extract::{Cursor, Limit, Query};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::game::GameId;
use crate::rules::Preset;
use crate::store::{Awaiting, DueGame, GameFilter, GameRow, Page, Search, Status};

use summary::PageView;
pub(super) use summary::SummaryView;

/// Which games are listed.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StatusView {
    /// Seats are free.
    #[default]
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

/// How games are played.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PaceFilter {
    /// Without a clock.
    Live,
    /// With a clock.
    Correspondence,
}

/// A part of the list of public games.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Only games of that status; those with free seats, unless said.
    #[serde(default)]
    #[param(inline)]
    status: StatusView,
    /// Only games by that ruleset, with any overlay.
    #[param(example = "quick")]
    ruleset: Option<String>,
    /// Only games with so many seats.
    #[param(minimum = 2, maximum = 6)]
    seats: Option<u8>,
    /// Only games with so many free seats at least.
    #[param(minimum = 1, maximum = 6)]
    free: Option<u8>,
    /// Only games that are played so.
    #[param(inline)]
    pace: Option<PaceFilter>,
    /// Only games with a clock of so many seconds a turn, or in a bank at first, at most.
    #[param(minimum = 600)]
    turn_at_most_s: Option<u32>,
    /// The `next` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor<GameId>>,
    /// Games on a page.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

impl SearchQuery {
    fn search(&self) -> Result<Search, Problem> {
        let ruleset = match &self.ruleset {
            Some(name) if Preset::from_name(name).is_some() => format!("{name}/"),
            Some(_) => return Err(wrong("ruleset is one of GET /v1/rulesets")),
            None => String::new(),
        };
        let clock_s = match (self.pace, self.turn_at_most_s) {
            (Some(PaceFilter::Live), None) => (0, 0),
            (Some(PaceFilter::Live), Some(_)) => {
                return Err(wrong("a live game has no clock: leave turn_at_most_s out"));
            }
            (Some(PaceFilter::Correspondence), None) => (1, i64::MAX),
            (_, Some(most)) => (1, most.into()),
            (None, None) => (0, i64::MAX),
        };
        Ok(Search {
            status: self.status.into(),
            ruleset,
            seats: self
                .seats
                .map_or((0, i64::MAX), |seats| (seats.into(), seats.into())),
            free: self.free.map_or(0, i64::from),
            clock_s,
        })
    }
}

fn wrong(what: &str) -> Problem {
    Problem::new(ProblemType::InvalidParameter).error("query", what.to_owned())
}

/// A part of the list of your games.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct MineQuery {
    /// Only games of that status.
    #[param(inline)]
    status: Option<StatusView>,
    /// Only running games that wait for that player, the most urgent first.
    #[param(inline)]
    awaiting: Option<AwaitingFilter>,
    /// The `next` of the page before.
    cursor: Option<String>,
    /// Games on a page.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// Whom games wait for.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AwaitingFilter {
    /// The player who asks.
    Me,
}

async fn page(
    api: &Api,
    viewer: Viewer,
    rows: impl Iterator<Item = GameRow>,
    next: Option<String>,
) -> Result<web::Json<PageView>, Problem> {
    let mut games = Vec::new();
    for row in rows {
        games.push(SummaryView::new(api, viewer, row).await?);
    }
    Ok(web::Json(PageView { games, next }))
}

/// The last of a full page: the next one begins after it.
pub(super) fn last<T>(rows: &[T], limit: Limit) -> Option<&T> {
    rows.last().filter(|_| rows.len() >= limit.0 as usize)
}

/// Lists public games, newest first: those with free seats, unless another status is asked for.
///
/// A page looks at 1,000 games at most. When few of them fit it is short, or empty, and `next`
/// goes on from there.
#[utoipa::path(get, path = "/v1/games", tag = "games", security((), ("player" = [])),
    params(SearchQuery),
    responses((status = 200, description = "A page of games", body = PageView)))]
pub(super) async fn list_games(
    api: web::Data<Api>,
    viewer: Viewer,
    query: Query<SearchQuery>,
) -> Result<impl Responder, Problem> {
    let search = query.0.search()?;
    let before = query.0.cursor.map(|cursor| cursor.0);
    let limit = query.0.limit.0;
    let found = api.app.search(&search, Page { before, limit }).await?;
    let next = found.upto.map(|game| Cursor::to(&game));
    page(&api, viewer, found.rows.into_iter(), next).await
}

/// Lists the games that you have a seat in, newest first, or those that wait for you.
///
/// With `awaiting=me` the most urgent game comes first, games without a deadline last. A game that
/// waits for you all the time while you page is on one of the pages: its deadline does not change,
/// but to be put off, and then it may come twice.
#[utoipa::path(get, path = "/v1/me/games", tag = "games", security(("player" = [])),
    params(MineQuery),
    responses((status = 200, description = "A page of your games", body = PageView)))]
pub(super) async fn list_my_games(
    api: web::Data<Api>,
    player: Player,
    query: Query<MineQuery>,
) -> Result<impl Responder, Problem> {
    let query = query.0;
    let filter = match (query.status, query.awaiting) {
        (_, Some(AwaitingFilter::Me)) => return list_awaiting(&api, player, query).await,
        (Some(status), None) => GameFilter::OfIn(player.id, status.into()),
        (None, None) => GameFilter::Of(player.id),
    };
    let cursor = query.cursor.as_deref();
    let before = cursor.map(Cursor::<GameId>::read).transpose()?;
    let limit = query.limit.0;
    let rows = api.app.games(filter, Page { before, limit }).await?;
    let next = last(&rows, query.limit).map(|row| Cursor::to(&row.game));
    page(&api, player.into(), rows.into_iter(), next).await
}

async fn list_awaiting(
    api: &Api,
    player: Player,
    query: MineQuery,
) -> Result<web::Json<PageView>, Problem> {
    if query.status.is_some() {
        return Err(wrong("a game that waits is playing: leave status out"));
    }
    let cursor = query.cursor.as_deref();
    let after = cursor.map(Cursor::<DueGame>::read).transpose()?;
    let store = api.app.store();
    let waiting = store.awaiting(player.id, after, query.limit.0).await?;
    let next = last(&waiting, query.limit).map(|waiting| Cursor::to(&place(waiting)));
    let rows = waiting.into_iter().map(|waiting| waiting.row);
    page(api, player.into(), rows, next).await
}

fn place(waiting: &Awaiting) -> DueGame {
    DueGame {
        due_us: waiting.due_us.unwrap_or(Awaiting::NO_DEADLINE),
        game: waiting.row.game,
    }
}
