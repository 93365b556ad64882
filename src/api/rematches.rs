//! Rematches.

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::auth::Player;
use super::extract::Segments;
use super::games::looked_at;
use super::openapi::GameParams;
use super::problem::Problem;
use super::state::Api;
use super::view::GameView;
use crate::app::Rematched;
use crate::game::GameId;

/// Asks for a rematch of a finished game that you played.
///
/// The first who asks makes and owns the new game: the same options, everybody one seat further,
/// every player invited, bots seated. Whoever asks later gets the same game. Take a seat there as
/// anywhere; without a `seat` it is the one that is meant for you.
#[utoipa::path(post, path = "/v1/games/{id}/rematch", tag = "people", security(("player" = [])),
    params(GameParams),
    responses((status = 201, description = "The new game", body = GameView),
        (status = 200, description = "The one that was asked for before", body = GameView)),
    extensions(("x-problems" = json!(["game-not-found", "not-your-seat", "game-not-over"]))))]
pub(super) async fn ask_rematch(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
) -> Result<HttpResponse, Problem> {
    let (next, made) = api.app.rematch(player.id, id.0).await?;
    let game = api.app.state(next).await?;
    let view = looked_at(&api, &game, &player.into()).await?;
    let mut answer = match made {
        Rematched::Now => HttpResponse::Created(),
        Rematched::Before => HttpResponse::Ok(),
    };
    let location = (header::LOCATION, format!("/v1/games/{next}"));
    Ok(answer.insert_header(location).json(view))
}
