//! What a move does and what it risks, as data; and bots that choose by it.
//!
//! Everything here sees a position and its rules, both public, and nothing else: whoever has the
//! log can compute it again. The rules engine is asked for every move, of opponents too.
//!
//! - [`Insight`] tells about one legal move; its [`Effect`]s have names for ever.
//! - [`danger()`] and [`dangers`] tell which rolls of the opponents would capture a horse.
//! - [`Estimator`] puts a chance on each move.
//! - [`hints`] are both together, best first.
//! - [`Bot`] plays: at random, by rules of thumb, or by the estimates.
//! - [`playout`] has players that choose at once, for games by the thousand.

mod bot;
mod danger;
mod effect;
mod estimate;
mod glance;
mod greedy;
mod hint;
mod insight;
mod outlook;
pub mod playout;
mod race;

pub use bot::{Bot, Level};
pub use danger::{Danger, danger, dangers, prey};
pub use effect::{Effect, EffectSet};
pub use estimate::{Estimate, Estimator};
pub use hint::{Hint, hints};
pub use insight::{Captured, Insight, Reward, Shift, insight, insights};
