//! The fold: a state and an event → the next state.
//!
//! It distrusts what it reads. A roll, a move or a resignation is a *cause*: the rules compute its
//! consequences, which must then follow in the log one by one ([`Game::due`]). A log in which a
//! die, a link, a move or a consequence is not what it has to be does not replay.

use std::collections::VecDeque;

use super::event::{
    Cause, Created, EndReason, Event, PieceRef, PlaceData, RollKind, RollMode, SeatNo,
};
use super::state::{ChainUse, Contribution, Game, Holder, Lobby, Over, SeatState, Stage};
use super::{GameId, Head, ReplayError};
use crate::dice::{Link, Roll, SERVER_LINKS, step};
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
            Event::PlayerJoined { .. } | Event::PlayerLeft { .. } | Event::SeatsClosed { .. } => {
                self.seat(event)
            }
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
            Event::DieRolled {
                cause,
                die,
                kind,
                link,
                link_no,
                roll,
                seat,
                server_link,
            } => {
                let link = link.as_deref().map(parse_link).transpose()?.zip(*link_no);
                self.check_cause(*cause, *seat)?;
                self.turn_link(*kind, *seat, link)?;
                let rolled = self.reveal(*roll, *seat, parse_link(server_link)?)?;
                if rolled.get() != *die {
                    return Err(ReplayError::Die);
                }
                self.rolled(*kind, *seat, rolled)
            }
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

    fn seat(&mut self, event: &Event) -> Result<(), ReplayError> {
        self.lobby()?;
        match event {
            Event::PlayerJoined {
                seat,
                player,
                seat_anchor,
                seat_links,
                seat_key,
                rolls,
            } => {
                let anchor = seat_anchor.as_deref().map(parse_link).transpose()?;
                let holder = Holder {
                    player: player.clone(),
                    contribution: Contribution::new(anchor, *seat_links)
                        .ok_or(ReplayError::Seat)?,
                    key: seat_key.clone(),
                    rolls: *rolls,
                };
                self.put(*seat, &SeatState::Open, SeatState::Taken(holder))?;
            }
            Event::PlayerLeft { seat } => {
                let held = self.holder(*seat).ok_or(ReplayError::Seat)?.clone();
                self.put(*seat, &SeatState::Taken(held), SeatState::Open)?;
            }
            Event::SeatsClosed { seats } => {
                for seat in seats {
                    self.put(*seat, &SeatState::Open, SeatState::Closed)?;
                }
            }
            _ => return Err(ReplayError::Seat),
        }
        self.void_ready();
        Ok(())
    }

    fn put(&mut self, seat: SeatNo, was: &SeatState, is: SeatState) -> Result<(), ReplayError> {
        let place = self
            .seats
            .get_mut(seat.index())
            .filter(|place| *place == was);
        *place.ok_or(ReplayError::Seat)? = is;
        Ok(())
    }

    /// Any change of the seating voids all ready flags (section 3.4).
    fn void_ready(&mut self) {
        for state in &mut self.seats {
            if let SeatState::Taken(Holder {
                contribution: Contribution::Sealed { use_of, .. },
                ..
            }) = state
                && *use_of == ChainUse::Ready
            {
                *use_of = ChainUse::NotReady;
            }
        }
    }

    fn ready(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
        self.lobby()?;
        if self.open_seats().next().is_some() {
            return Err(ReplayError::Seat);
        }
        self.consume(seat, link, no)
    }

    /// Takes the next link of a seat's chain.
    fn consume(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
        let game = self.id.0;
        let holder = self.holder_mut(seat).ok_or(ReplayError::Seat)?;
        let chain = *holder.contribution.live_chain().ok_or(ReplayError::Link)?;
        let next = chain
            .accept(&game, no, link)
            .map_err(|_| ReplayError::Link)?;
        if let Contribution::Sealed {
            chain,
            use_of,
            deposit,
        } = &mut holder.contribution
        {
            *chain = next;
            *use_of = ChainUse::Ready;
            *deposit = deposit.filter(|(last, _)| *last > no);
        }
        Ok(())
    }

    /// Keeps a link that was given ahead.
    fn deposit(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
        let Stage::Playing(_) = self.stage else {
            return Err(ReplayError::Stage);
        };
        let game = self.id.0;
        let holder = self.holder_mut(seat).ok_or(ReplayError::Seat)?;
        let chain = *holder.contribution.live_chain().ok_or(ReplayError::Link)?;
        chain
            .check_ahead(&game, no, link)
            .map_err(|_| ReplayError::Link)?;
        if let Contribution::Sealed { deposit, .. } = &mut holder.contribution {
            *deposit = Some((no, link));
        }
        Ok(())
    }

    /// Only a seat that wants it is rolled for.
    fn check_cause(&self, cause: Option<Cause>, seat: SeatNo) -> Result<(), ReplayError> {
        let holder = self.holder(seat).ok_or(ReplayError::Seat)?;
        match cause {
            Some(Cause::Automatic) if holder.rolls == RollMode::Asked => Err(ReplayError::Seat),
            Some(Cause::Automatic) | None => Ok(()),
        }
    }

    /// A turn roll of a chained seat brings its next link, any other roll brings none.
    fn turn_link(
        &mut self,
        kind: RollKind,
        seat: SeatNo,
        link: Option<(Link, u32)>,
    ) -> Result<(), ReplayError> {
        let holder = self.holder(seat).ok_or(ReplayError::Seat)?;
        let wants = kind == RollKind::Turn && holder.contribution.live_chain().is_some();
        match (wants, link) {
            (true, Some((link, no))) => self.consume(seat, link, no),
            (false, None) => Ok(()),
            (true, None) | (false, Some(_)) => Err(ReplayError::Link),
        }
    }

    /// Takes the server's link of roll `t` and computes the die.
    fn reveal(&mut self, t: u32, seat: SeatNo, link: Link) -> Result<Die, ReplayError> {
        if t != self.rolls + 1 || t > SERVER_LINKS {
            return Err(ReplayError::RollNumber);
        }
        if step(&self.id.0, t, &link.0) != self.server_link.0 {
            return Err(ReplayError::Link);
        }
        self.rolls = t;
        self.server_link = link;
        let roll = Roll {
            game: &self.id.0,
            number: t,
            seat: seat.0,
            links: &self.links(),
        };
        Ok(roll.die(&link))
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

    fn drew(&mut self, seat: SeatNo, die: Die) -> Result<(), ReplayError> {
        if !self.is_ready() || self.next_draw() != Some(seat) {
            return Err(ReplayError::Seat);
        }
        self.lobby()?.draws.push((seat, die.get()));
        Ok(())
    }

    fn start(&mut self, first: SeatNo) -> Result<(), ReplayError> {
        if !self.is_ready() || self.first_seat() != Some(first) || self.holder(first).is_none() {
            return Err(ReplayError::Seat);
        }
        self.lobby()?;
        let corner = self.table.corner(first).ok_or(ReplayError::Seat)?;
        let position = Position::start(&self.table.rules, self.board_seats(), corner);
        self.stage = Stage::Playing(position);
        Ok(())
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

    fn close_chain(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
        let holder = self.holder_mut(seat).ok_or(ReplayError::Seat)?;
        match &mut holder.contribution {
            Contribution::Sealed {
                use_of, deposit, ..
            } if *use_of != ChainUse::Closed => {
                *use_of = ChainUse::Closed;
                *deposit = None;
                Ok(())
            }
            Contribution::Sealed { .. } | Contribution::Seeded(_) | Contribution::None => {
                Err(ReplayError::Link)
            }
        }
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
