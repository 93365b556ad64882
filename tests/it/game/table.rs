//! A table without a server: decides, logs, and keeps the lines.

use std::collections::BTreeMap;

use ed25519_dalek::{Signer as _, SigningKey};
use petits_chevaux::dice::{Link, SEAT_LINKS, Secret, ServerChain, Tops, step};
use petits_chevaux::game::{
    Asked, Command, Event, Fixed, Game, GameId, Line, MoveChoice, OrderBook, Refusal, SeatNo,
    Signature, Spec, Taking, Time, line, setup,
};

pub(crate) const GAME: GameId = GameId(*b"a game of horses");

/// A game with its log and the server's secret.
pub(crate) struct Bench {
    pub(crate) game: Game,
    pub(crate) lines: Vec<Line>,
    tops: Tops,
    chance: u64,
    keys: BTreeMap<String, SigningKey>,
    /// What time it is.
    pub(crate) at: Time,
    orders: OrderBook,
}

/// A seat's own chain, as its client keeps it.
pub(crate) struct Client {
    links: Vec<[u8; 32]>,
}

impl Client {
    /// The chain that grows from one byte.
    pub(crate) fn new(secret: u8) -> Client {
        let mut links = vec![[secret; 32]];
        for no in (1..=SEAT_LINKS).rev() {
            links.push(step(&GAME.0, no, &links[links.len() - 1]));
        }
        links.reverse();
        Client { links }
    }

    pub(crate) fn link(&self, no: u32) -> Link {
        Link(self.links[no as usize])
    }
}

impl Bench {
    /// A table of a preset, owned by `owner`, with a server secret of that byte.
    pub(crate) fn new(ruleset: &str, seats: u8, secret: u8) -> Bench {
        Bench::of(
            &Spec {
                ruleset: ruleset.to_owned(),
                seats: Some(seats),
                ..Spec::default()
            },
            secret,
        )
    }

    pub(crate) fn of(spec: &Spec, secret: u8) -> Bench {
        let chain = ServerChain::draw(&GAME.0, &Secret::new([secret; 32]));
        let fixed = Fixed {
            id: GAME,
            server_anchor: chain.anchor,
            signing_kid: "test-1".to_owned(),
            owner: "owner".to_owned(),
        };
        let created = setup::create(spec, &fixed).unwrap();
        let lines = line::lines(
            GAME,
            None,
            AT,
            (None, &[Event::GameCreated(Box::new(created))]),
        );
        Bench {
            game: line::begin(GAME, &lines[0].payload).unwrap(),
            lines,
            tops: chain.tops,
            chance: u64::from(secret) + 1,
            keys: BTreeMap::new(),
            at: AT.parse().unwrap(),
            orders: OrderBook::new(),
        }
    }

    /// A started game in which `p1` … `pN` sit in order, without contributions.
    pub(crate) fn started(ruleset: &str, seats: u8, secret: u8) -> Bench {
        let mut bench = Bench::new(ruleset, seats, secret);
        for seat in 1..=seats {
            bench.ok(&format!("p{seat}"), &take(seat));
        }
        bench
    }

    /// Sends a command; its events are logged.
    pub(crate) fn send(&mut self, caller: &str, command: &Command) -> Result<Vec<Event>, Refusal> {
        match self.send_signed(caller, command, None) {
            Err(Refusal::Signature(Some(action))) if self.keys.contains_key(caller) => {
                let signature = self.sign(caller, &action);
                self.send_signed(caller, command, Some(&signature))
            }
            sent => sent,
        }
    }

    /// Gives a caller the key that signs whatever it sends from now on; its public half.
    pub(crate) fn key(&mut self, caller: &str, secret: u8) -> String {
        let key = SigningKey::from_bytes(&[secret; 32]);
        let public = hex::encode(key.verifying_key().as_bytes());
        self.keys.insert(caller.to_owned(), key);
        public
    }

    /// A caller's signature over an action on the present head.
    pub(crate) fn sign(&self, caller: &str, action: &str) -> Signature {
        let message = self
            .game
            .head
            .action_message(GAME, self.game.version, action);
        Signature(self.keys[caller].sign(&message).to_bytes())
    }

    /// Sends a command with a signature; its events are logged.
    pub(crate) fn send_signed(
        &mut self,
        caller: &str,
        command: &Command,
        signature: Option<&Signature>,
    ) -> Result<Vec<Event>, Refusal> {
        let asked = Asked {
            caller,
            command,
            signature,
            at: self.at,
            orders: &self.orders,
        };
        let decided = self.game.decide(asked, &self.tops)?;
        let after = self.lines.last().map(|line| (line.seq, line.head));
        let lines = line::lines(
            GAME,
            after,
            &self.at.to_string(),
            (signature, &decided.events),
        );
        self.game = decided.game;
        self.orders = decided.orders;
        if let Some(last) = lines.last() {
            self.game.version = last.seq;
            self.game.head = last.head;
        }
        self.lines.extend(lines);
        Ok(decided.events)
    }

    /// Sends a command that has to be accepted.
    pub(crate) fn ok(&mut self, caller: &str, command: &Command) -> Vec<Event> {
        self.send(caller, command)
            .unwrap_or_else(|refusal| panic!("{caller} {command:?}: {refusal}"))
    }

    /// Sends a command that has to be refused, and checks that nothing changed.
    pub(crate) fn refused(&mut self, caller: &str, command: &Command) -> Refusal {
        let (before, lines) = (self.game.save(), self.lines.len());
        let refusal = self.send(caller, command).unwrap_err();
        assert_eq!((self.game.save(), self.lines.len()), (before, lines));
        refusal
    }

    /// The player in turn, by the naming of [`Bench::started`].
    pub(crate) fn mover(&self) -> Option<(SeatNo, String)> {
        let seat = self.game.mover()?;
        let holder = self.game.holder(seat)?;
        Some((seat, holder.player()?.to_owned()))
    }

    /// One roll or one random move of whoever is in turn; `None` when the game is over.
    pub(crate) fn act(&mut self) -> Option<Vec<Event>> {
        let (_, caller) = self.mover()?;
        let moves = self.game.choices();
        let command = if moves.is_empty() {
            roll()
        } else {
            let mv = moves[self.random(moves.len())];
            Command::Move(MoveChoice {
                horse: Some(mv.horse.number()),
                from: Some(mv.from),
                to: Some(mv.to),
                ..MoveChoice::default()
            })
        };
        Some(self.ok(&caller, &command))
    }

    fn random(&mut self, below: usize) -> usize {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.chance >> 33).unwrap() % below
    }
}

pub(crate) const AT: &str = "2026-12-01T10:00:00.000Z";

pub(crate) fn take(seat: u8) -> Command {
    Command::Take(Taking {
        seat: Some(SeatNo(seat)),
        ..Taking::default()
    })
}

pub(crate) fn take_sealed(seat: u8, client: &Client) -> Command {
    Command::Take(Taking {
        seat: Some(SeatNo(seat)),
        anchor: Some(client.link(0)),
        links: SEAT_LINKS,
        ..Taking::default()
    })
}

pub(crate) fn roll() -> Command {
    Command::Roll {
        seat: None,
        roll: None,
        link: None,
    }
}
