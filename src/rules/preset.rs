//! The named rulesets.

use std::collections::BTreeSet;

use super::die::{Die, FaceSet};
use super::options::{
    Barrier, BarrierSquares, Bonus, Direction, End, ExitCapture, ExitDuty, ExitWhenFull, FaceValue,
    Finish, FirstPlayer, FootOvershoot, LaneMode, LaneOvershoot, NullBounce, Overtaking,
    OwnLanding, RankingBy, ThirdSix, TriesWhen,
};
use super::ruleset::Ruleset;

/// A ruleset with a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Preset {
    /// Six seats, the column is filled by exact count (S0).
    SixSeatQuick,
    /// Six seats, the column is climbed hole by hole and left on a six (S0).
    SixSeatLong,
    /// Four seats, bounce at the foot, the stair climbed 1 to 6 and a last six (S1).
    Traditional,
    /// Four seats, three tries, the stair counted like the track (S1).
    Quick,
    /// Four seats, no horse is ever passed (S2).
    NoPassing,
    /// Parchís with optional exits and a bounce at the goal (S4).
    Parchis,
    /// Parchís as played in Spain: exits are compulsory, the goal is exact.
    ParchisEs,
    /// Ludo with safe start squares and stars.
    Ludo,
    /// Mensch ärgere dich nicht, four seats.
    Madn,
    /// Mensch ärgere dich nicht, six seats.
    Madn6,
    /// Eile mit Weile: a six counts twelve, passing captures, walls on benches.
    EileMitWeile,
}

impl Preset {
    /// Every preset, in the order of the documentation.
    pub const ALL: [Preset; 11] = [
        Preset::SixSeatQuick,
        Preset::SixSeatLong,
        Preset::Traditional,
        Preset::Quick,
        Preset::NoPassing,
        Preset::Parchis,
        Preset::ParchisEs,
        Preset::Ludo,
        Preset::Madn,
        Preset::Madn6,
        Preset::EileMitWeile,
    ];

    /// Its public name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::SixSeatQuick => "six_seat_quick",
            Preset::SixSeatLong => "six_seat_long",
            Preset::Traditional => "traditional",
            Preset::Quick => "quick",
            Preset::NoPassing => "no_passing",
            Preset::Parchis => "parchis",
            Preset::ParchisEs => "parchis_es",
            Preset::Ludo => "ludo",
            Preset::Madn => "madn",
            Preset::Madn6 => "madn6",
            Preset::EileMitWeile => "eile_mit_weile",
        }
    }

    /// The preset with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The version of its content; it grows with every change of a value.
    #[must_use]
    pub const fn version(self) -> u32 {
        1
    }

    /// Its choices.
    #[must_use]
    pub fn ruleset(self) -> Ruleset {
        match self {
            Preset::SixSeatQuick => six_seats(),
            Preset::SixSeatLong => Ruleset {
                foot_overshoot: FootOvershoot::Illegal,
                ..ladder(six_seats(), 5, &CLIMB)
            },
            Preset::Traditional => Ruleset {
                foot_overshoot: FootOvershoot::Bounce,
                ..ladder(french(), 6, &CLIMB_AND_ANOTHER_SIX)
            },
            Preset::Quick => Ruleset {
                tries: 3,
                ..french()
            },
            Preset::NoPassing => Ruleset {
                overtaking: Overtaking::Blocked,
                foot_overshoot: FootOvershoot::Illegal,
                ranking: RankingBy::None,
                ..ladder(french(), 5, &CLIMB)
            },
            Preset::Parchis => parchis(),
            Preset::ParchisEs => spanish(),
            Preset::Ludo => ludo(),
            Preset::Madn => madn(),
            Preset::Madn6 => Ruleset {
                seats: 6,
                arm: 12,
                lap: 71,
                max_players: 6,
                ..madn()
            },
            Preset::EileMitWeile => eile_mit_weile(),
        }
    }
}

impl std::fmt::Display for Preset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The numbers of S0's long game and of S2.
const CLIMB: [Die; 6] = Die::ALL;
/// The numbers of S1's traditional stair: from the last step a further six.
const CLIMB_AND_ANOTHER_SIX: [Die; 7] = [
    Die::One,
    Die::Two,
    Die::Three,
    Die::Four,
    Die::Five,
    Die::Six,
    Die::Six,
];

/// Four seats, 56 squares, six steps and the centre, counted like the track; nothing special.
fn french() -> Ruleset {
    Ruleset {
        seats: 4,
        arm: 14,
        lap: 55,
        lane: 6,
        finish: Finish::Centre,
        ladder: Vec::new(),
        safe_offsets: BTreeSet::new(),
        direction: Direction::Clockwise,
        min_players: 2,
        max_players: 4,
        horses: 4,
        horses_to_finish: 4,
        first_player: FirstPlayer::Random,
        turn_order: Direction::Clockwise,
        exit_faces: FaceSet::of(&[Die::Six]),
        exit_duty: ExitDuty::Optional,
        exit_count_first: 1,
        initial_on_start: 0,
        exit_capture: ExitCapture::Normal,
        exit_when_full: ExitWhenFull::Blocked,
        start_immune: false,
        tries: 1,
        tries_when: TriesWhen::NoneInPlay,
        reroll_faces: FaceSet::of(&[Die::Six]),
        reroll_needs_move: false,
        reroll_max: None,
        face_value: FaceValue::Identity,
        third_six: ThirdSix::None,
        third_six_lane_immune: false,
        overtaking: Overtaking::Free,
        barrier: Barrier::None,
        barrier_squares: BarrierSquares::Any,
        open_barrier_on_six: false,
        own_landing: OwnLanding::Illegal,
        capture_by_passing: false,
        capture_duty: false,
        capture_bonus: Bonus::None,
        capture_reroll: false,
        goal_bonus: Bonus::None,
        goal_reroll: false,
        bonus_declinable: false,
        foot_overshoot: FootOvershoot::NotApplicable,
        null_bounce: NullBounce::Legal,
        lane_mode: LaneMode::Count,
        lane_overshoot: LaneOvershoot::Illegal,
        lane_jump: true,
        lane_moves_after_entry: true,
        lane_capacity: 1,
        end: End::FirstWinner,
        ranking: RankingBy::Distance,
    }
}

/// `base` with a stair of `lane` steps that needs these faces, from the foot up.
fn ladder(base: Ruleset, lane: u8, faces: &[Die]) -> Ruleset {
    Ruleset {
        finish: Finish::Ladder,
        lane_mode: LaneMode::Ladder,
        ladder: faces.to_vec(),
        lane,
        ..base
    }
}

/// Six seats, 72 squares, a column of five holes to fill (S0, A01).
fn six_seats() -> Ruleset {
    Ruleset {
        seats: 6,
        arm: 12,
        lap: 71,
        lane: 5,
        finish: Finish::Fill,
        max_players: 6,
        first_player: FirstPlayer::Seat,
        ranking: RankingBy::None,
        ..french()
    }
}

/// S4 on the standard board of 68 squares (A44).
fn parchis() -> Ruleset {
    Ruleset {
        arm: 17,
        lap: 63,
        lane: 7,
        safe_offsets: BTreeSet::from([0, 7, 12]),
        direction: Direction::Counterclockwise,
        min_players: 4,
        turn_order: Direction::Counterclockwise,
        exit_faces: FaceSet::of(&[Die::Five]),
        exit_capture: ExitCapture::Coexist,
        exit_when_full: ExitWhenFull::TwoForeign,
        face_value: FaceValue::SixIs7IfHouseEmpty,
        third_six: ThirdSix::LastMovedHome,
        barrier: Barrier::OwnPair,
        open_barrier_on_six: true,
        own_landing: OwnLanding::Pair,
        capture_bonus: Bonus::Squares(20),
        capture_reroll: true,
        goal_bonus: Bonus::Squares(10),
        goal_reroll: true,
        lane_overshoot: LaneOvershoot::Bounce,
        lane_capacity: 2,
        ranking: RankingBy::None,
        ..french()
    }
}

/// Parchís as the Spanish sources tell it.
fn spanish() -> Ruleset {
    Ruleset {
        min_players: 2,
        exit_duty: ExitDuty::Compulsory,
        exit_count_first: 2,
        exit_when_full: ExitWhenFull::AnyForeign,
        third_six_lane_immune: true,
        capture_reroll: false,
        goal_reroll: false,
        lane_overshoot: LaneOvershoot::Illegal,
        ..parchis()
    }
}

/// Ludo: 52 squares, two of them never used by their owner's horses.
fn ludo() -> Ruleset {
    Ruleset {
        arm: 13,
        lap: 50,
        lane: 5,
        safe_offsets: BTreeSet::from([0, 8]),
        exit_capture: ExitCapture::Coexist,
        third_six: ThirdSix::LoseTurn,
        ..french()
    }
}

/// Mensch ärgere dich nicht: four goal squares where the pieces stay.
fn madn() -> Ruleset {
    Ruleset {
        arm: 10,
        lap: 39,
        lane: 4,
        finish: Finish::Fill,
        exit_duty: ExitDuty::CompulsoryAndVacateStart,
        tries: 3,
        lane_jump: false,
        ..french()
    }
}

/// Eile mit Weile on the board of 68 squares.
fn eile_mit_weile() -> Ruleset {
    Ruleset {
        min_players: 2,
        exit_when_full: ExitWhenFull::Blocked,
        face_value: FaceValue::SixIs12,
        third_six: ThirdSix::AllUnsafeHome,
        barrier_squares: BarrierSquares::SafeOnly,
        open_barrier_on_six: false,
        capture_by_passing: true,
        capture_bonus: Bonus::None,
        capture_reroll: false,
        goal_bonus: Bonus::None,
        goal_reroll: false,
        ..parchis()
    }
}
