//! The rules: board, horses, legal moves, outcomes. Pure, and made of the standard library alone.
//!
//! - [`Ruleset`] is every choice as data, [`Preset`] names the ones people know,
//!   [`RulesetOverlay`] names some keys on top; [`Rules`] is a ruleset that was checked.
//! - [`Position`] is a playable position: [`Position::roll`] takes a face and resolves all that is
//!   no decision, [`Position::legal_moves`] and [`Position::blocked`] say what each horse may do,
//!   [`Position::play`] does it; each reports what happened as [`Fact`]s.
//! - [`Position::path`], [`Position::outcome`] and [`Position::standings`] explain.
//!
//! Statements such as S1-20 or A31 are explained in `docs/RULES.md`.

mod blocked;
mod board;
mod check;
mod choices;
mod compiled;
mod die;
mod duty;
mod error;
mod fact;
mod follow;
mod horse;
mod implied;
mod landing;
mod leave;
mod moves;
mod notation;
mod options;
mod outcome;
mod penalty;
mod perft;
mod place;
mod position;
mod preset;
mod refused;
mod rewards;
mod ruleset;
mod seat;
mod standing;
mod state;
mod step;
mod suppose;
mod turn;

pub use blocked::{Blocked, BlockedList};
pub use compiled::Rules;
pub use die::{Die, FaceSet};
pub use error::RulesetError;
pub use fact::{Fact, PassReason};
pub use follow::Then;
pub use horse::{HorseId, HorseSet, MAX_HORSES};
pub use moves::{Move, MoveKind, MoveList};
pub use notation::{Notation, NotationError};
pub use options::{
    Barrier, BarrierSquares, Bonus, Direction, End, ExitCapture, ExitDuty, ExitWhenFull, FaceValue,
    Finish, FirstPlayer, FootOvershoot, LaneMode, LaneOvershoot, NullBounce, Overtaking,
    OwnLanding, RankingBy, ThirdSix, TriesWhen,
};
pub use outcome::{Outcome, Path};
pub use perft::perft;
pub use place::{Place, PlaceError};
pub use position::Position;
pub use preset::Preset;
pub use refused::{PlayError, RetireError, RollError, SkipError};
pub use ruleset::{Ruleset, RulesetOverlay};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use standing::Standing;
pub use state::{Phase, Task};
