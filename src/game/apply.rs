//! The fold: a state and an event → the next state.
//!
//! It distrusts what it reads. A roll, a move or a resignation is a *cause*: the rules compute its
//! consequences, which must then follow in the log one by one ([`Game::due`]). A log in which a
//! die, a link, a move or a consequence is not what it has to be does not replay.

mod links;
mod seating;

use std::collections::VecDeque;

use super::event::{Created, EndReason, Event, PieceRef, PlaceData, RollKind, SeatNo};
use super::state::{Game, Lobby, Over, SeatState, Stage};
use super::{GameId, Head, ReplayError};
use crate::dice::{Link, SERVER_LINKS};
use crate::rules::{Die, Fact, HorseId, Move, MoveKind, Phase, Position, Rules};

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
            due: VecDeque::new(),
        })
    }

    /// The state after one more event. `version` and `head` are the log's business.
    ///
    /// # Errors
    /// [`ReplayError`] if the event cannot follow; the state is then unusable.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        match self.due.pop_front() {
            Some(due) if due == *event => self.note(event),
            Some(_) => Err(ReplayError::Consequence),
            None => self.cause(event),
        }
    }

    /// An event that follows from the one before: the position knows it already.
    fn note(&mut self, event: &Event) -> Result<(), ReplayError> {
        let Event::GameEnded { reason, standings } = event else {
            return Ok(());
        };
        let Stage::Playing(position) = self.stage else {
            return Err(ReplayError::Stage);
        };
        self.stage = Stage::Over(Over {
            position,
            reason: *reason,
            standings: standings.clone(),
        });
        Ok(())
    }

    fn cause(&mut self, event: &Event) -> Result<(), ReplayError> {
        match event {
            Event::PlayerJoined { .. } => self.joined(event),
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
            Event::PieceMoved {
                seat,
                piece,
                from,
                to,
                captured,
            } => self.moved(*seat, *piece, (*from, *to), captured),
            Event::BonusDeclined { seat } => self.declined(*seat),
            Event::PenaltyChosen { seat, piece } => self.penalty(*seat, *piece),
            Event::SeatChainClosed { seat } => self.close_chain(*seat),
            Event::PlayerResigned { seat } => self.resigned(*seat),
            Event::GameAborted { reason } => self.lobby().map(|_| *reason).map(|reason| {
                self.stage = Stage::Aborted(reason);
            }),
            Event::GameCreated(_)
            | Event::PiecesSentHome { .. }
            | Event::BonusForfeited { .. }
            | Event::PointsScored { .. }
            | Event::TurnPassed { .. }
            | Event::PlayerFinished { .. }
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

    fn moved(
        &mut self,
        seat: SeatNo,
        piece: u8,
        (from, to): (PlaceData, PlaceData),
        captured: &[PieceRef],
    ) -> Result<(), ReplayError> {
        let on_board = |kind| match kind {
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo => true,
            MoveKind::SendHome | MoveKind::DeclineBonus => false,
        };
        let wanted = |mv: &Move| (mv.from, mv.to) == (from.0, to.0) && on_board(mv.kind);
        let facts = self.play(seat, piece, wanted)?;
        let table = self.table.clone();
        let expected = facts.iter().find_map(|fact| table.captures(fact));
        (expected.as_deref() == Some(captured))
            .then_some(())
            .ok_or(ReplayError::Move)
    }

    fn declined(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        self.play(seat, 1, |mv| mv.kind == MoveKind::DeclineBonus)
            .map(drop)
    }

    fn penalty(&mut self, seat: SeatNo, piece: u8) -> Result<(), ReplayError> {
        let position = self.position().ok_or(ReplayError::Stage)?;
        let corner = self.table.corner(seat).ok_or(ReplayError::Seat)?;
        let horse = HorseId::from_number(piece).ok_or(ReplayError::Move)?;
        let from = position.place(corner, horse);
        self.play(seat, piece, |mv| {
            mv.kind == MoveKind::SendHome && mv.from == from
        })
        .map(drop)
    }

    /// Plays the legal move that is wanted, with the horse that was named.
    fn play(
        &mut self,
        seat: SeatNo,
        piece: u8,
        wanted: impl Fn(&Move) -> bool,
    ) -> Result<Vec<Fact>, ReplayError> {
        let position = self.position().ok_or(ReplayError::Stage)?;
        let horse = HorseId::from_number(piece).ok_or(ReplayError::Move)?;
        let mv = position
            .legal_moves(&self.table.rules)
            .iter()
            .find(|mv| wanted(mv))
            .map(|mv| Move { horse, ..*mv })
            .ok_or(ReplayError::Move)?;
        self.change(seat, |position, rules, mut report| {
            position.play(rules, mv, &mut report).is_ok()
        })
    }

    fn resigned(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let corner = self.table.corner(seat).ok_or(ReplayError::Seat)?;
        let mut facts = Vec::new();
        let Stage::Playing(position) = &mut self.stage else {
            return Err(ReplayError::Stage);
        };
        position
            .retire(&self.table.rules, corner, &mut |fact| facts.push(fact))
            .map_err(|_| ReplayError::Seat)?;
        self.follow(&facts, EndReason::Resigned);
        Ok(())
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
