//! Commands → events. Pure: the same state, command and links give the same events.
//!
//! Seats in [`seating`], rolls and moves in [`playing`], what happens by itself in [`automation`],
//! time in [`clock`], who may do what when in [`guards`].

mod automation;
mod clock;
mod guards;
mod playing;
mod seating;

use super::command::Command;
use super::event::Event;
use super::orders::OrderBook;
use super::state::Game;
use super::{Refusal, Signature, Time};
use crate::dice::ServerLinks;

/// A command with everything that its decision hangs on, the state and the dice aside.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The pseudonym of the player who asks.
    pub caller: &'a str,
    /// What is asked.
    pub command: &'a Command,
    /// The player's signature, if the seat joined with a key.
    pub signature: Option<&'a Signature>,
    /// What time it is.
    pub at: Time,
    /// The standing orders at the table.
    pub orders: &'a OrderBook,
}

/// What a command did: the state after it and its events, at least one.
#[derive(Debug)]
pub struct Decided {
    /// The state after the events.
    pub game: Game,
    /// The events, in order.
    pub events: Vec<Event>,
    /// The standing orders after them.
    pub orders: OrderBook,
}

impl Game {
    /// Decides a command.
    ///
    /// # Errors
    /// A [`Refusal`]; the state is untouched.
    pub fn decide(&self, asked: Asked<'_>, links: &dyn ServerLinks) -> Result<Decided, Refusal> {
        let mut draft = Draft {
            caller: asked.caller,
            signature: asked.signature,
            at: asked.at,
            orders: asked.orders.clone(),
            links,
            game: self.clone(),
            events: Vec::new(),
        };
        draft.decide(asked.command)?;
        draft.go_on()?;
        draft.set_deadline(self)?;
        if draft.events.is_empty() {
            return Err(Refusal::NotDue);
        }
        Ok(Decided {
            game: draft.game,
            events: draft.events,
            orders: draft.orders,
        })
    }
}

/// A command being decided: the state moves on with each event.
struct Draft<'a> {
    caller: &'a str,
    signature: Option<&'a Signature>,
    at: Time,
    orders: OrderBook,
    links: &'a dyn ServerLinks,
    game: Game,
    events: Vec<Event>,
}

impl Draft<'_> {
    fn decide(&mut self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Take(taking) => self.sit_down(taking),
            Command::TakeBot { seat, level } => self.seat_bot(*seat, *level),
            Command::Leave { seat } => self.leave(*seat),
            Command::Ready { seat, link } => self.ready(*seat, *link),
            Command::Start => self.start(),
            Command::Abort => self.abort(),
            Command::Roll { seat, roll, link } => self.roll(*seat, *roll, *link),
            Command::Deposit { seat, link } => self.deposit(*seat, *link),
            Command::Move(choice) => self.play(*choice),
            Command::CloseChain { seat } => self.close_chain(*seat),
            Command::Resign { seat } => self.resign(*seat),
            Command::Automate { seat, rolls, moves } => self.automate(*seat, *rolls, *moves),
            Command::Order { seat, orders } => self.order(*seat, orders),
            Command::Withdraw { seat } => self.withdraw(*seat),
            Command::Return { seat } => self.come_back(*seat),
            Command::Rest { seat, from, days } => self.rest(*seat, *from, *days),
            Command::WishPause { seat } => self.wish_pause(*seat),
            Command::Tick { outage } => self.tick(*outage),
        }
    }

    /// Logs an event and everything that follows from it.
    fn emit(&mut self, event: Event) -> Result<(), Refusal> {
        self.check_signature(&event)?;
        let mut next = Some(event);
        while let Some(event) = next {
            self.game
                .apply(self.at, &event)
                .map_err(Refusal::Contradiction)?;
            self.events.push(event);
            next = self.game.due.front().cloned();
        }
        Ok(())
    }

    /// The first event of a command carries the signature; those that follow are nobody's act.
    fn check_signature(&self, event: &Event) -> Result<(), Refusal> {
        let given = self.signature.filter(|_| self.events.is_empty());
        self.game
            .check_signature(event, given)
            .map_err(|_| self.game.wanted_signature(event))
    }
}
