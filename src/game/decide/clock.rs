//! Deadlines and what passes them, vacation, pauses.

use super::Draft;
use crate::game::calendar::Stretch;
use crate::game::clock::{DAY, LONGEST_VACATION, ending};
use crate::game::event::{BankData, DeadlineData, Event, SeatNo};
use crate::game::state::Game;
use crate::game::terms::{Clock, Control};
use crate::game::{Refusal, Time};

impl Draft<'_> {
    fn agreed(&self) -> Result<Clock, Refusal> {
        self.playing()?;
        self.game
            .table
            .clock
            .ok_or(Refusal::NotAgreed("this table has no clock"))
    }

    /// Starts the clock of whoever has to decide now, if that is somebody else than before, or
    /// another roll.
    pub(super) fn set_deadline(&mut self, before: &Game) -> Result<(), Refusal> {
        let awaited = self.game.awaited();
        let (Some((seat, _)), None, None) = (awaited, self.game.deadline(), self.game.pause())
        else {
            return Ok(());
        };
        let stopped = before.deadline().and_then(|old| self.bank_of(*old));
        let Some(deadline) = self.game.deadline_from(seat, self.at) else {
            return Ok(());
        };
        // The bank of the same seat has just changed.
        let deadline = match stopped.filter(|stopped| stopped.seat == seat) {
            Some(stopped) => self.with_bank(deadline, stopped.seconds),
            None => deadline,
        };
        self.emit(Event::DeadlineSet { deadline, stopped })
    }

    /// What is left in the bank of a seat whose clock stops now.
    fn bank_of(&self, old: DeadlineData) -> Option<BankData> {
        let Some(Control::Fischer { increment, cap, .. }) =
            self.game.table.clock.map(|clock| clock.control)
        else {
            return None;
        };
        let used = self.passed(&old)?.ran;
        let left = old.bank.saturating_sub(used).saturating_add(increment);
        Some(BankData {
            seat: old.seat,
            seconds: left.min(cap),
        })
    }

    fn with_bank(&self, deadline: DeadlineData, bank: u32) -> DeadlineData {
        let Some(holder) = self.game.holder(deadline.seat) else {
            return deadline;
        };
        let runner = self.game.runner(holder, deadline.seat);
        let run = runner.run(deadline.since, deadline.base.saturating_add(bank));
        ending(DeadlineData {
            bank,
            quiet: run.quiet,
            vacation: run.vacation,
            ..deadline
        })
    }

    /// Moves the running deadline, which has grown.
    fn extend(&mut self, deadline: DeadlineData) -> Result<(), Refusal> {
        self.emit(Event::DeadlineSet {
            deadline: ending(deadline),
            stopped: None,
        })
    }

    /// Does what time asks for: goes on with what happens by itself, ends a pause, credits an
    /// outage, or takes the turn of a seat whose deadline has passed.
    pub(super) fn tick(&mut self, outage: u32) -> Result<(), Refusal> {
        if let Some(pause) = self.game.pause() {
            if pause.until > self.at {
                return Err(Refusal::NotDue);
            }
            return self.resume();
        }
        if self.game.is_going_on() {
            return Ok(());
        }
        let deadline = *self.game.deadline().ok_or(Refusal::NotDue)?;
        if deadline.by > self.at {
            return Err(Refusal::NotDue);
        }
        if outage > deadline.outage {
            return self.extend(DeadlineData { outage, ..deadline });
        }
        let (_, state) = self.game.clock().ok_or(Refusal::NotDue)?;
        let missed = state.seat(deadline.seat).missed.saturating_add(1);
        self.emit(Event::TurnTimedOut {
            seat: deadline.seat,
            missed,
        })
    }

    pub(super) fn rest(
        &mut self,
        seat: SeatNo,
        from: Option<Time>,
        days: u8,
    ) -> Result<(), Refusal> {
        let clock = self.agreed()?;
        self.own(seat)?;
        let from = from.unwrap_or(self.at);
        let until = from.plus(u32::from(days) * DAY);
        let own = self.game.clock().map(|(_, state)| state.seat(seat));
        let own = own.unwrap_or_default();
        let taken = own.taken.filter(|(year, _)| *year == from.year());
        let left = clock
            .vacation_days
            .saturating_sub(taken.map_or(0, |(_, days)| days));
        if from < self.at || from > self.at.plus(366 * DAY) {
            return Err(Refusal::Vacation("a vacation begins now or within a year"));
        }
        if own.vacation.is_some_and(|last| last.until > self.at) {
            return Err(Refusal::Vacation("the last vacation is not over yet"));
        }
        if days == 0 || days > left.min(LONGEST_VACATION) {
            return Err(Refusal::Vacation(
                "a vacation has 1 to 30 days, of those that this table allows a year",
            ));
        }
        let running = self.game.deadline().filter(|now| now.seat == seat).copied();
        let passed = running.and_then(|running| self.passed(&running));
        self.emit(Event::VacationTaken { seat, from, until })?;
        match (running, passed) {
            (Some(running), Some(passed)) => self.rest_now(running, passed),
            (_, None) | (None, _) => Ok(()),
        }
    }

    /// What the running clock has done until now.
    fn passed(&self, running: &DeadlineData) -> Option<Stretch> {
        let holder = self.game.holder(running.seat)?;
        let runner = self.game.runner(holder, running.seat);
        let stood = running.pause.saturating_add(running.outage);
        let mut passed = runner.between(running.since, self.at);
        passed.ran = passed.ran.saturating_sub(stood);
        Some(passed)
    }

    /// Gives the running clock the time that it still had, on a calendar with a new vacation.
    fn rest_now(&mut self, running: DeadlineData, passed: Stretch) -> Result<(), Refusal> {
        let Some(holder) = self.game.holder(running.seat) else {
            return Ok(());
        };
        let all = running.base.saturating_add(running.bank);
        let left = all.saturating_sub(passed.ran);
        let rest = self.game.runner(holder, running.seat).run(self.at, left);
        let sum = |before: u32, after: u32, known: u32| before.saturating_add(after).max(known);
        self.extend(DeadlineData {
            quiet: sum(passed.quiet, rest.quiet, running.quiet),
            vacation: sum(passed.vacation, rest.vacation, running.vacation),
            ..running
        })
    }

    pub(super) fn wish_pause(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        let clock = self.agreed()?;
        self.own(seat)?;
        if !clock.pause.is_allowed() {
            return Err(Refusal::NotAgreed("this table has no pauses"));
        }
        let wished = self
            .game
            .clock()
            .is_some_and(|(_, state)| state.wishes.contains(&seat));
        if wished || !self.game.voters().contains(&seat) {
            return Err(Refusal::Wished(seat));
        }
        let paused = self.game.pause();
        self.emit(Event::PauseWished { seat })?;
        match paused {
            Some(pause) if self.game.pause().is_none() => self.after_pause(pause.from),
            Some(_) | None => Ok(()),
        }
    }

    fn resume(&mut self) -> Result<(), Refusal> {
        let pause = self.game.pause().ok_or(Refusal::NotDue)?;
        self.emit(Event::GameResumed)?;
        self.after_pause(pause.from)
    }

    /// Gives the running deadline the time back that the pause took.
    fn after_pause(&mut self, from: Time) -> Result<(), Refusal> {
        let Some(running) = self.game.deadline().copied() else {
            return Ok(());
        };
        let pause = running.pause.saturating_add(self.at.seconds_since(from));
        self.extend(DeadlineData { pause, ..running })
    }
}
