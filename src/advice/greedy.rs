//! A player who follows the advice that every beginner gets, one rule after the other.

use super::effect::Effect;
use super::insight::{Insight, Shift};

/// What the greedy bot looks at, first things first: a later number counts only where all numbers
/// before are level. Greater is better.
pub(super) fn merits(insight: &Insight) -> [i32; 10] {
    let has = |effect| i32::from(insight.has(effect));
    let fewer = |shift: &Shift| i32::from(shift.before.count()) - i32::from(shift.after.count());
    [
        // Win.
        has(Effect::Wins),
        // Send back horses, rather one that has come far: it loses most.
        i32::from(insight.squares_taken()),
        // Bring another horse out: two horses are twice the choice.
        has(Effect::LeavesStable),
        // Bring a horse home.
        has(Effect::Finishes),
        // Get out of the reach of those behind, and do not step into it.
        insight.dangers.iter().map(fewer).sum(),
        // Get off the track, where nobody can be sent back.
        has(Effect::EntersStair),
        // Keep own horses out of each other's way.
        has(Effect::FreesOwnHorse) - has(Effect::BlocksOwnHorse),
        // Get an opponent into reach.
        has(Effect::GainsPrey),
        // Lose no squares.
        i32::from(insight.progress),
        // Run home with the first horse.
        has(Effect::MovesLeader),
    ]
}
