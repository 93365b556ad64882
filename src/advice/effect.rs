//! The effects of a move, by name.

use std::fmt;

macro_rules! effects {
    ($($(#[$about:meta])* $effect:ident = $name:literal,)+) => {
        /// Something that a move does to its player's game. The names are for ever.
        ///
        /// "Danger" is [`Danger::count`](super::Danger::count); "before" is the board as it
        /// stands, "after" the board that the move leaves.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Effect { $($(#[$about])* $effect,)+ }

        impl Effect {
            /// Every effect, in the order of the documentation.
            pub const ALL: &'static [Effect] = &[$(Effect::$effect,)+];

            /// Its name in `snake_case`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Effect::$effect => $name,)+ }
            }

            /// The effect with that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Effect> {
                Effect::ALL.iter().copied().find(|effect| effect.name() == name)
            }
        }
    };
}

effects! {
    /// The seat is the first to finish.
    Wins = "wins",
    /// A horse gets home.
    Finishes = "finishes",
    /// Horses of opponents go back to their stables.
    Captures = "captures",
    /// One or two horses leave the stable.
    LeavesStable = "leaves_stable",
    /// The horse goes from the track into its lane.
    EntersStair = "enters_stair",
    /// The horse goes further in its lane, or home from there.
    ClimbsStep = "climbs_step",
    /// Squares or points are earned.
    EarnsBonus = "earns_bonus",
    /// The seat rolls again.
    RollsAgain = "rolls_again",
    /// A wall stands that did not.
    MakesWall = "makes_wall",
    /// A wall stands no more.
    BreaksWall = "breaks_wall",
    /// The horse comes to rest on a safe square of the track.
    ReachesSafeSquare = "reaches_safe_square",
    /// The horse goes off a safe square of the track.
    LeavesSafeSquare = "leaves_safe_square",
    /// The danger of the moved horse falls.
    EscapesDanger = "escapes_danger",
    /// The danger of the moved horse grows.
    RunsIntoDanger = "runs_into_danger",
    /// The danger of another own horse falls.
    ProtectsHorse = "protects_horse",
    /// The danger of another own horse grows.
    ExposesHorse = "exposes_horse",
    /// More faces would capture something at the seat's next turn.
    GainsPrey = "gains_prey",
    /// Another own horse is stopped by own horses with a face that did not stop it before.
    BlocksOwnHorse = "blocks_own_horse",
    /// Another own horse is no longer stopped by own horses with some face.
    FreesOwnHorse = "frees_own_horse",
    /// Squares of the roll are lost to a bounce, to the foot, or to a horse in the way.
    WastesSquares = "wastes_squares",
    /// The horse ends further from home than it was.
    LosesGround = "loses_ground",
    /// The horse is the most advanced of those not home; one of them, if they are level.
    MovesLeader = "moves_leader",
    /// The horse is in danger, and none of its own is in greater danger.
    MovesThreatened = "moves_threatened",
    /// A bonus is left unused.
    DeclinesBonus = "declines_bonus",
}

/// A set of effects; it iterates in the order of [`Effect::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct EffectSet(u32);

impl EffectSet {
    /// Whether the effect belongs to the set.
    #[must_use]
    pub const fn contains(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u8) != 0
    }

    /// Whether there is no effect.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The effects.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        let all = Effect::ALL.iter().copied();
        all.filter(move |effect| self.contains(*effect))
    }
}

impl FromIterator<Effect> for EffectSet {
    fn from_iter<I: IntoIterator<Item = Effect>>(effects: I) -> Self {
        EffectSet(
            effects
                .into_iter()
                .fold(0, |bits, effect| bits | 1 << effect as u8),
        )
    }
}

impl fmt::Debug for EffectSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Effect::name))
            .finish()
    }
}
