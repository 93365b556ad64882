//! Rolls, moves, resignations.

use super::Draft;
use crate::dice::{Link, Roll, SERVER_LINKS};
use crate::game::Refusal;
use crate::game::command::MoveChoice;
use crate::game::event::{Cause, Event, RollKind, SeatNo};
use crate::game::state::Stage;
use crate::rules::Phase;

/// A roll about to be made.
#[derive(Clone, Copy)]
pub(super) struct Throw {
    kind: RollKind,
    cause: Option<Cause>,
    seat: SeatNo,
    link: Option<(u32, Link)>,
}

impl Throw {
    /// A roll for the order of play: it consumes no link of a seat.
    pub(super) fn draw(seat: SeatNo) -> Throw {
        Throw {
            kind: RollKind::Draw,
            ..Throw::turn(seat)
        }
    }

    /// A roll in a turn without being asked.
    pub(super) fn by_itself(cause: Cause, seat: SeatNo, link: Option<(u32, Link)>) -> Throw {
        Throw {
            cause: Some(cause),
            link,
            ..Throw::turn(seat)
        }
    }

    /// A roll in a turn, asked for, of a seat without a chain.
    fn turn(seat: SeatNo) -> Throw {
        Throw {
            kind: RollKind::Turn,
            cause: None,
            seat,
            link: None,
        }
    }
}

impl Draft<'_> {
    pub(super) fn roll(
        &mut self,
        seat: Option<SeatNo>,
        number: Option<u32>,
        link: Option<(u32, Link)>,
    ) -> Result<(), Refusal> {
        let (mover, phase) = self.in_turn(seat)?;
        match phase {
            Phase::Roll { .. } => {}
            Phase::Move { .. } | Phase::Over => return Err(Refusal::RollNotExpected),
        }
        let expected = self.game.rolls + 1;
        if let Some(given) = number.filter(|given| *given != expected) {
            return Err(Refusal::RollNumber { expected, given });
        }
        self.check_link(mover, link)?;
        self.throw(Throw {
            link,
            ..Throw::turn(mover)
        })
    }

    pub(super) fn deposit(&mut self, seat: SeatNo, (no, link): (u32, Link)) -> Result<(), Refusal> {
        self.playing()?;
        let chain = *self
            .own(seat)?
            .contribution
            .live_chain()
            .ok_or(Refusal::LinkUnexpected)?;
        chain.check_ahead(&self.game.id.0, no, link)?;
        self.emit(Event::LinksDeposited {
            seat,
            link: link.to_string(),
            link_no: no,
        })
    }

    pub(super) fn check_link(
        &self,
        seat: SeatNo,
        link: Option<(u32, Link)>,
    ) -> Result<(), Refusal> {
        let holder = self.own(seat)?;
        match (holder.contribution.live_chain(), link) {
            (None, None) => Ok(()),
            (None, Some(_)) => Err(Refusal::LinkUnexpected),
            (Some(chain), None) => Err(Refusal::LinkRequired(chain.next_no())),
            (Some(chain), Some((no, link))) => chain
                .accept(&self.game.id.0, no, link)
                .map(|_| ())
                .map_err(Refusal::from),
        }
    }

    /// Consumes the next server link: one more roll in the log.
    pub(super) fn throw(&mut self, throw: Throw) -> Result<(), Refusal> {
        let Throw {
            kind,
            cause,
            seat,
            link,
        } = throw;
        let number = self.game.rolls + 1;
        debug_assert!(number <= SERVER_LINKS, "the game ends with its last link");
        let server_link = self
            .links
            .reveal(&self.game.id.0, number)
            .ok_or(Refusal::OutOfReach(number))?;
        let mut links = self.game.links();
        if let (Some((_, link)), Some(place)) = (link, links.get_mut(seat.index())) {
            *place = link;
        }
        let roll = Roll {
            game: &self.game.id.0,
            number,
            seat: seat.0,
            links: &links,
        };
        self.emit(Event::DieRolled {
            cause,
            die: roll.die(&server_link).get(),
            kind,
            link: link.map(|(_, link)| link.to_string()),
            link_no: link.map(|(no, _)| no),
            roll: number,
            seat,
            server_link: server_link.to_string(),
        })
    }

    pub(super) fn play(&mut self, choice: MoveChoice) -> Result<(), Refusal> {
        let (seat, phase) = self.in_turn(choice.seat)?;
        match phase {
            Phase::Move { .. } => {}
            Phase::Roll { .. } | Phase::Over => return Err(Refusal::MoveNotExpected),
        }
        let mv = self.game.choose(choice)?;
        let event = self.game.event_of(None, seat, mv)?;
        self.emit(event)
    }

    pub(super) fn close_chain(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        let holder = self.own(seat)?;
        if holder.contribution.live_chain().is_none() {
            return Err(Refusal::LinkUnexpected);
        }
        match &self.game.stage {
            Stage::Playing(_) => {}
            Stage::Lobby(_) => return Err(Refusal::NotStarted),
            Stage::Over(_) | Stage::Aborted(_) => return Err(Refusal::GameOver),
        }
        self.emit(Event::SeatChainClosed { seat })
    }

    pub(super) fn resign(&mut self, seat: Option<SeatNo>) -> Result<(), Refusal> {
        let seat = match seat {
            Some(seat) => seat,
            None => self.only_seat()?,
        };
        let position = self.playing()?;
        self.own(seat)?;
        let corner = self
            .game
            .table
            .corner(seat)
            .ok_or(Refusal::NoSuchSeat(seat))?;
        if !position.active().contains(corner) {
            return Err(Refusal::GameOver);
        }
        self.emit(Event::PlayerResigned { cause: None, seat })
    }
}
