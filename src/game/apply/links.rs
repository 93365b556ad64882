//! Links and dice: every chain continues, every die is the one that the links give.

use super::parse_link;
use crate::dice::{Link, Roll, SERVER_LINKS, step};
use crate::game::ReplayError;
use crate::game::automation::Hand;
use crate::game::contribution::{ChainUse, Contribution};
use crate::game::event::{Cause, Event, RollKind, RollMode, SeatNo};
use crate::game::state::{Game, Stage};
use crate::rules::Die;

impl Game {
    /// A die that was rolled: by whom, with which links, and that it is the one they give.
    pub(super) fn die_rolled(&mut self, event: &Event) -> Result<(), ReplayError> {
        let Event::DieRolled {
            cause,
            die,
            kind,
            link,
            link_no,
            roll,
            seat,
            server_link,
        } = event
        else {
            return Err(ReplayError::Die);
        };
        let link = link.as_deref().map(parse_link).transpose()?.zip(*link_no);
        self.check_roller(*kind, *cause, *seat)?;
        self.turn_link(*kind, *seat, link)?;
        let rolled = self.reveal(*roll, *seat, parse_link(server_link)?)?;
        if rolled.get() != *die {
            return Err(ReplayError::Die);
        }
        self.rolled(*kind, *seat, rolled)?;
        if *kind == RollKind::Turn {
            self.mark_rolled(*seat);
        }
        Ok(())
    }

    pub(super) fn ready(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
        self.lobby()?;
        if self.open_seats().next().is_some() {
            return Err(ReplayError::Seat);
        }
        self.consume(seat, link, no)
    }

    /// Takes the next link of a seat's chain.
    pub(super) fn consume(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
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
    pub(super) fn deposit(&mut self, seat: SeatNo, link: Link, no: u32) -> Result<(), ReplayError> {
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

    /// A seat is rolled for by who acts for it, and only if it wants that.
    fn check_roller(
        &self,
        kind: RollKind,
        cause: Option<Cause>,
        seat: SeatNo,
    ) -> Result<(), ReplayError> {
        let holder = self.holder(seat).ok_or(ReplayError::Seat)?;
        let good = match (kind, cause, holder.hand()) {
            (RollKind::Draw, None, _)
            | (RollKind::Turn, None, Hand::Player)
            | (RollKind::Turn, Some(Cause::Bot), Hand::Bot(_))
            | (RollKind::Turn, Some(Cause::Timeout), Hand::Autopilot(_)) => true,
            (RollKind::Turn, Some(Cause::Automatic), Hand::Player) => {
                holder.rolls == RollMode::Automatic
            }
            _ => false,
        };
        good.then_some(()).ok_or(ReplayError::Seat)
    }

    /// A turn roll of a chained seat brings its next link, any other roll brings none.
    pub(super) fn turn_link(
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
    pub(super) fn reveal(&mut self, t: u32, seat: SeatNo, link: Link) -> Result<Die, ReplayError> {
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

    pub(super) fn drew(&mut self, seat: SeatNo, die: Die) -> Result<(), ReplayError> {
        if !self.is_ready() || self.next_draw() != Some(seat) {
            return Err(ReplayError::Seat);
        }
        self.lobby()?.draws.push((seat, die.get()));
        Ok(())
    }

    pub(super) fn close_chain(&mut self, seat: SeatNo) -> Result<(), ReplayError> {
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
}
