//! Invitations of one player by another.

mod view;

use actix_web::http::header;
use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::{Body, Cursor, Limit, Query, Segments};
use super::invites::{expiry, week};
use super::lists::{SummaryView, last};
use super::openapi::GameParams;
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::invitations::Invited;
use crate::game::{GameId, PlayerId};
use crate::store::{InvitationKey, Side};

pub(super) use view::{InvitationView, Names};

/// An invitation to be sent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"player": "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c"}))]
pub(super) struct InvitationRequest {
    /// Who is invited: the `id` that players see at `GET /v1/me`, and tell each other.
    player: String,
    /// For how many seconds it is good.
    #[serde(default = "week")]
    #[schema(minimum = 60, maximum = 7_776_000, default = 604_800)]
    expires_in: u32,
}

/// Invites a player to a game. Only its owner may, before it begins.
///
/// It waits until it is answered or expires, whoever is there. Taking a seat accepts it: a private
/// game opens to who is invited. Sent again, it changes nothing while it is open.
#[utoipa::path(post, path = "/v1/games/{id}/invitations", tag = "people",
    security(("player" = [])), request_body = InvitationRequest,
    params(GameParams),
    responses((status = 201, description = "The invitation", body = InvitationView),
        (status = 200, description = "The one that is open already", body = InvitationView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden", "player-not-found",
        "too-many-invitations", "already-started", "game-over"]))))]
pub(super) async fn invite_player(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    body: Body<InvitationRequest>,
) -> Result<HttpResponse, Problem> {
    let expires_in = expiry(body.0.expires_in)?;
    let invited = body.0.player.parse::<PlayerId>();
    let invited = invited.map_err(|error| {
        Problem::new(ProblemType::InvalidField).error("/player", error.to_string())
    })?;
    let key = InvitationKey {
        game: id.0,
        player: invited,
    };
    let (invitation, made) = api.app.invite(player.id, key, expires_in).await?;
    let view = InvitationView::new(&api, &mut Names::default(), &invitation).await?;
    let mut answer = match made {
        Invited::Now => HttpResponse::Created(),
        Invited::Before => HttpResponse::Ok(),
    };
    let location = (header::LOCATION, "/v1/me/invitations?side=sent");
    Ok(answer.insert_header(location).json(view))
}

/// The invitation of the path.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
struct InvitedParams {
    /// The game's id.
    #[param(example = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    id: String,
    /// The id of the player who is invited.
    #[param(example = "0198c7a0-6f0e-7cc3-9d6b-2f4f6d1b2a3c")]
    player: String,
}

/// Takes an invitation back. Only who sent it may; repeated, it changes nothing.
#[utoipa::path(delete, path = "/v1/games/{id}/invitations/{player}", tag = "people",
    security(("player" = [])), params(InvitedParams),
    responses((status = 204, description = "It is taken back")),
    extensions(("x-problems" = json!(["game-not-found", "invitation-not-found"]))))]
pub(super) async fn withdraw_invitation(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, String)>,
) -> Result<HttpResponse, Problem> {
    let (game, invited) = path.0;
    let invited = invited.parse();
    let invited = invited.map_err(|_| Problem::new(ProblemType::InvitationNotFound))?;
    let key = InvitationKey {
        game,
        player: invited,
    };
    api.app.settle(key, Side::Sent, player.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// From which side.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SideView {
    /// Those that you got.
    #[default]
    Received,
    /// Those that you sent.
    Sent,
}

/// A part of the list of invitations.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct InvitationQuery {
    /// Those that you got, unless said.
    #[serde(default)]
    #[param(inline)]
    side: SideView,
    /// The `next` of the page before.
    #[param(value_type = Option<String>)]
    cursor: Option<Cursor<InvitationKey>>,
    /// Invitations on a page.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, default = 20)]
    limit: Limit,
}

/// An invitation with its game.
#[derive(Serialize, ToSchema)]
#[schema(as = ListedInvitation)]
pub(super) struct ListedView {
    /// The invitation.
    invitation: InvitationView,
    /// The game as it stands, with all its options.
    game: SummaryView,
}

/// A page of invitations.
#[derive(Serialize, ToSchema)]
#[schema(as = InvitationPage)]
pub(super) struct InvitationPageView {
    /// The invitations, those to the newest games first, in whatever state.
    invitations: Vec<ListedView>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Lists invitations that you got or sent, answered or not.
#[utoipa::path(get, path = "/v1/me/invitations", tag = "people", security(("player" = [])),
    params(InvitationQuery),
    responses((status = 200, description = "A page of invitations", body = InvitationPageView)))]
pub(super) async fn list_invitations(
    api: web::Data<Api>,
    player: Player,
    query: Query<InvitationQuery>,
) -> Result<impl Responder, Problem> {
    let InvitationQuery {
        side,
        cursor,
        limit,
    } = query.0;
    let side = match side {
        SideView::Received => Side::Received,
        SideView::Sent => Side::Sent,
    };
    let before = cursor.map(|cursor| cursor.0);
    let store = api.app.store();
    let found = store.invitations(player.id, side, before, limit.0).await?;
    let next = last(&found, limit).map(|last| Cursor::to(&last.key()));
    let (mut names, mut invitations) = (Names::default(), Vec::new());
    for invitation in &found {
        let row = api.app.row(invitation.game).await?;
        invitations.push(ListedView {
            invitation: InvitationView::new(&api, &mut names, invitation).await?,
            game: SummaryView::new(&api, player.into(), row).await?,
        });
    }
    Ok(web::Json(InvitationPageView { invitations, next }))
}

/// Says no to an invitation; repeated, it changes nothing.
#[utoipa::path(delete, path = "/v1/me/invitations/{id}", tag = "people",
    security(("player" = [])), params(GameParams),
    responses((status = 204, description = "It is declined")),
    extensions(("x-problems" = json!(["invitation-not-found"]))))]
pub(super) async fn decline_invitation(
    api: web::Data<Api>,
    player: Player,
    id: Segments<String>,
) -> Result<HttpResponse, Problem> {
    let game = id.0.parse();
    let key = InvitationKey {
        game: game.map_err(|_| Problem::new(ProblemType::InvitationNotFound))?,
        player: player.id,
    };
    api.app.settle(key, Side::Received, player.id).await?;
    Ok(HttpResponse::NoContent().finish())
}
