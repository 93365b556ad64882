//! The choices of a ruleset that have names. Each has `ALL`, `name` and `from_name`.

use std::fmt;

macro_rules! option {
    ($(#[$about:meta])* $name:ident {
        $($(#[$value_about:meta])* $value:ident = $text:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$value_about])* $value,)+ }

        impl $name {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// The name of the value in a ruleset's JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }

            /// The value with that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

option! {
    /// A sense of rotation, seen from above (S0-05, S4-10).
    Direction {
        /// Clockwise.
        Clockwise = "cw",
        /// Counterclockwise.
        Counterclockwise = "ccw",
    }
}

option! {
    /// How a horse gets home from the foot of its lane.
    Finish {
        /// Step by step, each step by its own face; the last face leads off (S1-31, S0-17, S2-28).
        Ladder = "ladder",
        /// One more place after the lane (S1-45, S4-11).
        Centre = "centre",
        /// Being in the lane is being home (S0-15).
        Fill = "fill",
    }
}

option! {
    /// How a horse moves from the track into the lane.
    LaneMode {
        /// A stop on the foot, then one step for its own face; goes with `finish = ladder` (A04).
        Ladder = "ladder",
        /// The lane is counted like the track (S1-44).
        Count = "count",
        /// A stop on the foot, then the lane is counted.
        FootThenCount = "foot_then_count",
    }
}

option! {
    /// Who begins (A29). The game draws or names the seat; the rules only say how.
    FirstPlayer {
        /// A seat drawn by the audited dice (S2-08).
        Random = "random",
        /// A seat that the host names, such as the youngest player's (S0-05).
        Seat = "seat",
        /// The seat with the highest roll.
        HighestRoll = "highest_roll",
    }
}

option! {
    /// Whether a horse must leave the stable when it can (A32).
    ExitDuty {
        /// The player chooses (S1-13, S2-11).
        Optional = "optional",
        /// An exit that is possible must be played.
        Compulsory = "compulsory",
        /// The same, and the start square is cleared first while horses wait in the stable.
        CompulsoryAndVacateStart = "compulsory_and_vacate_start",
    }
}

option! {
    /// What an exit does to one opposing horse on the start square (A09, A35).
    ExitCapture {
        /// It is captured (S1-20).
        Normal = "normal",
        /// Both stay (S4-23).
        Coexist = "coexist",
    }
}

option! {
    /// What an exit does when two horses stand on the start square (A33, A34).
    ExitWhenFull {
        /// There is no exit.
        Blocked = "blocked",
        /// Of two opposing horses the last to arrive is captured (S4-25).
        TwoForeign = "two_foreign",
        /// The last opposing horse to arrive is captured, be it two or one.
        AnyForeign = "any_foreign",
    }
}

option! {
    /// When a turn begins with several tries (A17).
    TriesWhen {
        /// No own horse is in play: each is in the stable or at home.
        NoneInPlay = "none_in_play",
        /// Every own horse is in the stable.
        AllInStable = "all_in_stable",
        /// No own horse outside the stable could move by any face.
        NothingMovable = "nothing_movable",
    }
}

option! {
    /// How many squares a face is worth.
    FaceValue {
        /// Its pips.
        Identity = "identity",
        /// A six is worth seven when no own horse is in the stable (S4-16, A46).
        SixIs7IfHouseEmpty = "six_is_7_if_house_empty",
        /// A six is worth twelve.
        SixIs12 = "six_is_12",
    }
}

option! {
    /// What the third six in a row does (A20, A37). It is never played; the turn ends.
    ThirdSix {
        /// Nothing: it is a six like any other (S2-38).
        None = "none",
        /// The turn is lost (S1-52).
        LoseTurn = "lose_turn",
        /// The last horse moved this turn goes back to its stable (S1-52, S4-17).
        LastMovedHome = "last_moved_home",
        /// The most advanced horse in play goes back.
        MostAdvancedHome = "most_advanced_home",
        /// The player chooses a horse in play to send back.
        ChooseHome = "choose_home",
        /// Every horse on an unsafe square of the track goes back.
        AllUnsafeHome = "all_unsafe_home",
    }
}

option! {
    /// Whether a horse may pass others (A10).
    Overtaking {
        /// Freely: only the square of arrival counts (S1-23).
        Free = "free",
        /// Not at all: a horse in the way makes the move impossible (S2-17).
        Blocked = "blocked",
        /// The moving horse stops just behind (S1-24).
        StopBehind = "stop_behind",
    }
}

option! {
    /// Whether two horses of one seat on one square are a wall that nobody passes (A11).
    Barrier {
        /// No walls.
        None = "none",
        /// An own pair is a wall (S1-25, S4-18).
        OwnPair = "own_pair",
    }
}

option! {
    /// Where an own pair is a wall.
    BarrierSquares {
        /// Anywhere.
        Any = "any",
        /// Only on safe squares.
        SafeOnly = "safe_only",
    }
}

option! {
    /// What happens when the square of arrival holds an own horse (A28).
    OwnLanding {
        /// The move is not possible (S1-22, S0-13).
        Illegal = "illegal",
        /// The moving horse stops just behind.
        StopBehind = "stop_behind",
        /// Two may share a square (S4-12).
        Pair = "pair",
    }
}

option! {
    /// What a roll does that is too big for the foot.
    FootOvershoot {
        /// There is no stop on the foot.
        NotApplicable = "not_applicable",
        /// The move is not possible (S2-25, A03).
        Illegal = "illegal",
        /// To the foot, and back by the surplus (S1-28).
        Bounce = "bounce",
        /// To the foot, and no further.
        Clamp = "clamp",
    }
}

option! {
    /// Whether a bounce may end where it began (A12).
    NullBounce {
        /// It may, and counts as the move.
        Legal = "legal",
        /// It may not.
        Illegal = "illegal",
    }
}

option! {
    /// What a roll does that is too big for the end of the lane.
    LaneOvershoot {
        /// The move is not possible (S1-45, A06).
        Illegal = "illegal",
        /// To the end, and back by the surplus, never out of the lane (S4-11, A36).
        Bounce = "bounce",
    }
}

option! {
    /// When the game ends (A25).
    End {
        /// With the first seat that has finished (S1-35, S1-37).
        FirstWinner = "first_winner",
        /// When one seat is left (S1-36, S2-37).
        PlayForPlaces = "play_for_places",
    }
}

option! {
    /// How the seats that have not finished are ranked (A24).
    RankingBy {
        /// By the distance that their horses have covered (S1-37).
        Distance = "distance",
        /// Not at all: they share a rank.
        None = "none",
    }
}

/// A reward for a capture or for getting home (A31).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// Nothing.
    None,
    /// That many squares, to be moved by one own horse in play.
    Squares(u8),
    /// That many points, which move nothing.
    Points(u8),
}
