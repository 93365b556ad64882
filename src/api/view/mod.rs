//! What the API shows of a game: shapes of their own, so that neither the log nor the rules can
//! change the contract by accident.

mod advice;
mod blocked;
mod clock;
mod game;
mod moves;
mod options;
mod seat;
mod turn;

pub use advice::{AdviceView, advice};
pub use blocked::{BlockedView, Sentence};
pub use clock::{CalendarView, ClockView, DeadlineView, LevelView, TimeoutView, WeekendsView};
pub use game::{
    AwaitingMove, AwaitingRoll, AwaitingView, GameView, ResultView, StageView, StandingView,
    TaskView,
};
pub use moves::{CaptureView, ChoicesView, MoveKindView, MoveView, ThenView, all, choices, fired};
pub use options::OptionsView;
pub use seat::{ContributionView, MovesView, RollsView, SeatStatus, SeatView};
pub use turn::{EventView, ReceiptView, TurnView};
