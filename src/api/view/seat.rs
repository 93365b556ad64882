//! One seat of a game.

use serde::Serialize;
use utoipa::ToSchema;

use crate::dice::SeatChain;
use crate::game::{ChainUse, Contribution, Game, Holder, RollMode, SeatNo, SeatState};
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
    fn of(mode: RollMode) -> RollsView {
        match mode {
            RollMode::Asked => RollsView::Asked,
            RollMode::Automatic => RollsView::Automatic,
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
        SeatView {
            seat: seat.0,
            corner: corner.map(|corner| corner.to_string()).unwrap_or_default(),
            status: match state {
                SeatState::Open => SeatStatus::Open,
                SeatState::Closed => SeatStatus::Closed,
                SeatState::Taken(_) => SeatStatus::Taken,
            },
            yours: holder.is_some_and(|holder| holder.player == viewer),
            player: holder.map(|holder| holder.player.clone()),
            name: None,
            dice: holder.map(ContributionView::of),
            rolls: holder.map(|holder| RollsView::of(holder.rolls)),
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
