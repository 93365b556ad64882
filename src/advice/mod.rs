//! What a move does and what it risks, as data; and bots that choose by it.
//!
//! Everything here sees a position and its rules, both public, and nothing else: whoever has the
//! log can compute it again. The rules engine is asked for every move, of opponents too.
//!
//! - [`Insight`] tells about one legal move; its [`Effect`]s have names for ever.
//! - [`danger()`] and [`dangers`] tell which rolls of the opponents would capture a horse.
//! - [`playout`] has players that choose at once.

mod danger;
mod effect;
mod glance;
mod insight;
pub mod playout;

pub use danger::{Danger, danger, dangers, prey};
pub use effect::{Effect, EffectSet};
pub use insight::{Captured, Insight, Reward, Shift, insight, insights};
