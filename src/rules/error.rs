//! Why a ruleset is no game.

use std::fmt;

macro_rules! errors {
    ($(
        $(#[$about:meta])*
        $name:ident { $($(#[$field_about:meta])* $field:ident: $kind:ty,)* }
        $code:literal [$($key:expr),*] $text:literal
    )+) => {
        /// A combination of choices that makes no game.
        ///
        /// Its text names the keys; [`code`](RulesetError::code) is stable.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum RulesetError {
            $($(#[$about])* $name { $($(#[$field_about])* $field: $kind,)* },)+
        }

        impl RulesetError {
            /// The codes of all of them.
            pub const CODES: &'static [&'static str] = &[$($code,)+];

            /// A stable name in `snake_case`.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self { $(RulesetError::$name { .. } => $code,)+ }
            }

            /// The keys of the ruleset that do not fit, the culprit first.
            #[must_use]
            #[expect(unused_variables, reason = "only some reasons find their key in a field")]
            pub fn keys(&self) -> Vec<&'static str> {
                match *self { $(RulesetError::$name { $($field),* } => vec![$($key),*],)+ }
            }
        }

        impl fmt::Display for RulesetError {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(RulesetError::$name { $($field),* } => write!(f, $text),)+ }
            }
        }
    };
}

errors! {
    /// A number is outside its range.
    OutOfRange {
        /// The key.
        key: &'static str,
        /// Its value.
        value: u8,
        /// The least value.
        min: u8,
        /// The greatest value.
        max: u8,
    }
    "out_of_range" [key]
    "{key} is {value}, but must be {min} to {max}"

    /// The lap does not end in the arm before the owner's start.
    LapOutOfRange {
        /// The lap.
        lap: u8,
        /// The least lap.
        min: u16,
        /// The greatest lap.
        max: u16,
    }
    "lap_out_of_range" ["lap", "seats", "arm"]
    "lap is {lap}, but must be {min} to {max}, so that it ends in the arm before its start \
     (the track has seats * arm squares)"

    /// A safe square lies beyond the arm.
    SafeOffsetOutOfRange {
        /// The offset.
        offset: u8,
        /// The arm.
        arm: u8,
    }
    "safe_offset_out_of_range" ["safe_offsets", "arm"]
    "safe_offsets has {offset}, but must be less than arm, which is {arm}"

    /// The range of players is empty or begins below two.
    PlayersOutOfRange {
        /// The fewest players.
        min: u8,
        /// The most players.
        max: u8,
    }
    "players_out_of_range" ["min_players", "max_players"]
    "min_players is {min} and max_players is {max}, but min_players must be at least 2 and at \
     most max_players"

    /// There are more players than seats.
    MorePlayersThanSeats {
        /// The most players.
        players: u8,
        /// The seats.
        seats: u8,
    }
    "more_players_than_seats" ["max_players", "seats"]
    "max_players is {players}, but the board has {seats} seats"

    /// A seat would finish with no horse, or with more than it has.
    HorsesToFinishOutOfRange {
        /// Horses to finish.
        horses_to_finish: u8,
        /// Horses of a seat.
        horses: u8,
    }
    "horses_to_finish_out_of_range" ["horses_to_finish", "horses"]
    "horses_to_finish is {horses_to_finish}, but must be at least 1 and at most horses, which is \
     {horses}"

    /// A stop on the foot needs to know what too big a roll does.
    FootOvershootRequired {}
    "foot_overshoot_required" ["foot_overshoot", "lane_mode"]
    "foot_overshoot must be illegal, bounce or clamp: this lane_mode stops on the foot"

    /// Without a stop on the foot nothing overshoots it.
    FootOvershootNotApplicable {}
    "foot_overshoot_not_applicable" ["foot_overshoot", "lane_mode"]
    "foot_overshoot must be not_applicable: lane_mode = count does not stop on the foot"

    /// The lane cannot hold the horses that must fill it.
    FillLaneTooShort {
        /// Squares of the lane.
        lane: u8,
        /// Horses to finish.
        horses_to_finish: u8,
    }
    "fill_lane_too_short" ["lane", "horses_to_finish", "finish"]
    "lane is {lane}, too short for finish = fill with {horses_to_finish} horses_to_finish"

    /// A lane to be filled has no end to bounce from.
    FillLaneOvershoot {}
    "fill_lane_overshoot" ["lane_overshoot", "finish"]
    "lane_overshoot must be illegal with finish = fill"

    /// Horses in the lane must move on to get home.
    LaneMovesRequired {}
    "lane_moves_required" ["lane_moves_after_entry", "finish"]
    "lane_moves_after_entry = false needs finish = fill: otherwise no horse would get home"

    /// A horse at the entrance of the lane would shut it for ever.
    LaneWouldJam {}
    "lane_would_jam" ["lane_moves_after_entry", "lane_jump", "overtaking", "barrier"]
    "lane_moves_after_entry = false needs overtaking = free, lane_jump = true and no walls in \
     the lane: horses on its first square would shut it"

    /// The null bounce is decided although nothing bounces.
    NullBounceWithoutBounce {}
    "null_bounce_without_bounce" ["null_bounce", "foot_overshoot", "lane_overshoot"]
    "null_bounce = illegal needs foot_overshoot = bounce or lane_overshoot = bounce"

    /// The ladder as finish and as lane mode go together.
    LadderLaneMode {}
    "ladder_lane_mode" ["lane_mode", "finish"]
    "finish = ladder and lane_mode = ladder go together"

    /// Faces of a ladder are given for a game without one.
    LadderWithoutFinish {}
    "ladder_without_finish" ["ladder", "finish"]
    "ladder must be empty unless finish = ladder"

    /// A ladder has one face more than the lane has steps.
    LadderLength {
        /// Faces of the ladder.
        faces: usize,
        /// Steps of the lane.
        lane: u8,
    }
    "ladder_length" ["ladder", "lane"]
    "ladder has {faces} faces, but must have one more than lane, which is {lane}: one face for \
     each step and one to leave"

    /// A ladder cannot be overshot.
    LadderLaneOvershoot {}
    "ladder_lane_overshoot" ["lane_overshoot", "finish"]
    "lane_overshoot must be illegal with finish = ladder: each step has its own face"

    /// A step holds one horse.
    LadderLaneCapacity {}
    "ladder_lane_capacity" ["lane_capacity", "finish"]
    "lane_capacity must be 1 with finish = ladder: a step holds one horse"

    /// Walls need squares that hold an own pair.
    BarrierNeedsPair {}
    "barrier_needs_pair" ["barrier", "own_landing"]
    "barrier = own_pair needs own_landing = pair"

    /// An own pair is a wall.
    PairNeedsBarrier {}
    "pair_needs_barrier" ["own_landing", "barrier"]
    "own_landing = pair needs barrier = own_pair"

    /// Walls need free overtaking.
    BarrierNeedsFreeOvertaking {}
    "barrier_needs_free_overtaking" ["barrier", "overtaking"]
    "barrier = own_pair needs overtaking = free"

    /// Without walls none can be opened.
    OpenBarrierNeedsBarrier {}
    "open_barrier_needs_barrier" ["open_barrier_on_six", "barrier"]
    "open_barrier_on_six needs barrier = own_pair"

    /// Walls on safe squares need walls and safe squares.
    BarrierNeedsSafeSquares {}
    "barrier_needs_safe_squares" ["barrier_squares", "barrier", "safe_offsets"]
    "barrier_squares = safe_only needs barrier = own_pair and some safe_offsets"

    /// No face opens the stable.
    ExitFacesEmpty {}
    "exit_faces_empty" ["exit_faces"]
    "exit_faces must have a face: no horse would leave its stable"

    /// A start square that is full must be able to hold two.
    ExitWhenFullNeedsCapacity {}
    "exit_when_full_needs_capacity" ["exit_when_full", "own_landing", "safe_offsets"]
    "exit_when_full needs a start square that holds two: own_landing = pair, or 0 in safe_offsets"

    /// Clearing the start square makes sense only if it holds one own horse.
    VacateNeedsSingleHorse {}
    "vacate_needs_single_horse" ["exit_duty", "own_landing"]
    "exit_duty = compulsory_and_vacate_start needs own_landing = illegal"

    /// Two horses leave together only onto a square that holds both.
    ExitOfTwoNeedsPair {}
    "exit_of_two_needs_pair" ["exit_count_first", "own_landing", "horses"]
    "exit_count_first = 2 needs own_landing = pair and at least 2 horses"

    /// The horses that begin on the start square do not exist or do not fit.
    InitialOnStart {
        /// How many.
        horses: u8,
    }
    "initial_on_start" ["initial_on_start", "own_landing", "horses"]
    "initial_on_start is {horses}, but must be at most horses, and 2 needs own_landing = pair"

    /// A third six in a row needs sixes that roll again.
    ThirdSixNeedsReroll {}
    "third_six_needs_reroll" ["third_six", "reroll_faces"]
    "third_six needs 6 in reroll_faces"

    /// A third six in a row needs two extra rolls.
    ThirdSixNeedsTwoRerolls {}
    "third_six_needs_two_rerolls" ["third_six", "reroll_max"]
    "third_six needs a reroll_max of at least 2, or none"

    /// A turn would never end.
    RerollNeverEnds {}
    "reroll_never_ends" ["reroll_faces", "reroll_max"]
    "reroll_faces with all six faces needs a reroll_max: the turn would never end"
}

impl std::error::Error for RulesetError {}
