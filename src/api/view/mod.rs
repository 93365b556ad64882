//! What the API shows of a game: shapes of their own, so that neither the log nor the rules can
//! change the contract by accident.

mod blocked;
mod game;
mod moves;
mod turn;

pub use blocked::{BlockedView, Sentence};
pub use game::{AwaitingView, GameView, SeatStatus, SeatView, StageView};
pub use moves::{ChoicesView, MoveView, choices};
pub use turn::{EventView, TurnView};
