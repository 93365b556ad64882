//! Which legal move a player means, and how it is logged.

use super::Refusal;
use super::command::MoveChoice;
use super::event::{Cause, Event, PlaceData, SeatNo};
use super::state::{Game, Stage};
use crate::rules::{Fact, HorseId, Move, MoveKind, Phase, Position, Seat};

impl Game {
    /// What may be played now; empty while a roll is due.
    #[must_use]
    pub fn choices(&self) -> Vec<Move> {
        match &self.stage {
            Stage::Playing(position) => position.legal_moves(&self.table.rules).to_vec(),
            Stage::Lobby(_) | Stage::Over(_) | Stage::Aborted(_) => Vec::new(),
        }
    }

    /// The one legal move that a choice names.
    pub(super) fn choose(&self, choice: MoveChoice) -> Result<Move, Refusal> {
        let Stage::Playing(position) = &self.stage else {
            return Err(Refusal::MoveNotExpected);
        };
        let Phase::Move { seat: mover, .. } = position.phase() else {
            return Err(Refusal::MoveNotExpected);
        };
        let fits = |mv: &Move| fits(position, mover, choice, mv);
        let moves = position.legal_moves(&self.table.rules);
        let mut found = moves.iter().copied().filter(fits);
        match (found.next(), found.next()) {
            (None, _) => Err(Refusal::IllegalMove),
            (Some(mv), None) => Ok(named(choice, mv)),
            (Some(_), Some(_)) => Err(Refusal::AmbiguousMove(
                moves.iter().copied().filter(fits).collect(),
            )),
        }
    }

    /// How a move is logged.
    pub(super) fn event_of(
        &self,
        cause: Option<Cause>,
        seat: SeatNo,
        mv: Move,
    ) -> Result<Event, Refusal> {
        let piece = mv.horse.number();
        match mv.kind {
            MoveKind::DeclineBonus => Ok(Event::BonusDeclined { cause, seat }),
            MoveKind::SendHome => Ok(Event::PenaltyChosen { cause, seat, piece }),
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo => {
                let mut after = *self.position().ok_or(Refusal::MoveNotExpected)?;
                let mut captured = None;
                after
                    .play(&self.table.rules, mv, &mut |fact: Fact| {
                        captured = captured.take().or_else(|| self.table.captures(&fact));
                    })
                    .map_err(|_| Refusal::IllegalMove)?;
                Ok(Event::PieceMoved {
                    cause,
                    seat,
                    piece,
                    from: PlaceData(mv.from),
                    to: PlaceData(mv.to),
                    captured: captured.unwrap_or_default(),
                })
            }
        }
    }
}

/// Whether a move is what a choice names.
fn fits(position: &Position, mover: Seat, choice: MoveChoice, mv: &Move) -> bool {
    let declines = mv.kind == MoveKind::DeclineBonus;
    if declines || choice.decline.is_some() {
        return declines && choice.decline.is_some();
    }
    let horse = choice.horse.is_none_or(|number| {
        number <= position.horse_count()
            && HorseId::from_number(number)
                .is_some_and(|horse| position.place(mover, horse) == mv.from)
    });
    horse
        && choice.from.is_none_or(|from| from == mv.from)
        && choice.to.is_none_or(|to| to == mv.to)
}

/// The move with the horse that was named: those on one place are interchangeable (A48).
fn named(choice: MoveChoice, mv: Move) -> Move {
    let horse = choice.horse.and_then(HorseId::from_number);
    Move {
        horse: horse.unwrap_or(mv.horse),
        ..mv
    }
}
