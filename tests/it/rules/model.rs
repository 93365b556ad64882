//! The rules once more, slowly and plainly, square by square: the engine must agree with them.

use std::collections::BTreeSet;

use petits_chevaux::rules::{
    Barrier, BarrierSquares, Die, ExitCapture, ExitDuty, ExitWhenFull, FaceValue, Fact, Finish,
    FootOvershoot, HorseId, LaneMode, LaneOvershoot, MoveKind, NullBounce, Overtaking, OwnLanding,
    Phase, Place, Position, Rules, Ruleset, Seat, Task,
};
use proptest::prelude::any;
use proptest::proptest;

use super::any::{any_rules, any_start, step};
use super::support::Luck;

/// Squares after the own start; -1 is the stable, beyond the lap is the lane, then home.
type Spot = i32;
type Who = (Seat, HorseId);
/// From, to, and who is captured.
type Play = (Spot, Spot, BTreeSet<Who>);

struct Model<'a> {
    it: &'a Ruleset,
    horses: Vec<(Who, Spot)>,
    mover: Seat,
}

impl Model<'_> {
    fn lap(&self) -> Spot {
        i32::from(self.it.lap)
    }

    fn top(&self) -> Spot {
        let home = i32::from(self.it.finish != Finish::Fill);
        self.lap() + i32::from(self.it.lane) + home
    }

    fn square(&self, seat: Seat, spot: Spot) -> Option<Spot> {
        let from_a = i32::from(seat.number()) * i32::from(self.it.arm) + spot;
        (0..=self.lap())
            .contains(&spot)
            .then(|| from_a % i32::from(self.it.squares()))
    }

    fn is_safe(&self, square: Spot) -> bool {
        let offset = square % i32::from(self.it.arm);
        self.it
            .safe_offsets
            .iter()
            .any(|safe| i32::from(*safe) == offset)
    }

    /// The horses where the mover's spot is, but one of them.
    fn there(&self, spot: Spot, but: HorseId) -> Vec<Who> {
        let it = self.horses.iter().filter(|(who, at)| {
            let same = match self.square(self.mover, spot) {
                Some(square) => self.square(who.0, *at) == Some(square),
                None => who.0 == self.mover && *at == spot,
            };
            same && *who != (self.mover, but)
        });
        it.map(|(who, _)| *who).collect()
    }

    fn is_wall(&self, spot: Spot, there: &[Who]) -> bool {
        let safe = self
            .square(self.mover, spot)
            .is_some_and(|square| self.is_safe(square));
        let somewhere = self.it.barrier_squares == BarrierSquares::Any || safe;
        self.it.barrier == Barrier::OwnPair
            && somewhere
            && there.len() == 2
            && there[0].0 == there[1].0
    }

    fn is_immune(&self, who: Who) -> bool {
        self.it.start_immune && self.horses.contains(&(who, 0))
    }

    /// The spots that a number touches on an empty board.
    fn way(&self, from: Spot, squares: u8, face: Option<Die>) -> Option<Vec<Spot>> {
        let in_lane = from > self.lap();
        if from == self.top() && self.it.finish != Finish::Fill {
            return None;
        }
        if self.it.lane_mode == LaneMode::Ladder && from >= self.lap() {
            let rung = usize::try_from(from - self.lap()).unwrap();
            return (face == Some(self.it.ladder[rung])).then(|| vec![from + 1]);
        }
        if in_lane && !self.it.lane_moves_after_entry {
            return None;
        }
        let to_foot = self.it.lane_mode != LaneMode::Count && from < self.lap();
        let stop = if to_foot { self.lap() } else { self.top() };
        let (mut at, mut ahead, mut way) = (from, 1, Vec::new());
        for _ in 0..squares {
            if at == stop && ahead == 1 {
                match (to_foot, self.it.foot_overshoot, self.it.lane_overshoot) {
                    (true, FootOvershoot::Clamp, _) => break,
                    (true, FootOvershoot::Bounce, _) | (false, _, LaneOvershoot::Bounce) => {
                        ahead = -1;
                    }
                    _ => return None,
                }
            }
            at += ahead;
            way.push(at);
        }
        let least = if to_foot { 0 } else { self.lap() + 1 };
        let too_far = ahead == -1 && at < least;
        let null = at == from && self.it.null_bounce == NullBounce::Illegal;
        (!too_far && !null).then_some(way)
    }

    /// Whether a horse that touches a spot on its way cannot go on.
    fn stops(&self, spot: Spot, horse: HorseId) -> bool {
        let there = self.there(spot, horse);
        let home = spot == self.top() && self.it.finish != Finish::Fill;
        if there.is_empty() || home {
            return false;
        }
        let lane = spot > self.lap();
        self.is_wall(spot, &there)
            || self.it.overtaking != Overtaking::Free
            || (lane && !self.it.lane_jump)
            || (!lane && there.iter().any(|who| self.is_immune(*who)))
    }

    fn may_land(&self, spot: Spot, horse: HorseId) -> Result<(), Own> {
        let there = self.there(spot, horse);
        let own = there.iter().filter(|who| who.0 == self.mover).count();
        let Some(square) = self.square(self.mover, spot) else {
            let home = spot == self.top() && self.it.finish != Finish::Fill;
            let room = own < usize::from(self.it.lane_capacity);
            return if home || room {
                Ok(())
            } else {
                Err(Own::There)
            };
        };
        let pairs = usize::from(self.it.own_landing == OwnLanding::Pair);
        let foreign_immune = there
            .iter()
            .any(|who| who.0 != self.mover && self.is_immune(*who));
        if self.is_wall(spot, &there) {
            Err(Own::No)
        } else if own > pairs {
            Err(Own::There)
        } else if foreign_immune || (self.is_safe(square) && there.len() >= 2) {
            Err(Own::No)
        } else {
            Ok(())
        }
    }

    /// The part of a way that a horse really goes.
    fn gone(&self, from: Spot, way: &[Spot], horse: HorseId) -> Option<Vec<Spot>> {
        let inner = &way[..way.len() - 1];
        if let Some(index) = inner.iter().position(|spot| self.stops(*spot, horse)) {
            let behind = self.it.overtaking == Overtaking::StopBehind;
            return self.short(from, &way[..index]).filter(|_| behind);
        }
        let mut way = way.to_vec();
        let whole = way.len();
        while let Some(last) = way.last() {
            match self.may_land(*last, horse) {
                Ok(()) if way.len() == whole => return Some(way),
                Ok(()) => return self.short(from, &way),
                Err(Own::There) if self.it.own_landing == OwnLanding::StopBehind => way.pop(),
                Err(Own::There | Own::No) => return None,
            };
        }
        None
    }

    fn short(&self, from: Spot, way: &[Spot]) -> Option<Vec<Spot>> {
        let last = *way.last()?;
        let null = last == from && self.it.null_bounce == NullBounce::Illegal;
        (!null).then(|| way.to_vec())
    }

    fn captured(&self, way: &[Spot]) -> BTreeSet<Who> {
        let touched = if self.it.capture_by_passing {
            way
        } else {
            &way[way.len() - 1..]
        };
        let mut captured = BTreeSet::new();
        for spot in touched {
            if self
                .square(self.mover, *spot)
                .is_some_and(|square| !self.is_safe(square))
            {
                let there = self.there(*spot, HorseId::ALL[0]);
                captured.extend(there.into_iter().filter(|who| who.0 != self.mover));
            }
        }
        captured
    }

    /// How many opposing horses an exit captures, if there is one: none, all, or the last.
    fn exit(&self) -> Option<usize> {
        let out = HorseId::ALL[0];
        let there: Vec<Who> = self
            .there(0, out)
            .into_iter()
            .chain(
                self.horses
                    .iter()
                    .filter(|at| **at == ((self.mover, out), 0))
                    .map(|at| at.0),
            )
            .collect();
        let own = there.iter().filter(|who| who.0 == self.mover).count();
        let foreign = there.len() - own;
        if own > usize::from(self.it.own_landing == OwnLanding::Pair) {
            return None;
        }
        match (there.len(), self.it.exit_when_full) {
            (0, _) => Some(0),
            (1, when) => {
                let eats =
                    self.it.exit_capture == ExitCapture::Normal || when == ExitWhenFull::AnyForeign;
                Some(if eats { foreign } else { 0 })
            }
            (_, ExitWhenFull::AnyForeign) => Some(1),
            (_, ExitWhenFull::TwoForeign) if foreign == 2 => Some(1),
            (_, ExitWhenFull::TwoForeign | ExitWhenFull::Blocked) => None,
        }
    }

    /// The plays of a face or a bonus.
    fn plays(&self, squares: u8, face: Option<Die>, position: &Position) -> Vec<Play> {
        let own: Vec<(HorseId, Spot)> = position
            .horses(self.mover)
            .map(|(horse, place)| (horse, self.spot(place)))
            .collect();
        let mut plays: Vec<(HorseId, Play)> = Vec::new();
        for (horse, from) in own.iter().copied() {
            if from >= 0 {
                let gone = self.way(from, squares, face);
                if let Some(gone) = gone.and_then(|way| self.gone(from, &way, horse)) {
                    plays.push((horse, (from, gone[gone.len() - 1], self.captured(&gone))));
                }
            } else if face.is_some_and(|face| self.it.exit_faces.contains(face)) {
                let fake = (0..self.exit().unwrap_or(0)).map(|_| (self.mover, horse));
                if self.exit().is_some() {
                    plays.push((horse, (-1, 0, fake.collect())));
                }
            }
        }
        self.mind(&mut plays, &own, face);
        plays.into_iter().map(|(_, play)| play).collect()
    }

    fn mind(&self, plays: &mut Vec<(HorseId, Play)>, own: &[(HorseId, Spot)], face: Option<Die>) {
        let mut must = |keep: &dyn Fn(&(HorseId, Play)) -> bool| {
            if plays.iter().any(keep) {
                plays.retain(keep);
            }
        };
        let waits = own.iter().any(|(_, spot)| *spot < 0);
        if face == Some(Die::Six) && self.it.open_barrier_on_six {
            must(&|(_, (from, ..))| {
                let there = self.there(*from, HorseId::ALL[3]);
                let last = own.iter().filter(|at| **at == (HorseId::ALL[3], *from));
                let there: Vec<Who> = there
                    .into_iter()
                    .chain(last.map(|at| (self.mover, at.0)))
                    .collect();
                let home = *from == self.top() && self.it.finish != Finish::Fill;
                *from >= 0 && !home && self.is_wall(*from, &there)
            });
        }
        if face.is_some() && self.it.exit_duty != ExitDuty::Optional {
            must(&|(_, (from, ..))| *from < 0);
        }
        if face.is_some() && waits && self.it.exit_duty == ExitDuty::CompulsoryAndVacateStart {
            must(&|(_, (from, ..))| *from == 0);
        }
        if self.it.capture_duty {
            must(&|(_, (_, _, captured))| !captured.is_empty());
        }
    }

    fn spot(&self, place: Place) -> Spot {
        match place {
            Place::Stable => -1,
            Place::Track(square) => i32::from(square),
            Place::Lane(step) => self.lap() + i32::from(step),
            Place::Home => self.top(),
        }
    }
}

/// Whether it is an own horse that forbids a landing.
#[derive(Clone, Copy)]
enum Own {
    There,
    No,
}

/// What the model says of a position in which a move is chosen.
fn modelled(
    position: &Position,
    rules: &Rules,
    mover: Seat,
    squares: u8,
    face: Option<Die>,
) -> BTreeSet<Play> {
    let mut model = Model {
        it: rules.ruleset(),
        horses: Vec::new(),
        mover,
    };
    for seat in position.seats().iter() {
        for (horse, place) in position.horses(seat) {
            model.horses.push(((seat, horse), model.spot(place)));
        }
    }
    model.plays(squares, face, position).into_iter().collect()
}

/// What the engine says. An exit's captures are only counted: who came last is told elsewhere.
fn played(position: &Position, rules: &Rules, mover: Seat) -> BTreeSet<Play> {
    let model = Model {
        it: rules.ruleset(),
        horses: Vec::new(),
        mover,
    };
    let mut plays = BTreeSet::new();
    for mv in position
        .legal_moves(rules)
        .iter()
        .filter(|mv| mv.kind != MoveKind::DeclineBonus)
    {
        let outcome = position.outcome(rules, *mv).unwrap();
        let captured: BTreeSet<Who> = match mv.kind {
            MoveKind::Exit | MoveKind::ExitTwo => (0..outcome.captures.len())
                .map(|_| (mover, mv.horse))
                .collect(),
            MoveKind::Advance | MoveKind::SendHome | MoveKind::DeclineBonus => {
                outcome.captures.iter().collect()
            }
        };
        plays.insert((model.spot(mv.from), model.spot(mv.to), captured));
    }
    plays
}

/// The squares that a face is worth.
fn worth(position: &Position, rules: &Rules, seat: Seat, die: Die) -> u8 {
    let empty = position
        .horses(seat)
        .all(|(_, place)| place != Place::Stable);
    match (die, rules.ruleset().face_value) {
        (Die::Six, FaceValue::SixIs12) => 12,
        (Die::Six, FaceValue::SixIs7IfHouseEmpty) if empty => 7,
        _ => die.get(),
    }
}

/// Every face from here: what can be played, and whether nothing can.
fn agrees_on_rolls(position: &Position, rules: &Rules) {
    let Phase::Roll { seat } = position.phase() else {
        return;
    };
    for die in Die::ALL {
        let (mut next, mut useless, mut third) = (*position, false, false);
        next.roll(rules, die, &mut |fact| {
            useless |= matches!(fact, Fact::NoMove { .. });
            third |= matches!(fact, Fact::ThirdSix { .. });
        })
        .unwrap();
        agrees(&next, rules);
        let squares = worth(position, rules, seat, die);
        let nothing = modelled(position, rules, seat, squares, Some(die)).is_empty();
        assert!(
            third || useless == nothing,
            "{} {die}",
            position.notation(rules)
        );
    }
}

fn agrees(position: &Position, rules: &Rules) {
    let Phase::Move { seat, die, task } = position.phase() else {
        return;
    };
    let expected = match task {
        Task::SendHome => return,
        Task::Bonus { squares } => modelled(position, rules, seat, squares, None),
        Task::Advance { squares } => {
            assert_eq!(squares, worth(position, rules, seat, die));
            modelled(position, rules, seat, squares, Some(die))
        }
    };
    // Horses that stand together are one entry of the engine; an exit is under the first of them.
    let plain = |plays: BTreeSet<Play>| -> BTreeSet<(Spot, Spot, usize, String)> {
        plays
            .into_iter()
            .map(|(from, to, captured)| {
                let who = if from < 0 {
                    String::new()
                } else {
                    format!("{captured:?}")
                };
                (from, to, captured.len(), who)
            })
            .collect()
    };
    let found = plain(played(position, rules, seat));
    let text = position.notation(rules);
    assert_eq!(found, plain(expected), "{text} {:?}", rules.ruleset());
}

proptest! {
    #[test]
    fn the_engine_moves_as_the_plain_rules_do(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = any_start(&mut luck, &rules);
        for _ in 0..luck.below(500) {
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
        for _ in 0..120 {
            agrees(&position, &rules);
            agrees_on_rolls(&position, &rules);
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
    }
}
