//! What stands in the way of a move, and what it captures.

use super::blocked::Blocked;
use super::board::START;
use super::compiled::Rules;
use super::horse::{HorseId, HorseSet};
use super::moves::MoveKind;
use super::options::{
    Barrier, BarrierSquares, ExitCapture, ExitWhenFull, NullBounce, Overtaking, OwnLanding,
};
use super::position::Position;
use super::seat::Seat;
use super::step::Step;

impl Position {
    /// How far a horse gets on the way of its roll, with the other horses on the board.
    pub(super) fn walk(
        &self,
        rules: &Rules,
        seat: Seat,
        horse: HorseId,
        step: Step,
    ) -> Result<Step, Blocked> {
        let ruleset = rules.ruleset();
        for index in 0..step.len() - 1 {
            if let Some(obstacle) = self.obstacle(rules, seat, horse, step.at(index)) {
                return match ruleset.overtaking {
                    Overtaking::StopBehind => rules.cut_short(step.cut(index), obstacle),
                    Overtaking::Free | Overtaking::Blocked => Err(obstacle),
                };
            }
        }
        match self.landing(rules, seat, horse, step.to()) {
            Ok(()) => Ok(step),
            Err(Blocked::OwnHorse { .. }) if ruleset.own_landing == OwnLanding::StopBehind => {
                self.stop_behind_own(rules, seat, horse, step)
            }
            Err(blocked) => Err(blocked),
        }
    }

    /// Behind the own horse on the square of arrival, and behind those behind it (A28).
    fn stop_behind_own(
        &self,
        rules: &Rules,
        seat: Seat,
        horse: HorseId,
        step: Step,
    ) -> Result<Step, Blocked> {
        let obstacle = Blocked::OwnHorse {
            at: self.way.place(step.to()),
        };
        for len in (1..step.len()).rev() {
            let shorter = step.cut(len);
            match self.landing(rules, seat, horse, shorter.to()) {
                Ok(()) => return rules.cut_short(shorter, obstacle),
                Err(Blocked::OwnHorse { .. }) => {}
                Err(blocked) => return Err(blocked),
            }
        }
        Err(obstacle)
    }

    /// What stops a horse on its way over `code`.
    fn obstacle(&self, rules: &Rules, seat: Seat, horse: HorseId, code: u8) -> Option<Blocked> {
        let ruleset = rules.ruleset();
        let at = self.way.place(code);
        let passing = ruleset.overtaking == Overtaking::Free;
        if !self.way.on_track(code) {
            let others = self.others_on_lane(seat, horse, code);
            if others.len() == 2 && rules.walls_in_lane() {
                return Some(Blocked::Wall { seat, at });
            }
            let jumps = passing && ruleset.lane_jump;
            return (!others.is_empty() && !jumps).then_some(Blocked::BlockedBy { seat, at });
        }
        let square = rules.square(seat, code);
        let others = self
            .on_square(rules, square)
            .without(HorseSet::one(seat, horse));
        let (first, _) = others.first()?;
        if rules.is_wall(others, square) {
            return Some(Blocked::Wall { seat: first, at });
        }
        if let Some(seat) = self.immune(rules, others) {
            return Some(Blocked::StartImmune { seat, at });
        }
        (!passing).then_some(Blocked::BlockedBy { seat: first, at })
    }

    /// Whether a horse may come to rest on `code`.
    fn landing(&self, rules: &Rules, seat: Seat, horse: HorseId, code: u8) -> Result<(), Blocked> {
        let at = self.way.place(code);
        if self.way.centre(code) {
            return Ok(());
        }
        if !self.way.on_track(code) {
            let others = self.others_on_lane(seat, horse, code);
            let full = others.len() >= usize::from(rules.ruleset().lane_capacity);
            return if full {
                Err(Blocked::OwnHorse { at })
            } else {
                Ok(())
            };
        }
        let square = rules.square(seat, code);
        let others = self
            .on_square(rules, square)
            .without(HorseSet::one(seat, horse));
        let Some((first, _)) = others.first() else {
            return Ok(());
        };
        if rules.is_wall(others, square) {
            return Err(Blocked::Wall { seat: first, at });
        }
        let own = others.and(HorseSet::of_seat(seat));
        let room = usize::from(rules.ruleset().own_landing == OwnLanding::Pair);
        if own.len() > room {
            return Err(Blocked::OwnHorse { at });
        }
        if let Some(seat) = self.immune(rules, others.without(own)) {
            return Err(Blocked::StartImmune { seat, at });
        }
        if rules.is_safe(square) && others.len() >= 2 {
            return Err(Blocked::SquareFull { at });
        }
        Ok(())
    }

    /// The seat of an immune horse among these.
    fn immune(&self, rules: &Rules, horses: HorseSet) -> Option<Seat> {
        if !rules.ruleset().start_immune {
            return None;
        }
        horses
            .iter()
            .find(|(seat, horse)| self.code(*seat, *horse) == START)
            .map(|(seat, _)| seat)
    }

    fn others_on_lane(&self, seat: Seat, horse: HorseId, code: u8) -> HorseSet {
        if self.way.centre(code) {
            return HorseSet::EMPTY;
        }
        let there = |other: &HorseId| *other != horse && self.code(seat, *other) == code;
        self.horse_ids()
            .filter(there)
            .map(|other| (seat, other))
            .collect()
    }

    /// The kind of an exit and the horses that it captures.
    pub(super) fn exit(&self, rules: &Rules, seat: Seat) -> Result<(MoveKind, HorseSet), Blocked> {
        let ruleset = rules.ruleset();
        let there = self.on_square(rules, rules.square(seat, START));
        let own = there.and(HorseSet::of_seat(seat));
        let foreign = there.without(own);
        let pairs = ruleset.own_landing == OwnLanding::Pair;
        if own.len() > usize::from(pairs) {
            return Err(Blocked::StartOccupied { by: seat });
        }
        let victims = match (there.len(), ruleset.exit_when_full, ruleset.exit_capture) {
            (1, ExitWhenFull::AnyForeign, _) | (1, _, ExitCapture::Normal) => foreign,
            (0, _, _) | (1, _, ExitCapture::Coexist) => HorseSet::EMPTY,
            (_, ExitWhenFull::AnyForeign, _) => self.last_of(foreign),
            (_, ExitWhenFull::TwoForeign, _) if own.is_empty() => self.last_of(foreign),
            (_, ExitWhenFull::TwoForeign | ExitWhenFull::Blocked, _) => {
                let by = foreign.first().map_or(seat, |(by, _)| by);
                return Err(Blocked::StartOccupied { by });
            }
        };
        let two = ruleset.exit_count_first == 2
            && there.without(victims).is_empty()
            && self.own(seat).iter().all(|code| *code == 0);
        Ok((
            if two {
                MoveKind::ExitTwo
            } else {
                MoveKind::Exit
            },
            victims,
        ))
    }

    /// The last to arrive of one or two horses on a square (B04).
    fn last_of(&self, horses: HorseSet) -> HorseSet {
        let late = horses.and(self.late);
        if late.is_empty() { horses } else { late }
    }

    /// The horses that a horse captures on its way.
    pub(super) fn victims(&self, rules: &Rules, seat: Seat, step: Step) -> HorseSet {
        let mut victims = self.victims_on(rules, seat, step.to());
        if rules.ruleset().capture_by_passing {
            for index in 0..step.len() - 1 {
                victims = victims.or(self.victims_on(rules, seat, step.at(index)));
            }
        }
        victims
    }

    fn victims_on(&self, rules: &Rules, seat: Seat, code: u8) -> HorseSet {
        if !self.way.on_track(code) {
            return HorseSet::EMPTY;
        }
        let square = rules.square(seat, code);
        if rules.is_safe(square) {
            return HorseSet::EMPTY;
        }
        self.on_square(rules, square)
            .without(HorseSet::of_seat(seat))
    }
}

impl Rules {
    /// A move that an obstacle cut short (A10).
    fn cut_short(&self, step: Step, obstacle: Blocked) -> Result<Step, Blocked> {
        if step.len() == 0 {
            return Err(obstacle);
        }
        let nowhere = step.to() == step.cut(0).to();
        if nowhere && self.ruleset().null_bounce == NullBounce::Illegal {
            return Err(Blocked::NullBounce);
        }
        Ok(step)
    }

    /// Whether these horses, alone on their square, are a wall (A11, S4-18).
    pub(super) fn is_wall(&self, horses: HorseSet, square: u8) -> bool {
        let ruleset = self.ruleset();
        if ruleset.barrier == Barrier::None || horses.len() != 2 {
            return false;
        }
        let somewhere = ruleset.barrier_squares == BarrierSquares::Any || self.is_safe(square);
        let one_seat = horses
            .first()
            .is_some_and(|(seat, _)| horses.without(HorseSet::of_seat(seat)).is_empty());
        somewhere && one_seat
    }

    /// Whether an own pair in the lane is a wall for its owner.
    pub(super) fn walls_in_lane(&self) -> bool {
        let ruleset = self.ruleset();
        ruleset.barrier == Barrier::OwnPair && ruleset.barrier_squares == BarrierSquares::Any
    }
}
