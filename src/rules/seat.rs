//! Seats of the board, and sets of them.

use std::fmt;

/// The most seats a board may have (S0-01).
pub const MAX_SEATS: usize = 6;

/// A seat of the board, numbered in the direction of travel and shown as a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Every seat that a board can have, in order.
    pub const ALL: [Seat; MAX_SEATS] = [Seat(0), Seat(1), Seat(2), Seat(3), Seat(4), Seat(5)];

    /// The seat with that number, 0 to 5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Seat> {
        if (number as usize) < MAX_SEATS {
            Some(Seat(number))
        } else {
            None
        }
    }

    /// The seat with that letter, `a` to `f`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Seat> {
        match letter {
            'a'..='f' => Some(Seat(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// Its number as an index, 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number, 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its letter, `a` to `f`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The seat of a bit position that is known to be below [`MAX_SEATS`].
    pub(super) const fn wrapped(number: u32) -> Seat {
        Seat((number % MAX_SEATS as u32) as u8)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.letter())
    }
}

/// A set of seats; it iterates in board order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats (at most [`MAX_SEATS`]).
    #[must_use]
    pub const fn first(count: u8) -> SeatSet {
        let count = if count as usize > MAX_SEATS {
            MAX_SEATS as u8
        } else {
            count
        };
        SeatSet(((1u16 << count) - 1) as u8)
    }

    /// The seats of `players` players spread evenly over the board (A30, S0-35).
    ///
    /// Player `i` takes seat `i * board_seats / players`. More players than seats fill the board.
    ///
    /// ```
    /// use petits_chevaux::rules::SeatSet;
    /// assert_eq!(SeatSet::spread(6, 4).to_string(), "abde");
    /// assert_eq!(SeatSet::spread(4, 2).to_string(), "ac");
    /// ```
    #[must_use]
    pub fn spread(board_seats: u8, players: u8) -> SeatSet {
        let seats = u32::from(board_seats).min(MAX_SEATS as u32);
        let players = u32::from(players).min(seats);
        (0..players)
            .map(|i| Seat::wrapped(i * seats / players))
            .collect()
    }

    /// Whether `seat` belongs to the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds `seat`; says whether it is new.
    pub const fn insert(&mut self, seat: Seat) -> bool {
        let new = !self.contains(seat);
        self.0 |= 1 << seat.0;
        new
    }

    /// The seats that are in this set and not in `other`.
    #[must_use]
    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seats that are in both sets.
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no seat.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in board order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::ALL
            .into_iter()
            .filter(move |seat| self.contains(*seat))
    }

    /// The first seat of the set after `seat` in travel order, itself last.
    pub(super) const fn after(self, seat: Seat) -> Option<Seat> {
        let later = self.0 & (u8::MAX << 1 << seat.0);
        let seats = if later != 0 { later } else { self.0 };
        if seats == 0 {
            return None;
        }
        Some(Seat::wrapped(seats.trailing_zeros()))
    }

    /// The first seat of the set before `seat` in travel order, itself last.
    pub(super) const fn before(self, seat: Seat) -> Option<Seat> {
        let earlier = self.0 & !(u8::MAX << seat.0);
        let seats = if earlier != 0 { earlier } else { self.0 };
        if seats == 0 {
            return None;
        }
        Some(Seat::wrapped(seats.ilog2()))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        SeatSet(seats.into_iter().fold(0, |bits, seat| bits | 1 << seat.0))
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| seat.fmt(f))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatSet({self})")
    }
}
