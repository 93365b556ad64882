//! Facts of the rules → events of the log.

use super::event::{Event, PassData, PieceRef, Presence, SeatNo, StandingData};
use super::holder::Absence;
use super::state::{Game, Table};
use crate::rules::{Fact, HorseSet, PassReason, Phase, Seat, Task};

impl Table {
    /// The events that a fact adds to the log after its cause, given what is awaited then.
    pub(super) fn consequences(&self, fact: &Fact, awaited: Phase) -> Vec<Event> {
        match fact {
            Fact::Passed { seat, reason } => self.passed(*seat, PassData::of(*reason)),
            Fact::BonusForfeited { seat, squares } => {
                self.of(*seat, |seat| Event::BonusForfeited {
                    seat,
                    squares: *squares,
                })
            }
            Fact::ThirdSix { seat, sent_home } => {
                let mut events = self.sent_home(*seat, *sent_home);
                if !is_penalty(awaited) {
                    events.extend(self.passed(*seat, PassData::ThirdSix));
                }
                events
            }
            Fact::Scored { seat, points } => self.of(*seat, |seat| Event::PointsScored {
                seat,
                points: *points,
            }),
            Fact::Finished { seat, rank } => {
                self.of(*seat, |seat| Event::PlayerFinished { seat, rank: *rank })
            }
            // The cause says these itself; a roll without a move that is followed by another
            // roll, and the end, are told by what stands next.
            Fact::Moved { .. }
            | Fact::BonusDeclined { .. }
            | Fact::Retired { .. }
            | Fact::NoMove { .. }
            | Fact::Ended => Vec::new(),
        }
    }

    fn passed(&self, corner: Seat, reason: PassData) -> Vec<Event> {
        self.of(corner, |seat| Event::TurnPassed { reason, seat })
    }

    fn sent_home(&self, corner: Seat, horses: HorseSet) -> Vec<Event> {
        if horses.is_empty() {
            return Vec::new();
        }
        self.of(corner, |seat| Event::PiecesSentHome {
            seat,
            pieces: horses.iter().map(|(_, horse)| horse.number()).collect(),
        })
    }

    fn of(&self, corner: Seat, event: impl FnOnce(SeatNo) -> Event) -> Vec<Event> {
        self.seat_no(corner).map(event).into_iter().collect()
    }

    /// The captures of a move; `None` for any other fact.
    pub(super) fn captures(&self, fact: &Fact) -> Option<Vec<PieceRef>> {
        let Fact::Moved { captures, .. } = fact else {
            return None;
        };
        let piece = |(corner, horse): (Seat, crate::rules::HorseId)| {
            Some(PieceRef {
                seat: self.seat_no(corner)?,
                piece: horse.number(),
            })
        };
        Some(captures.iter().filter_map(piece).collect())
    }
}

/// Whether the player has yet to choose the horse that goes back.
fn is_penalty(awaited: Phase) -> bool {
    match awaited {
        Phase::Move { task, .. } => task == Task::SendHome,
        Phase::Roll { .. } | Phase::Over => false,
    }
}

impl PassData {
    fn of(reason: PassReason) -> PassData {
        match reason {
            PassReason::NoMove => PassData::NoLegalMove,
            PassReason::Skipped => PassData::Skipped,
        }
    }
}

impl Game {
    /// Whether the player of a corner was there all the time.
    fn presence(&self, corner: Seat) -> Presence {
        let seat = self.table.seat_no(corner);
        match seat
            .and_then(|seat| self.holder(seat))
            .map(|holder| holder.absence)
        {
            Some(Absence::Over | Absence::Now(_)) => Presence::Autopilot,
            Some(Absence::Never) | None => Presence::Whole,
        }
    }

    /// Who stands where, best first (S1-37, A24).
    #[must_use]
    pub fn standings(&self) -> Vec<StandingData> {
        let Some(position) = self.position() else {
            return Vec::new();
        };
        position
            .standings(&self.table.rules)
            .iter()
            .filter_map(|standing| {
                Some(StandingData {
                    seat: self.table.seat_no(standing.seat)?,
                    rank: standing.rank,
                    home: standing.finished_horses,
                    distance: u32::from(standing.distance),
                    presence: self.presence(standing.seat),
                })
            })
            .collect()
    }
}
