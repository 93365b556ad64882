//! A ruleset as data, and an overlay that names some of its keys.

use std::collections::BTreeSet;

use super::die::{Die, FaceSet};
use super::options::{
    Barrier, BarrierSquares, Bonus, Direction, End, ExitCapture, ExitDuty, ExitWhenFull, FaceValue,
    Finish, FirstPlayer, FootOvershoot, LaneMode, LaneOvershoot, NullBounce, Overtaking,
    OwnLanding, RankingBy, ThirdSix, TriesWhen,
};

macro_rules! ruleset {
    ($($(#[$about:meta])* $key:ident: $kind:ty,)+) => {
        /// Every choice of a game as plain data. It may be nonsense: [`Rules::new`] checks it.
        ///
        /// Each field is a key of the ruleset's JSON.
        ///
        /// [`Rules::new`]: super::Rules::new
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct Ruleset { $($(#[$about])* pub $key: $kind,)+ }

        /// The keys that a host names on top of a preset; the others stay `None`.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
        pub struct RulesetOverlay { $($(#[$about])* pub $key: Option<$kind>,)+ }

        impl Ruleset {
            /// The keys, in the order of the documentation.
            pub const KEYS: &'static [&'static str] = &[$(stringify!($key),)+];

            /// The keys whose values differ between the two rulesets.
            #[must_use]
            pub fn difference(&self, other: &Ruleset) -> Vec<&'static str> {
                let mut keys = Vec::new();
                $(if self.$key != other.$key { keys.push(stringify!($key)); })+
                keys
            }
        }

        impl RulesetOverlay {
            /// The keys that the overlay names.
            #[must_use]
            pub fn keys(&self) -> Vec<&'static str> {
                let mut keys = Vec::new();
                $(if self.$key.is_some() { keys.push(stringify!($key)); })+
                keys
            }

            /// `base` with the named keys replaced, and nothing implied.
            pub(super) fn laid_on(&self, base: Ruleset) -> Ruleset {
                Ruleset { $($key: self.$key.clone().unwrap_or(base.$key),)+ }
            }
        }
    };
}

ruleset! {
    /// Seats of the board, 2 to 6.
    seats: u8,
    /// Squares of the track per seat, 4 to 20; seat `i` starts at square `i * arm` (A01).
    arm: u8,
    /// Squares from the own start square to the last one that the owner uses (A02).
    lap: u8,
    /// Squares of the lane, 1 to 12.
    lane: u8,
    /// How a horse gets home.
    finish: Finish,
    /// The faces of the ladder, from the foot up; empty unless `finish` is `ladder`.
    ladder: Vec<Die>,
    /// Safe squares, as distances from each start square.
    safe_offsets: BTreeSet<u8>,
    /// The direction of travel.
    direction: Direction,
    /// The fewest players.
    min_players: u8,
    /// The most players.
    max_players: u8,
    /// Horses of each seat, 1 to 4 (S2-05).
    horses: u8,
    /// Horses that a seat must bring home to finish.
    horses_to_finish: u8,
    /// Who begins.
    first_player: FirstPlayer,
    /// The order of turns; seats follow each other in travel order when it equals `direction`.
    turn_order: Direction,
    /// The faces that open the stable.
    exit_faces: FaceSet,
    /// Whether an exit is a choice.
    exit_duty: ExitDuty,
    /// Horses that leave together while all of them are in the stable, 1 or 2.
    exit_count_first: u8,
    /// Horses on the start square when the game begins, 0 to 2.
    initial_on_start: u8,
    /// What an exit does to one opposing horse on the start square.
    exit_capture: ExitCapture,
    /// What an exit does when the start square is full.
    exit_when_full: ExitWhenFull,
    /// Whether a horse on its own start square can be neither captured nor passed.
    start_immune: bool,
    /// Tries at the start of a turn, 1 to 6.
    tries: u8,
    /// When the tries are granted.
    tries_when: TriesWhen,
    /// The faces that roll again.
    reroll_faces: FaceSet,
    /// Whether a face rolls again only if it moved a horse.
    reroll_needs_move: bool,
    /// The most extra rolls of a turn; `None` is without limit.
    reroll_max: Option<u8>,
    /// What a face is worth.
    face_value: FaceValue,
    /// What the third six in a row does.
    third_six: ThirdSix,
    /// Whether a horse in the lane is immune to the third six.
    third_six_lane_immune: bool,
    /// Whether horses may be passed.
    overtaking: Overtaking,
    /// Whether own pairs are walls.
    barrier: Barrier,
    /// Where they are.
    barrier_squares: BarrierSquares,
    /// Whether a six must open an own wall (A41).
    open_barrier_on_six: bool,
    /// What an own horse on the square of arrival does.
    own_landing: OwnLanding,
    /// Whether horses that are passed are captured too.
    capture_by_passing: bool,
    /// Whether a capture that is possible must be played.
    capture_duty: bool,
    /// The reward for a capture.
    capture_bonus: Bonus,
    /// Whether a capture rolls again.
    capture_reroll: bool,
    /// The reward for getting home.
    goal_bonus: Bonus,
    /// Whether getting home rolls again.
    goal_reroll: bool,
    /// Whether a bonus may be declined (A42).
    bonus_declinable: bool,
    /// What a roll too big for the foot does.
    foot_overshoot: FootOvershoot,
    /// Whether a bounce may end where it began.
    null_bounce: NullBounce,
    /// How a horse enters the lane.
    lane_mode: LaneMode,
    /// What a roll too big for the lane does.
    lane_overshoot: LaneOvershoot,
    /// Whether own horses in the lane may be passed (A07).
    lane_jump: bool,
    /// Whether a horse in the lane may move deeper (A05).
    lane_moves_after_entry: bool,
    /// Horses that one square of the lane holds, 1 or 2.
    lane_capacity: u8,
    /// When the game ends.
    end: End,
    /// How the others are ranked.
    ranking: RankingBy,
}

impl Ruleset {
    /// Squares of the track.
    #[must_use]
    pub const fn squares(&self) -> u16 {
        self.seats as u16 * self.arm as u16
    }
}
