//! The fold: a state and an event → the next state.
//!
//! It distrusts what it reads. A roll, a move or a resignation is a *cause*: the rules compute its
//! consequences, which must then follow in the log one by one ([`Game::due`]). A log in which a
//! die, a link, a move or a consequence is not what it has to be does not replay.

mod automation;
mod clock;
mod links;
mod moves;
mod seating;

use std::collections::VecDeque;

use super::calendar::Interval;
use super::event::{Created, EndReason, Event, PassData, RollKind, SeatNo, StandingData};
use super::holder::Absence;
use super::state::{Game, Lobby, Over, SeatState, Stage};
use super::{GameId, Head, ReplayError, Time};
use crate::dice::{Link, SERVER_LINKS};
use crate::rules::{Die, Fact, Phase, Position, Rules};

impl Game {
    /// The state after the first event of a log.
    ///
    /// # Errors
    /// [`ReplayError`] if the event contradicts itself.
    pub fn create(id: GameId, created: &Created) -> Result<Game, ReplayError> {
        let table = super::setup::table(created)?;
        Ok(Game {
            id,
            version: 0,
            head: Head::EMPTY,
            seats: vec![SeatState::Open; table.board.len()],
            table: std::sync::Arc::new(table),
            rolls: 0,
            server_link: parse_link(&created.server_anchor)?,
            stage: Stage::Lobby(Lobby::default()),
            clock: None,
            due: VecDeque::new(),
        })
    }

    /// The state after one more event, which was committed at that time. `version` and `head` are
    /// the log's business.
    ///
    /// # Errors
    /// [`ReplayError`] if the event cannot follow; the state is then unusable.
    pub fn apply(&mut self, at: Time, event: &Event) -> Result<(), ReplayError> {
        match self.due.pop_front() {
            Some(due) if due == *event => self.note(at, event),
            Some(_) => Err(ReplayError::Consequence),
            None => {
                self.cause(at, event)?;
                if let Some(seat) = event.actor() {
                    self.acted(seat);
                }
                Ok(())
            }
        }
    }

    /// An event that follows from the one before: the position knows it already.
    fn note(&mut self, at: Time, event: &Event) -> Result<(), ReplayError> {
        if let Event::GameEnded { reason, standings } = event {
            self.end(*reason, standings)
        } else if let Event::TurnPassed {
            seat,
            reason: PassData::Skipped,
        } = event
        {
            self.burn(*seat)
        } else if let Event::SeatAbsent { seat, level } = event {
            self.set_absence(*seat, Absence::Now(*level))
        } else if let Event::GamePaused { until } = event {
            self.paused(at, *until)
        } else if *event == Event::GameResumed {
            self.resumed()
        } else {
            Ok(())
        }
    }

    fn end(&mut self, reason: EndReason, standings: &[StandingData]) -> Result<(), ReplayError> {
        let Stage::Playing(position) = self.stage else {
            return Err(ReplayError::Stage);
        };
        self.stage = Stage::Over(Over {
            position,
            reason,
            standings: standings.to_vec(),
        });
        Ok(())
    }

    fn cause(&mut self, at: Time, event: &Event) -> Result<(), ReplayError> {
        match event {
            Event::PlayerJoined { .. } => self.joined(event),
            Event::BotJoined { seat, level } => self.bot_joined(*seat, *level),
            Event::PlayerLeft { seat } => self.leave(*seat),
            Event::SeatsClosed { seats } => self.close(seats),
            Event::SeatReady {
                seat,
                link,
                link_no,
            } => self.ready(*seat, parse_link(link)?, *link_no),
            Event::LinksDeposited {
                seat,
                link,
                link_no,
            } => self.deposit(*seat, parse_link(link)?, *link_no),
            Event::DieRolled { .. } => self.die_rolled(event),
            Event::GameStarted { first_seat } => self.start(*first_seat),
            Event::PieceMoved { .. }
            | Event::BonusDeclined { .. }
            | Event::PenaltyChosen { .. } => self.decided(event),
            Event::SeatChainClosed { seat } => self.close_chain(*seat),
            Event::PlayerResigned { seat, cause: None } => self.resigned(*seat),
            Event::GameAborted { reason } => self.lobby().map(|_| *reason).map(|reason| {
                self.stage = Stage::Aborted(reason);
            }),
            Event::AutomationSet { seat, rolls, moves } => self.automate(*seat, *rolls, *moves),
            Event::OrdersSet { seat, digest } => self.order(*seat, digest),
            Event::OrdersEnded { seat, .. } => self.end_orders(*seat),
            Event::DeadlineSet { deadline, stopped } => self.set_deadline(at, *deadline, *stopped),
            Event::TurnTimedOut { seat, missed } => self.timed_out(at, *seat, *missed),
            Event::SeatReturned { seat } => self.came_back(*seat),
            Event::VacationTaken { seat, from, until } => self.rest(
                *seat,
                Interval {
                    from: *from,
                    until: *until,
                },
            ),
            Event::PauseWished { seat } => self.wished(at, *seat),
            Event::GameResumed => self.go_on(at),
            Event::TurnPassed { .. } => self.skipped(at, event),
            Event::GameCreated(_)
            | Event::PlayerResigned { .. }
            | Event::PiecesSentHome { .. }
            | Event::BonusForfeited { .. }
            | Event::PointsScored { .. }
            | Event::PlayerFinished { .. }
            | Event::SeatAbsent { .. }
            | Event::GamePaused { .. }
            | Event::GameEnded { .. } => Err(ReplayError::Consequence),
        }
    }

    fn rolled(&mut self, kind: RollKind, seat: SeatNo, die: Die) -> Result<(), ReplayError> {
        match kind {
            RollKind::Draw => self.drew(seat, die),
            RollKind::Turn => self
                .change(seat, |position, rules, mut report| {
                    position.roll(rules, die, &mut report).is_ok()
                })
                .map(drop),
        }
    }

    fn resigned(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let facts = self.retire(seat)?;
        self.follow(&facts, EndReason::Resigned);
        Ok(())
    }

    fn retire(&mut self, seat: SeatNo) -> Result<Vec<Fact>, ReplayError> {
        let corner = self.table.corner(seat).ok_or(ReplayError::Seat)?;
        let mut facts = Vec::new();
        let Stage::Playing(position) = &mut self.stage else {
            return Err(ReplayError::Stage);
        };
        position
            .retire(&self.table.rules, corner, &mut |fact| facts.push(fact))
            .map_err(|_| ReplayError::Seat)?;
        Ok(facts)
    }

    fn lobby(&mut self) -> Result<&mut Lobby, ReplayError> {
        match &mut self.stage {
            Stage::Lobby(lobby) => Ok(lobby),
            Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_) => Err(ReplayError::Stage),
        }
    }

    /// Lets the mover act on the position; what it causes becomes due.
    fn change(
        &mut self,
        seat: SeatNo,
        act: impl FnOnce(&mut Position, &Rules, &mut dyn FnMut(Fact)) -> bool,
    ) -> Result<Vec<Fact>, ReplayError> {
        if self.mover() != Some(seat) {
            return Err(ReplayError::Seat);
        }
        let Stage::Playing(position) = &mut self.stage else {
            return Err(ReplayError::Stage);
        };
        let mut facts = Vec::new();
        if !act(position, &self.table.rules, &mut |fact| facts.push(fact)) {
            return Err(ReplayError::Move);
        }
        self.follow(&facts, EndReason::Finished);
        Ok(facts)
    }

    /// Turns the rules' facts into the events that must come next.
    fn follow(&mut self, facts: &[Fact], end: EndReason) {
        let table = self.table.clone();
        let awaited = self.position().map_or(Phase::Over, Position::phase);
        let events = facts
            .iter()
            .flat_map(|fact| table.consequences(fact, awaited));
        self.due.extend(events);
        let over = facts.contains(&Fact::Ended);
        let reason = if over { end } else { EndReason::RollCap };
        if over || self.rolls == SERVER_LINKS {
            let standings = self.standings();
            self.due.push_back(Event::GameEnded { reason, standings });
        }
    }
}

pub(super) fn parse_link(text: &str) -> Result<Link, ReplayError> {
    text.parse().map_err(|_| ReplayError::Link)
}
