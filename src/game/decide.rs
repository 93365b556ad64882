//! Commands → events. Pure: the same state, command and links give the same events.
//!
//! Seats in [`seating`], rolls and moves in [`playing`], who may do what when in [`guards`].

mod guards;
mod playing;
mod seating;

use super::Refusal;
use super::command::Command;
use super::contribution::Contribution;
use super::event::Event;
use super::state::Game;
use crate::dice::ServerLinks;

/// What a command did: the state after it and its events, at least one.
#[derive(Debug)]
pub struct Decided {
    /// The state after the events.
    pub game: Game,
    /// The events, in order.
    pub events: Vec<Event>,
}

impl Game {
    /// Decides a command of the player with pseudonym `caller`.
    ///
    /// # Errors
    /// A [`Refusal`]; the state is untouched.
    pub fn decide(
        &self,
        caller: &str,
        command: &Command,
        links: &dyn ServerLinks,
    ) -> Result<Decided, Refusal> {
        let mut draft = Draft {
            caller,
            links,
            game: self.clone(),
            events: Vec::new(),
        };
        draft.decide(command)?;
        draft.roll_on()?;
        Ok(Decided {
            game: draft.game,
            events: draft.events,
        })
    }
}

/// A command being decided: the state moves on with each event.
struct Draft<'a> {
    caller: &'a str,
    links: &'a dyn ServerLinks,
    game: Game,
    events: Vec<Event>,
}

impl Draft<'_> {
    fn decide(&mut self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Take {
                seat,
                anchor,
                links,
                key,
                rolls,
            } => {
                let seat = self.free_seat(*seat)?;
                let contribution = Contribution::new(*anchor, *links);
                self.game
                    .check_contribution(&contribution.ok_or(Refusal::BadLinks)?)?;
                self.take(Event::PlayerJoined {
                    seat,
                    player: self.caller.to_owned(),
                    seat_anchor: anchor.map(|link| link.to_string()),
                    seat_links: *links,
                    seat_key: key.clone(),
                    rolls: *rolls,
                })
            }
            Command::Leave { seat } => self.leave(*seat),
            Command::Ready { seat, link } => self.ready(*seat, *link),
            Command::Start => self.start(),
            Command::Abort => self.abort(),
            Command::Roll { seat, roll, link } => self.roll(*seat, *roll, *link),
            Command::Deposit { seat, link } => self.deposit(*seat, *link),
            Command::Move(choice) => self.play(*choice),
            Command::CloseChain { seat } => self.close_chain(*seat),
            Command::Resign { seat } => self.resign(*seat),
        }
    }

    /// Logs an event and everything that follows from it.
    fn emit(&mut self, event: Event) -> Result<(), Refusal> {
        let mut next = Some(event);
        while let Some(event) = next {
            self.game.apply(&event).map_err(Refusal::Contradiction)?;
            self.events.push(event);
            next = self.game.due.front().cloned();
        }
        Ok(())
    }
}
