//! From an empty table to the first turn.

use super::Draft;
use super::playing::Throw;
use crate::dice::Link;
use crate::game::Refusal;
use crate::game::command::Taking;
use crate::game::contribution::Contribution;
use crate::game::event::{AbortReason, Event, FirstData, Level, SeatNo};
use crate::game::state::SeatState;

impl Draft<'_> {
    pub(super) fn sit_down(&mut self, taking: &Taking) -> Result<(), Refusal> {
        let seat = self.free_seat(taking.seat)?;
        let contribution = Contribution::new(taking.anchor, taking.links);
        self.game
            .check_contribution(&contribution.ok_or(Refusal::BadLinks)?)?;
        if let Some(calendar) = &taking.calendar {
            let allowed = self
                .game
                .table
                .clock
                .is_some_and(|clock| clock.quiet.is_allowed());
            if !allowed {
                return Err(Refusal::NotAgreed("this table has no quiet hours"));
            }
            calendar.check().map_err(Refusal::BadCalendar)?;
        }
        let automation = self.game.table.automation;
        self.emit(Event::PlayerJoined {
            seat,
            player: self.caller.to_owned(),
            seat_anchor: taking.anchor.map(|link| link.to_string()),
            seat_links: taking.links,
            seat_key: taking.key.clone(),
            rolls: taking.rolls.unwrap_or(automation.rolls),
            moves: taking.moves.unwrap_or(automation.moves),
            calendar: taking.calendar.clone(),
        })?;
        self.start_if_ready()
    }

    pub(super) fn seat_bot(&mut self, seat: Option<SeatNo>, level: Level) -> Result<(), Refusal> {
        self.owner()?;
        let seat = self.free_seat(seat)?;
        self.game.check_contribution(&Contribution::None)?;
        self.emit(Event::BotJoined { seat, level })?;
        self.start_if_ready()
    }

    fn free_seat(&self, wish: Option<SeatNo>) -> Result<SeatNo, Refusal> {
        self.in_lobby()?;
        let Some(seat) = wish else {
            return self.game.open_seats().next().ok_or(Refusal::TableFull);
        };
        match self.game.seats.get(seat.index()) {
            Some(SeatState::Open) if seat.0 > 0 => Ok(seat),
            Some(SeatState::Taken(_) | SeatState::Closed) if seat.0 > 0 => {
                Err(Refusal::SeatTaken(seat))
            }
            Some(_) | None => Err(Refusal::NoSuchSeat(seat)),
        }
    }

    pub(super) fn leave(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.in_lobby()?;
        let bot = self
            .game
            .holder(seat)
            .is_some_and(|holder| holder.player().is_none());
        if bot {
            self.owner()?;
        } else {
            self.own(seat)?;
        }
        self.emit(Event::PlayerLeft { seat })
    }

    pub(super) fn ready(&mut self, seat: SeatNo, (no, link): (u32, Link)) -> Result<(), Refusal> {
        self.in_lobby()?;
        let holder = self.own(seat)?;
        let chain = holder
            .contribution
            .live_chain()
            .ok_or(Refusal::LinkUnexpected)?;
        if self.game.open_seats().next().is_some() {
            return Err(Refusal::NotReadyable(
                "seats are still open: ready comes when all are taken",
            ));
        }
        if holder.contribution.is_ready() {
            return Err(Refusal::NotReadyable("this seat is ready already"));
        }
        chain.accept(&self.game.id.0, no, link)?;
        self.emit(Event::SeatReady {
            seat,
            link: link.to_string(),
            link_no: no,
        })?;
        self.start_if_ready()
    }

    pub(super) fn start(&mut self) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.owner()?;
        let taken = self.game.holders().count();
        let least = self.game.table.rules.ruleset().min_players;
        if taken < usize::from(least) {
            return Err(Refusal::TooFewPlayers(least));
        }
        let seats: Vec<SeatNo> = self.game.open_seats().collect();
        if seats.is_empty() {
            return Err(Refusal::NotReady(self.unready()));
        }
        self.emit(Event::SeatsClosed { seats })?;
        self.start_if_ready()
    }

    pub(super) fn unready(&self) -> Vec<SeatNo> {
        self.game
            .holders()
            .filter(|(_, holder)| !holder.contribution.is_ready())
            .map(|(seat, _)| seat)
            .collect()
    }

    pub(super) fn start_if_ready(&mut self) -> Result<(), Refusal> {
        if !self.game.is_ready() {
            return Ok(());
        }
        while self.game.table.first == FirstData::Draw {
            let Some(seat) = self.game.next_draw() else {
                break;
            };
            self.throw(Throw::draw(seat))?;
        }
        let first_seat = self.game.first_seat().unwrap_or(SeatNo(1));
        self.emit(Event::GameStarted { first_seat })
    }

    pub(super) fn abort(&mut self) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.owner()?;
        self.emit(Event::GameAborted {
            reason: AbortReason::ByOwner,
        })
    }
}
