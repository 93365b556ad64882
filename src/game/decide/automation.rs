//! What happens by itself after a command: rolls, single moves, standing orders, bots.

use super::Draft;
use super::playing::Throw;
use crate::game::Refusal;
use crate::game::automation::Step;
use crate::game::event::{Cause, Event, MoveMode, OrdersEnd, PassData, RollMode, SeatNo};
use crate::game::holder::{Absence, Holder, Rolled};
use crate::game::orders::{Otherwise, Scope, SealedOrders};
use crate::game::state::{Stage, Stakes};
use crate::rules::{Move, Phase};

/// Rolls that follow one command without being asked for, at most.
const MOST_ROLLS: usize = 64;

impl Draft<'_> {
    /// Does what happens by itself, until a player has to decide.
    ///
    /// Before roll [`MOST_ROLLS`] and one it stops: the server goes on by [`Draft::tick`].
    pub(super) fn go_on(&mut self) -> Result<(), Refusal> {
        let mut rolls = 0;
        self.end_orders()?;
        while let Some(step) = self.game.step() {
            rolls += usize::from(matches!(step, Step::Roll(..)));
            if rolls > MOST_ROLLS || !self.take(step)? {
                break;
            }
            self.end_orders()?;
        }
        Ok(())
    }

    /// Does a step; false if it is up to the player after all.
    fn take(&mut self, step: Step) -> Result<bool, Refusal> {
        let seat = self.game.mover().ok_or(Refusal::GameOver)?;
        match step {
            Step::Roll(cause, link) => self.throw(Throw::by_itself(cause, seat, link))?,
            Step::Skip => self.emit(Event::TurnPassed {
                reason: PassData::Skipped,
                seat,
            })?,
            Step::Forced(mv) => self.move_by_itself(Cause::Forced, seat, mv)?,
            Step::Choose(level, cause) => {
                let mv = self.game.position().and_then(|position| {
                    level.choose(position, &self.game.table.rules, self.seed())
                });
                self.move_by_itself(cause, seat, mv.ok_or(Refusal::IllegalMove)?)?;
            }
            Step::Orders => match self.ordered(seat) {
                Some(mv) => self.move_by_itself(Cause::StandingOrder, seat, mv)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn move_by_itself(&mut self, cause: Cause, seat: SeatNo, mv: Move) -> Result<(), Refusal> {
        let event = self.game.event_of(Some(cause), seat, mv)?;
        self.emit(event)
    }

    /// What bots draw from: public, and known to nobody before the roll.
    fn seed(&self) -> u64 {
        let link = &self.game.server_link.0;
        link.iter()
            .take(8)
            .fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    /// The move that a seat's orders choose now.
    fn ordered(&self, seat: SeatNo) -> Option<Move> {
        let mark = self.game.holder(seat)?.orders.as_ref()?;
        let sealed = self.orders.get(&seat)?;
        let position = self.game.position()?;
        let Phase::Move { die, .. } = position.phase() else {
            return None;
        };
        let rules = &self.game.table.rules;
        (sealed.digest() == mark.digest)
            .then(|| sealed.orders.choose(position, rules, die, self.seed()))
            .flatten()
    }

    /// Orders for one turn end with it, or when a horse of their seat was captured.
    fn end_orders(&mut self) -> Result<(), Refusal> {
        let holders = self.game.holders();
        let ended: Vec<(SeatNo, OrdersEnd)> = holders
            .filter_map(|(seat, holder)| Some((seat, self.end_of(seat, holder)?)))
            .collect();
        for (seat, reason) in ended {
            self.orders.remove(&seat);
            self.emit(Event::OrdersEnded { seat, reason })?;
        }
        Ok(())
    }

    fn end_of(&self, seat: SeatNo, holder: &Holder) -> Option<OrdersEnd> {
        let mark = holder.orders.as_ref()?;
        match self.game.stage {
            Stage::Playing(_) => {}
            Stage::Lobby(_) | Stage::Over(_) | Stage::Aborted(_) => return None,
        }
        match self.orders.get(&seat)?.orders.scope {
            Scope::Game => None,
            Scope::NextTurn if mark.rolled == Rolled::Did => {
                (self.game.mover() != Some(seat)).then_some(OrdersEnd::Done)
            }
            Scope::NextTurn => self.was_captured(seat).then_some(OrdersEnd::Overtaken),
        }
    }

    /// Whether this command has cost a seat a horse.
    fn was_captured(&self, seat: SeatNo) -> bool {
        self.events.iter().any(|event| {
            matches!(event, Event::PieceMoved { captured, .. }
                if captured.iter().any(|piece| piece.seat == seat))
        })
    }

    pub(super) fn automate(
        &mut self,
        seat: SeatNo,
        rolls: Option<RollMode>,
        moves: Option<MoveMode>,
    ) -> Result<(), Refusal> {
        self.playing()?;
        let holder = self.own(seat)?;
        let rolls = rolls.unwrap_or(holder.rolls);
        let moves = moves.unwrap_or(holder.moves);
        self.emit(Event::AutomationSet { seat, rolls, moves })
    }

    pub(super) fn order(&mut self, seat: SeatNo, sealed: &SealedOrders) -> Result<(), Refusal> {
        self.playing()?;
        let holder = self.own(seat)?;
        sealed.orders.check().map_err(Refusal::BadOrders)?;
        let by_a_bot = matches!(sealed.orders.otherwise, Otherwise::Bot(_));
        if by_a_bot && self.game.table.stakes == Stakes::Rated {
            return Err(Refusal::NotAgreed(
                "in a rated game no bot chooses for a player",
            ));
        }
        let standing = holder.orders.is_some();
        let same = |known: &SealedOrders| known.orders == sealed.orders;
        if standing && self.orders.get(&seat).is_some_and(same) {
            return Err(Refusal::OrdersStand);
        }
        let digest = sealed.digest();
        self.orders.insert(seat, sealed.clone());
        self.emit(Event::OrdersSet { seat, digest })
    }

    pub(super) fn withdraw(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.playing()?;
        if self.own(seat)?.orders.is_none() {
            return Err(Refusal::NoOrders);
        }
        self.orders.remove(&seat);
        let reason = OrdersEnd::Withdrawn;
        self.emit(Event::OrdersEnded { seat, reason })
    }

    pub(super) fn come_back(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.playing()?;
        match self.own(seat)?.absence {
            Absence::Now(_) => self.emit(Event::SeatReturned { seat }),
            Absence::Never | Absence::Over => Err(Refusal::NotAbsent(seat)),
        }
    }
}
