//! Games of every kind, made without a server; the same each time.

use std::collections::BTreeMap;

use petits_chevaux::dice::{Link, SEAT_LINKS};
use petits_chevaux::game::{Command, GameId, MoveChoice, RollMode, SeatNo, Spec, Taking};
use petits_chevaux::rules::Preset;

use crate::game::table::{Bench, Client, GAME, roll, take, take_sealed};

/// A game as its log.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) game: GameId,
    pub(crate) lines: Vec<String>,
}

/// Games beyond this many commands are left unfinished.
const LONG: usize = 600;

/// A table whose sealed seats have clients that know which link is next.
pub(crate) struct Party {
    pub(crate) bench: Bench,
    clients: BTreeMap<u8, (Client, u32)>,
}

impl Party {
    pub(crate) fn new(spec: &Spec, secret: u8) -> Party {
        Party {
            bench: Bench::of(spec, secret),
            clients: BTreeMap::new(),
        }
    }

    pub(crate) fn of(ruleset: &str, seats: u8, secret: u8) -> Party {
        let spec = Spec {
            ruleset: ruleset.to_owned(),
            seats: Some(seats),
            ..Spec::default()
        };
        Party::new(&spec, secret)
    }

    fn send(&mut self, seat: u8, command: &Command) {
        self.bench.ok(&format!("p{seat}"), command);
    }

    pub(crate) fn none(mut self, seat: u8) -> Party {
        self.send(seat, &take(seat));
        self
    }

    pub(crate) fn seeded(mut self, seat: u8) -> Party {
        let seed = Command::Take(Taking {
            seat: Some(SeatNo(seat)),
            anchor: Some(Link([0x50 + seat; 32])),
            rolls: Some(RollMode::Automatic),
            ..Taking::default()
        });
        self.send(seat, &seed);
        self
    }

    pub(crate) fn sealed(mut self, seat: u8) -> Party {
        let client = Client::new(0x80 + seat);
        self.send(seat, &take_sealed(seat, &client));
        self.clients.insert(seat, (client, 1));
        self
    }

    /// A chain, and a key that signs whatever its player does.
    pub(crate) fn signed(mut self, seat: u8) -> Party {
        let client = Client::new(0x80 + seat);
        let key = self.bench.key(&format!("p{seat}"), 0x90 + seat);
        let chain = Command::Take(Taking {
            seat: Some(SeatNo(seat)),
            anchor: Some(client.link(0)),
            links: SEAT_LINKS,
            key: Some(key),
            ..Taking::default()
        });
        self.send(seat, &chain);
        self.clients.insert(seat, (client, 1));
        self
    }

    /// A chain whose seat is rolled for while deposited links last.
    pub(crate) fn sealed_automatic(mut self, seat: u8) -> Party {
        let client = Client::new(0x80 + seat);
        let chain = Command::Take(Taking {
            seat: Some(SeatNo(seat)),
            anchor: Some(client.link(0)),
            links: SEAT_LINKS,
            rolls: Some(RollMode::Automatic),
            ..Taking::default()
        });
        self.send(seat, &chain);
        self.clients.insert(seat, (client, 1));
        self
    }

    /// The next link of a seat, which is then used.
    fn next(&mut self, seat: u8) -> Option<(u32, Link)> {
        let (client, next) = self.clients.get_mut(&seat)?;
        let link = (*next, client.link(*next));
        *next += 1;
        Some(link)
    }

    pub(crate) fn ready(mut self) -> Party {
        for seat in self.clients.keys().copied().collect::<Vec<_>>() {
            let link = self.next(seat).unwrap();
            let ready = Command::Ready {
                seat: SeatNo(seat),
                link,
            };
            self.send(seat, &ready);
        }
        self
    }

    pub(crate) fn leave(mut self, seat: u8) -> Party {
        self.send(seat, &Command::Leave { seat: SeatNo(seat) });
        self.clients.remove(&seat);
        self
    }

    pub(crate) fn order(mut self, caller: &str, command: &Command) -> Party {
        self.bench.ok(caller, command);
        self
    }

    pub(crate) fn close_chain(mut self, seat: u8) -> Party {
        self.send(seat, &Command::CloseChain { seat: SeatNo(seat) });
        self.clients.remove(&seat);
        self
    }

    /// At most so many rolls and moves.
    pub(crate) fn play(mut self, most: usize) -> Party {
        for _ in 0..most {
            let Some((seat, caller)) = self.bench.mover() else {
                break;
            };
            let rolls = self.bench.game.choices().is_empty();
            match rolls.then(|| self.next(seat.0)).flatten() {
                Some(link) => {
                    let roll = Command::Roll {
                        seat: None,
                        roll: None,
                        link: Some(link),
                    };
                    self.bench.ok(&caller, &roll);
                }
                None => drop(self.bench.act()),
            }
        }
        self
    }

    /// As [`Party::play`], but whoever can choose plays the last of the legal moves.
    pub(crate) fn play_otherwise(mut self, most: usize) -> Party {
        for _ in 0..most {
            let Some((_, caller)) = self.bench.mover() else {
                break;
            };
            let command = match self.bench.game.choices().last() {
                None => roll(),
                Some(mv) => Command::Move(MoveChoice {
                    horse: Some(mv.horse.number()),
                    from: Some(mv.from),
                    to: Some(mv.to),
                    ..MoveChoice::default()
                }),
            };
            self.bench.ok(&caller, &command);
        }
        self
    }

    /// Gives links ahead: enough for so many rolls.
    pub(crate) fn deposit(mut self, seat: u8, rolls: u32) -> Party {
        let (client, next) = self.clients.get_mut(&seat).unwrap();
        let no = *next + rolls - 1;
        *next += rolls;
        let link = (no, client.link(no));
        self.send(
            seat,
            &Command::Deposit {
                seat: SeatNo(seat),
                link,
            },
        );
        self
    }

    pub(crate) fn case(self, name: &str) -> Case {
        Case {
            name: name.to_owned(),
            game: GAME,
            lines: self
                .bench
                .lines
                .into_iter()
                .map(|line| line.payload)
                .collect(),
        }
    }
}

/// Two sealed seats and a seeded one, to the end.
pub(crate) fn mixed() -> Case {
    Party::of("quick", 3, 40)
        .sealed(1)
        .seeded(2)
        .sealed(3)
        .ready()
        .play(LONG * 4)
        .case("mixed")
}

/// Two sealed seats, to the end.
pub(crate) fn sealed() -> Case {
    Party::of("quick", 2, 41)
        .sealed(1)
        .sealed(2)
        .ready()
        .play(LONG * 4)
        .case("sealed")
}

/// A seat that signs and one that does not.
pub(crate) fn signed() -> Case {
    let one = Party::of("quick", 2, 39).signed(1).sealed(2).ready();
    one.play(LONG * 4).case("signed")
}

/// Nobody brought anything: nothing but the server's chain makes the dice.
pub(crate) fn plain() -> Case {
    Party::of("quick", 2, 42)
        .none(1)
        .none(2)
        .play(LONG * 4)
        .case("plain")
}

/// A game of each ruleset with as many seats as it takes, and with as few.
fn presets() -> Vec<Case> {
    let mut cases = Vec::new();
    for (secret, preset) in (50..).zip(Preset::ALL) {
        let (least, most) = (preset.ruleset().min_players, preset.ruleset().max_players);
        for seats in [least, most] {
            let mut party = Party::of(preset.name(), seats, secret);
            for seat in 1..=seats {
                party = match (seat + secret) % 3 {
                    0 => party.sealed(seat),
                    1 => party.seeded(seat),
                    _ => party.none(seat),
                };
            }
            let name = format!("{} for {seats}", preset.name());
            cases.push(party.ready().play(LONG).case(&name));
        }
    }
    cases
}

/// What happens besides playing.
fn special() -> Vec<Case> {
    let four = || Party::of("traditional", 4, 43).sealed(1).none(2);
    let two = || Party::of("quick", 2, 44).sealed(1).sealed(2).ready();
    let automatic = Party::of("quick", 2, 45)
        .sealed_automatic(1)
        .seeded(2)
        .ready();
    let named = Spec {
        ruleset: "quick".to_owned(),
        seats: Some(4),
        first_seat: Some(3),
        sealed_only: true,
        rated: true,
        ..Spec::default()
    };
    let only_sealed = Party::new(&named, 46)
        .sealed(1)
        .sealed(2)
        .sealed(3)
        .sealed(4);
    vec![
        four().case("a lobby"),
        four().order("owner", &Command::Abort).case("called off"),
        four()
            .order("owner", &Command::Start)
            .ready()
            .play(50)
            .case("seats closed"),
        four()
            .leave(1)
            .seeded(1)
            .none(3)
            .sealed(4)
            .ready()
            .play(80)
            .case("coming and going"),
        two()
            .play(30)
            .close_chain(1)
            .play(LONG)
            .case("a chain given up"),
        two()
            .play(40)
            .order("p2", &Command::Resign { seat: None })
            .case("resigned"),
        automatic.deposit(1, 9).play(LONG).case("links ahead"),
        only_sealed.ready().play(LONG).case("only sealed"),
        Party::of("quick", 3, 38)
            .signed(1)
            .signed(2)
            .signed(3)
            .leave(2)
            .signed(2)
            .ready()
            .play(30)
            .close_chain(1)
            .play(60)
            .order("p3", &Command::Resign { seat: None })
            .play(LONG)
            .case("everything signed"),
    ]
}

/// Every kind of good game.
pub(crate) fn all() -> Vec<Case> {
    let mut cases = vec![mixed(), sealed(), signed(), plain()];
    cases.extend(presets());
    cases.extend(special());
    cases
}
