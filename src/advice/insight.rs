//! What one move does.

use super::danger::Danger;
use super::effect::{Effect, EffectSet};
use super::glance::Glance;
use crate::rules::{
    Bonus, Fact, HorseId, HorseSet, LaneMode, Move, MoveKind, Outcome, Phase, Place, PlayError,
    Position, Rules, Seat, Task, Then,
};

/// What one legal move does, and what it risks.
#[derive(Clone, Debug)]
pub struct Insight {
    /// Whose move.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// Captures, arrival, and what follows.
    pub outcome: Outcome,
    /// What it does, by name.
    pub effects: EffectSet,
    /// The squares that the seat's horses have covered more than before; fewer if negative.
    pub progress: i16,
    /// Squares of the roll that lead nowhere: a bounce, the foot, a horse that stops the move.
    pub wasted: u8,
    /// The captured horses and what they lose.
    pub captured: Vec<Captured>,
    /// What it earns.
    pub reward: Reward,
    /// The danger of each own horse before and after.
    pub dangers: Vec<Shift>,
    /// Other own horses that own horses stop with a face that did not stop them before.
    pub blocks: HorseSet,
    /// Other own horses that own horses no longer stop with some face.
    pub frees: HorseSet,
}

/// A captured horse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Captured {
    /// Whose horse.
    pub seat: Seat,
    /// Which.
    pub horse: HorseId,
    /// The squares that it had covered, and loses.
    pub squares: u8,
}

/// What a move earns besides the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reward {
    /// Squares of bonus.
    pub squares: u8,
    /// Points.
    pub points: u8,
}

/// The danger of one horse around a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The horse.
    pub horse: HorseId,
    /// Where it stands before, were it the opponents' turn.
    pub before: Danger,
    /// Where it stands after; none when the game is over.
    pub after: Danger,
}

/// What each legal move does, in the order of the legal moves; none unless a move is expected.
#[must_use]
pub fn insights(position: &Position, rules: &Rules) -> Vec<Insight> {
    let Some(scene) = Scene::of(position, rules) else {
        return Vec::new();
    };
    position
        .legal_moves(rules)
        .iter()
        .filter_map(|mv| scene.insight(*mv).ok())
        .collect()
}

/// What one legal move does.
///
/// # Errors
/// The move is not legal now.
pub fn insight(position: &Position, rules: &Rules, mv: Move) -> Result<Insight, PlayError> {
    match Scene::of(position, rules) {
        Some(scene) => scene.insight(mv),
        None if position.phase() == Phase::Over => Err(PlayError::Over),
        None => Err(PlayError::RollExpected),
    }
}

/// A position that waits for a move.
struct Scene<'a> {
    position: &'a Position,
    rules: &'a Rules,
    seat: Seat,
    task: Task,
    before: Glance,
}

impl<'a> Scene<'a> {
    fn of(position: &'a Position, rules: &'a Rules) -> Option<Scene<'a>> {
        match position.phase() {
            Phase::Move { seat, task, .. } => Some(Scene {
                position,
                rules,
                seat,
                task,
                before: Glance::of(position, rules, seat),
            }),
            Phase::Roll { .. } | Phase::Over => None,
        }
    }

    fn insight(&self, mv: Move) -> Result<Insight, PlayError> {
        let outcome = self.position.outcome(self.rules, mv)?;
        let mut next = *self.position;
        let mut points = 0;
        next.play(self.rules, mv, &mut |fact| {
            if let Fact::Scored { points: scored, .. } = fact {
                points += scored;
            }
        })?;
        let after = Glance::of(&next, self.rules, self.seat);
        let progress = distance(&next, self.seat) - distance(self.position, self.seat);
        let mut insight = Insight {
            seat: self.seat,
            mv,
            outcome,
            effects: EffectSet::default(),
            progress,
            wasted: self.wasted(mv, progress),
            captured: self.captured(outcome.captures),
            reward: Reward {
                squares: self.squares_earned(&next, outcome),
                points,
            },
            dangers: self.shifts(&after),
            blocks: self.newly(mv, &self.before, &after),
            frees: self.newly(mv, &after, &self.before),
        };
        insight.effects = Effect::ALL
            .iter()
            .copied()
            .filter(|effect| self.has(*effect, &insight, &next, &after))
            .collect();
        Ok(insight)
    }

    fn has(&self, effect: Effect, of: &Insight, next: &Position, after: &Glance) -> bool {
        let Insight { mv, outcome, .. } = *of;
        let moves = mv.kind != MoveKind::DeclineBonus;
        let own = of.danger_of(mv.horse).filter(|_| moves);
        let mut others = of.dangers.iter().filter(|shift| shift.horse != mv.horse);
        let (walls, new_walls) = (self.before.walls, after.walls);
        let lane = |place| matches!(place, Place::Lane(_));
        match effect {
            Effect::Wins => {
                self.position.finished().next().is_none()
                    && next.finished().next() == Some(self.seat)
            }
            Effect::Finishes => outcome.finishes,
            Effect::Captures => !outcome.captures.is_empty(),
            Effect::LeavesStable => matches!(mv.kind, MoveKind::Exit | MoveKind::ExitTwo),
            Effect::EntersStair => moves && !lane(mv.from) && lane(mv.to),
            Effect::ClimbsStep => lane(mv.from) && of.progress > 0,
            Effect::EarnsBonus => of.reward != Reward::default(),
            Effect::RollsAgain => outcome.then == Then::RollAgain,
            Effect::MakesWall => !new_walls.without(walls).is_empty(),
            Effect::BreaksWall => !walls.without(new_walls).is_empty(),
            Effect::ReachesSafeSquare => moves && self.is_safe(next, mv.horse),
            Effect::LeavesSafeSquare => {
                moves && mv.from != mv.to && self.is_safe(self.position, mv.horse)
            }
            Effect::EscapesDanger => own.is_some_and(Shift::falls),
            Effect::RunsIntoDanger => own.is_some_and(Shift::grows),
            Effect::ProtectsHorse => others.any(Shift::falls),
            Effect::ExposesHorse => others.any(Shift::grows),
            Effect::GainsPrey => after.prey.len() > self.before.prey.len(),
            Effect::BlocksOwnHorse => !of.blocks.is_empty(),
            Effect::FreesOwnHorse => !of.frees.is_empty(),
            Effect::WastesSquares => of.wasted > 0,
            Effect::LosesGround => of.progress < 0,
            Effect::MovesLeader => moves && self.leads(mv.horse),
            Effect::MovesThreatened => moves && self.is_most_threatened(mv.horse),
            Effect::DeclinesBonus => !moves,
        }
    }

    /// The squares of the roll or bonus that the move does not cover. A step of a ladder takes
    /// one square whatever its face, and an exit takes none.
    fn wasted(&self, mv: Move, progress: i16) -> u8 {
        let squares = match self.task {
            Task::Advance { squares } | Task::Bonus { squares } => squares,
            Task::SendHome => 0,
        };
        let ruleset = self.rules.ruleset();
        let on_ladder = ruleset.lane_mode == LaneMode::Ladder
            && matches!(mv.from, Place::Lane(_) | Place::Track(_))
            && mv.from >= Place::Track(ruleset.lap);
        if mv.kind != MoveKind::Advance || on_ladder {
            return 0;
        }
        squares.saturating_sub(u8::try_from(progress).unwrap_or(0))
    }

    fn captured(&self, horses: HorseSet) -> Vec<Captured> {
        horses
            .iter()
            .map(|(seat, horse)| Captured {
                seat,
                horse,
                squares: self.position.covered(seat, horse),
            })
            .collect()
    }

    /// Squares of bonus for a capture and for an arrival; the last arrival earns none (A23).
    fn squares_earned(&self, next: &Position, outcome: Outcome) -> u8 {
        let ruleset = self.rules.ruleset();
        if next.finished().any(|seat| seat == self.seat) {
            return 0;
        }
        let squares = |bonus| match bonus {
            Bonus::Squares(squares) => squares,
            Bonus::None | Bonus::Points(_) => 0,
        };
        let capture = !outcome.captures.is_empty();
        u8::from(capture) * squares(ruleset.capture_bonus)
            + u8::from(outcome.finishes) * squares(ruleset.goal_bonus)
    }

    fn shifts(&self, after: &Glance) -> Vec<Shift> {
        let horses = self.position.horse_ids();
        horses
            .map(|horse| Shift {
                horse,
                before: self.before.dangers[horse.index()],
                after: after.dangers[horse.index()],
            })
            .collect()
    }

    /// Other own horses that are stopped with a face in `then` that does not stop them in `now`.
    fn newly(&self, mv: Move, now: &Glance, then: &Glance) -> HorseSet {
        let stopped = |horse: &HorseId| {
            let index = horse.index();
            !then.hindered[index].without(now.hindered[index]).is_empty()
        };
        self.position
            .horse_ids()
            .filter(|horse| *horse != mv.horse)
            .filter(stopped)
            .map(|horse| (self.seat, horse))
            .collect()
    }

    fn is_safe(&self, position: &Position, horse: HorseId) -> bool {
        let square = position.square(self.rules, self.seat, horse);
        square.is_some_and(|square| self.rules.is_safe(square))
    }

    fn leads(&self, horse: HorseId) -> bool {
        let covered = |horse| self.position.covered(self.seat, horse);
        let running = |other: &HorseId| !self.position.is_home(self.seat, *other);
        let most = self.position.horse_ids().filter(running).map(covered).max();
        running(&horse) && covered(horse) > 0 && Some(covered(horse)) == most
    }

    fn is_most_threatened(&self, horse: HorseId) -> bool {
        let dangers = self.before.dangers.iter().map(Danger::count);
        let own = self.before.dangers[horse.index()].count();
        own > 0 && Some(own) == dangers.max()
    }
}

fn distance(position: &Position, seat: Seat) -> i16 {
    i16::try_from(position.distance(seat)).unwrap_or(i16::MAX)
}

impl Shift {
    /// Whether fewer faces capture the horse after the move.
    #[must_use]
    pub fn falls(&self) -> bool {
        self.after.count() < self.before.count()
    }

    /// Whether more faces capture the horse after the move.
    #[must_use]
    pub fn grows(&self) -> bool {
        self.after.count() > self.before.count()
    }
}

impl Insight {
    /// Whether the move has that effect.
    #[must_use]
    pub const fn has(&self, effect: Effect) -> bool {
        self.effects.contains(effect)
    }

    /// The danger of one own horse before and after.
    #[must_use]
    pub fn danger_of(&self, horse: HorseId) -> Option<&Shift> {
        self.dangers.iter().find(|shift| shift.horse == horse)
    }

    /// The squares that the opponents lose by captures.
    #[must_use]
    pub fn squares_taken(&self) -> u16 {
        self.captured
            .iter()
            .map(|captured| u16::from(captured.squares))
            .sum()
    }
}
