//! Games: created, listed, shown, begun and called off.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::auth::{Player, Viewer};
use super::command::{Order, shown};
use super::extract::{Body, Guarded, Known, Segments, etag, if_none_match};
use super::openapi::{GameParams, KeyParams, MatchParams};
use super::problem::{Problem, ProblemType};
use super::seats::{MovesRequest, RollsRequest};
use super::state::Api;
use super::view::{ClockView, GameView, ReceiptView, SeatView, TurnView};
use crate::app::{NewGame, random};
use crate::game::{Automation, Clock, Command, Game, GameId, Spec};
use crate::rules::Preset;
use crate::store::Visibility;

/// The longest title, in characters.
const TITLE_CHARS: usize = 80;

/// A new game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "traditional", "seats": 4, "visibility": "public"}))]
pub(super) struct GameRequest {
    /// The name of a ruleset, as in `GET /v1/rulesets`. A game by correspondence that names none is
    /// `quick` with two horses a seat.
    #[schema(required = false)]
    ruleset: Option<String>,
    /// Choices that differ from the ruleset, by key.
    #[serde(default)]
    #[schema(value_type = Object)]
    overlay: Map<String, Value>,
    /// How many seats; as many as the rules take at most, unless said.
    #[schema(minimum = 2, maximum = 6, required = false)]
    seats: Option<u8>,
    /// Which corners of the board, one letter a seat; spread evenly, unless said.
    #[schema(example = "ac")]
    board_seats: Option<String>,
    /// The seat that begins; the dice decide, unless said.
    #[schema(minimum = 1, maximum = 6, required = false)]
    first_seat: Option<u8>,
    /// How the game is played: `correspondence` sets the clock and what seats do by themselves,
    /// unless they are named.
    #[serde(default)]
    #[schema(required = false)]
    pace: PaceView,
    /// How long players may take; as long as they like, unless said.
    #[schema(required = false)]
    clock: Option<ClockView>,
    /// Who starts the rolls of seats that do not say.
    #[schema(required = false)]
    rolls: Option<RollsRequest>,
    /// Who plays the moves that are the only ones, of seats that do not say.
    #[schema(required = false)]
    moves: Option<MovesRequest>,
    /// Whether only seats with a chain of their own may play: nobody can foresee a roll then.
    #[serde(default)]
    sealed_only: bool,
    /// Whether the result counts: then `GET /v1/games/{id}/advice` gives nobody advice.
    #[serde(default)]
    rated: bool,
    /// Who finds the game, and who may sit down.
    #[serde(default)]
    #[schema(required = false)]
    visibility: VisibilityView,
    /// What the game is called, at most 80 characters.
    #[serde(default)]
    #[schema(max_length = 80)]
    title: String,
}

/// How a game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Pace)]
pub(super) enum PaceView {
    /// By people who are there: no clock, and nothing happens by itself.
    #[default]
    Live,
    /// By people who sleep and work: three days a turn, an autopilot after two timeouts, two weeks
    /// of vacation, quiet hours, pauses; rolls and single moves happen by themselves.
    Correspondence,
}

/// Who finds a game, and who may sit down.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Visibility)]
pub(super) enum VisibilityView {
    /// Listed, open to anybody.
    Public,
    /// Not listed, open to whoever knows its id, which cannot be guessed.
    #[default]
    Unlisted,
    /// Not listed; a seat needs an invite.
    Private,
}

impl From<VisibilityView> for Visibility {
    fn from(view: VisibilityView) -> Self {
        match view {
            VisibilityView::Public => Self::Public,
            VisibilityView::Unlisted => Self::Unlisted,
            VisibilityView::Private => Self::Private,
        }
    }
}

impl From<Visibility> for VisibilityView {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Unlisted => Self::Unlisted,
            Visibility::Private => Self::Private,
        }
    }
}

impl GameRequest {
    fn read(self, player: Player, guard: Guarded) -> Result<NewGame, Problem> {
        if self.title.chars().count() > TITLE_CHARS || self.title.chars().any(char::is_control) {
            return Err(Problem::new(ProblemType::InvalidField).error(
                "/title",
                "at most 80 characters, none of them a control character",
            ));
        }
        let (ruleset, overlay) = self.rules()?;
        Ok(NewGame {
            owner: player.id,
            spec: Spec {
                ruleset,
                overlay,
                clock: self.clock()?,
                automation: self.automation(),
                seats: self.seats,
                board_seats: self.board_seats,
                first_seat: self.first_seat,
                sealed_only: self.sealed_only,
                rated: self.rated,
            },
            visibility: self.visibility.into(),
            title: self.title,
            key: guard.key,
            rematch: None,
        })
    }
}

impl GameRequest {
    /// The ruleset and its overlay.
    fn rules(&self) -> Result<(String, Map<String, Value>), Problem> {
        match (&self.ruleset, self.pace) {
            (Some(name), _) => Ok((name.clone(), self.overlay.clone())),
            (None, PaceView::Correspondence) => {
                let mut overlay = self.overlay.clone();
                overlay.entry("horses").or_insert(Value::from(2));
                Ok((Preset::Quick.name().to_owned(), overlay))
            }
            (None, PaceView::Live) => Err(Problem::new(ProblemType::InvalidField)
                .error("/ruleset", "name one of GET /v1/rulesets")),
        }
    }

    fn clock(&self) -> Result<Option<Clock>, Problem> {
        match (self.clock, self.pace) {
            (Some(view), _) => view.read().map(Some).ok_or_else(|| {
                Problem::new(ProblemType::InvalidField).error(
                    "/clock",
                    "either turn_s, or bank_s with increment_s and cap_s",
                )
            }),
            (None, PaceView::Correspondence) => Ok(Some(Clock::CORRESPONDENCE)),
            (None, PaceView::Live) => Ok(None),
        }
    }

    fn automation(&self) -> Automation {
        let usual = match self.pace {
            PaceView::Live => Automation::default(),
            PaceView::Correspondence => Automation::FULL,
        };
        Automation {
            rolls: self.rolls.map_or(usual.rolls, RollsRequest::mode),
            moves: self.moves.map_or(usual.moves, MovesRequest::mode),
        }
    }
}

/// Creates a game.
///
/// The server draws its dice chain and publishes its anchor in event 0 before anybody joins. The
/// creator takes a seat by a second request.
#[utoipa::path(post, path = "/v1/games", tag = "games", security(("player" = [])),
    request_body = GameRequest,
    params(KeyParams),
    responses((status = 201, description = "The game, with its first event", body = TurnView)),
    extensions(("x-problems" = json!(["unknown-ruleset", "illegal-ruleset"]))))]
pub(super) async fn create_game(
    api: web::Data<Api>,
    player: Player,
    guard: Guarded,
    body: Body<GameRequest>,
) -> Result<HttpResponse, Problem> {
    let id = random::game_id(api.app.now_us());
    let turn = api.app.create(id, body.0.read(player, guard)?).await?;
    let mut answer = HttpResponse::Created();
    answer.insert_header((header::LOCATION, format!("/v1/games/{}", turn.game.id)));
    Ok(shown(answer, &api, &turn, player.id))
}

/// Shows a game as it stands.
#[utoipa::path(get, path = "/v1/games/{id}", tag = "games", security((), ("player" = [])),
    params(GameParams,
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` that you have")),
    responses((status = 200, description = "The game", body = GameView),
        (status = 304, description = "It is at the version that you have")),
    extensions(("x-problems" = json!(["game-not-found"]))))]
pub(super) async fn get_game(
    api: web::Data<Api>,
    viewer: Viewer,
    id: Segments<GameId>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let game = api.app.state(id.0).await?;
    let tag = (header::ETAG, etag(game.version));
    let vary = (header::VARY, "Authorization");
    Ok(match if_none_match(&request, game.version) {
        Known::Already => HttpResponse::NotModified()
            .insert_header(tag)
            .insert_header(vary)
            .finish(),
        Known::New => {
            let view = looked_at(&api, &game, &viewer).await?;
            HttpResponse::Ok()
                .insert_header(tag)
                .insert_header(vary)
                .json(view)
        }
    })
}

/// A game as it is shown to whoever looks at it: with a receipt for its head, and with the names
/// of the players beside their pseudonyms, which only this server can match.
pub(super) async fn looked_at(
    api: &Api,
    game: &Game,
    viewer: &Viewer,
) -> Result<GameView, Problem> {
    let mut view = GameView::new(game, &viewer.pseudonym(api, game.id));
    view.receipt = Some(ReceiptView::new(&api.app.receipt(game)));
    for player in api.app.store().players_at(game.id).await? {
        let pseudonym = api.app.pseudonym(game.id, player.id);
        let held = |seat: &&mut SeatView| seat.player.as_deref() == Some(&pseudonym);
        for seat in view.seats.iter_mut().filter(held) {
            seat.name = Some(player.name.clone());
        }
    }
    Ok(view)
}

/// Begins a game with the seats that are taken.
///
/// Only its owner may, once two seats are taken and every chain is ready. Free seats are closed.
#[utoipa::path(post, path = "/v1/games/{id}/start", tag = "games", security(("player" = [])),
    params(GameParams, KeyParams, MatchParams),
    responses((status = 200, description = "The game has begun", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden", "already-started",
        "cannot-start", "game-over"]))))]
pub(super) async fn start_game(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    Order::new(id.0, player, guard)
        .send(&api, Command::Start)
        .await
}

/// Calls a game off before it begins. Only its owner may.
#[utoipa::path(post, path = "/v1/games/{id}/abort", tag = "games", security(("player" = [])),
    params(GameParams, KeyParams, MatchParams),
    responses((status = 200, description = "The game is called off", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "forbidden", "already-started",
        "game-over"]))))]
pub(super) async fn abort_game(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    Order::new(id.0, player, guard)
        .send(&api, Command::Abort)
        .await
}
