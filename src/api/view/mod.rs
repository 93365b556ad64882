//! What the API shows of a game: shapes of their own, so that neither the log nor the rules can
//! change the contract by accident.

mod blocked;
mod game;
mod moves;
mod turn;

pub use blocked::{BlockedView, Sentence};
pub use game::{
    AwaitingMove, AwaitingRoll, AwaitingView, ContributionView, GameView, ResultView, SeatStatus,
    SeatView, StageView, StandingView, TaskView,
};
pub use moves::{CaptureView, ChoicesView, MoveKindView, MoveView, ThenView, all, choices};
pub use turn::{EventView, ReceiptView, TurnView};
