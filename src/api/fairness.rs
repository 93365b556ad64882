//! The statistics of the dice: of the server, of a game, of the player who asks, of an app.

mod published;
mod view;

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::auth::Player;
use super::extract::{Query, Segments};
use super::openapi::GameParams;
use super::problem::{Problem, ProblemType};
use super::state::Api;
use crate::app::accounts::AppName;
use crate::fairness::plot::Picture;
use crate::fairness::words::Lang;
use crate::fairness::{Course, Point, Publication, Report};
use crate::game::GameId;
use crate::store::TallyOf;
use published::{PublishedView, ServerView};
use view::{CountedView, FairnessView, MyView};

/// A picture is a text of this kind.
const SVG: &str = "image/svg+xml";

/// Shows the dice of the whole server as of the last audited checkpoint of the transparency log.
///
/// `report` is what `petits-chevaux fairness` recomputes, byte for byte, from logs and leaves.
#[utoipa::path(get, path = "/v1/fairness", tag = "fairness",
    responses((status = 200, description = "The statistics", body = ServerView)))]
pub(super) async fn get_fairness(api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let published = api.app.published().await?;
    let report = RawValue::from_string(published.report).map_err(|error| unreadable(&error))?;
    Ok(HttpResponse::Ok().json(PublishedView::new(&report, &published.standouts)))
}

/// Draws the dice of the whole server.
#[utoipa::path(get, path = "/v1/fairness/pictures/{picture}", tag = "fairness",
    params(PictureParams, LangQuery),
    responses((status = 200, description = "The picture", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!(["not-found"]))))]
pub(super) async fn get_picture(
    api: web::Data<Api>,
    picture: Segments<PictureName>,
    query: Query<LangQuery>,
) -> Result<HttpResponse, Problem> {
    let published = api.app.published().await?;
    let told: Publication =
        serde_json::from_str(&published.report).map_err(|error| unreadable(&error))?;
    Ok(drawn(picture.0, &told.report, &told.course, &query.0))
}

/// Recomputes the statistics of a game's dice from its log.
///
/// Dice that are not what their links give make a damaged log, not a statistic.
#[utoipa::path(get, path = "/v1/games/{id}/fairness", tag = "fairness",
    params(GameParams),
    responses((status = 200, description = "The statistics so far", body = FairnessView)),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn get_game_fairness(
    api: web::Data<Api>,
    id: Segments<GameId>,
) -> Result<impl Responder, Problem> {
    let audit = api.app.fairness(id.0).await?;
    Ok(web::Json(FairnessView::new(&audit)))
}

/// Draws the dice of a game.
#[utoipa::path(get, path = "/v1/games/{id}/fairness/pictures/{picture}", tag = "fairness",
    params(GameParams, PictureParams, LangQuery),
    responses((status = 200, description = "The picture", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn get_game_picture(
    api: web::Data<Api>,
    path: Segments<(GameId, PictureName)>,
    query: Query<LangQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, picture) = path.0;
    let audit = api.app.fairness(id).await?;
    let mut course = Course::default();
    for roll in audit.rolls() {
        course.roll(roll);
    }
    let report = Report::new(course.watch());
    Ok(drawn(picture, &report, &course.points(), &query.0))
}

/// Shows the dice of the player who asks, over all games, as of the last audited checkpoint.
#[utoipa::path(get, path = "/v1/me/fairness", tag = "fairness", security(("player" = [])),
    responses((status = 200, description = "The statistics", body = MyView)))]
pub(super) async fn get_my_fairness(
    api: web::Data<Api>,
    player: Player,
) -> Result<impl Responder, Problem> {
    let published = api.app.published().await?;
    let counted = api.app.counted(&TallyOf::Player(player.id)).await?;
    Ok(web::Json(MyView::new(
        counted.as_ref(),
        &published.standouts.players,
    )))
}

/// Shows the dice of the games that an app's guests created, as of the last audited checkpoint.
///
/// The name is what the app said of itself when it let its guests in.
#[utoipa::path(get, path = "/v1/apps/{app}/fairness", tag = "fairness",
    params(("app" = String, Path, description = "The name of the app", example = "chez-zoe",
        min_length = 1, max_length = 32, pattern = "^[a-z0-9._-]+$")),
    responses((status = 200, description = "The statistics", body = CountedView)),
    extensions(("x-problems" = json!(["not-found"]))))]
pub(super) async fn get_app_fairness(
    api: web::Data<Api>,
    app: Segments<String>,
) -> Result<impl Responder, Problem> {
    let unknown = || Problem::new(ProblemType::NotFound).detail("no game of that app was counted");
    let name = AppName::new(app.0).map_err(|_| unknown())?;
    let counted = api.app.counted(&TallyOf::App(name.into())).await?;
    let counted = counted.ok_or_else(unknown)?;
    Ok(web::Json(CountedView::new(&counted)))
}

fn drawn(
    picture: PictureName,
    report: &Report,
    course: &[Point],
    query: &LangQuery,
) -> HttpResponse {
    let lang = Lang::from(query.lang);
    let drawn = picture.0.draw(report, course, lang);
    HttpResponse::Ok().content_type(SVG).body(drawn)
}

/// What was published cannot be read: a fault of ours, or of the database.
fn unreadable(error: &serde_json::Error) -> Problem {
    tracing::error!(%error, "the published audit of the dice cannot be read");
    Problem::new(ProblemType::Internal)
}

/// A picture of the path.
#[derive(Clone, Copy)]
pub(super) struct PictureName(Picture);

impl<'de> Deserialize<'de> for PictureName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = Picture::ALL
            .into_iter()
            .find(|picture| picture.name() == name);
        named
            .map(PictureName)
            .ok_or_else(|| serde::de::Error::custom("there is no such picture"))
    }
}

/// The picture of the path.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
struct PictureParams {
    /// Which picture: the six counts, the rate of sixes, the pairs of faces, or the fortunes of
    /// the bettors.
    #[param(inline)]
    picture: PictureView,
}

/// The pictures by their names.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "only its description is used")]
enum PictureView {
    Faces,
    Sixes,
    Pairs,
    Fortune,
}

/// In which language.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct LangQuery {
    /// The language of the words in it; English, unless said.
    #[serde(default)]
    #[param(inline, value_type = Option<LangView>)]
    lang: LangView,
}

/// A language.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum LangView {
    #[default]
    En,
    Fr,
}

impl From<LangView> for Lang {
    fn from(lang: LangView) -> Self {
        match lang {
            LangView::En => Lang::English,
            LangView::Fr => Lang::French,
        }
    }
}
