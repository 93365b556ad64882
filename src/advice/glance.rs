//! One seat's situation at a glance, to be compared before and after a move.

use super::danger::{Danger, dangers, prey};
use crate::rules::{Blocked, Die, FaceSet, HorseSet, MAX_HORSES, Position, Rules, Seat};

/// What matters of a board to one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    /// The danger of each of its horses.
    pub(super) dangers: [Danger; MAX_HORSES],
    /// For each of its horses the faces with which own horses stop it.
    pub(super) hindered: [FaceSet; MAX_HORSES],
    /// Its horses that are part of a wall.
    pub(super) walls: HorseSet,
    /// The faces with which it could capture.
    pub(super) prey: FaceSet,
}

impl Glance {
    pub(super) fn of(position: &Position, rules: &Rules, seat: Seat) -> Glance {
        Glance {
            dangers: dangers(position, rules, seat),
            hindered: hindered(position, rules, seat),
            walls: position
                .horse_ids()
                .filter(|horse| position.is_in_wall(rules, seat, *horse))
                .map(|horse| (seat, horse))
                .collect(),
            prey: prey(position, rules, seat),
        }
    }
}

fn hindered(position: &Position, rules: &Rules, seat: Seat) -> [FaceSet; MAX_HORSES] {
    let mut hindered = [FaceSet::EMPTY; MAX_HORSES];
    for die in Die::ALL {
        let Some(supposed) = position.supposing(rules, seat, die) else {
            break;
        };
        for (horse, blocked) in supposed.blocked(rules).iter() {
            if by_own_horse(blocked, seat) {
                let faces = &mut hindered[horse.index()];
                *faces = faces.or(FaceSet::of(&[die]));
            }
        }
    }
    hindered
}

/// Whether it is a horse of its own seat that stops a horse.
fn by_own_horse(blocked: Blocked, own: Seat) -> bool {
    match blocked {
        Blocked::OwnHorse { .. } => true,
        Blocked::StartOccupied { by: seat }
        | Blocked::BlockedBy { seat, .. }
        | Blocked::Wall { seat, .. } => seat == own,
        Blocked::NeedsExitFace { .. }
        | Blocked::Overshoots { .. }
        | Blocked::MustStopOnFoot { .. }
        | Blocked::BounceTooFar
        | Blocked::NullBounce
        | Blocked::WrongStep { .. }
        | Blocked::BonusNotOnStair
        | Blocked::SquareFull { .. }
        | Blocked::StartImmune { .. }
        | Blocked::Finished
        | Blocked::BonusNotFromStable
        | Blocked::OpeningDuty
        | Blocked::ExitDuty
        | Blocked::VacateDuty
        | Blocked::CaptureDuty
        | Blocked::ThirdSix
        | Blocked::NotSentHome => false,
    }
}
