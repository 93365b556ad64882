//! Why a ruleset is no game.

use std::fmt;

/// A combination of choices that makes no game.
///
/// Its text names the keys; [`code`](RulesetError::code) is stable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RulesetError {
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
    },
    /// The lap does not end in the owner's last arm.
    LapOutOfRange {
        /// The lap.
        lap: u8,
        /// The least lap.
        min: u16,
        /// The greatest lap.
        max: u16,
    },
    /// A safe square lies beyond the arm.
    SafeOffsetOutOfRange {
        /// The offset.
        offset: u8,
        /// The arm.
        arm: u8,
    },
    /// The range of players is empty or begins below two.
    PlayersOutOfRange {
        /// The fewest players.
        min: u8,
        /// The most players.
        max: u8,
    },
    /// There are more players than seats.
    MorePlayersThanSeats {
        /// The most players.
        players: u8,
        /// The seats.
        seats: u8,
    },
    /// A seat would finish with no horse, or with more than it has.
    HorsesToFinishOutOfRange {
        /// Horses to finish.
        horses_to_finish: u8,
        /// Horses of a seat.
        horses: u8,
    },
    /// A stop on the foot needs to know what too big a roll does.
    FootOvershootRequired,
    /// Without a stop on the foot nothing overshoots it.
    FootOvershootNotApplicable,
    /// The lane cannot hold the horses that must fill it.
    FillLaneTooShort {
        /// Squares of the lane.
        lane: u8,
        /// Horses to finish.
        horses_to_finish: u8,
    },
    /// A lane to be filled has no end to bounce from.
    FillLaneOvershoot,
    /// Horses in the lane must move on to get home.
    LaneMovesRequired,
    /// A horse at the entrance of the lane would shut it for ever.
    LaneWouldJam,
    /// The null bounce is decided although nothing bounces.
    NullBounceWithoutBounce,
    /// The ladder as finish and as lane mode go together.
    LadderLaneMode,
    /// Faces of a ladder are given for a game without one.
    LadderWithoutLadderFinish,
    /// A ladder has one face more than the lane has steps.
    LadderLength {
        /// Faces of the ladder.
        faces: usize,
        /// Steps of the lane.
        lane: u8,
    },
    /// A ladder cannot be overshot.
    LadderLaneOvershoot,
    /// A step holds one horse.
    LadderLaneCapacity,
    /// Walls need squares that hold an own pair.
    BarrierNeedsPair,
    /// An own pair is a wall.
    PairNeedsBarrier,
    /// Walls need free overtaking.
    BarrierNeedsFreeOvertaking,
    /// Without walls none can be opened.
    OpenBarrierNeedsBarrier,
    /// Walls on safe squares need walls and safe squares.
    BarrierNeedsSafeSquares,
    /// No face opens the stable.
    ExitFacesEmpty,
    /// A start square that is full must be able to hold two.
    ExitWhenFullNeedsCapacity,
    /// Clearing the start square makes sense only if it holds one own horse.
    VacateNeedsSingleHorse,
    /// Two horses leave together only onto a square that holds both.
    ExitOfTwoNeedsPair,
    /// The horses that begin on the start square do not fit or do not exist.
    InitialOnStart {
        /// How many.
        horses: u8,
    },
    /// A third six in a row needs sixes that roll again.
    ThirdSixNeedsReroll,
    /// A third six in a row needs two extra rolls.
    ThirdSixNeedsTwoRerolls,
    /// A turn would never end.
    RerollNeverEnds,
}

impl RulesetError {
    /// A stable name in `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.entry().0
    }

    /// The keys of the ruleset that do not fit, the culprit first.
    #[must_use]
    pub fn keys(&self) -> Vec<&'static str> {
        match self {
            RulesetError::OutOfRange { key, .. } => vec![key],
            _ => self.entry().1.to_vec(),
        }
    }

    const fn entry(&self) -> (&'static str, &'static [&'static str]) {
        use RulesetError as E;
        match self {
            E::OutOfRange { .. } => ("out_of_range", &[]),
            E::LapOutOfRange { .. } => ("lap_out_of_range", &["lap", "seats", "arm"]),
            E::SafeOffsetOutOfRange { .. } => {
                ("safe_offset_out_of_range", &["safe_offsets", "arm"])
            }
            E::PlayersOutOfRange { .. } => {
                ("players_out_of_range", &["min_players", "max_players"])
            }
            E::MorePlayersThanSeats { .. } => {
                ("more_players_than_seats", &["max_players", "seats"])
            }
            E::HorsesToFinishOutOfRange { .. } => (
                "horses_to_finish_out_of_range",
                &["horses_to_finish", "horses"],
            ),
            E::FootOvershootRequired => {
                ("foot_overshoot_required", &["foot_overshoot", "lane_mode"])
            }
            E::FootOvershootNotApplicable => (
                "foot_overshoot_not_applicable",
                &["foot_overshoot", "lane_mode"],
            ),
            E::FillLaneTooShort { .. } => ("fill_lane_too_short", &["lane", "horses_to_finish"]),
            E::FillLaneOvershoot => ("fill_lane_overshoot", &["lane_overshoot", "finish"]),
            E::LaneMovesRequired => ("lane_moves_required", &["lane_moves_after_entry", "finish"]),
            E::LaneWouldJam => (
                "lane_would_jam",
                &["lane_moves_after_entry", "lane_jump", "overtaking"],
            ),
            E::NullBounceWithoutBounce => (
                "null_bounce_without_bounce",
                &["null_bounce", "foot_overshoot", "lane_overshoot"],
            ),
            E::LadderLaneMode => ("ladder_lane_mode", &["lane_mode", "finish"]),
            E::LadderWithoutLadderFinish => ("ladder_without_finish", &["ladder", "finish"]),
            E::LadderLength { .. } => ("ladder_length", &["ladder", "lane"]),
            E::LadderLaneOvershoot => ("ladder_lane_overshoot", &["lane_overshoot", "finish"]),
            E::LadderLaneCapacity => ("ladder_lane_capacity", &["lane_capacity", "finish"]),
            E::BarrierNeedsPair => ("barrier_needs_pair", &["barrier", "own_landing"]),
            E::PairNeedsBarrier => ("pair_needs_barrier", &["own_landing", "barrier"]),
            E::BarrierNeedsFreeOvertaking => {
                ("barrier_needs_free_overtaking", &["barrier", "overtaking"])
            }
            E::OpenBarrierNeedsBarrier => (
                "open_barrier_needs_barrier",
                &["open_barrier_on_six", "barrier"],
            ),
            E::BarrierNeedsSafeSquares => (
                "barrier_needs_safe_squares",
                &["barrier_squares", "barrier", "safe_offsets"],
            ),
            E::ExitFacesEmpty => ("exit_faces_empty", &["exit_faces"]),
            E::ExitWhenFullNeedsCapacity => (
                "exit_when_full_needs_capacity",
                &["exit_when_full", "own_landing", "safe_offsets"],
            ),
            E::VacateNeedsSingleHorse => {
                ("vacate_needs_single_horse", &["exit_duty", "own_landing"])
            }
            E::ExitOfTwoNeedsPair => (
                "exit_of_two_needs_pair",
                &["exit_count_first", "own_landing", "horses"],
            ),
            E::InitialOnStart { .. } => (
                "initial_on_start",
                &["initial_on_start", "own_landing", "horses"],
            ),
            E::ThirdSixNeedsReroll => ("third_six_needs_reroll", &["third_six", "reroll_faces"]),
            E::ThirdSixNeedsTwoRerolls => {
                ("third_six_needs_two_rerolls", &["third_six", "reroll_max"])
            }
            E::RerollNeverEnds => ("reroll_never_ends", &["reroll_faces", "reroll_max"]),
        }
    }
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RulesetError as E;
        let text = match self {
            E::OutOfRange {
                key,
                value,
                min,
                max,
            } => {
                return write!(f, "{key} is {value}, but must be {min} to {max}");
            }
            E::LapOutOfRange { lap, min, max } => {
                return write!(
                    f,
                    "lap is {lap}, but must be {min} to {max}: the last square that the owner \
                     uses lies in the arm before its start (seats times arm squares in all)"
                );
            }
            E::SafeOffsetOutOfRange { offset, arm } => {
                return write!(
                    f,
                    "safe_offsets has {offset}, but the arm has only {arm} squares (0 to {})",
                    arm.saturating_sub(1)
                );
            }
            E::PlayersOutOfRange { min, max } => {
                return write!(
                    f,
                    "min_players is {min} and max_players {max}, but 2 <= min_players <= \
                     max_players must hold"
                );
            }
            E::MorePlayersThanSeats { players, seats } => {
                return write!(
                    f,
                    "max_players is {players}, but the board has {seats} seats"
                );
            }
            E::HorsesToFinishOutOfRange {
                horses_to_finish,
                horses,
            } => {
                return write!(
                    f,
                    "horses_to_finish is {horses_to_finish}, but must be 1 to horses ({horses})"
                );
            }
            E::FillLaneTooShort {
                lane,
                horses_to_finish,
            } => {
                return write!(
                    f,
                    "lane has {lane} squares, too few for the {horses_to_finish} horses \
                     (horses_to_finish) that must fill it (finish = fill)"
                );
            }
            E::LadderLength { faces, lane } => {
                return write!(
                    f,
                    "ladder has {faces} faces, but a lane of {lane} steps needs {}: one for each \
                     step and one to leave",
                    u16::from(*lane) + 1
                );
            }
            E::InitialOnStart { horses } => {
                return write!(
                    f,
                    "initial_on_start is {horses}, but a start square holds at most the seat's \
                     horses, and two only with own_landing = pair"
                );
            }
            E::FootOvershootRequired => {
                "foot_overshoot must be illegal, bounce or clamp: this lane_mode stops on the foot"
            }
            E::FootOvershootNotApplicable => {
                "foot_overshoot must be not_applicable: lane_mode = count does not stop on the foot"
            }
            E::FillLaneOvershoot => "lane_overshoot must be illegal with finish = fill",
            E::LaneMovesRequired => {
                "lane_moves_after_entry can be false only with finish = fill: otherwise no horse \
                 would get home"
            }
            E::LaneWouldJam => {
                "lane_moves_after_entry = false needs lane_jump = true and overtaking = free: a \
                 horse on the first square would shut the lane"
            }
            E::NullBounceWithoutBounce => {
                "null_bounce = illegal needs foot_overshoot = bounce or lane_overshoot = bounce"
            }
            E::LadderLaneMode => "finish = ladder and lane_mode = ladder go together",
            E::LadderWithoutLadderFinish => "ladder must be empty unless finish = ladder",
            E::LadderLaneOvershoot => {
                "lane_overshoot must be illegal with finish = ladder: each step has its own face"
            }
            E::LadderLaneCapacity => {
                "lane_capacity must be 1 with finish = ladder: a step holds one horse"
            }
            E::BarrierNeedsPair => "barrier = own_pair needs own_landing = pair",
            E::PairNeedsBarrier => "own_landing = pair needs barrier = own_pair",
            E::BarrierNeedsFreeOvertaking => "barrier = own_pair needs overtaking = free",
            E::OpenBarrierNeedsBarrier => "open_barrier_on_six needs barrier = own_pair",
            E::BarrierNeedsSafeSquares => {
                "barrier_squares = safe_only needs barrier = own_pair and some safe_offsets"
            }
            E::ExitFacesEmpty => "exit_faces must have a face: no horse would leave its stable",
            E::ExitWhenFullNeedsCapacity => {
                "exit_when_full needs a start square that holds two: own_landing = pair, or 0 in \
                 safe_offsets"
            }
            E::VacateNeedsSingleHorse => {
                "exit_duty = compulsory_and_vacate_start needs own_landing = illegal"
            }
            E::ExitOfTwoNeedsPair => {
                "exit_count_first = 2 needs own_landing = pair and at least 2 horses"
            }
            E::ThirdSixNeedsReroll => "third_six needs 6 in reroll_faces",
            E::ThirdSixNeedsTwoRerolls => "third_six needs a reroll_max of at least 2, or none",
            E::RerollNeverEnds => {
                "reroll_faces with all six faces needs a reroll_max: the turn would never end"
            }
        };
        f.write_str(text)
    }
}

impl std::error::Error for RulesetError {}
