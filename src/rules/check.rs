//! Which rulesets make a game: every illegal combination and its reason.

use super::error::RulesetError as E;
use super::horse::HORSES;
use super::options::{
    Barrier, BarrierSquares, Bonus, ExitDuty, ExitWhenFull, Finish, FootOvershoot, LaneMode,
    LaneOvershoot, NullBounce, Overtaking, OwnLanding, ThirdSix,
};
use super::ruleset::Ruleset;
use super::seat::SEATS;
use super::{Die, FaceSet};

/// The most squares a seat adds to the track.
pub(super) const MAX_ARM: u8 = 20;
/// The most squares of a lane.
pub(super) const MAX_LANE: u8 = 12;
/// The most squares of a bonus.
pub(super) const MAX_BONUS: u8 = 60;

/// Every reason why the ruleset is no game, in the order of the documentation.
pub(super) fn check(ruleset: &Ruleset) -> Vec<E> {
    let mut reasons = Vec::new();
    numbers(ruleset, &mut reasons);
    players(ruleset, &mut reasons);
    lane(ruleset, &mut reasons);
    stair(ruleset, &mut reasons);
    squares(ruleset, &mut reasons);
    exits(ruleset, &mut reasons);
    rolls(ruleset, &mut reasons);
    reasons
}

fn within(key: &'static str, value: u8, min: u8, max: u8, reasons: &mut Vec<E>) {
    if !(min..=max).contains(&value) {
        reasons.push(E::OutOfRange {
            key,
            value,
            min,
            max,
        });
    }
}

fn numbers(r: &Ruleset, reasons: &mut Vec<E>) {
    within("seats", r.seats, 2, SEATS, reasons);
    within("arm", r.arm, 4, MAX_ARM, reasons);
    within("lane", r.lane, 1, MAX_LANE, reasons);
    within("horses", r.horses, 1, HORSES, reasons);
    within("exit_count_first", r.exit_count_first, 1, 2, reasons);
    within("initial_on_start", r.initial_on_start, 0, 2, reasons);
    within("tries", r.tries, 1, 6, reasons);
    within("lane_capacity", r.lane_capacity, 1, 2, reasons);
    for (key, bonus) in [
        ("capture_bonus", r.capture_bonus),
        ("goal_bonus", r.goal_bonus),
    ] {
        match bonus {
            Bonus::None => {}
            Bonus::Squares(count) => within(key, count, 1, MAX_BONUS, reasons),
            Bonus::Points(count) => within(key, count, 1, u8::MAX, reasons),
        }
    }
    let squares = r.squares();
    let (min, max) = (
        squares.saturating_sub(u16::from(r.arm)),
        squares.saturating_sub(1),
    );
    if !(min..=max).contains(&u16::from(r.lap)) {
        reasons.push(E::LapOutOfRange {
            lap: r.lap,
            min,
            max,
        });
    }
    for &offset in r.safe_offsets.iter().filter(|offset| **offset >= r.arm) {
        reasons.push(E::SafeOffsetOutOfRange { offset, arm: r.arm });
    }
}

fn players(r: &Ruleset, reasons: &mut Vec<E>) {
    if r.min_players < 2 || r.min_players > r.max_players {
        reasons.push(E::PlayersOutOfRange {
            min: r.min_players,
            max: r.max_players,
        });
    }
    if r.max_players > r.seats {
        reasons.push(E::MorePlayersThanSeats {
            players: r.max_players,
            seats: r.seats,
        });
    }
    if r.horses_to_finish == 0 || r.horses_to_finish > r.horses {
        reasons.push(E::HorsesToFinishOutOfRange {
            horses_to_finish: r.horses_to_finish,
            horses: r.horses,
        });
    }
}

fn lane(r: &Ruleset, reasons: &mut Vec<E>) {
    let stops = r.lane_mode != LaneMode::Count;
    match (stops, r.foot_overshoot) {
        (true, FootOvershoot::NotApplicable) => reasons.push(E::FootOvershootRequired {}),
        (false, FootOvershoot::Illegal | FootOvershoot::Bounce | FootOvershoot::Clamp) => {
            reasons.push(E::FootOvershootNotApplicable {});
        }
        (true, FootOvershoot::Illegal | FootOvershoot::Bounce | FootOvershoot::Clamp)
        | (false, FootOvershoot::NotApplicable) => {}
    }
    if r.finish == Finish::Fill {
        if r.lane.saturating_mul(r.lane_capacity) < r.horses_to_finish {
            reasons.push(E::FillLaneTooShort {
                lane: r.lane,
                horses_to_finish: r.horses_to_finish,
            });
        }
        if r.lane_overshoot != LaneOvershoot::Illegal {
            reasons.push(E::FillLaneOvershoot {});
        }
    }
    if !r.lane_moves_after_entry {
        if r.finish != Finish::Fill {
            reasons.push(E::LaneMovesRequired {});
        } else if !r.lane_jump || r.overtaking != Overtaking::Free || walls_in_lane(r) {
            reasons.push(E::LaneWouldJam {});
        }
    }
    let bounces =
        r.foot_overshoot == FootOvershoot::Bounce || r.lane_overshoot == LaneOvershoot::Bounce;
    if r.null_bounce == NullBounce::Illegal && !bounces {
        reasons.push(E::NullBounceWithoutBounce {});
    }
}

/// Whether two horses on one square of the lane shut it.
fn walls_in_lane(r: &Ruleset) -> bool {
    let walls = r.barrier == Barrier::OwnPair && r.barrier_squares == BarrierSquares::Any;
    walls && r.lane_capacity == 2
}

fn stair(r: &Ruleset, reasons: &mut Vec<E>) {
    let ladder = r.finish == Finish::Ladder;
    if ladder != (r.lane_mode == LaneMode::Ladder) {
        reasons.push(E::LadderLaneMode {});
    }
    if !ladder {
        if !r.ladder.is_empty() {
            reasons.push(E::LadderWithoutFinish {});
        }
        return;
    }
    if r.ladder.len() != usize::from(r.lane) + 1 {
        reasons.push(E::LadderLength {
            faces: r.ladder.len(),
            lane: r.lane,
        });
    }
    if r.lane_overshoot != LaneOvershoot::Illegal {
        reasons.push(E::LadderLaneOvershoot {});
    }
    if r.lane_capacity != 1 {
        reasons.push(E::LadderLaneCapacity {});
    }
}

fn squares(r: &Ruleset, reasons: &mut Vec<E>) {
    let walls = r.barrier != Barrier::None;
    let pairs = r.own_landing == OwnLanding::Pair;
    if walls && !pairs {
        reasons.push(E::BarrierNeedsPair {});
    }
    if pairs && !walls {
        reasons.push(E::PairNeedsBarrier {});
    }
    if walls && r.overtaking != Overtaking::Free {
        reasons.push(E::BarrierNeedsFreeOvertaking {});
    }
    if r.open_barrier_on_six && !walls {
        reasons.push(E::OpenBarrierNeedsBarrier {});
    }
    if r.barrier_squares == BarrierSquares::SafeOnly && (!walls || r.safe_offsets.is_empty()) {
        reasons.push(E::BarrierNeedsSafeSquares {});
    }
}

fn exits(r: &Ruleset, reasons: &mut Vec<E>) {
    let pairs = r.own_landing == OwnLanding::Pair;
    if r.exit_faces.is_empty() {
        reasons.push(E::ExitFacesEmpty {});
    }
    if r.exit_when_full != ExitWhenFull::Blocked && !pairs && !r.safe_offsets.contains(&0) {
        reasons.push(E::ExitWhenFullNeedsCapacity {});
    }
    if r.exit_duty == ExitDuty::CompulsoryAndVacateStart && r.own_landing != OwnLanding::Illegal {
        reasons.push(E::VacateNeedsSingleHorse {});
    }
    if r.exit_count_first == 2 && (!pairs || r.horses < 2) {
        reasons.push(E::ExitOfTwoNeedsPair {});
    }
    if r.initial_on_start > r.horses || (r.initial_on_start == 2 && !pairs) {
        reasons.push(E::InitialOnStart {
            horses: r.initial_on_start,
        });
    }
}

fn rolls(r: &Ruleset, reasons: &mut Vec<E>) {
    if r.third_six != ThirdSix::None {
        if !r.reroll_faces.contains(Die::Six) {
            reasons.push(E::ThirdSixNeedsReroll {});
        }
        if r.reroll_max.is_some_and(|max| max < 2) {
            reasons.push(E::ThirdSixNeedsTwoRerolls {});
        }
    }
    if r.reroll_faces == FaceSet::FULL && r.reroll_max.is_none() {
        reasons.push(E::RerollNeverEnds {});
    }
}
