//! What an overlay means beyond the keys it names.

use super::options::{
    Barrier, BarrierSquares, Finish, FootOvershoot, LaneMode, LaneOvershoot, NullBounce,
    Overtaking, OwnLanding, ThirdSix,
};
use super::ruleset::{Ruleset, RulesetOverlay};

impl RulesetOverlay {
    /// The ruleset that the overlay makes of `base`.
    ///
    /// A key that the overlay does not name follows the ones it names where the rules leave no
    /// other sense: overtaking that stops behind stops behind own horses too (A28), walls are own
    /// pairs (A11), a longer arm lengthens the lap, fewer horses are fewer horses to finish.
    /// A key that is named is never touched. The result may still be nonsense.
    ///
    /// ```
    /// use petits_chevaux::rules::{Barrier, OwnLanding, Preset, RulesetOverlay};
    /// let overlay = RulesetOverlay { barrier: Some(Barrier::OwnPair), ..Default::default() };
    /// let ruleset = overlay.apply(&Preset::Traditional.ruleset());
    /// assert_eq!(ruleset.own_landing, OwnLanding::Pair);
    /// ```
    #[must_use]
    pub fn apply(&self, base: &Ruleset) -> Ruleset {
        let mut named = self.laid_on(base.clone());
        self.imply_geometry(base, &mut named);
        self.imply_lane(base, &mut named);
        self.imply_landing(base, &mut named);
        self.imply_dependants(&mut named);
        named
    }

    /// Lap, players and horses to finish follow the board and the horses.
    fn imply_geometry(&self, base: &Ruleset, named: &mut Ruleset) {
        if self.lap.is_none() && named.squares() != base.squares() {
            let beyond = base.squares().saturating_sub(u16::from(base.lap));
            let lap = named.squares().saturating_sub(beyond);
            named.lap = u8::try_from(lap).unwrap_or(u8::MAX);
        }
        if self.max_players.is_none() && named.max_players > named.seats {
            named.max_players = named.seats;
        }
        if self.max_players.is_none() && base.max_players == base.seats {
            named.max_players = named.seats;
        }
        if self.min_players.is_none() {
            named.min_players = named.min_players.min(named.max_players);
        }
        let all_finish = base.horses_to_finish == base.horses;
        if self.horses_to_finish.is_none() && (all_finish || named.horses_to_finish > named.horses)
        {
            named.horses_to_finish = named.horses;
        }
    }

    /// The way into the lane follows the finish.
    fn imply_lane(&self, base: &Ruleset, named: &mut Ruleset) {
        let ladder = named.finish == Finish::Ladder;
        if self.ladder.is_none() && !ladder {
            named.ladder.clear();
        }
        if self.lane.is_none() && self.ladder.is_some() && ladder {
            named.lane = u8::try_from(named.ladder.len().saturating_sub(1)).unwrap_or(u8::MAX);
        }
        if self.lane_mode.is_none() && ladder != (base.finish == Finish::Ladder) {
            named.lane_mode = if ladder {
                LaneMode::Ladder
            } else {
                LaneMode::Count
            };
        }
        if self.foot_overshoot.is_none() {
            let stops = named.lane_mode != LaneMode::Count;
            let stopped = named.foot_overshoot != FootOvershoot::NotApplicable;
            if !stops {
                named.foot_overshoot = FootOvershoot::NotApplicable;
            } else if !stopped {
                named.foot_overshoot = FootOvershoot::Illegal;
            }
        }
        if self.lane_overshoot.is_none() && named.finish != Finish::Centre {
            named.lane_overshoot = LaneOvershoot::Illegal;
        }
    }

    /// Own horses on the square of arrival follow overtaking and walls.
    fn imply_landing(&self, base: &Ruleset, named: &mut Ruleset) {
        if self.own_landing.is_some() {
            return;
        }
        let changed = named.overtaking != base.overtaking || named.barrier != base.barrier;
        if !changed {
            return;
        }
        named.own_landing = match (named.barrier, named.overtaking) {
            (Barrier::OwnPair, _) => OwnLanding::Pair,
            (Barrier::None, Overtaking::StopBehind) => OwnLanding::StopBehind,
            (Barrier::None, Overtaking::Free | Overtaking::Blocked) => OwnLanding::Illegal,
        };
    }

    /// A detail goes with the choice that it details.
    fn imply_dependants(&self, named: &mut Ruleset) {
        if named.barrier == Barrier::None {
            if self.barrier_squares.is_none() {
                named.barrier_squares = BarrierSquares::Any;
            }
            if self.open_barrier_on_six.is_none() {
                named.open_barrier_on_six = false;
            }
        }
        if self.exit_count_first.is_none()
            && (named.own_landing != OwnLanding::Pair || named.horses < 2)
        {
            named.exit_count_first = 1;
        }
        if self.third_six_lane_immune.is_none() && named.third_six == ThirdSix::None {
            named.third_six_lane_immune = false;
        }
        let bounces = named.foot_overshoot == FootOvershoot::Bounce
            || named.lane_overshoot == LaneOvershoot::Bounce;
        if self.null_bounce.is_none() && !bounces {
            named.null_bounce = NullBounce::Legal;
        }
    }
}
