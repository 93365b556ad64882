//! What wants a player's attention: how much waits, and when to be reminded.

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::{Body, Cursor};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::reminders::{BEFORE_S, Plan};
use crate::store::Horizon;

/// How much waits for a player.
#[derive(Serialize, ToSchema)]
#[schema(as = Unread)]
pub(super) struct UnreadView {
    /// Running games that wait for you.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    awaiting: i64,
    /// Invitations that you have not answered.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    invitations: i64,
    /// Items of the feed after what you marked as seen; 100 stands for as many or more.
    #[schema(maximum = 100)]
    unseen: usize,
}

/// Counts what waits for you.
#[utoipa::path(get, path = "/v1/me/unread", tag = "people", security(("player" = [])),
    responses((status = 200, description = "The counts", body = UnreadView)))]
pub(super) async fn count_unread(
    api: web::Data<Api>,
    player: Player,
) -> Result<impl Responder, Problem> {
    let counts = api.app.store().counts(player.id, api.app.now_us()).await?;
    Ok(web::Json(UnreadView {
        awaiting: counts.awaiting,
        invitations: counts.invitations,
        unseen: api.app.unseen(player.id).await?,
    }))
}

/// How far the feed was seen.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenRequest {
    /// The `next` of a page of the feed, or the id of an event of its stream.
    cursor: String,
}

/// Marks the feed as seen so far, on all your devices.
#[utoipa::path(post, path = "/v1/me/feed/seen", tag = "people", security(("player" = [])),
    request_body = SeenRequest,
    responses((status = 204, description = "It is marked")))]
pub(super) async fn mark_seen(
    api: web::Data<Api>,
    player: Player,
    body: Body<SeenRequest>,
) -> Result<HttpResponse, Problem> {
    let horizon = Cursor::<Horizon>::read(&body.0.cursor).map_err(|_| {
        Problem::new(ProblemType::InvalidField).error("/cursor", "expected a cursor of the feed")
    })?;
    api.app.mark_seen(player.id, horizon).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// When you want to be reminded.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReminderPlan, example = json!({"before_s": [86_400, 14_400, 3_600]}))]
pub(super) struct PlanView {
    /// How many seconds before a deadline: any of 900, 3600, 7200, 14400, 28800, 43200, 86400 and
    /// 172800. None is no reminders.
    #[schema(max_items = 8)]
    before_s: Vec<u32>,
}

/// Shows when you want to be reminded.
#[utoipa::path(get, path = "/v1/me/reminders", tag = "people", security(("player" = [])),
    responses((status = 200, description = "The plan", body = PlanView)))]
pub(super) async fn get_reminders(
    api: web::Data<Api>,
    player: Player,
) -> Result<impl Responder, Problem> {
    let before_s = api.app.plan(player.id).await?.before_s();
    Ok(web::Json(PlanView { before_s }))
}

/// Says when you want to be reminded, in all games with a clock.
///
/// Each reminder comes once a turn as an item of the feed, and none after your move.
#[utoipa::path(post, path = "/v1/me/reminders", tag = "people", security(("player" = [])),
    request_body = PlanView,
    responses((status = 200, description = "The plan", body = PlanView)))]
pub(super) async fn set_reminders(
    api: web::Data<Api>,
    player: Player,
    body: Body<PlanView>,
) -> Result<impl Responder, Problem> {
    let plan = Plan::of(&body.0.before_s).ok_or_else(|| {
        let known = format!("expected some of {BEFORE_S:?}");
        Problem::new(ProblemType::InvalidField).error("/before_s", known)
    })?;
    api.app.set_plan(player.id, plan).await?;
    let before_s = plan.before_s();
    Ok(web::Json(PlanView { before_s }))
}
