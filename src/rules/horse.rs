//! Horses of a seat, and sets of horses of the whole board.

use std::fmt;

use super::seat::{MAX_SEATS, Seat};

/// The most horses a seat may have (S0-04, S1-04, S2-06, S4-01).
pub const MAX_HORSES: usize = HORSES as usize;

/// The same as a small number.
pub(super) const HORSES: u8 = 4;

/// One horse of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HorseId(u8);

impl HorseId {
    /// Every horse that a seat can have, in order.
    pub const ALL: [HorseId; MAX_HORSES] = [HorseId(0), HorseId(1), HorseId(2), HorseId(3)];

    /// The horse with that index, 0 to 3.
    #[must_use]
    pub const fn new(index: u8) -> Option<HorseId> {
        if (index as usize) < MAX_HORSES {
            Some(HorseId(index))
        } else {
            None
        }
    }

    /// The horse with that number as players count, 1 to 4.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<HorseId> {
        match number {
            0 => None,
            1..=u8::MAX => HorseId::new(number - 1),
        }
    }

    /// Its index, 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as players count, 1 to 4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The horse of a bit position, which only counts modulo [`MAX_HORSES`].
    pub(super) const fn wrapped(number: u32) -> HorseId {
        HorseId::ALL[(number % HORSES as u32) as usize]
    }
}

impl fmt::Display for HorseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for HorseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HorseId({})", self.number())
    }
}

/// A set of horses of any seats; it iterates by seat, then by horse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HorseSet(u32);

impl HorseSet {
    /// No horse.
    pub const EMPTY: HorseSet = HorseSet(0);

    /// The set of one horse.
    #[must_use]
    pub const fn one(seat: Seat, horse: HorseId) -> HorseSet {
        HorseSet(1 << (seat.index() * MAX_HORSES + horse.index()))
    }

    /// All horses of a seat.
    #[must_use]
    pub const fn of_seat(seat: Seat) -> HorseSet {
        HorseSet(0b1111 << (seat.index() * MAX_HORSES))
    }

    /// The set whose bit `4 * seat + horse` stands for each horse.
    pub(super) const fn from_bits(bits: u32) -> HorseSet {
        HorseSet(bits & ((1 << (MAX_SEATS * MAX_HORSES)) - 1))
    }

    /// Whether the horse belongs to the set.
    #[must_use]
    pub const fn contains(self, seat: Seat, horse: HorseId) -> bool {
        self.0 & HorseSet::one(seat, horse).0 != 0
    }

    /// The horses in both sets.
    #[must_use]
    pub const fn and(self, other: HorseSet) -> HorseSet {
        HorseSet(self.0 & other.0)
    }

    /// The horses in either set.
    #[must_use]
    pub const fn or(self, other: HorseSet) -> HorseSet {
        HorseSet(self.0 | other.0)
    }

    /// The horses in this set and not in `other`.
    #[must_use]
    pub const fn without(self, other: HorseSet) -> HorseSet {
        HorseSet(self.0 & !other.0)
    }

    /// How many horses.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no horse.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first horse of the set.
    #[must_use]
    pub const fn first(self) -> Option<(Seat, HorseId)> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        Some((Seat::wrapped(bit / HORSES as u32), HorseId::wrapped(bit)))
    }

    /// The horses, by seat and then by number.
    pub fn iter(self) -> impl Iterator<Item = (Seat, HorseId)> {
        let mut left = self;
        std::iter::from_fn(move || {
            let (seat, horse) = left.first()?;
            left = left.without(HorseSet::one(seat, horse));
            Some((seat, horse))
        })
    }
}

impl FromIterator<(Seat, HorseId)> for HorseSet {
    fn from_iter<I: IntoIterator<Item = (Seat, HorseId)>>(horses: I) -> Self {
        horses
            .into_iter()
            .fold(HorseSet::EMPTY, |set, (seat, horse)| {
                set.or(HorseSet::one(seat, horse))
            })
    }
}

impl fmt::Display for HorseSet {
    /// `b1,c3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (seat, horse)) in self.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{seat}{horse}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for HorseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HorseSet({self})")
    }
}
