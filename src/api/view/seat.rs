//! One seat of a game.

use serde::Serialize;
use utoipa::ToSchema;

use super::clock::LevelView;
use crate::dice::SeatChain;
use crate::game::{
    Absence, ChainUse, Contribution, Game, Holder, MoveMode, RollMode, SeatNo, SeatState, Sitter,
};
use crate::rules::Seat;

/// One seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
pub struct SeatView {
    /// Its number, in playing order.
    pub seat: u8,
    /// Its corner of the board, as in positions.
    #[schema(examples("a"))]
    pub corner: String,
    /// Whether somebody sits there.
    pub status: SeatStatus,
    /// Whether it is yours.
    pub yours: bool,
    /// The player's name in the log of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The player's name, where the game itself was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it brings to the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<ContributionView>,
    /// Who starts its rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolls: Option<RollsView>,
    /// Who plays a move that is the only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesView>,
    /// How well the bot plays, if one sits there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<LevelView>,
    /// How well the bot plays that replaces its player, who let the time run out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<LevelView>,
    /// Whether it has standing orders. Only its player reads them.
    pub orders: bool,
    /// Timeouts in a row, if the game has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<u8>,
    /// Seconds in its bank, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_s: Option<u32>,
    /// The end of its vacation, if it has one that is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    pub vacation_until: Option<String>,
    /// Whether the game may start as far as this seat is concerned.
    pub ready: bool,
    /// The number of the link that its next roll (or its ready) must bring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_link: Option<u32>,
    /// Its horses, in order: `E`, squares from its start square, `s1` …, `F`.
    pub horses: Vec<String>,
}

/// Whether somebody sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatStatus {
    /// It is free.
    Open,
    /// The game goes without it.
    Closed,
    /// Somebody does.
    Taken,
}

/// Who starts the rolls of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Rolls)]
pub enum RollsView {
    /// Its player, by a request for each.
    Asked,
    /// The server, at once.
    Automatic,
}

impl RollsView {
    pub(super) fn of(mode: RollMode) -> RollsView {
        match mode {
            RollMode::Asked => RollsView::Asked,
            RollMode::Automatic => RollsView::Automatic,
        }
    }
}

/// Who plays a move that is the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Moves)]
pub enum MovesView {
    /// The player, by a request.
    Asked,
    /// The server, at once.
    Forced,
}

impl MovesView {
    pub(super) fn of(mode: MoveMode) -> MovesView {
        match mode {
            MoveMode::Asked => MovesView::Asked,
            MoveMode::Forced => MovesView::Forced,
        }
    }
}

/// What a seat brings to the dice: its assurance class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Contribution)]
pub enum ContributionView {
    /// Nothing.
    None,
    /// A seed that never advances.
    Seeded,
    /// A chain: nobody can choose or foresee its rolls.
    Sealed,
    /// A chain that was given up.
    Closed,
}

impl SeatView {
    pub(super) fn new(game: &Game, seat: SeatNo, state: &SeatState, viewer: &str) -> SeatView {
        let holder = match state {
            SeatState::Taken(holder) => Some(holder),
            SeatState::Open | SeatState::Closed => None,
        };
        let corner = game.table.corner(seat);
        let player = holder.filter(|holder| holder.player().is_some());
        let clock = player.and_then(|_| Some(game.clock()?.1.seat(seat)));
        SeatView {
            seat: seat.0,
            corner: corner.map(|corner| corner.to_string()).unwrap_or_default(),
            status: match state {
                SeatState::Open => SeatStatus::Open,
                SeatState::Closed => SeatStatus::Closed,
                SeatState::Taken(_) => SeatStatus::Taken,
            },
            yours: holder.is_some_and(|holder| holder.is(viewer)),
            player: holder.and_then(Holder::player).map(ToOwned::to_owned),
            name: None,
            dice: holder.map(ContributionView::of),
            rolls: player.map(|holder| RollsView::of(holder.rolls)),
            moves: player.map(|holder| MovesView::of(holder.moves)),
            bot: holder.and_then(|holder| match holder.sitter {
                Sitter::Bot(level) => Some(level.into()),
                Sitter::Player(_) => None,
            }),
            absent: holder.and_then(|holder| match holder.absence {
                Absence::Now(level) => Some(level.into()),
                Absence::Never | Absence::Over => None,
            }),
            orders: holder.is_some_and(|holder| holder.orders.is_some()),
            missed: clock.as_ref().map(|clock| clock.missed),
            bank_s: clock
                .as_ref()
                .map(|clock| clock.bank)
                .filter(|_| game.has_banks()),
            vacation_until: clock
                .and_then(|clock| clock.vacation)
                .map(|vacation| vacation.until.to_string()),
            ready: holder.is_some_and(|holder| holder.contribution.is_ready()),
            next_link: holder
                .and_then(|holder| holder.contribution.live_chain())
                .map(SeatChain::next_no),
            horses: horses(game, corner),
        }
    }
}

fn horses(game: &Game, corner: Option<Seat>) -> Vec<String> {
    let (Some(position), Some(corner)) = (game.position(), corner) else {
        return Vec::new();
    };
    if !position.seats().contains(corner) {
        return Vec::new();
    }
    position
        .horses(corner)
        .map(|(_, place)| place.to_string())
        .collect()
}

impl ContributionView {
    fn of(holder: &Holder) -> ContributionView {
        match holder.contribution {
            Contribution::None => ContributionView::None,
            Contribution::Seeded(_) => ContributionView::Seeded,
            Contribution::Sealed {
                use_of: ChainUse::Closed,
                ..
            } => ContributionView::Closed,
            Contribution::Sealed {
                use_of: ChainUse::NotReady | ChainUse::Ready,
                ..
            } => ContributionView::Sealed,
        }
    }
}
