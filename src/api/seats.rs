//! Seats: taken, left, made ready, resigned.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::auth::Player;
use super::command::{Order, link};
use super::extract::{Body, Guarded, OptionalBody, Segments};
use super::invites::check_invite;
use super::openapi::{GameParams, KeyParams, MatchParams, SeatParams, SignatureParams};
use super::problem::Problem;
use super::state::Api;
use super::view::{CalendarView, TurnView};
use crate::dice::Link;
use crate::game::{Command, GameId, MoveMode, RollMode, SeatNo, Taking};

/// A seat to be taken.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": 2}))]
pub(super) struct SeatRequest {
    /// Which seat; unless said, the one that an invitation means for you, or the first free one.
    #[schema(minimum = 1, maximum = 6, required = false)]
    seat: Option<u8>,
    /// The anchor of a chain of your own, or a seed: 64 hex digits (PC-DICE/1, 3.3).
    #[schema(min_length = 64, max_length = 64, required = false)]
    seat_anchor: Option<String>,
    /// 4096 for a chain, 0 for a seed.
    #[serde(default)]
    seat_links: u32,
    /// An Ed25519 key that signs your actions: 64 hex digits (PC-DICE/1, 3.8).
    #[schema(min_length = 64, max_length = 64, required = false)]
    seat_key: Option<String>,
    /// Who starts the rolls of this seat; as the table says, unless said.
    #[schema(required = false)]
    rolls: Option<RollsRequest>,
    /// Who plays a move that is the only one; as the table says, unless said.
    #[schema(required = false)]
    moves: Option<MovesRequest>,
    /// When the clock of this seat stands still, if the table allows it.
    #[schema(required = false)]
    calendar: Option<CalendarView>,
    /// The invite, for a private game that is not yours.
    invite: Option<String>,
}

/// Who starts the rolls of a seat.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RollsRequest {
    /// Its player, by a request for each.
    Asked,
    /// The server, at once. A seat with a chain gives its links ahead for that (deposits).
    Automatic,
}

/// Who plays a move that is the only one.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MovesRequest {
    /// The player, by a request.
    Asked,
    /// The server, at once.
    Forced,
}

impl MovesRequest {
    pub(super) fn mode(self) -> MoveMode {
        match self {
            MovesRequest::Asked => MoveMode::Asked,
            MovesRequest::Forced => MoveMode::Forced,
        }
    }
}

impl RollsRequest {
    pub(super) fn mode(self) -> RollMode {
        match self {
            RollsRequest::Asked => RollMode::Asked,
            RollsRequest::Automatic => RollMode::Automatic,
        }
    }
}

impl SeatRequest {
    fn read(self) -> Result<Command, Problem> {
        let anchor = self
            .seat_anchor
            .map(|text| link(&text, "/seat_anchor"))
            .transpose()?;
        // A key is 32 bytes in the form of a link.
        let key = self
            .seat_key
            .map(|text| link(&text, "/seat_key"))
            .transpose()?;
        Ok(Command::Take(Taking {
            seat: self.seat.map(SeatNo),
            anchor,
            links: self.seat_links,
            key: key.map(|key| key.to_string()),
            rolls: self.rolls.map(RollsRequest::mode),
            moves: self.moves.map(MovesRequest::mode),
            calendar: self.calendar.map(Into::into),
        }))
    }
}

/// Takes a seat.
///
/// A seat without a chain is ready at once, and the game begins by itself when every seat is taken
/// and ready. One player may take several. Whoever was invited accepts by it.
#[utoipa::path(post, path = "/v1/games/{id}/seats", tag = "seats", security(("player" = [])),
    request_body = Option<SeatRequest>,
    params(GameParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The seat is taken", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "seat-taken",
        "game-full", "already-started", "game-over", "invite-refused", "invalid-contribution",
        "not-agreed"]))))]
pub(super) async fn take_seat(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: OptionalBody<SeatRequest>,
) -> Result<HttpResponse, Problem> {
    check_invite(&api, player, id.0, body.0.invite.as_deref()).await?;
    let mut body = body.0;
    if body.seat.is_none() {
        let meant = api.app.meant_seat(player.id, id.0).await?;
        body.seat = meant.map(|seat| seat.0);
    }
    let command = body.read()?;
    Order::new(id.0, player, guard).send(&api, command).await
}

/// Gives a seat back before the game begins.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}", tag = "seats",
    security(("player" = [])),
    params(SeatParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The seat is free", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "forbidden", "already-started", "game-over"]))))]
pub(super) async fn leave_seat(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    Order::new(game, player, guard)
        .send(&api, Command::Leave { seat: SeatNo(seat) })
        .await
}

/// A link of a seat's chain.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkRequest {
    /// Its number.
    #[schema(minimum = 1, maximum = 4096)]
    link_no: u32,
    /// The link, 64 hex digits.
    #[schema(min_length = 64, max_length = 64)]
    link: String,
}

impl LinkRequest {
    fn read(&self) -> Result<(u32, Link), Problem> {
        Ok((self.link_no, link(&self.link, "/link")?))
    }
}

/// Makes a seat with a chain ready, by its next link.
///
/// Possible once every seat is taken. A later change of seats voids it (PC-DICE/1, 3.4).
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/ready", tag = "seats",
    security(("player" = [])), request_body = LinkRequest,
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The seat is ready", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-readyable", "already-started", "game-over", "wrong-link"]))))]
pub(super) async fn make_ready(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<LinkRequest>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Ready {
        seat: SeatNo(seat),
        link: body.0.read()?,
    };
    Order::new(game, player, guard).send(&api, command).await
}

/// Gives links of a chain ahead, so that the seat's next rolls need no request.
///
/// The link is the last of those given: the others follow from it. It trades foresight for pace;
/// nobody can choose a die with it (PC-DICE/1).
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/deposits", tag = "seats",
    security(("player" = [])), request_body = LinkRequest,
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The links are deposited", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "game-not-started", "game-over", "wrong-link"]))))]
pub(super) async fn deposit_links(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<LinkRequest>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Deposit {
        seat: SeatNo(seat),
        link: body.0.read()?,
    };
    Order::new(game, player, guard).send(&api, command).await
}

/// Gives up the chain of a seat for good, when its secret is lost (PC-DICE/1, 3.9).
///
/// Later rolls count the last link that was shown.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}/chain", tag = "seats",
    security(("player" = [])),
    params(SeatParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The chain is closed", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "game-not-started", "game-over", "wrong-link"]))))]
pub(super) async fn close_chain(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    Order::new(game, player, guard)
        .send(&api, Command::CloseChain { seat: SeatNo(seat) })
        .await
}

/// Which seat gives up.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ResignRequest {
    /// Which seat; your only one, unless said.
    #[schema(minimum = 1, maximum = 6, required = false)]
    seat: Option<u8>,
}

/// Gives up a seat while the game runs.
#[utoipa::path(post, path = "/v1/games/{id}/resignations", tag = "seats",
    security(("player" = [])), request_body = Option<ResignRequest>,
    params(GameParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The seat has resigned", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "which-seat", "game-not-started", "game-over"]))))]
pub(super) async fn resign_seat(
    api: web::Data<Api>,
    player: Player,
    id: Segments<GameId>,
    guard: Guarded,
    body: OptionalBody<ResignRequest>,
) -> Result<HttpResponse, Problem> {
    let command = Command::Resign {
        seat: body.0.seat.map(SeatNo),
    };
    Order::new(id.0, player, guard).send(&api, command).await
}
