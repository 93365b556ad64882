//! The ranking of the seats.

use super::compiled::Rules;
use super::options::RankingBy;
use super::position::Position;
use super::seat::Seat;

/// The place of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The seat.
    pub seat: Seat,
    /// Its place, from 1; equal seats share one.
    pub rank: u8,
    /// Its horses that are home.
    pub finished_horses: u8,
    /// The squares that its horses have covered (A24).
    pub distance: u16,
}

/// What a seat is ranked by, the greater the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    Retired,
    Playing { finished_horses: u8, distance: u16 },
    Finished { before: usize },
}

impl Position {
    /// The ranking, best first: the seats that finished in their order, the others by distance
    /// covered (S1-37, A24) or all alike, those that retired last.
    #[must_use]
    pub fn standings(&self, rules: &Rules) -> Vec<Standing> {
        let mut seats: Vec<(Merit, Seat)> = self
            .seats()
            .iter()
            .map(|seat| (self.merit(rules, seat), seat))
            .collect();
        seats.sort_by_key(|(merit, seat)| (std::cmp::Reverse(*merit), *seat));
        let mut standings: Vec<Standing> = Vec::with_capacity(seats.len());
        for (rank, (merit, seat)) in (1..).zip(&seats) {
            let shared = standings
                .last()
                .filter(|_| seats[usize::from(rank) - 2].0 == *merit)
                .map(|better| better.rank);
            standings.push(Standing {
                seat: *seat,
                rank: shared.unwrap_or(rank),
                finished_horses: self.horses_home(*seat),
                distance: self.distance(*seat),
            });
        }
        standings
    }

    fn merit(&self, rules: &Rules, seat: Seat) -> Merit {
        let ruleset = rules.ruleset();
        if let Some(place) = self.done.iter().position(|done| done == seat) {
            return Merit::Finished {
                before: usize::MAX - place,
            };
        }
        if self.retired.contains(seat) {
            return Merit::Retired;
        }
        match ruleset.ranking {
            RankingBy::None => Merit::Playing {
                finished_horses: 0,
                distance: 0,
            },
            RankingBy::Distance => Merit::Playing {
                // With horses left over, those that are home count first (5.5.13).
                finished_horses: if ruleset.horses_to_finish < ruleset.horses {
                    self.horses_home(seat)
                } else {
                    0
                },
                distance: self.distance(seat),
            },
        }
    }
}
