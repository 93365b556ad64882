//! Who could capture whom with the next roll.

use crate::rules::{
    Die, FaceSet, HorseId, HorseSet, MAX_HORSES, MAX_SEATS, Position, Rules, Seat, SeatSet,
};

/// The rolls that would capture one horse, were the board left as it is.
///
/// For each seat that still plays, its owner apart: the faces that this seat could begin its turn
/// with and then capture the horse by one legal move. Duties, walls and safe squares count, for
/// the rules are asked. What comes later does not: another roll after a six, a bonus, the moves
/// of those who play before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Danger {
    faces: [FaceSet; MAX_SEATS],
}

impl Danger {
    /// The faces with which that seat would capture the horse.
    #[must_use]
    pub const fn from(&self, seat: Seat) -> FaceSet {
        self.faces[seat.index()]
    }

    /// The faces with which at least one seat would.
    #[must_use]
    pub fn faces(&self) -> FaceSet {
        self.faces.into_iter().fold(FaceSet::EMPTY, FaceSet::or)
    }

    /// How many faces, 0 to 6.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.faces().len()
    }

    /// The seats that threaten the horse.
    #[must_use]
    pub fn seats(&self) -> SeatSet {
        Seat::ALL
            .into_iter()
            .filter(|seat| !self.from(*seat).is_empty())
            .collect()
    }

    /// The chance that one of them rolls such a face when each rolls once, 0 to 1.
    #[must_use]
    pub fn chance(&self) -> f64 {
        let spared = self
            .faces
            .into_iter()
            .map(|faces| f64::from(6 - faces.len()) / 6.0);
        1.0 - spared.product::<f64>()
    }

    fn add(&mut self, seat: Seat, die: Die) {
        let faces = &mut self.faces[seat.index()];
        *faces = faces.or(FaceSet::of(&[die]));
    }
}

/// The danger of each horse of a seat.
#[must_use]
pub fn dangers(position: &Position, rules: &Rules, seat: Seat) -> [Danger; MAX_HORSES] {
    let mut dangers = [Danger::default(); MAX_HORSES];
    let own = HorseSet::of_seat(seat);
    for hunter in position.active().iter().filter(|hunter| *hunter != seat) {
        for die in Die::ALL {
            let captured = within_reach(position, rules, hunter, die).and(own);
            for (_, horse) in captured.iter() {
                dangers[horse.index()].add(hunter, die);
            }
        }
    }
    dangers
}

/// The danger of one horse.
#[must_use]
pub fn danger(position: &Position, rules: &Rules, seat: Seat, horse: HorseId) -> Danger {
    dangers(position, rules, seat)[horse.index()]
}

/// The faces with which a seat, at the beginning of a turn on this board, could capture.
#[must_use]
pub fn prey(position: &Position, rules: &Rules, seat: Seat) -> FaceSet {
    Die::ALL
        .into_iter()
        .filter(|die| !within_reach(position, rules, seat, *die).is_empty())
        .collect()
}

/// The horses that a seat could capture by some move, were it to roll that face now.
fn within_reach(position: &Position, rules: &Rules, seat: Seat, die: Die) -> HorseSet {
    let Some(supposed) = position.supposing(rules, seat, die) else {
        return HorseSet::EMPTY;
    };
    supposed
        .legal_moves(rules)
        .iter()
        .fold(HorseSet::EMPTY, |all, mv| {
            all.or(supposed.captured_by(rules, *mv))
        })
}
