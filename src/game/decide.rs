//! Commands → events. Pure: the same state, command and links give the same events.

use super::Refusal;
use super::event::{AbortReason, Event, FirstData, PlaceData, RollKind, SeatNo};
use super::state::{Contribution, Game, Holder, SealedPolicy, SeatState, Stage};
use crate::dice::{Link, Roll, SERVER_LINKS, ServerLinks};
use crate::rules::{Fact, HorseId, Move, MoveKind, Phase, Place, Position, Seat};

/// What a player may ask of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sit down, on a given seat or the first open one.
    Take {
        /// Which seat.
        seat: Option<SeatNo>,
        /// The anchor of a chain, or a seed.
        anchor: Option<Link>,
        /// 4096 for a chain, 0 for a seed or nothing.
        links: u32,
        /// An Ed25519 key, 64 hex digits.
        key: Option<String>,
    },
    /// Give a seat back before the start.
    Leave {
        /// Which seat.
        seat: SeatNo,
    },
    /// Reveal the link that fixes a chain.
    Ready {
        /// Which seat.
        seat: SeatNo,
        /// The link and its number.
        link: (u32, Link),
    },
    /// Play without the seats that nobody took.
    Start,
    /// Call the game off before the start.
    Abort,
    /// Roll the die.
    Roll {
        /// The seat that rolls; the caller's seat in turn if absent.
        seat: Option<SeatNo>,
        /// The number of the roll, so that a repeated request cannot roll twice.
        roll: Option<u32>,
        /// The next link of a chained seat.
        link: Option<(u32, Link)>,
    },
    /// Play one of the legal moves.
    Move(MoveChoice),
    /// Give up the chain of a seat for good.
    CloseChain {
        /// Which seat.
        seat: SeatNo,
    },
    /// Give up a seat while the game runs.
    Resign {
        /// Which seat; the caller's only seat if absent.
        seat: Option<SeatNo>,
    },
}

/// Which legal move is meant: everything that is named has to fit, and one move may be left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveChoice {
    /// The seat that moves; the seat in turn if absent.
    pub seat: Option<SeatNo>,
    /// A horse, 1 … 4; one that stands where a listed one stands will do (A48).
    pub horse: Option<u8>,
    /// Where it stands.
    pub from: Option<Place>,
    /// Where it goes.
    pub to: Option<Place>,
    /// Play nothing, where a bonus may be declined.
    pub decline: Option<Decline>,
}

/// The wish to leave a bonus unused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decline;

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
            } => self.take(*seat, *anchor, *links, key.clone()),
            Command::Leave { seat } => self.leave(*seat),
            Command::Ready { seat, link } => self.ready(*seat, *link),
            Command::Start => self.start(),
            Command::Abort => self.abort(),
            Command::Roll { seat, roll, link } => self.roll(*seat, *roll, *link),
            Command::Move(choice) => self.play(*choice),
            Command::CloseChain { seat } => self.close_chain(*seat),
            Command::Resign { seat } => self.resign(*seat),
        }
    }

    /// Logs an event and everything that follows from it.
    fn emit(&mut self, event: Event) {
        let mut next = Some(event);
        while let Some(event) = next {
            let applied = self.game.apply(&event);
            debug_assert_eq!(applied, Ok(()), "a decided event applies: {event:?}");
            self.events.push(event);
            next = self.game.due.front().cloned();
        }
    }

    fn take(
        &mut self,
        seat: Option<SeatNo>,
        anchor: Option<Link>,
        links: u32,
        key: Option<String>,
    ) -> Result<(), Refusal> {
        self.in_lobby()?;
        let seat = self.free_seat(seat)?;
        self.check_contribution(anchor, links)?;
        self.emit(Event::PlayerJoined {
            seat,
            player: self.caller.to_owned(),
            seat_anchor: anchor.map(|link| link.to_string()),
            seat_links: links,
            seat_key: key,
        });
        self.start_if_ready()
    }

    fn free_seat(&self, wish: Option<SeatNo>) -> Result<SeatNo, Refusal> {
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

    fn check_contribution(&self, anchor: Option<Link>, links: u32) -> Result<(), Refusal> {
        let contribution = Contribution::new(anchor, links).ok_or(Refusal::BadLinks)?;
        let sealed = matches!(contribution, Contribution::Sealed { .. });
        if self.game.table.sealed == SealedPolicy::SealedOnly && !sealed {
            return Err(Refusal::SealedOnly);
        }
        let used = |link: &Link| {
            *link == Link::NONE
                || *link == self.game.server_link
                || self.game.links().contains(link)
        };
        match anchor.filter(used) {
            Some(_) => Err(Refusal::BadAnchor),
            None => Ok(()),
        }
    }

    fn leave(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.own(seat)?;
        self.emit(Event::PlayerLeft { seat });
        Ok(())
    }

    fn ready(&mut self, seat: SeatNo, (no, link): (u32, Link)) -> Result<(), Refusal> {
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
        });
        self.start_if_ready()
    }

    fn start(&mut self) -> Result<(), Refusal> {
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
        self.emit(Event::SeatsClosed { seats });
        self.start_if_ready()
    }

    fn unready(&self) -> Vec<SeatNo> {
        self.game
            .holders()
            .filter(|(_, holder)| !holder.contribution.is_ready())
            .map(|(seat, _)| seat)
            .collect()
    }

    fn start_if_ready(&mut self) -> Result<(), Refusal> {
        if !self.game.is_ready() {
            return Ok(());
        }
        while self.game.table.first == FirstData::Draw {
            let Some(seat) = self.game.next_draw() else {
                break;
            };
            self.throw(RollKind::Draw, seat, None)?;
        }
        let first_seat = self.game.first_seat().unwrap_or(SeatNo(1));
        self.emit(Event::GameStarted { first_seat });
        Ok(())
    }

    fn abort(&mut self) -> Result<(), Refusal> {
        self.in_lobby()?;
        self.owner()?;
        self.emit(Event::GameAborted {
            reason: AbortReason::ByOwner,
        });
        Ok(())
    }

    fn roll(
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
        self.throw(RollKind::Turn, mover, link)
    }

    fn check_link(&self, seat: SeatNo, link: Option<(u32, Link)>) -> Result<(), Refusal> {
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
    fn throw(
        &mut self,
        kind: RollKind,
        seat: SeatNo,
        link: Option<(u32, Link)>,
    ) -> Result<(), Refusal> {
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
            die: roll.die(&server_link).get(),
            kind,
            link: link.map(|(_, link)| link.to_string()),
            link_no: link.map(|(no, _)| no),
            roll: number,
            seat,
            server_link: server_link.to_string(),
        });
        Ok(())
    }

    fn play(&mut self, choice: MoveChoice) -> Result<(), Refusal> {
        let (seat, phase) = self.in_turn(choice.seat)?;
        match phase {
            Phase::Move { .. } => {}
            Phase::Roll { .. } | Phase::Over => return Err(Refusal::MoveNotExpected),
        }
        let mv = self.game.choose(choice)?;
        let event = self.game.event_of(seat, mv)?;
        self.emit(event);
        Ok(())
    }

    fn close_chain(&mut self, seat: SeatNo) -> Result<(), Refusal> {
        let holder = self.own(seat)?;
        if holder.contribution.live_chain().is_none() {
            return Err(Refusal::LinkUnexpected);
        }
        match &self.game.stage {
            Stage::Playing(_) => {}
            Stage::Lobby(_) => return Err(Refusal::NotStarted),
            Stage::Over(_) | Stage::Aborted(_) => return Err(Refusal::GameOver),
        }
        self.emit(Event::SeatChainClosed { seat });
        Ok(())
    }

    fn resign(&mut self, seat: Option<SeatNo>) -> Result<(), Refusal> {
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
        self.emit(Event::PlayerResigned { seat });
        Ok(())
    }

    fn only_seat(&self) -> Result<SeatNo, Refusal> {
        let mut held = self
            .game
            .holders()
            .filter(|(_, holder)| holder.player == self.caller)
            .map(|(seat, _)| seat);
        match (held.next(), held.next()) {
            (Some(seat), None) => Ok(seat),
            (Some(_), Some(_)) => Err(Refusal::WhichSeat),
            (None, _) => Err(Refusal::NotSeated),
        }
    }

    fn in_lobby(&self) -> Result<(), Refusal> {
        match self.game.stage {
            Stage::Lobby(_) => Ok(()),
            Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Over(_) | Stage::Aborted(_) => Err(Refusal::GameOver),
        }
    }

    fn playing(&self) -> Result<&crate::rules::Position, Refusal> {
        match &self.game.stage {
            Stage::Playing(position) => Ok(position),
            Stage::Lobby(_) => Err(Refusal::NotStarted),
            Stage::Over(_) | Stage::Aborted(_) => Err(Refusal::GameOver),
        }
    }

    fn owner(&self) -> Result<(), Refusal> {
        (self.game.table.owner == self.caller)
            .then_some(())
            .ok_or(Refusal::NotOwner)
    }

    fn own(&self, seat: SeatNo) -> Result<&Holder, Refusal> {
        if seat.0 == 0 || seat.index() >= self.game.seats.len() {
            return Err(Refusal::NoSuchSeat(seat));
        }
        self.game
            .holder(seat)
            .filter(|holder| holder.player == self.caller)
            .ok_or(Refusal::NotYourSeat(seat))
    }

    /// The seat in turn, if the caller holds it and means it.
    fn in_turn(&self, wish: Option<SeatNo>) -> Result<(SeatNo, Phase), Refusal> {
        let phase = self.playing()?.phase();
        let mover = self.game.mover().ok_or(Refusal::GameOver)?;
        if let Some(seat) = wish {
            self.own(seat)?;
            if seat != mover {
                return Err(Refusal::NotYourTurn(mover));
            }
        }
        if self.own(mover).is_ok() {
            return Ok((mover, phase));
        }
        match self.only_seat() {
            Err(Refusal::NotSeated) => Err(Refusal::NotSeated),
            Ok(_) | Err(_) => Err(Refusal::NotYourTurn(mover)),
        }
    }
}

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
    fn choose(&self, choice: MoveChoice) -> Result<Move, Refusal> {
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
    fn event_of(&self, seat: SeatNo, mv: Move) -> Result<Event, Refusal> {
        let piece = mv.horse.number();
        match mv.kind {
            MoveKind::DeclineBonus => Ok(Event::BonusDeclined { seat }),
            MoveKind::SendHome => Ok(Event::PenaltyChosen { seat, piece }),
            MoveKind::Advance | MoveKind::Exit | MoveKind::ExitTwo => {
                let mut after = *self.position().ok_or(Refusal::MoveNotExpected)?;
                let mut captured = None;
                after
                    .play(&self.table.rules, mv, &mut |fact: Fact| {
                        captured = captured.take().or_else(|| self.table.captures(&fact));
                    })
                    .map_err(|_| Refusal::IllegalMove)?;
                Ok(Event::PieceMoved {
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
