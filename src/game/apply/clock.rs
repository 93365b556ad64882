//! Time: deadlines, timeouts, absence, vacation, pauses. What an event says about time is checked
//! against the time at which it was committed, and against the terms of the game.

use crate::game::automation::Step;
use crate::game::calendar::Interval;
use crate::game::clock::{ClockState, DAY, LONGEST_PAUSE, LONGEST_VACATION, ending};
use crate::game::contribution::{ChainUse, Contribution};
use crate::game::event::{BankData, Cause, DeadlineData, EndReason, Event, PassData, SeatNo};
use crate::game::holder::Absence;
use crate::game::state::{Game, Stage};
use crate::game::terms::{Clock, Control, TimeoutThen};
use crate::game::{ReplayError, Time};

impl Game {
    fn terms(&mut self) -> Result<(Clock, &mut ClockState), ReplayError> {
        if !matches!(self.stage, Stage::Playing(_)) {
            return Err(ReplayError::Stage);
        }
        let clock = self.table.clock.ok_or(ReplayError::Clock)?;
        Ok((clock, self.clock.as_mut().ok_or(ReplayError::Clock)?))
    }

    pub(super) fn set_deadline(
        &mut self,
        at: Time,
        deadline: DeadlineData,
        stopped: Option<BankData>,
    ) -> Result<(), ReplayError> {
        let awaited = self.awaited();
        let (clock, state) = self.terms()?;
        let key = Some((deadline.seat, deadline.roll));
        let before = state
            .deadline
            .filter(|before| Some((before.seat, before.roll)) == key);
        let continues = match before {
            Some(before) => deadline.since == before.since && deadline.by >= before.by,
            None => deadline.since == at,
        };
        if key != awaited || !continues || ending(deadline) != deadline || state.pause.is_some() {
            return Err(ReplayError::Clock);
        }
        state.deadline = Some(deadline);
        let Some(BankData { seat, seconds }) = stopped else {
            return Ok(());
        };
        let full = match clock.control {
            Control::Turn(_) => 0,
            Control::Fischer { cap, .. } => cap,
        };
        let bank = state.seat_mut(seat).filter(|_| seconds <= full);
        bank.ok_or(ReplayError::Clock)?.bank = seconds;
        Ok(())
    }

    /// A deadline has passed: the turn is skipped, or what the terms say after so many timeouts.
    pub(super) fn timed_out(
        &mut self,
        at: Time,
        seat: SeatNo,
        missed: u8,
    ) -> Result<(), ReplayError> {
        let late = self
            .deadline()
            .is_some_and(|deadline| deadline.seat == seat && deadline.by <= at);
        let (clock, state) = self.terms()?;
        let own = state.seat_mut(seat).ok_or(ReplayError::Seat)?;
        if !late || own.missed.saturating_add(1) != missed {
            return Err(ReplayError::Clock);
        }
        own.missed = missed;
        match clock.timeout.then {
            TimeoutThen::Forfeit if missed >= clock.timeout.after => {
                let facts = self.retire(seat)?;
                let cause = Some(Cause::Timeout);
                self.due.push_back(Event::PlayerResigned { cause, seat });
                self.follow(&facts, EndReason::Resigned);
                Ok(())
            }
            TimeoutThen::Autopilot(level) if missed >= clock.timeout.after => {
                self.due.push_back(Event::SeatAbsent { seat, level });
                Ok(())
            }
            TimeoutThen::Forfeit | TimeoutThen::Autopilot(_) | TimeoutThen::Skip => self.skip(seat),
        }
    }

    fn skip(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        self.change(seat, |position, rules, mut report| {
            position.skip(rules, &mut report).is_ok()
        })
        .map(drop)
    }

    /// The turn of an absent seat whose chain needs its player is skipped without a timeout.
    pub(super) fn skipped(&mut self, at: Time, event: &Event) -> Result<(), ReplayError> {
        let Event::TurnPassed {
            seat,
            reason: PassData::Skipped,
        } = event
        else {
            return Err(ReplayError::Consequence);
        };
        if self.step() != Some(Step::Skip) {
            return Err(ReplayError::Consequence);
        }
        self.skip(*seat)?;
        match self.due.pop_front() {
            Some(due) if due == *event => self.note(at, event),
            Some(_) | None => Err(ReplayError::Consequence),
        }
    }

    /// A skipped turn of a chained seat burns one link (section 3.9).
    pub(super) fn burn(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let holder = self.holder_mut(seat).ok_or(ReplayError::Seat)?;
        if let Contribution::Sealed {
            chain,
            use_of: ChainUse::NotReady | ChainUse::Ready,
            ..
        } = &mut holder.contribution
        {
            *chain = chain.burn();
        }
        Ok(())
    }

    /// A player did something: no timeout in a row any more.
    pub(super) fn acted(&mut self, seat: SeatNo) {
        if let Some(own) = self.clock.as_mut().and_then(|state| state.seat_mut(seat)) {
            own.missed = 0;
        }
    }

    pub(super) fn set_absence(
        &mut self,
        seat: SeatNo,
        absence: Absence,
    ) -> Result<(), ReplayError> {
        self.holder_mut(seat).ok_or(ReplayError::Seat)?.absence = absence;
        Ok(())
    }

    pub(super) fn came_back(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let holder = self.holder(seat).ok_or(ReplayError::Seat)?;
        match holder.absence {
            Absence::Now(_) => self.set_absence(seat, Absence::Over),
            Absence::Never | Absence::Over => Err(ReplayError::Seat),
        }
    }

    pub(super) fn rest(&mut self, seat: SeatNo, vacation: Interval) -> Result<(), ReplayError> {
        let (clock, state) = self.terms()?;
        let own = state.seat_mut(seat).ok_or(ReplayError::Seat)?;
        let seconds = vacation.until.seconds_since(vacation.from);
        let days = u8::try_from(seconds.div_ceil(DAY)).map_err(|_| ReplayError::Clock)?;
        let year = vacation.from.year();
        let before = own
            .taken
            .filter(|(when, _)| *when == year)
            .map_or(0, |(_, days)| days);
        let sum = before.saturating_add(days);
        if days == 0 || days > LONGEST_VACATION || sum > clock.vacation_days {
            return Err(ReplayError::Clock);
        }
        own.taken = Some((year, sum));
        own.vacation = Some(vacation);
        Ok(())
    }

    pub(super) fn wished(&mut self, at: Time, seat: SeatNo) -> Result<(), ReplayError> {
        let voters = self.voters();
        let (clock, state) = self.terms()?;
        if !clock.pause.is_allowed() || state.wishes.contains(&seat) || !voters.contains(&seat) {
            return Err(ReplayError::Clock);
        }
        state.wishes.push(seat);
        let all = voters.iter().all(|voter| state.wishes.contains(voter));
        let paused = state.pause.is_some();
        if all {
            let until = at.plus(LONGEST_PAUSE);
            self.due.push_back(if paused {
                Event::GameResumed
            } else {
                Event::GamePaused { until }
            });
        }
        Ok(())
    }

    pub(super) fn paused(&mut self, from: Time, until: Time) -> Result<(), ReplayError> {
        let (_, state) = self.terms()?;
        state.pause = Some(Interval { from, until });
        state.wishes.clear();
        Ok(())
    }

    pub(super) fn resumed(&mut self) -> Result<(), ReplayError> {
        let (_, state) = self.terms()?;
        state.pause = None;
        state.wishes.clear();
        Ok(())
    }

    /// A pause is over by itself.
    pub(super) fn go_on(&mut self, at: Time) -> Result<(), ReplayError> {
        match self.pause() {
            Some(pause) if pause.until <= at => self.resumed(),
            Some(_) | None => Err(ReplayError::Clock),
        }
    }
}
