//! Standing orders: given, shown with what they would do, taken back.

use std::collections::BTreeMap;

use actix_web::{HttpResponse, Responder, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::Player;
use super::command::{Order, link};
use super::extract::{Body, Guarded, Segments};
use super::openapi::{KeyParams, MatchParams, SeatParams, SignatureParams};
use super::problem::{Problem, ProblemType};
use super::state::Api;
use super::view::{MoveView, TurnView, fired};
use crate::app::keys::SealError;
use crate::app::{AppError, random};
use crate::game::orders::{Face, Orders, Otherwise, Preference, Scope};
use crate::game::{Command, GameId, Level, SealedOrders, SeatNo};
use crate::rules::Die;

/// What a seat does with each face while its player sleeps.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Orders, example = json!({"scope": "game",
    "faces": {"6": ["captures", "leaves_stable", "moves_leader"], "1": ["finishes", "horse_2"]},
    "otherwise": "ask"}))]
pub(super) struct OrdersView {
    /// How long they stand.
    scope: ScopeView,
    /// For each face, `"1"` to `"6"`, a list of preferences, the first one first: an effect of a
    /// move as in the advice (`captures`, `leaves_stable`, `finishes` …), `horse_1` to `horse_4`,
    /// or `any`. The first one that fits a legal move is played; of several moves that fit, the one
    /// of the most advanced horse.
    faces: BTreeMap<String, Vec<String>>,
    /// What happens if none fits.
    #[serde(default)]
    #[schema(required = false)]
    otherwise: OtherwiseView,
    /// 32 random bytes that keep the digest in the log from being guessed, 64 hex digits. A seat
    /// that signs brings its own, since it signs the digest; for others the server draws them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 64, max_length = 64)]
    salt: Option<String>,
}

/// How long orders stand.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Scope)]
pub(super) enum ScopeView {
    /// For the seat's next turn, and not if one of its horses is captured before.
    NextTurn,
    /// Until they are replaced or taken back.
    Game,
}

/// What happens if no preference fits.
#[derive(Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Otherwise)]
pub(super) enum OtherwiseView {
    /// The game waits for the player.
    #[default]
    Ask,
    /// A bot chooses at random.
    Random,
    /// A greedy bot chooses.
    Greedy,
    /// A strong bot chooses.
    Strong,
}

impl OrdersView {
    fn read(&self) -> Result<Orders, Problem> {
        let mut faces = BTreeMap::new();
        for (face, names) in &self.faces {
            let pointer = format!("/faces/{face}");
            let die = face.parse().ok().and_then(Die::new);
            let die = die.ok_or_else(|| wrong(&pointer, "a face is \"1\" to \"6\""))?;
            let read = |name: &String| {
                Preference::from_name(name)
                    .ok_or_else(|| wrong(&pointer, "an effect of a move, horse_1 …, or any"))
            };
            let list = names.iter().map(read).collect::<Result<_, _>>()?;
            faces.insert(Face(die), list);
        }
        Ok(Orders {
            scope: match self.scope {
                ScopeView::NextTurn => Scope::NextTurn,
                ScopeView::Game => Scope::Game,
            },
            faces,
            otherwise: match self.otherwise {
                OtherwiseView::Ask => Otherwise::Ask,
                OtherwiseView::Random => Otherwise::Bot(Level::Random),
                OtherwiseView::Greedy => Otherwise::Bot(Level::Greedy),
                OtherwiseView::Strong => Otherwise::Bot(Level::Strong),
            },
        })
    }

    fn salt(&self) -> Result<String, Problem> {
        if let Some(salt) = &self.salt {
            // 32 bytes in the form of a link.
            return link(salt, "/salt").map(|salt| salt.to_string());
        }
        let drawn = random::salt().map_err(|_| AppError::Seal(SealError::NoRandomness))?;
        Ok(drawn)
    }

    fn new(orders: &Orders) -> OrdersView {
        OrdersView {
            scope: match orders.scope {
                Scope::NextTurn => ScopeView::NextTurn,
                Scope::Game => ScopeView::Game,
            },
            faces: orders
                .faces
                .iter()
                .map(|(face, list)| {
                    let names = list.iter().map(ToString::to_string).collect();
                    (face.0.get().to_string(), names)
                })
                .collect(),
            salt: None,
            otherwise: match orders.otherwise {
                Otherwise::Ask => OtherwiseView::Ask,
                Otherwise::Bot(Level::Random) => OtherwiseView::Random,
                Otherwise::Bot(Level::Greedy) => OtherwiseView::Greedy,
                Otherwise::Bot(Level::Strong) => OtherwiseView::Strong,
            },
        }
    }
}

fn wrong(pointer: &str, why: &str) -> Problem {
    Problem::new(ProblemType::InvalidField).error(pointer, why.to_owned())
}

/// Gives standing orders: for each face what the seat does while its player sleeps.
///
/// They replace those that stand, and count from the seat's next roll on. Nobody else reads them;
/// the log has their digest. They need rolls that are automatic to be of use while you are away.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/orders", tag = "automation",
    security(("player" = [])), request_body = OrdersView,
    params(SeatParams, KeyParams, MatchParams, SignatureParams),
    responses((status = 200, description = "The orders stand", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "not-agreed", "orders-stand", "game-not-started", "game-over"]))))]
pub(super) async fn give_orders(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
    body: Body<OrdersView>,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let orders = SealedOrders {
        orders: body.0.read()?,
        salt: body.0.salt()?,
    };
    let command = Command::Order {
        seat: SeatNo(seat),
        orders,
    };
    Order::new(game, player, guard).send(&api, command).await
}

/// The standing orders of a seat, and what they would do now.
#[derive(Serialize, ToSchema)]
#[schema(as = StandingOrders)]
pub(super) struct StandingView {
    /// The orders.
    orders: OrdersView,
    /// Their digest in the log: `SHA-256("petits-chevaux/orders/v1" 00 || salt || orders)`, 64 hex
    /// digits.
    digest: String,
    /// The salt that keeps the digest from being guessed.
    salt: String,
    /// What would be played with each face, if the seat rolled now.
    fires: Vec<FiresView>,
}

/// What orders do with a face.
#[derive(Serialize, ToSchema)]
#[schema(as = Fires)]
pub(super) struct FiresView {
    /// The face.
    #[schema(minimum = 1, maximum = 6)]
    face: u8,
    /// The move; absent if there is none, or if the player is asked.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    plays: Option<MoveView>,
}

/// Shows your standing orders, and what they would do with each face as the board stands.
#[utoipa::path(get, path = "/v1/games/{id}/seats/{seat}/orders", tag = "automation",
    security(("player" = [])),
    params(SeatParams),
    responses((status = 200, description = "The orders", body = StandingView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "no-orders"]))))]
pub(super) async fn get_orders(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
) -> Result<impl Responder, Problem> {
    let (id, seat) = path.0;
    let seat = SeatNo(seat);
    let game = api.app.state(id).await?;
    if seat.0 == 0 || seat.index() >= game.seats.len() {
        return Err(Problem::new(ProblemType::SeatNotFound));
    }
    let pseudonym = api.app.pseudonym(id, player.id);
    let holder = game.holder(seat).filter(|holder| holder.is(&pseudonym));
    let holder = holder.ok_or_else(|| Problem::new(ProblemType::NotYourSeat))?;
    let sealed = match &holder.orders {
        Some(_) => api.app.orders(&game).await?.remove(&seat),
        None => None,
    };
    let sealed = sealed.ok_or_else(|| Problem::new(ProblemType::NoOrders))?;
    let fires = Die::ALL.into_iter().map(|die| FiresView {
        face: die.get(),
        plays: fired(&game, seat, &sealed.orders, die),
    });
    Ok(web::Json(StandingView {
        fires: fires.collect(),
        orders: OrdersView::new(&sealed.orders),
        digest: sealed.digest(),
        salt: sealed.salt,
    }))
}

/// Takes standing orders back.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}/orders", tag = "automation",
    security(("player" = [])),
    params(SeatParams, MatchParams, SignatureParams),
    responses((status = 200, description = "No orders stand", body = TurnView)),
    extensions(("x-problems" = json!(["game-not-found", "seat-not-found", "not-your-seat",
        "no-orders", "game-not-started", "game-over"]))))]
pub(super) async fn withdraw_orders(
    api: web::Data<Api>,
    player: Player,
    path: Segments<(GameId, u8)>,
    guard: Guarded,
) -> Result<HttpResponse, Problem> {
    let (game, seat) = path.0;
    let command = Command::Withdraw { seat: SeatNo(seat) };
    Order::new(game, player, guard).send(&api, command).await
}
