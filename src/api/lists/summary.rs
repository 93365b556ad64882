//! A game in a list.

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::auth::Viewer;
use crate::api::games::VisibilityView;
use crate::api::problem::Problem;
use crate::api::state::Api;
use crate::api::view::{
    AwaitingView, DeadlineView, GameView, OptionsView, SeatStatus, SeatView, StageView,
};
use crate::game::Time;
use crate::store::GameRow;

/// A page of games.
#[derive(Serialize, ToSchema)]
#[schema(as = GamePage)]
pub(in crate::api) struct PageView {
    /// The games, in the order of the list.
    pub(super) games: Vec<SummaryView>,
    /// The cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next: Option<String>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = GameSummary)]
pub(in crate::api) struct SummaryView {
    /// The game's id.
    id: String,
    /// What it is called.
    title: String,
    /// Whether it is listed.
    visibility: VisibilityView,
    /// The ruleset's name and version.
    #[schema(example = "traditional/1")]
    ruleset: String,
    /// How it is played.
    options: OptionsView,
    /// How far it has come.
    stage: StageView,
    /// The number of its last event.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: u64,
    /// When it was created.
    #[schema(format = DateTime)]
    created_at: String,
    /// Its seats.
    seats: Vec<SummarySeatView>,
    /// Who must do what now, while the game runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    awaiting: Option<AwaitingView>,
    /// Until when, if the game has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<DeadlineView>,
}

/// A seat of a game in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = SummarySeat)]
pub(in crate::api) struct SummarySeatView {
    /// Its number.
    seat: u8,
    /// Whether somebody sits there.
    status: SeatStatus,
    /// Whether it is yours.
    yours: bool,
}

impl From<SeatView> for SummarySeatView {
    fn from(view: SeatView) -> Self {
        Self {
            seat: view.seat,
            status: view.status,
            yours: view.yours,
        }
    }
}

impl SummaryView {
    pub(in crate::api) async fn new(
        api: &Api,
        viewer: Viewer,
        row: GameRow,
    ) -> Result<Self, Problem> {
        let game = api.app.state_of(&row).await?;
        let view = GameView::new(&game, &viewer.pseudonym(api, row.game));
        Ok(Self {
            id: view.id,
            title: row.listing.title,
            visibility: row.listing.public.into(),
            ruleset: view.ruleset,
            options: view.options,
            stage: view.stage,
            version: view.version,
            created_at: Time::from_us(row.listing.created_at_us).to_string(),
            seats: view.seats.into_iter().map(SummarySeatView::from).collect(),
            awaiting: view.awaiting,
            deadline: view.deadline,
        })
    }
}
