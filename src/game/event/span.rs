//! Which events begin the answer to a command.

use super::{Event, OrdersEnd, RollKind};

impl Event {
    /// Whether this event is what a command asked for; all others follow from the one before
    /// in the same commit.
    #[must_use]
    pub fn opens_command(&self) -> bool {
        match self {
            Event::GameCreated(_)
            | Event::PlayerJoined { .. }
            | Event::PlayerLeft { .. }
            | Event::SeatsClosed { .. }
            | Event::SeatReady { .. }
            | Event::LinksDeposited { .. }
            | Event::SeatChainClosed { .. }
            | Event::BotJoined { .. }
            | Event::AutomationSet { .. }
            | Event::OrdersSet { .. }
            | Event::OrdersEnded {
                reason: OrdersEnd::Withdrawn,
                ..
            }
            | Event::TurnTimedOut { .. }
            | Event::SeatReturned { .. }
            | Event::VacationTaken { .. }
            | Event::PauseWished { .. }
            | Event::GameAborted { .. } => true,
            Event::DieRolled { kind, cause, .. } => *kind == RollKind::Turn && cause.is_none(),
            Event::PieceMoved { cause, .. }
            | Event::BonusDeclined { cause, .. }
            | Event::PenaltyChosen { cause, .. }
            | Event::PlayerResigned { cause, .. } => cause.is_none(),
            Event::OrdersEnded { .. }
            | Event::DeadlineSet { .. }
            | Event::SeatAbsent { .. }
            | Event::GamePaused { .. }
            | Event::GameResumed
            | Event::GameStarted { .. }
            | Event::BonusForfeited { .. }
            | Event::PointsScored { .. }
            | Event::PiecesSentHome { .. }
            | Event::TurnPassed { .. }
            | Event::PlayerFinished { .. }
            | Event::GameEnded { .. } => false,
        }
    }
}
