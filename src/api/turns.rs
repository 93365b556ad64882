//! Rolls and moves: what is played.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::Player;
use super::command::{KnownHead, Order, numbered_link};
use super::extract::{Body, Guarded, OptionalBody, Segments, etag};
use super::openapi::{GameParams, KeyParams, MatchParams, SignatureParams};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use super::view::{ChoicesView, TurnView, choices};
use crate::game::{Command, Decline, GameId, MoveChoice, SeatNo};
use crate::rules::Place;

/// A roll.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"roll": 17}))]
pub(super) struct RollRequest {
    /// Which seat; the seat in turn, unless said.
    #[schema(minimum = 1, maximum = 6, required = false)]
    seat: Option<u8>,
    /// The number of the roll, as in `awaiting`: a repeated request cannot roll twice.
    #[schema(minimum = 1, maximum = 16384, required = false)]
    roll: Option<u32>,
    /// The number of the link that a seat with a chain brings: the `next_link` of the seat.
    #[schema(minimum = 1, maximum = 4096, required = false)]
    link_no: Option<u32>,
    /// That link, 64 hex digits.
    #[schema(min_length = 64, max_length = 64, required = false)]
    link: Option<String>,
    /// The last event that you know.
    known_head: Option<KnownHead>,
}

/// Rolls the die.
///
/// The answer has everything that follows without a choice: a turn without a legal move is passed,
/// and when a move is awaited, `game.choices` lists the legal ones.
#[utoipa::path(post, path = "/v1/games/{id}/rolls", tag = "turns", security(("player" = [])),
    request_body = Option<RollRequest>,
    params(GameParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "What was rolled and what follows", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "not-your-seat", "not-your-turn",
        "roll-not-expected", "wrong-roll-number", "wrong-link", "unknown-head", "game-paused",
        "seat-absent",
        "game-not-started", "game-over"]))))]
pub(super) async fn roll_die(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: OptionalBody<RollRequest>,
) -> Result<HttpResponse, Problem> {
    let RollRequest {
        seat,
        roll,
        link_no,
        link,
        known_head,
    } = body.0;
    let link = numbered_link(link_no, link.as_deref())?;
    let order = Order::new(id.0, player, guard);
    order.check_head(&api, known_head.as_ref()).await?;
    order
        .send(
            &api,
            Command::Roll {
                seat: seat.map(SeatNo),
                roll,
                link,
            },
        )
        .await
}

/// A move: everything that is named must fit, and one legal move must be left.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"horse": 1, "to": "s3"}))]
pub(super) struct MoveRequest {
    /// Which seat; the seat in turn, unless said.
    #[schema(minimum = 1, maximum = 6, required = false)]
    seat: Option<u8>,
    /// The horse, 1 to 4.
    #[schema(minimum = 1, maximum = 4, required = false)]
    horse: Option<u8>,
    /// Where it stands: `E`, a square from the own start square, or `s1` and so on.
    from: Option<String>,
    /// Where it goes.
    to: Option<String>,
    /// What to do with a bonus that may be declined.
    #[serde(default)]
    #[schema(required = false)]
    bonus: BonusChoice,
    /// The last event that you know.
    known_head: Option<KnownHead>,
}

/// What to do with a bonus.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BonusChoice {
    /// Move it.
    #[default]
    Take,
    /// Leave it.
    Decline,
}

impl MoveRequest {
    fn read(&self) -> Result<MoveChoice, Problem> {
        Ok(MoveChoice {
            seat: self.seat.map(SeatNo),
            horse: self.horse,
            from: place(self.from.as_deref(), "/from")?,
            to: place(self.to.as_deref(), "/to")?,
            decline: match self.bonus {
                BonusChoice::Take => None,
                BonusChoice::Decline => Some(Decline),
            },
        })
    }
}

fn place(text: Option<&str>, pointer: &str) -> Result<Option<Place>, Problem> {
    let place = text.map(str::parse).transpose();
    place.map_err(|error: <Place as std::str::FromStr>::Err| {
        Problem::new(ProblemType::InvalidField).error(pointer, error.to_string())
    })
}

/// Plays one of the legal moves.
#[utoipa::path(post, path = "/v1/games/{id}/moves", tag = "turns", security(("player" = [])),
    request_body = MoveRequest,
    params(GameParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "What was played and what follows", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "not-your-seat", "not-your-turn",
        "move-not-expected", "illegal-move", "ambiguous-move", "unknown-head", "game-paused",
        "seat-absent",
        "game-not-started", "game-over"]))))]
pub(super) async fn play_move(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: Body<MoveRequest>,
) -> Result<HttpResponse, Problem> {
    let choice = body.0.read()?;
    let order = Order::new(id.0, player, guard);
    order.check_head(&api, body.0.known_head.as_ref()).await?;
    order.send(&api, Command::Move(choice)).await
}

/// Lists the legal moves and, for each horse that cannot move, why.
#[utoipa::path(get, path = "/v1/games/{id}/moves", tag = "turns",
    params(GameParams),
    responses((status = 200, description = "What may be played now", body = ChoicesView)),
    extensions(("x-problems" = json!(["game-not-found", "move-not-expected"]))))]
pub(super) async fn list_moves(
    api: web::Data<Api>,
    id: Segments<GameId>,
) -> Result<HttpResponse, Problem> {
    let game = api.app.state(id.0).await?;
    let rules = &game.table.rules;
    let choices = game
        .position()
        .and_then(|position| choices(rules, position, Some(&game.table)));
    let choices = choices.filter(|_| game.mover().is_some());
    let choices = choices.ok_or_else(|| Problem::new(ProblemType::MoveNotExpected))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, etag(game.version)))
        .json(choices))
}
