//! How a game is played, the same wherever a game is shown.

use serde::Serialize;
use utoipa::ToSchema;

use super::clock::ClockView;
use super::seat::{MovesView, RollsView};
use crate::game::{FirstData, SealedPolicy, Stakes, Table};

/// What was agreed when the game was created, beside its rules.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Options)]
pub struct OptionsView {
    /// The seat that begins; the dice decide, unless there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_seat: Option<u8>,
    /// How long players may take, if that is agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// Who starts the rolls of seats that do not say.
    pub rolls: RollsView,
    /// Who plays the moves that are the only ones, of seats that do not say.
    pub moves: MovesView,
    /// Whether only seats with a chain of their own may play.
    pub sealed_only: bool,
    /// Whether the result counts: then nobody is given advice.
    pub rated: bool,
}

impl OptionsView {
    pub(super) fn new(table: &Table) -> OptionsView {
        OptionsView {
            first_seat: match table.first {
                FirstData::Seat(seat) => Some(seat.0),
                FirstData::Draw => None,
            },
            clock: table.clock.as_ref().map(ClockView::new),
            rolls: RollsView::of(table.automation.rolls),
            moves: MovesView::of(table.automation.moves),
            sealed_only: match table.sealed {
                SealedPolicy::SealedOnly => true,
                SealedPolicy::Any => false,
            },
            rated: table.stakes == Stakes::Rated,
        }
    }
}
