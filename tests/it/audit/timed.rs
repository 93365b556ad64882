//! Games in which something happens by itself: bots, clocks, orders, absence.

use std::collections::BTreeMap;

use petits_chevaux::dice::SEAT_LINKS;
use petits_chevaux::game::orders::{Face, Orders, Otherwise, Preference, Scope};
use petits_chevaux::game::{
    Automation, Clock, Command, Level, RollMode, SealedOrders, SeatNo, Spec, Taking,
};
use petits_chevaux::rules::Die;

use super::corpus::Case;
use crate::game::table::{Bench, Client, GAME};

fn spec(seats: u8, automation: Automation, clock: Option<Clock>) -> Spec {
    Spec {
        ruleset: "quick".to_owned(),
        seats: Some(seats),
        first_seat: Some(1),
        automation,
        clock,
        ..Spec::default()
    }
}

fn case(bench: &Bench, name: &str) -> Case {
    Case {
        name: name.to_owned(),
        game: GAME,
        lines: bench
            .lines
            .iter()
            .map(|line| line.payload.clone())
            .collect(),
    }
}

fn sit(bench: &mut Bench, seats: std::ops::RangeInclusive<u8>) {
    for seat in seats {
        let take = Command::Take(Taking {
            seat: Some(SeatNo(seat)),
            ..Taking::default()
        });
        bench.ok(&format!("p{seat}"), &take);
    }
}

/// A chained seat, ready, whose player signs.
fn chained(bench: &mut Bench, client: &Client) {
    let key = bench.key("p1", 0x91);
    let take = Command::Take(Taking {
        seat: Some(SeatNo(1)),
        anchor: Some(client.link(0)),
        links: SEAT_LINKS,
        key: Some(key),
        rolls: Some(RollMode::Automatic),
        ..Taking::default()
    });
    bench.ok("p1", &take);
}

fn ready(bench: &mut Bench, client: &Client) {
    let ready = Command::Ready {
        seat: SeatNo(1),
        link: (1, client.link(1)),
    };
    bench.ok("p1", &ready);
}

fn play(bench: &mut Bench, most: usize) {
    for _ in 0..most {
        if bench.act().is_none() {
            break;
        }
    }
}

/// Time passes until whoever is awaited is late.
fn be_late(bench: &mut Bench) {
    bench.at = bench.game.deadline().unwrap().by;
    bench.ok("", &Command::Tick { outage: 0 });
}

pub(super) fn bots() -> Case {
    let mut bench = Bench::of(&spec(4, Automation::FULL, None), 80);
    sit(&mut bench, 1..=1);
    for level in [Level::Random, Level::Greedy, Level::Strong] {
        bench.ok("owner", &Command::TakeBot { seat: None, level });
    }
    play(&mut bench, 400);
    case(&bench, "bots")
}

/// A chained seat that is skipped, then absent without and with links, then back.
pub(super) fn absence() -> Case {
    let clock = Some(Clock::CORRESPONDENCE);
    let mut bench = Bench::of(&spec(2, Automation::default(), clock), 81);
    let client = Client::new(0x81);
    chained(&mut bench, &client);
    sit(&mut bench, 2..=2);
    ready(&mut bench, &client);
    for _ in 0..2 {
        while bench.game.mover() == Some(SeatNo(2)) {
            bench.act();
        }
        be_late(&mut bench);
    }
    play(&mut bench, 4);
    let next = |bench: &Bench| {
        let holder = bench.game.holder(SeatNo(1)).unwrap();
        holder.contribution.live_chain().unwrap().next_no()
    };
    let no = next(&bench) + 3;
    let deposit = Command::Deposit {
        seat: SeatNo(1),
        link: (no, client.link(no)),
    };
    bench.ok("p1", &deposit);
    play(&mut bench, 12);
    if bench.game.mover().is_some() {
        bench.ok("p1", &Command::Return { seat: SeatNo(1) });
    }
    case(&bench, "absence")
}

fn orders() -> SealedOrders {
    let any = vec![Preference::Any];
    let faces: BTreeMap<_, _> = Die::ALL
        .into_iter()
        .map(|die| (Face(die), any.clone()))
        .collect();
    SealedOrders {
        orders: Orders {
            scope: Scope::NextTurn,
            faces,
            otherwise: Otherwise::Ask,
        },
        salt: "5a".repeat(32),
    }
}

/// Everything that a player can say besides playing, signed.
fn said() -> Case {
    let clock = Some(Clock::CORRESPONDENCE);
    let mut bench = Bench::of(&spec(2, Automation::FULL, clock), 82);
    let client = Client::new(0x81);
    chained(&mut bench, &client);
    sit(&mut bench, 2..=2);
    ready(&mut bench, &client);
    let seat = SeatNo(1);
    let wish = |seat| Command::WishPause { seat: SeatNo(seat) };
    for _ in 0..2 {
        bench.ok("p1", &wish(1));
        bench.ok("p2", &wish(2));
        bench.at = bench.at.plus(3_600);
    }
    let from = Some(bench.at);
    bench.ok(
        "p1",
        &Command::Rest {
            seat,
            from,
            days: 3,
        },
    );
    bench.ok(
        "p1",
        &Command::Order {
            seat,
            orders: orders(),
        },
    );
    bench.ok("p1", &Command::Withdraw { seat });
    bench.ok(
        "p1",
        &Command::Order {
            seat,
            orders: orders(),
        },
    );
    let links = Command::Deposit {
        seat,
        link: (90, client.link(90)),
    };
    bench.ok("p1", &links);
    play(&mut bench, 30);
    let asked = Command::Automate {
        seat,
        rolls: Some(RollMode::Asked),
        moves: None,
    };
    if bench.game.mover().is_some() {
        bench.ok("p1", &asked);
    }
    case(&bench, "said and signed")
}

/// A seat that wants to be rolled for from some time on.
pub(super) fn changed() -> Case {
    let mut bench = Bench::of(&spec(2, Automation::default(), None), 83);
    sit(&mut bench, 1..=2);
    play(&mut bench, 6);
    let automatic = Command::Automate {
        seat: SeatNo(1),
        rolls: Some(RollMode::Automatic),
        moves: None,
    };
    bench.ok("p1", &automatic);
    play(&mut bench, 30);
    case(&bench, "a change of mind")
}

/// Every game of this kind.
pub(super) fn all() -> Vec<Case> {
    vec![bots(), absence(), said(), changed()]
}
