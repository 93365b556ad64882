//! The feed as a body that goes on: one future at a time, no thread, no queue.

use std::time::Duration;

use actix_web::web::{Bytes, Data};
use serde_json::json;
use tokio::time::Instant;

use super::view::FeedItemView;
use crate::api::auth::Player;
use crate::api::extract::Cursor;
use crate::api::state::Api;
use crate::api::stream::{Pieces, Streamed};
use crate::app::AppError;
use crate::app::feed::{Course, FeedPage};
use crate::store::Horizon;

/// A stream that is open: where it is, and until when.
pub(super) struct Stream {
    api: Data<Api>,
    player: Player,
    since: Horizon,
    heartbeat: Duration,
    ends: Instant,
}

/// What comes next.
pub(super) enum Events {
    /// The first event.
    Open(Stream),
    /// An item, a sign of life or the end.
    Wait(Stream),
    /// Nothing.
    Over,
}

/// The events of a stream.
pub(super) fn events(
    api: Data<Api>,
    player: Player,
    since: Horizon,
    heartbeat: Duration,
) -> Streamed<Events> {
    let left_us = player.expires_at_us.saturating_sub(api.app.now_us());
    let left = Duration::from_micros(u64::try_from(left_us).unwrap_or_default());
    Streamed::Rest(Events::Open(Stream {
        api,
        player,
        since,
        heartbeat,
        ends: Instant::now() + left,
    }))
}

impl Pieces for Events {
    /// An error breaks the connection: the client comes back with the last id that it has.
    async fn next(self) -> Result<Option<(Bytes, Self)>, AppError> {
        match self {
            Events::Open(stream) => Ok(Some(stream.opened())),
            Events::Wait(stream) => stream.more().await.map(Some),
            Events::Over => Ok(None),
        }
    }
}

impl Stream {
    fn cursor(&self) -> String {
        Cursor::to(&self.since)
    }

    fn opened(self) -> (Bytes, Events) {
        let cursor = self.cursor();
        let data = json!({ "cursor": cursor });
        let text = format!("retry: 2000\nid: {cursor}\nevent: open\ndata: {data}\n\n");
        (text.into(), Events::Wait(self))
    }

    /// Waits for items, for a sign of life at most.
    async fn more(mut self) -> Result<(Bytes, Events), AppError> {
        let why = if self.api.app.news().is_closed() {
            Some("stopping")
        } else if Instant::now() >= self.ends {
            Some("token_expires")
        } else {
            None
        };
        if let Some(why) = why {
            let cursor = self.cursor();
            let data = json!({ "reason": why, "cursor": cursor });
            let text = format!("id: {cursor}\nevent: end\ndata: {data}\n\n");
            return Ok((text.into(), Events::Over));
        }
        let left = self.ends.saturating_duration_since(Instant::now());
        let wait = self.heartbeat.min(left);
        let app = &self.api.app;
        let page = app.feed_within(self.player.id, &self.since, wait).await?;
        let text = self.shown(&page).await?;
        self.since = page.next;
        Ok((text.into(), Events::Wait(self)))
    }

    async fn shown(&self, page: &FeedPage) -> Result<String, AppError> {
        let mut text = String::new();
        if page.course == Course::Again {
            text.push_str("event: restarted\ndata: {}\n\n");
        }
        let items = FeedItemView::all(&self.api, page).await?;
        let cursor = Cursor::to(&page.next);
        for (nth, item) in (1..).zip(&items) {
            // Until the last one has come, the client has to go back to where it was.
            if nth == items.len() {
                text.extend(["id: ", &cursor, "\n"]);
            }
            let data = serde_json::to_string(item).expect("a view has only strings as keys");
            text.extend(["event: ", item.name(), "\ndata: ", &data, "\n\n"]);
        }
        if text.is_empty() {
            text.push_str(": here\n\n");
        }
        Ok(text)
    }
}
