//! The state of a game: the fold of its events, and nothing else.

use std::collections::VecDeque;
use std::sync::Arc;

use super::clock::ClockState;
use super::event::{AbortReason, EndReason, Event, FirstData, SeatNo, StandingData};
use super::holder::Holder;
use super::terms::{Automation, Clock};
use super::{GameId, Head};
use crate::dice::Link;
use crate::rules::{Phase, Position, Rules, Seat, SeatSet};

/// One game as it stands after its last event.
#[derive(Clone, Debug)]
pub struct Game {
    /// Which game.
    pub id: GameId,
    /// The number of its last event.
    pub version: u64,
    /// The hash of its last event.
    pub head: Head,
    /// What was fixed at its creation.
    pub table: Arc<Table>,
    /// The seats, in playing order.
    pub seats: Vec<SeatState>,
    /// Rolls so far, draws included: the `t` of the last one.
    pub rolls: u32,
    /// The server's last revealed link (its anchor at first).
    pub server_link: Link,
    /// How far it has come.
    pub stage: Stage,
    /// Banks, deadlines and pauses, once a game with a clock has started.
    pub clock: Option<ClockState>,
    /// What must be logged next: the consequences of the last roll, move or resignation.
    pub(super) due: VecDeque<Event>,
}

/// What is fixed at creation.
#[derive(Debug)]
pub struct Table {
    /// The checked rules.
    pub rules: Arc<Rules>,
    /// Their name and version, `traditional/1`.
    pub rules_name: String,
    /// The hash of the ruleset, 64 hex digits.
    pub rules_hash: String,
    /// The corner of the board that each seat has.
    pub board: Vec<Seat>,
    /// Who plays first.
    pub first: FirstData,
    /// The creator's pseudonym.
    pub owner: String,
    /// Whether seats without a chain are refused.
    pub sealed: SealedPolicy,
    /// What a seat does without being asked, unless it says otherwise.
    pub automation: Automation,
    /// How long players may take.
    pub clock: Option<Clock>,
    /// Whether the result counts.
    pub stakes: Stakes,
}

/// Whether a result counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// It does not: players may be given advice.
    Friendly,
    /// It does: each player decides alone.
    Rated,
}

impl Stakes {
    /// The stakes by their flag in the log.
    pub(super) fn of_log(rated: bool) -> Stakes {
        if rated {
            Stakes::Rated
        } else {
            Stakes::Friendly
        }
    }
}

/// Which contributions a table accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealedPolicy {
    /// Any, none included.
    Any,
    /// Chains only.
    SealedOnly,
}

impl SealedPolicy {
    /// The policy by its flag in the log.
    pub(super) fn of_log(sealed_only: bool) -> SealedPolicy {
        if sealed_only {
            SealedPolicy::SealedOnly
        } else {
            SealedPolicy::Any
        }
    }
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::large_enum_variant, reason = "most seats are taken")]
pub enum SeatState {
    /// Nobody sits there yet.
    Open,
    /// Nobody will: the owner started without it.
    Closed,
    /// Somebody does.
    Taken(Holder),
}

/// How far a game has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Seats are being taken.
    Lobby(Lobby),
    /// Horses run.
    Playing(Position),
    /// It is over.
    Over(Over),
    /// It ended before it began.
    Aborted(AbortReason),
}

/// A table that has not started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lobby {
    /// The draw for the first player so far: who rolled what, in order.
    pub draws: Vec<(SeatNo, u8)>,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// The last position.
    pub position: Position,
    /// Why it ended.
    pub reason: EndReason,
    /// Every seat that played, best first.
    pub standings: Vec<StandingData>,
}

impl Game {
    /// Who holds a seat.
    #[must_use]
    pub fn holder(&self, seat: SeatNo) -> Option<&Holder> {
        match self.seats.get(seat.index())? {
            SeatState::Taken(holder) => Some(holder),
            SeatState::Open | SeatState::Closed => None,
        }
    }

    pub(super) fn holder_mut(&mut self, seat: SeatNo) -> Option<&mut Holder> {
        match self.seats.get_mut(seat.index())? {
            SeatState::Taken(holder) => Some(holder),
            SeatState::Open | SeatState::Closed => None,
        }
    }

    /// All seats with their numbers.
    pub fn seats(&self) -> impl Iterator<Item = (SeatNo, &SeatState)> + Clone {
        (1..).map(SeatNo).zip(&self.seats)
    }

    /// The seats that are taken, with their holders.
    pub fn holders(&self) -> impl Iterator<Item = (SeatNo, &Holder)> {
        self.seats().filter_map(|(no, state)| match state {
            SeatState::Taken(holder) => Some((no, holder)),
            SeatState::Open | SeatState::Closed => None,
        })
    }

    /// The seats that nobody has taken and that are still offered.
    pub fn open_seats(&self) -> impl Iterator<Item = SeatNo> {
        self.seats()
            .filter(|(_, state)| **state == SeatState::Open)
            .map(|(no, _)| no)
    }

    /// Whether a player holds a seat.
    #[must_use]
    pub fn holds_a_seat(&self, player: &str) -> bool {
        self.holders().any(|(_, holder)| holder.is(player))
    }

    /// `L_1 … L_S` of the next roll.
    #[must_use]
    pub fn links(&self) -> Vec<Link> {
        self.seats
            .iter()
            .map(|seat| match seat {
                SeatState::Taken(holder) => holder.contribution.link(),
                SeatState::Open | SeatState::Closed => Link::NONE,
            })
            .collect()
    }

    /// The seat whose roll or move is awaited.
    #[must_use]
    pub fn mover(&self) -> Option<SeatNo> {
        match &self.stage {
            Stage::Playing(position) => match position.phase() {
                Phase::Roll { seat } | Phase::Move { seat, .. } => self.table.seat_no(seat),
                Phase::Over => None,
            },
            Stage::Lobby(_) | Stage::Over(_) | Stage::Aborted(_) => None,
        }
    }

    /// The board, when there is one.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        match &self.stage {
            Stage::Playing(position) => Some(position),
            Stage::Over(over) => Some(&over.position),
            Stage::Lobby(_) | Stage::Aborted(_) => None,
        }
    }

    /// The corners of the board that are played.
    #[must_use]
    pub fn board_seats(&self) -> SeatSet {
        self.holders()
            .filter_map(|(no, _)| self.table.corner(no))
            .collect()
    }

    /// Who must roll next in the draw for the first player; `None` when it is decided.
    #[must_use]
    pub fn next_draw(&self) -> Option<SeatNo> {
        match &self.stage {
            Stage::Lobby(lobby) => {
                let seats: Vec<SeatNo> = self.holders().map(|(no, _)| no).collect();
                drawing(seats, &lobby.draws).err()
            }
            Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_) => None,
        }
    }

    /// Who plays first, once nothing is left to draw.
    #[must_use]
    pub fn first_seat(&self) -> Option<SeatNo> {
        match (self.table.first, &self.stage) {
            (FirstData::Seat(seat), _) => self.taken_from(seat),
            (FirstData::Draw, Stage::Lobby(lobby)) => {
                let seats: Vec<SeatNo> = self.holders().map(|(no, _)| no).collect();
                drawing(seats, &lobby.draws).ok()
            }
            (FirstData::Draw, Stage::Playing(_) | Stage::Over(_) | Stage::Aborted(_)) => None,
        }
    }

    /// The first taken seat from this one on, once around the table.
    fn taken_from(&self, seat: SeatNo) -> Option<SeatNo> {
        let taken = |no: &SeatNo| self.holder(*no).is_some();
        let mut seats = self.seats().map(|(no, _)| no);
        let later = seats.clone().filter(|no| *no >= seat).find(taken);
        later.or_else(|| seats.find(taken))
    }

    /// Whether every seat is taken or closed, and every chain has shown its first link.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.open_seats().next().is_none()
            && self
                .holders()
                .all(|(_, holder)| holder.contribution.is_ready())
    }

    /// Whether all consequences of the last command are in the log.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.due.is_empty()
    }
}

/// The winner of the draw, or who must roll next: seats in order, then those tied for the
/// highest in order, again and again (PC-DICE/1 section 3.5).
fn drawing(seats: Vec<SeatNo>, draws: &[(SeatNo, u8)]) -> Result<SeatNo, SeatNo> {
    let mut contenders = seats;
    let mut rest = draws;
    while contenders.len() > 1 {
        let Some((round, later)) = rest.split_at_checked(contenders.len()) else {
            return Err(contenders[rest.len()]);
        };
        let highest = round.iter().map(|(_, die)| *die).max();
        contenders = round
            .iter()
            .filter(|(_, die)| Some(*die) == highest)
            .map(|(seat, _)| *seat)
            .collect();
        rest = later;
    }
    contenders.first().copied().ok_or(SeatNo(1))
}

impl Table {
    /// The seat that has a corner of the board.
    #[must_use]
    pub fn seat_no(&self, corner: Seat) -> Option<SeatNo> {
        (1..)
            .map(SeatNo)
            .zip(&self.board)
            .find(|(_, seat)| **seat == corner)
            .map(|(no, _)| no)
    }

    /// The corner of the board that a seat has.
    #[must_use]
    pub fn corner(&self, seat: SeatNo) -> Option<Seat> {
        self.board.get(seat.index()).copied()
    }
}
