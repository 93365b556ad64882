//! What may be known of a roll before it falls. Only that may be tested: a class of rolls that is
//! formed afterwards (the winner's, the last of a game) is uneven with perfect dice.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::moment::Moment;
use crate::game::SeatNo;
use crate::rules::Die;

macro_rules! named {
    ($(#[$about:meta])* $name:ident {
        $($(#[$value_about:meta])* $value:ident = $text:literal,)+
    }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum $name { $($(#[$value_about])* #[serde(rename = $text)] $value,)+ }

        impl $name {
            /// All of them, in the order of reports.
            pub const ALL: &'static [$name] = &[$($name::$value,)+];

            /// Its name in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// A class of rolls that is decided before the roll.
    Stratum {
        /// Every roll.
        All = "all",
        /// For the first player.
        Draw = "draw",
        /// The first roll of a turn.
        FirstTry = "first_try",
        /// Again, because the try before moved nothing.
        LaterTry = "later_try",
        /// Again, as a reward: after a six, a capture, an arrival.
        Bonus = "bonus",
        /// Of seat 1.
        Seat1 = "seat_1",
        /// Of seat 2.
        Seat2 = "seat_2",
        /// Of seat 3.
        Seat3 = "seat_3",
        /// Of seat 4.
        Seat4 = "seat_4",
        /// Of seat 5.
        Seat5 = "seat_5",
        /// Of seat 6.
        Seat6 = "seat_6",
        /// Every horse of the roller is in the stable.
        AllInStable = "all_in_stable",
        /// A horse on the foot or the stair needs exactly a 1.
        Needs1 = "needs_1",
        /// It needs a 2.
        Needs2 = "needs_2",
        /// It needs a 3.
        Needs3 = "needs_3",
        /// It needs a 4.
        Needs4 = "needs_4",
        /// It needs a 5.
        Needs5 = "needs_5",
        /// It needs a 6.
        Needs6 = "needs_6",
        /// Some face lets the roller capture.
        CaptureInReach = "capture_in_reach",
        /// Some face would let another seat, were it to roll, capture a horse of the roller.
        InDanger = "in_danger",
        /// The roller's horses have gone farther than those of any other seat.
        Leader = "leader",
        /// They have gone less far than those of any other seat.
        Trailer = "trailer",
        /// The roller created the game.
        Creator = "creator",
        /// Somebody else did.
        Guest = "guest",
        /// A player acts for the seat.
        Human = "human",
        /// A bot does: one that sits there, or an autopilot.
        Bot = "bot",
        /// A request asked for the roll.
        Asked = "asked",
        /// Nobody asked: the server rolled by itself.
        Unasked = "unasked",
        /// A day or more had passed since the event before.
        AfterPause = "after_pause",
        /// The roller's chain is in use: nobody could choose or foresee the die.
        Sealed = "sealed",
        /// The roller brought bytes that never advance, or has given up a chain.
        Seeded = "seeded",
        /// The roller brought nothing.
        Unsealed = "unsealed",
        /// The roll before in this game was a 1.
        After1 = "after_1",
        /// It was a 2.
        After2 = "after_2",
        /// It was a 3.
        After3 = "after_3",
        /// It was a 4.
        After4 = "after_4",
        /// It was a 5.
        After5 = "after_5",
        /// It was a 6.
        After6 = "after_6",
        /// The roll as many rolls before as the table has seats was a 1.
        Lag1 = "lag_1",
        /// It was a 2.
        Lag2 = "lag_2",
        /// It was a 3.
        Lag3 = "lag_3",
        /// It was a 4.
        Lag4 = "lag_4",
        /// It was a 5.
        Lag5 = "lag_5",
        /// It was a 6.
        Lag6 = "lag_6",
        /// Between 0 and 4 o'clock, UTC.
        Utc00 = "utc_00",
        /// Between 4 and 8.
        Utc04 = "utc_04",
        /// Between 8 and 12.
        Utc08 = "utc_08",
        /// Between 12 and 16.
        Utc12 = "utc_12",
        /// Between 16 and 20.
        Utc16 = "utc_16",
        /// Between 20 and 24.
        Utc20 = "utc_20",
    }
}

named! {
    /// A question to a roll: does it fall on one of these faces, which were named before?
    Chance {
        /// Is it a six?
        Six = "six",
        /// Is it the face of the roll before?
        Repeat = "repeat",
        /// Does it let the first horse out, with all of them in the stable?
        Exit = "exit",
        /// Does it let a horse go on that only one face can move, on the foot or the stair?
        Stair = "stair",
        /// Does it let the roller capture?
        Capture = "capture",
        /// Is it a face that has fallen less often than a sixth of the time in this game?
        Behind = "behind",
        /// Is it a face that has not fallen since the set of six was last complete in this game?
        Missing = "missing",
    }
}

impl Stratum {
    /// The rolls of a seat; `None` for a seat that no table has.
    #[must_use]
    pub const fn of_seat(seat: SeatNo) -> Option<Stratum> {
        match seat.0 {
            1 => Some(Stratum::Seat1),
            2 => Some(Stratum::Seat2),
            3 => Some(Stratum::Seat3),
            4 => Some(Stratum::Seat4),
            5 => Some(Stratum::Seat5),
            6 => Some(Stratum::Seat6),
            0 | 7..=u8::MAX => None,
        }
    }

    /// The rolls that follow a face.
    #[must_use]
    pub const fn after(face: Die) -> Stratum {
        match face {
            Die::One => Stratum::After1,
            Die::Two => Stratum::After2,
            Die::Three => Stratum::After3,
            Die::Four => Stratum::After4,
            Die::Five => Stratum::After5,
            Die::Six => Stratum::After6,
        }
    }

    /// The rolls that come as many rolls after a face as the table has seats.
    #[must_use]
    pub const fn lag(face: Die) -> Stratum {
        match face {
            Die::One => Stratum::Lag1,
            Die::Two => Stratum::Lag2,
            Die::Three => Stratum::Lag3,
            Die::Four => Stratum::Lag4,
            Die::Five => Stratum::Lag5,
            Die::Six => Stratum::Lag6,
        }
    }

    /// The rolls of a time of the day.
    #[must_use]
    pub const fn at(moment: Moment) -> Stratum {
        match moment.hour() {
            0..4 => Stratum::Utc00,
            4..8 => Stratum::Utc04,
            8..12 => Stratum::Utc08,
            12..16 => Stratum::Utc12,
            16..20 => Stratum::Utc16,
            20.. => Stratum::Utc20,
        }
    }

    /// The rolls in which a horse on the foot or the stair needs exactly that face.
    #[must_use]
    pub const fn needs(face: Die) -> Stratum {
        match face {
            Die::One => Stratum::Needs1,
            Die::Two => Stratum::Needs2,
            Die::Three => Stratum::Needs3,
            Die::Four => Stratum::Needs4,
            Die::Five => Stratum::Needs5,
            Die::Six => Stratum::Needs6,
        }
    }
}

/// A set of strata: those of one roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strata(u64);

impl Strata {
    /// The set with one more.
    #[must_use]
    pub const fn with(self, stratum: Stratum) -> Strata {
        Strata(self.0 | 1 << stratum as u32)
    }

    /// Whether it belongs to the set.
    #[must_use]
    pub const fn contains(self, stratum: Stratum) -> bool {
        self.0 & 1 << stratum as u32 != 0
    }

    /// The members, in order.
    pub fn iter(self) -> impl Iterator<Item = Stratum> {
        let all = Stratum::ALL.iter().copied();
        all.filter(move |stratum| self.contains(*stratum))
    }
}

impl FromIterator<Stratum> for Strata {
    fn from_iter<I: IntoIterator<Item = Stratum>>(strata: I) -> Self {
        strata.into_iter().fold(Strata::default(), Strata::with)
    }
}
