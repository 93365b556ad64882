//! How far games have come: what became of them, which stand still, who gave up.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::game_audit::Fate;
use super::moment::Moment;
use crate::game::{ChainUse, Contribution, Game, SeatNo};
use crate::rules::{Position, SeatSet};

/// A running game without an event for so many days stands still.
const STALLED_DAYS: u64 = 7;

/// What the seats of a game bring to the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assurance {
    /// Every player has a chain in use.
    Sealed,
    /// Some have.
    Mixed,
    /// Nobody has.
    Open,
}

impl Assurance {
    fn of(game: &Game) -> Assurance {
        let sealed = |contribution: &Contribution| match contribution {
            Contribution::Sealed { use_of, .. } => *use_of != ChainUse::Closed,
            Contribution::Seeded(_) | Contribution::None => false,
        };
        let seats = game.holders().map(|(_, holder)| &holder.contribution);
        let (sealed, others): (Vec<&Contribution>, Vec<&Contribution>) =
            seats.partition(|contribution| sealed(contribution));
        match (sealed.is_empty(), others.is_empty()) {
            (true, _) => Assurance::Open,
            (false, true) => Assurance::Sealed,
            (false, false) => Assurance::Mixed,
        }
    }
}

/// A game after some event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Life {
    fate: Fate,
    assurance: Assurance,
    latest: Moment,
    /// Whose roll or move is next.
    seat: Option<SeatNo>,
    played: Vec<SeatNo>,
    resigned: Vec<SeatNo>,
}

impl Life {
    /// The game whose last event is of that moment.
    pub(super) fn of(game: &Game, fate: Fate, latest: Moment) -> Life {
        let retired = game.position().map_or(SeatSet::EMPTY, Position::retired);
        let corner = |seat: &SeatNo| game.table.corner(*seat);
        let left = |seat: &SeatNo| corner(seat).is_some_and(|corner| retired.contains(corner));
        let played = match game.position() {
            Some(_) => game.holders().map(|(seat, _)| seat).collect(),
            None => Vec::new(),
        };
        Life {
            fate,
            assurance: Assurance::of(game),
            latest,
            seat: game.mover(),
            resigned: played.iter().copied().filter(left).collect(),
            played,
        }
    }

    /// What became of it.
    #[must_use]
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// When its last event was committed.
    #[must_use]
    pub fn latest(&self) -> Moment {
        self.latest
    }
}

/// How far many games have come; only their number is kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lives {
    fates: BTreeMap<Assurance, BTreeMap<Fate, u64>>,
    /// The running games by the day of their last event and by whom they wait for.
    waiting: BTreeMap<u64, BTreeMap<SeatNo, u64>>,
    played: BTreeMap<SeatNo, u64>,
    resigned: BTreeMap<SeatNo, u64>,
}

impl Lives {
    /// Moves a game on; one that was not there before is new.
    pub fn change(&mut self, before: Option<&Life>, after: &Life) {
        if let Some(before) = before {
            self.each(before, |count| *count = count.saturating_sub(1));
        }
        self.each(after, |count| *count += 1);
        self.fates.retain(|_, fates| {
            fates.retain(|_, games| *games > 0);
            !fates.is_empty()
        });
        self.waiting.retain(|_, seats| {
            seats.retain(|_, games| *games > 0);
            !seats.is_empty()
        });
    }

    fn each(&mut self, life: &Life, change: impl Fn(&mut u64)) {
        let fates = self.fates.entry(life.assurance).or_default();
        change(fates.entry(life.fate).or_default());
        if let (Fate::Running, Some(seat)) = (life.fate, life.seat) {
            let seats = self.waiting.entry(life.latest.day()).or_default();
            change(seats.entry(seat).or_default());
        }
        for seat in &life.played {
            change(self.played.entry(*seat).or_default());
        }
        for seat in &life.resigned {
            change(self.resigned.entry(*seat).or_default());
        }
    }

    /// The figures at that moment.
    #[must_use]
    pub fn row(&self, now: Moment) -> GamesRow {
        let mut fates: BTreeMap<Fate, u64> = BTreeMap::new();
        for (fate, games) in self.fates.values().flatten() {
            *fates.entry(*fate).or_default() += games;
        }
        let until = now.day().saturating_sub(STALLED_DAYS);
        let mut stalled: BTreeMap<SeatNo, u64> = BTreeMap::new();
        for (seat, games) in self.waiting.range(..=until).flat_map(|(_, seats)| seats) {
            *stalled.entry(*seat).or_default() += games;
        }
        let of = |counts: &BTreeMap<SeatNo, u64>, seat| counts.get(&seat).copied().unwrap_or(0);
        let seats = self.played.iter().filter(|(_, games)| **games > 0);
        GamesRow {
            created: fates.values().sum(),
            stalled: stalled.values().sum(),
            fates,
            assurance: self.fates.clone(),
            seats: seats
                .map(|(seat, games)| SeatRow {
                    seat: *seat,
                    games: *games,
                    resigned: of(&self.resigned, *seat),
                    stalled: of(&stalled, *seat),
                })
                .collect(),
        }
    }
}

/// How many games there are, and what became of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamesRow {
    /// All that were ever created.
    pub created: u64,
    /// The running ones without an event for seven days.
    pub stalled: u64,
    /// What became of them.
    pub fates: BTreeMap<Fate, u64>,
    /// The same, by what their seats bring to the dice.
    pub assurance: BTreeMap<Assurance, BTreeMap<Fate, u64>>,
    /// The seats: all should give up and stand still equally often.
    pub seats: Vec<SeatRow>,
}

/// How often a seat gave up or stood still.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRow {
    /// The seat.
    pub seat: SeatNo,
    /// The games that began with somebody on it.
    pub games: u64,
    /// In which that player resigned.
    pub resigned: u64,
    /// Which stand still and wait for it.
    pub stalled: u64,
}
