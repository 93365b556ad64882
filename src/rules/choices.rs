//! What each horse of the mover may do.

use super::blocked::Blocked;
use super::board::{STABLE, START};
use super::compiled::{Roll, Rules};
use super::die::Die;
use super::horse::{HorseId, HorseSet, MAX_HORSES};
use super::moves::{Move, MoveKind, MoveList};
use super::options::ExitDuty;
use super::place::Place;
use super::position::{Position, Stage, Throw};
use super::seat::Seat;
use super::step::Step;

/// What one horse may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) step: Step,
    pub(super) kind: MoveKind,
}

/// For each horse what it may do, or why it may not.
pub(super) type Choices = [Result<Choice, Blocked>; MAX_HORSES];

impl Position {
    /// The moves to choose from; none unless a move is expected.
    ///
    /// Horses that stand together have one entry, under the first of them (A48).
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> MoveList {
        let mut list = MoveList::new();
        let Some(choices) = self.choices(rules) else {
            return list;
        };
        let seat = self.turn.seat;
        let codes = self.own(seat);
        for (index, horse) in self.horse_ids().enumerate() {
            if codes[..index].contains(&codes[index]) {
                continue;
            }
            if let Ok(choice) = choices[index] {
                list.push(self.as_move(seat, horse, choice));
            }
        }
        if !list.is_empty() && self.may_decline(rules) {
            list.push(self.decline());
        }
        list
    }

    /// The horses of the mover that cannot move now, and why; empty unless a move is expected.
    #[must_use]
    pub fn blocked(&self, rules: &Rules) -> BlockedList {
        let mut list = BlockedList {
            entries: [None; MAX_HORSES],
        };
        let Some(choices) = self.choices(rules) else {
            return list;
        };
        for (index, horse) in self.horse_ids().enumerate() {
            list.entries[index] = choices[index].err().map(|blocked| (horse, blocked));
        }
        list
    }

    /// What each horse may do with the task at hand, if there is one.
    pub(super) fn choices(&self, rules: &Rules) -> Option<Choices> {
        match self.turn.stage {
            Stage::Roll | Stage::Over => None,
            Stage::Move(throw) => {
                let mut choices = self.undutiful(rules, self.turn.seat, throw);
                if rules.has_duties() {
                    self.mind_duties(rules, throw, &mut choices);
                }
                Some(choices)
            }
            Stage::SendHome => Some(self.send_home_choices(rules)),
        }
    }

    /// Whether some horse may move with the task at hand.
    pub(super) fn can_move(&self, rules: &Rules) -> bool {
        // A duty never forbids the last move, so that it need not be looked at.
        match self.turn.stage {
            Stage::Roll | Stage::Over => false,
            Stage::Move(throw) => self
                .horse_ids()
                .any(|horse| self.choice(rules, self.turn.seat, throw, horse).is_ok()),
            Stage::SendHome => self.send_home_choices(rules).iter().any(Result::is_ok),
        }
    }

    /// What each horse may do, duties aside; horses that stand together may do the same (A48).
    fn undutiful(&self, rules: &Rules, seat: Seat, throw: Throw) -> Choices {
        let mut choices = [Err(Blocked::Finished); MAX_HORSES];
        let codes = self.own(seat);
        for (index, horse) in self.horse_ids().enumerate() {
            let beside = codes[..index].iter().position(|code| *code == codes[index]);
            choices[index] = match beside {
                Some(other) => choices[other],
                None => self.choice(rules, seat, throw, horse),
            };
        }
        choices
    }

    /// What one horse may do, duties aside.
    #[inline]
    pub(super) fn choice(
        &self,
        rules: &Rules,
        seat: Seat,
        throw: Throw,
        horse: HorseId,
    ) -> Result<Choice, Blocked> {
        let code = self.code(seat, horse);
        if code == STABLE {
            if throw.roll.is_bonus() {
                return Err(Blocked::BonusNotFromStable);
            }
            let faces = rules.ruleset().exit_faces;
            if !faces.contains(throw.die) {
                return Err(Blocked::NeedsExitFace { faces });
            }
            let (kind, _) = self.exit(rules, seat)?;
            return Ok(Choice {
                step: Step::EXIT,
                kind,
            });
        }
        let step = rules.step(throw.roll, code)?;
        let step = if rules.crowded() {
            self.walk(rules, seat, horse, step)?
        } else {
            self.land_alone(seat, horse, step)?
        };
        Ok(Choice {
            step,
            kind: MoveKind::Advance,
        })
    }

    /// On a board where only an own horse on the square of arrival stops a move.
    fn land_alone(&self, seat: Seat, horse: HorseId, step: Step) -> Result<Step, Blocked> {
        let to = step.to();
        let own = &self.horses[seat.index()];
        let taken = (0..MAX_HORSES).any(|other| own[other] == to && other != horse.index());
        if taken && !self.way.centre(to) {
            return Err(Blocked::OwnHorse {
                at: self.way.place(to),
            });
        }
        Ok(step)
    }

    /// Whether a horse of `seat` outside its stable could move by some face.
    pub(super) fn any_horse_could_move(&self, rules: &Rules, seat: Seat) -> bool {
        Die::ALL.into_iter().any(|die| {
            let throw = self.throw(rules, seat, die);
            self.horse_ids().any(|horse| {
                self.code(seat, horse) != STABLE && self.choice(rules, seat, throw, horse).is_ok()
            })
        })
    }

    /// What a face means for a seat now.
    pub(super) fn throw(&self, rules: &Rules, seat: Seat, die: Die) -> Throw {
        let (roll, squares) = rules.roll_of(die, || !self.own(seat).contains(&STABLE));
        Throw { die, roll, squares }
    }

    /// Takes away what a duty forbids; a duty that no move fulfils lapses (B24).
    fn mind_duties(&self, rules: &Rules, throw: Throw, choices: &mut Choices) {
        let ruleset = rules.ruleset();
        let seat = self.turn.seat;
        let by_die = !throw.roll.is_bonus();
        if by_die && ruleset.open_barrier_on_six && throw.die == Die::Six {
            self.insist(choices, Blocked::OpeningDuty, |_, horse| {
                self.is_in_wall(rules, seat, horse)
            });
        }
        if by_die && ruleset.exit_duty != ExitDuty::Optional {
            self.insist(choices, Blocked::ExitDuty, |choice, _| {
                choice.kind != MoveKind::Advance
            });
        }
        let waiting = self.own(seat).contains(&STABLE);
        if by_die && waiting && ruleset.exit_duty == ExitDuty::CompulsoryAndVacateStart {
            self.insist(choices, Blocked::VacateDuty, |_, horse| {
                self.code(seat, horse) == START
            });
        }
        if ruleset.capture_duty {
            self.insist(choices, Blocked::CaptureDuty, |choice, _| {
                !self.captures(rules, seat, choice).is_empty()
            });
        }
    }

    /// Leaves only the choices that fulfil a duty, if there is one.
    fn insist(
        &self,
        choices: &mut Choices,
        duty: Blocked,
        fulfils: impl Fn(Choice, HorseId) -> bool,
    ) {
        let mut dutiful = [false; MAX_HORSES];
        for (index, horse) in self.horse_ids().enumerate() {
            dutiful[index] = choices[index].is_ok_and(|choice| fulfils(choice, horse));
        }
        if !dutiful.contains(&true) {
            return;
        }
        for (choice, dutiful) in choices.iter_mut().zip(dutiful) {
            if !dutiful && choice.is_ok() {
                *choice = Err(duty);
            }
        }
    }

    /// Whether a horse is part of a wall.
    fn is_in_wall(&self, rules: &Rules, seat: Seat, horse: HorseId) -> bool {
        let code = self.code(seat, horse);
        if self.way.on_track(code) {
            let square = rules.square(seat, code);
            return rules.is_wall(self.on_square(rules, square), square);
        }
        let together = self
            .own(seat)
            .iter()
            .filter(|other| **other == code)
            .count();
        self.way.in_lane(code) && together == 2 && rules.walls_in_lane()
    }

    /// What a choice captures.
    pub(super) fn captures(&self, rules: &Rules, seat: Seat, choice: Choice) -> HorseSet {
        match choice.kind {
            MoveKind::Advance => self.victims(rules, seat, choice.step),
            MoveKind::Exit | MoveKind::ExitTwo => self
                .exit(rules, seat)
                .map_or(HorseSet::EMPTY, |(_, victims)| victims),
            MoveKind::SendHome | MoveKind::DeclineBonus => HorseSet::EMPTY,
        }
    }

    pub(super) fn as_move(&self, seat: Seat, horse: HorseId, choice: Choice) -> Move {
        let from = self.place(seat, horse);
        let to = match choice.kind {
            MoveKind::SendHome => Place::Stable,
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo | MoveKind::DeclineBonus => {
                self.way.place(choice.step.to())
            }
        };
        Move {
            horse,
            from,
            to,
            kind: choice.kind,
        }
    }

    /// Whether the task at hand may be declined.
    pub(super) fn may_decline(&self, rules: &Rules) -> bool {
        match self.turn.stage {
            Stage::Move(throw) => throw.roll.is_bonus() && rules.ruleset().bonus_declinable,
            Stage::Roll | Stage::SendHome | Stage::Over => false,
        }
    }

    /// The move that declines a bonus.
    pub(super) fn decline(&self) -> Move {
        let horse = HorseId::ALL[0];
        let place = self.place(self.turn.seat, horse);
        Move {
            horse,
            from: place,
            to: place,
            kind: MoveKind::DeclineBonus,
        }
    }
}

impl Roll {
    /// Whether it is a bonus rather than a face.
    pub(super) const fn is_bonus(self) -> bool {
        matches!(self, Roll::Capture | Roll::Goal)
    }
}

/// The horses that cannot move and why; at most one entry a horse, without heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedList {
    entries: [Option<(HorseId, Blocked)>; MAX_HORSES],
}

impl BlockedList {
    /// The entries, by horse.
    pub fn iter(&self) -> impl Iterator<Item = (HorseId, Blocked)> + '_ {
        self.entries.iter().filter_map(|entry| *entry)
    }

    /// Why that horse cannot move, if it cannot.
    #[must_use]
    pub fn get(&self, horse: HorseId) -> Option<Blocked> {
        self.entries[horse.index()].map(|(_, blocked)| blocked)
    }

    /// How many horses cannot move.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether every horse can move, or none is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
