//! The feed of a player: what changed, by long polling or as a stream.

mod stream;
mod view;

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use serde::Deserialize;

use super::auth::Player;
use super::extract::{Cursor, Query};
use super::problem::{Problem, ProblemType};
use super::server::Heartbeat;
use super::state::Api;
use crate::app::feed::{Course, FeedPage};
use crate::store::Horizon;

use stream::events;
use view::FeedView;

/// The longest wait, in seconds: shorter than proxies wait for an answer.
const LONGEST_WAIT_S: u64 = 30;

/// How many seconds to wait: 0 to 30, 0 unless said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wait(u64);

impl<'de> Deserialize<'de> for Wait {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer) {
            Ok(seconds @ 0..=LONGEST_WAIT_S) => Ok(Self(seconds)),
            Ok(_) | Err(_) => Err(serde::de::Error::custom("wait is a number from 0 to 30")),
        }
    }
}

/// Where in the feed.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedQuery {
    /// The `next` of the page before. Without one the feed begins now: the page has a `next` and
    /// nothing else.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor<Horizon>>,
    /// How many seconds to wait for something to change.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 0, maximum = 30, default = 0)]
    wait: Wait,
}

/// Shows what changed for you since a cursor; with `wait`, as soon as something does.
///
/// No change is ever missing, whatever broke in between, and each comes once for each thing that
/// changed, as it stands now: a game that moved on three times is one item. After a cut an item may
/// come again, with the same `id`.
#[utoipa::path(get, path = "/v1/me/feed", tag = "people", security(("player" = [])),
    params(FeedQuery),
    responses((status = 200, description = "What changed, in order", body = FeedView)))]
pub(super) async fn get_feed(
    api: web::Data<Api>,
    player: Player,
    query: Query<FeedQuery>,
) -> Result<impl Responder, Problem> {
    let page = match query.0.cursor {
        Some(Cursor(since)) => {
            let wait = Duration::from_secs(query.0.wait.0);
            api.app.feed_within(player.id, &since, wait).await?
        }
        None => FeedPage {
            items: Vec::new(),
            next: api.app.horizon().await?,
            course: Course::On,
        },
    };
    Ok(web::Json(FeedView::new(&api, &page).await?))
}

/// Where the stream begins.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StreamQuery {
    /// The `next` of a page of the feed; now, unless said.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor<Horizon>>,
}

/// Streams what changes for you, as server-sent events.
///
/// The first event is `open`. Each further one is an item of the feed: its name is its `type`, its
/// data the item. The `id` of an event is a cursor, and comes with the last item that changed
/// together: send it as `Last-Event-ID` after a cut. A comment comes when nothing else does. The
/// stream ends with an event `end` and the cursor to go on with, before your token expires or when
/// the server stops; whatever ends without it was cut.
#[utoipa::path(get, path = "/v1/me/feed/stream", tag = "people", security(("player" = [])),
    params(StreamQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "The last id that you have")),
    responses((status = 200, description = "Server-sent events",
        content_type = "text/event-stream", body = String)))]
pub(super) async fn stream_feed(
    api: web::Data<Api>,
    player: Player,
    query: Query<StreamQuery>,
    request: HttpRequest,
    heartbeat: web::Data<Heartbeat>,
) -> Result<HttpResponse, Problem> {
    let since = match (last_event_id(&request)?, query.0.cursor) {
        (Some(since), _) | (None, Some(Cursor(since))) => since,
        (None, None) => api.app.horizon().await?,
    };
    let body = events(api, player, since, heartbeat.0);
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header(("X-Accel-Buffering", "no"))
        .body(body))
}

fn last_event_id(request: &HttpRequest) -> Result<Option<Horizon>, Problem> {
    let Some(value) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let text = value.to_str().unwrap_or_default();
    Cursor::<Horizon>::read(text).map(Some).map_err(|_| {
        Problem::new(ProblemType::InvalidParameter).error(
            "Last-Event-ID",
            "expected the id of an event of this stream",
        )
    })
}
