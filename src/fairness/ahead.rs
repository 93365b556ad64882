//! What each face would allow, asked of the rules before the roll.

use crate::rules::{
    Die, FaceSet, HorseId, HorseSet, MAX_SEATS, Move, MoveKind, Phase, Place, Position, Rules, Seat,
};

/// What each face would allow the seat whose roll is awaited.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// The faces with which it could capture.
    pub(super) captures: FaceSet,
    /// The faces that let a horse out.
    pub(super) exits: FaceSet,
    /// The only faces that move this or that horse on the foot or the stair.
    pub(super) needs: FaceSet,
    /// Whether all its horses are in the stable.
    pub(super) stable: Stable,
    /// Whether another seat could capture one of its horses.
    pub(super) danger: Danger,
    /// How it stands against the others.
    pub(super) rank: Rank,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stable {
    Full,
    #[default]
    Left,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Danger {
    InReach,
    #[default]
    OutOfReach,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Rank {
    /// Its horses have gone farther than those of any other seat.
    Leader,
    /// Less far than those of any other.
    Trailer,
    #[default]
    Between,
}

impl Ahead {
    /// Tries every face in thought.
    pub(super) fn of(position: &Position, rules: &Rules) -> Ahead {
        let Phase::Roll { seat } = position.phase() else {
            return Ahead::default();
        };
        let mut captures = FaceSet::EMPTY;
        let mut exits: Vec<Die> = Vec::new();
        let mut movers: Vec<(HorseId, Die)> = Vec::new();
        each_move(position, rules, |die, next, mv| {
            match mv.kind {
                MoveKind::Exit | MoveKind::ExitTwo => exits.push(die),
                MoveKind::Advance => movers.push((mv.horse, die)),
                MoveKind::SendHome | MoveKind::DeclineBonus => return,
            }
            if !captured(next, rules, mv).is_empty() {
                captures = captures.iter().chain([die]).collect();
            }
        });
        let mut horses = position.horses(seat);
        Ahead {
            captures,
            exits: exits.into_iter().collect(),
            needs: needs(position, rules, seat, &movers),
            stable: if horses.all(|(_, place)| place == Place::Stable) {
                Stable::Full
            } else {
                Stable::Left
            },
            danger: danger(position, rules, seat),
            rank: rank(position, seat),
        }
    }
}

/// Every legal move after each face.
fn each_move(position: &Position, rules: &Rules, mut see: impl FnMut(Die, &Position, Move)) {
    for die in Die::ALL {
        let mut next = *position;
        if next.roll(rules, die, &mut |_| {}).is_ok() {
            for mv in &next.legal_moves(rules) {
                see(die, &next, *mv);
            }
        }
    }
}

fn captured(position: &Position, rules: &Rules, mv: Move) -> HorseSet {
    let outcome = position.outcome(rules, mv);
    outcome.map_or(HorseSet::EMPTY, |outcome| outcome.captures)
}

fn needs(position: &Position, rules: &Rules, seat: Seat, movers: &[(HorseId, Die)]) -> FaceSet {
    let foot = Place::Track(rules.ruleset().lap);
    let climbing = |place: Place| place == foot || matches!(place, Place::Lane(_));
    let only = |horse: HorseId| {
        let mut faces = movers.iter().filter(|(mover, _)| *mover == horse);
        let first = faces.next().map(|(_, die)| *die);
        first.filter(|_| faces.next().is_none())
    };
    position
        .horses(seat)
        .filter(|(_, place)| climbing(*place))
        .filter_map(|(horse, _)| only(horse))
        .collect()
}

/// Whether another seat, if it were to roll now, could capture a horse of this one with some face.
fn danger(position: &Position, rules: &Rules, seat: Seat) -> Danger {
    let own = HorseSet::of_seat(seat);
    let mut turn = *position;
    for _ in 1..MAX_SEATS {
        let skipped = turn.skip(rules, &mut |_| {});
        let roller = match turn.phase() {
            Phase::Roll { seat } => Some(seat),
            Phase::Move { .. } | Phase::Over => None,
        };
        if skipped.is_err() || roller.is_none_or(|roller| roller == seat) {
            return Danger::OutOfReach;
        }
        let mut found = Danger::OutOfReach;
        each_move(&turn, rules, |_, next, mv| {
            if !captured(next, rules, mv).and(own).is_empty() {
                found = Danger::InReach;
            }
        });
        if found == Danger::InReach {
            return found;
        }
    }
    Danger::OutOfReach
}

fn rank(position: &Position, seat: Seat) -> Rank {
    let own = position.distance(seat);
    let rivals = || position.active().iter().filter(move |rival| *rival != seat);
    if rivals().next().is_none() {
        Rank::Between
    } else if rivals().all(|rival| position.distance(rival) < own) {
        Rank::Leader
    } else if rivals().all(|rival| position.distance(rival) > own) {
        Rank::Trailer
    } else {
        Rank::Between
    }
}
