//! Links and dice, one by one.

use super::finding::Reason;
use super::fold::Fold;
use super::lobby::{Hand, Place, Sitter};
use super::read::{Int, Kind, Rolled, Shown};
use crate::dice::{Link, Roll, SEAT_LINKS, SERVER_LINKS, SeatChain, step};
use crate::game::{ChainUse, Contribution};

impl Fold {
    /// Takes the next link of a seat's chain; a wrong one is told and then believed.
    pub(super) fn consume(&mut self, seq: u64, index: usize, no: Int, link: Link) {
        let game = self.game.0;
        let Place::Taken(Sitter {
            contribution,
            links,
            ..
        }) = &mut self.seats[index]
        else {
            return;
        };
        let why = match contribution {
            Contribution::Sealed {
                chain,
                use_of: use_of @ (ChainUse::NotReady | ChainUse::Ready),
                deposit,
            } => {
                let number = no.u32().unwrap_or(u32::MAX);
                let accepted = chain.accept(&game, number, link);
                *use_of = ChainUse::Ready;
                *chain = accepted.unwrap_or(SeatChain {
                    anchor: chain.anchor,
                    last: link,
                    last_no: if (1..=SEAT_LINKS).contains(&number) {
                        number
                    } else {
                        chain.last_no
                    },
                    burnt: 0,
                });
                *deposit = deposit.filter(|(last, _)| *last > chain.last_no);
                *links += u32::from(accepted.is_ok());
                accepted.err().map(|wrong| wrong.to_string())
            }
            Contribution::Sealed { .. } | Contribution::Seeded(_) | Contribution::None => {
                Some("this seat has no chain to take a link from".to_owned())
            }
        };
        if let Some(why) = why {
            self.find(Reason::SeatChain, seq, why);
        }
    }

    pub(super) fn deposited(&mut self, seq: u64, shown: &Shown) {
        self.in_play(seq);
        let Some(index) = self.sitter(seq, shown.seat) else {
            return;
        };
        let (game, link) = (self.game.0, Link(shown.link.0));
        let number = shown.link_no.u32().unwrap_or(u32::MAX);
        let why = match self.seats[index].contribution() {
            Some(Contribution::Sealed {
                chain,
                use_of: ChainUse::NotReady | ChainUse::Ready,
                deposit,
            }) => match chain.check_ahead(&game, number, link) {
                Ok(()) => {
                    *deposit = Some((number, link));
                    return;
                }
                Err(wrong) => wrong.to_string(),
            },
            _ => "this seat has no chain to give links of".to_owned(),
        };
        self.find(Reason::SeatChain, seq, why);
    }

    pub(super) fn chain_closed(&mut self, seq: u64, seat: Int) {
        let Some(index) = self.sitter(seq, seat) else {
            return;
        };
        match self.seats[index].contribution() {
            Some(Contribution::Sealed {
                use_of, deposit, ..
            }) if *use_of != ChainUse::Closed => {
                *use_of = ChainUse::Closed;
                *deposit = None;
            }
            _ => {
                let detail = "this seat has no chain to close";
                self.find(Reason::SeatChain, seq, detail.into());
            }
        }
    }

    pub(super) fn rolled(&mut self, seq: u64, rolled: &Rolled) {
        match rolled.kind {
            Kind::Draw => self.drew(seq, rolled.seat, rolled.die.0),
            Kind::Turn => self.in_play(seq),
        }
        if let Some(index) = self.sitter(seq, rolled.seat) {
            self.check_cause(seq, index, rolled);
            self.turn_link(seq, index, rolled);
        }
        let number = rolled.roll.u32().filter(|t| (1..=SERVER_LINKS).contains(t));
        if number != Some(self.rolls + 1) {
            let detail = format!("roll {} is due, not {}", self.rolls + 1, rolled.roll.0);
            self.find(Reason::RollNumber, seq, detail);
        }
        let number = number.unwrap_or(self.rolls + 1);
        self.server_link(seq, number, Link(rolled.server_link.0));
        self.rolls = number;
        self.check_die(seq, number, rolled);
    }

    /// A seat is rolled for by who acts for it: by itself only if it wished so, and a sealed one
    /// only with links that it gave ahead.
    fn check_cause(&mut self, seq: u64, index: usize, rolled: &Rolled) {
        let Place::Taken(sitter) = &self.seats[index] else {
            return;
        };
        let ahead = match &sitter.contribution {
            Contribution::Sealed {
                deposit,
                use_of: ChainUse::NotReady | ChainUse::Ready,
                ..
            } => deposit.is_some(),
            Contribution::Sealed { .. } | Contribution::Seeded(_) | Contribution::None => true,
        };
        let wished = sitter.rolls.as_deref() == Some("automatic");
        let let_ = match (rolled.kind, rolled.cause.as_deref(), sitter.hand) {
            (Kind::Draw, None, _)
            | (Kind::Turn, None, Hand::Player)
            | (Kind::Turn, Some("bot"), Hand::Bot) => true,
            (Kind::Turn, Some("automatic"), Hand::Player) => wished && ahead,
            (Kind::Turn, Some("timeout"), Hand::Absent) => ahead,
            _ => false,
        };
        if !let_ {
            let detail = "nobody let this seat be rolled for";
            self.find(Reason::Order, seq, detail.into());
        }
    }

    /// A turn roll of a chained seat brings its next link, any other roll brings none.
    fn turn_link(&mut self, seq: u64, index: usize, rolled: &Rolled) {
        let place = &mut self.seats[index];
        let live = place
            .contribution()
            .is_some_and(|contribution| contribution.live_chain().is_some());
        let wants = live && rolled.kind == Kind::Turn;
        match (wants, rolled.link, rolled.link_no) {
            (true, Some(link), Some(no)) => self.consume(seq, index, no, Link(link.0)),
            (false, None, None) => {}
            (true, _, _) => self.find(Reason::SeatChain, seq, "the seat's link is missing".into()),
            (false, _, _) => {
                self.find(
                    Reason::SeatChain,
                    seq,
                    "a link that nobody asked for".into(),
                );
            }
        }
    }

    /// The server's link must lead back to the one before; a wrong one is told and then believed.
    fn server_link(&mut self, seq: u64, number: u32, link: Link) {
        if step(&self.game.0, number, &link.0) == self.server.0 {
            self.server_links += 1;
        } else {
            let detail = "the server's link does not lead back to the one before";
            self.find(Reason::ServerChain, seq, detail.into());
        }
        self.server = link;
    }

    fn check_die(&mut self, seq: u64, number: u32, rolled: &Rolled) {
        let links = self.links();
        let roll = Roll {
            game: &self.game.0,
            number,
            seat: rolled.seat.u8().unwrap_or(0),
            links: &links,
        };
        let due = i64::from(roll.die(&Link(rolled.server_link.0)).get());
        self.recomputed += 1;
        if due == rolled.die.0 {
            self.right += 1;
        } else {
            let detail = format!("the log says {}, the links give {due}", rolled.die.0);
            self.find(Reason::Formula, seq, detail);
        }
    }
}
