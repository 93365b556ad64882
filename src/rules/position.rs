//! A playable position: where the horses stand and whose decision is next.

use super::board::{START, Way};
use super::compiled::Rules;
use super::die::Die;
use super::horse::{HorseId, HorseSet, MAX_HORSES};
use super::options::{End, TriesWhen};
use super::place::Place;
use super::seat::{MAX_SEATS, Seat, SeatSet};
use super::state::{Phase, Places, Stage, Task, Turn};

/// A playable position. It is small, has no heap and is copied freely.
///
/// ```
/// use petits_chevaux::rules::{Die, Phase, Position, Preset, Rules, Seat, SeatSet};
/// let rules = Rules::new(Preset::Quick.ruleset()).expect("presets are legal");
/// let mut position = Position::start(&rules, SeatSet::spread(4, 2), Seat::ALL[0]);
/// position.roll(&rules, Die::Six, &mut |_| {}).expect("a roll is expected");
/// assert_eq!(position.legal_moves(&rules).len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) horses: [[u8; MAX_HORSES]; MAX_SEATS],
    /// The horses that were the second to arrive on a square that two share (B04).
    pub(super) late: HorseSet,
    pub(super) seats: SeatSet,
    pub(super) retired: SeatSet,
    pub(super) done: Places,
    pub(super) turn: Turn,
    pub(super) way: Way,
    pub(super) count: u8,
}

impl Position {
    /// The position before the first roll.
    ///
    /// Seats that the board does not have are left out. If `first` is none of the seats, the next
    /// one in travel order begins; without any seat the game is over.
    #[must_use]
    pub fn start(rules: &Rules, seats: SeatSet, first: Seat) -> Position {
        let ruleset = rules.ruleset();
        let seats = seats.and(SeatSet::first(ruleset.seats));
        let first = if seats.contains(first) {
            Some(first)
        } else {
            seats.after(first)
        };
        let mut position = Position {
            horses: [[0; MAX_HORSES]; MAX_SEATS],
            late: HorseSet::EMPTY,
            seats,
            retired: SeatSet::EMPTY,
            done: Places::default(),
            turn: Turn::over(first.unwrap_or(Seat::ALL[0])),
            way: rules.way(),
            count: ruleset.horses,
        };
        for seat in seats.iter() {
            for horse in HorseId::ALL
                .into_iter()
                .take(usize::from(ruleset.initial_on_start))
            {
                position.put(rules, seat, horse, START);
            }
        }
        if let Some(first) = first {
            position.turn = position.fresh_turn(rules, first);
        }
        position
    }

    /// What the game waits for.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        let seat = self.turn.seat;
        match self.turn.stage {
            Stage::Roll => Phase::Roll { seat },
            Stage::SendHome => Phase::Move {
                seat,
                die: Die::Six,
                task: Task::SendHome,
            },
            Stage::Over => Phase::Over,
            Stage::Move(throw) => {
                let squares = throw.squares;
                let task = if throw.roll.is_bonus() {
                    Task::Bonus { squares }
                } else {
                    Task::Advance { squares }
                };
                Phase::Move {
                    seat,
                    die: throw.die,
                    task,
                }
            }
        }
    }

    /// The seats of the game, with those that finished or retired.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The seats that left the game.
    #[must_use]
    pub const fn retired(&self) -> SeatSet {
        self.retired
    }

    /// The seats that have finished, first to last.
    pub fn finished(&self) -> impl Iterator<Item = Seat> + '_ {
        self.done.iter()
    }

    /// The seats that still play.
    #[must_use]
    pub fn active(&self) -> SeatSet {
        self.seats.without(self.retired).without(self.done.set())
    }

    /// Horses of each seat.
    #[must_use]
    pub const fn horse_count(&self) -> u8 {
        self.count
    }

    /// The horses that each seat has.
    pub fn horse_ids(&self) -> impl Iterator<Item = HorseId> + use<> {
        HorseId::ALL.into_iter().take(usize::from(self.count))
    }

    /// Where a horse stands.
    #[must_use]
    pub const fn place(&self, seat: Seat, horse: HorseId) -> Place {
        self.way.place(self.code(seat, horse))
    }

    /// The horses of a seat and their places.
    pub fn horses(&self, seat: Seat) -> impl Iterator<Item = (HorseId, Place)> + '_ {
        self.horse_ids()
            .map(move |horse| (horse, self.place(seat, horse)))
    }

    /// The tries that the seat to roll has left, this one included (S1-43).
    #[must_use]
    pub const fn tries_left(&self) -> u8 {
        self.turn.tries
    }

    /// The squares that the horses of a seat have covered (A24).
    #[must_use]
    pub fn distance(&self, seat: Seat) -> u16 {
        self.own(seat).iter().copied().map(u16::from).sum()
    }

    /// The squares that one horse has covered: 0 in the stable, 1 on the start square (A24).
    #[must_use]
    pub const fn covered(&self, seat: Seat, horse: HorseId) -> u8 {
        self.code(seat, horse)
    }

    /// Whether a horse is home, be it in a lane that is filled or in the centre.
    #[must_use]
    pub const fn is_home(&self, seat: Seat, horse: HorseId) -> bool {
        self.way.finished(self.code(seat, horse))
    }

    /// How many horses of a seat are home.
    #[must_use]
    pub fn horses_home(&self, seat: Seat) -> u8 {
        self.own(seat)
            .iter()
            .map(|code| u8::from(self.way.finished(*code)))
            .sum()
    }

    /// The square of the track that a horse stands on, counted from the start of seat `a`.
    #[must_use]
    pub fn square(&self, rules: &Rules, seat: Seat, horse: HorseId) -> Option<u8> {
        let code = self.code(seat, horse);
        self.way.on_track(code).then(|| rules.square(seat, code))
    }

    pub(super) const fn code(&self, seat: Seat, horse: HorseId) -> u8 {
        self.horses[seat.index()][horse.index()]
    }

    /// The codes of a seat's horses.
    pub(super) fn own(&self, seat: Seat) -> &[u8] {
        &self.horses[seat.index()][..usize::from(self.count)]
    }

    /// How many horses of a seat have that code.
    pub(super) fn count_at(&self, seat: Seat, code: u8) -> usize {
        self.horse_ids()
            .filter(|horse| self.code(seat, *horse) == code)
            .count()
    }

    /// The horses on a square of the track.
    pub(super) fn on_square(&self, rules: &Rules, square: u8) -> HorseSet {
        rules.on_square(&self.horses, square)
    }

    /// Whether the game is over by what stands on the board.
    pub(super) fn decided(&self, rules: &Rules) -> bool {
        let active = self.active().len();
        match rules.ruleset().end {
            End::FirstWinner if self.done.iter().next().is_some() => true,
            End::FirstWinner | End::PlayForPlaces => {
                active == 0 || (active == 1 && self.seats.len() > 1)
            }
        }
    }

    /// Sets a horse down and keeps the order of arrival.
    pub(super) fn put(&mut self, rules: &Rules, seat: Seat, horse: HorseId, code: u8) {
        let old = self.code(seat, horse);
        self.horses[seat.index()][horse.index()] = code;
        if !rules.order_matters() || old == code {
            return;
        }
        let it = HorseSet::one(seat, horse);
        self.late = self.late.without(it);
        if self.way.on_track(old) {
            self.late = self
                .late
                .without(self.on_square(rules, rules.square(seat, old)));
        }
        if self.way.on_track(code) {
            let others = self.on_square(rules, rules.square(seat, code)).without(it);
            if !others.is_empty() {
                self.late = self.late.without(others).or(it);
            }
        }
    }

    /// The beginning of a turn.
    pub(super) fn fresh_turn(&self, rules: &Rules, seat: Seat) -> Turn {
        Turn {
            stage: Stage::Roll,
            tries: self.granted(rules, seat),
            ..Turn::over(seat)
        }
    }

    /// The tries that a turn of `seat` would begin with (A17).
    pub(super) fn granted(&self, rules: &Rules, seat: Seat) -> u8 {
        let ruleset = rules.ruleset();
        if ruleset.tries == 1 {
            return 1;
        }
        let horses = self.own(seat);
        let granted = match ruleset.tries_when {
            TriesWhen::AllInStable => horses.iter().all(|code| *code == 0),
            TriesWhen::NoneInPlay => horses
                .iter()
                .all(|code| *code == 0 || self.way.finished(*code)),
            TriesWhen::NothingMovable => !self.any_horse_could_move(rules, seat),
        };
        if granted { ruleset.tries } else { 1 }
    }
}
