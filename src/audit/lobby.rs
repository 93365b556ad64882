//! Who sits where, what each seat brings, and who plays first.

use super::finding::Reason;
use super::fold::{Fold, Stage};
use super::read::{Automated, First, Int, Joined, Shown};
use crate::dice::Link;
use crate::game::{ChainUse, Contribution};

/// One seat.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Open,
    Closed,
    Taken(Sitter),
}

/// Who acts for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hand {
    /// Its player.
    Player,
    /// The bot that sits there.
    Bot,
    /// A bot, because its player is absent.
    Absent,
}

/// Who has taken a seat.
#[derive(Clone, Debug)]
pub(super) struct Sitter {
    pub(super) hand: Hand,
    pub(super) contribution: Contribution,
    /// Who starts its rolls, in the log's word.
    pub(super) rolls: Option<String>,
    /// The key that signs its actions.
    pub(super) key: Option<[u8; 32]>,
    /// How many of its links led back to the one before.
    pub(super) links: u32,
    /// How many of its actions its key signed, the joining aside.
    pub(super) signed: u32,
}

impl Place {
    pub(super) fn contribution(&mut self) -> Option<&mut Contribution> {
        match self {
            Place::Taken(sitter) => Some(&mut sitter.contribution),
            Place::Open | Place::Closed => None,
        }
    }

    fn link(&self) -> Link {
        match self {
            Place::Taken(sitter) => sitter.contribution.link(),
            Place::Open | Place::Closed => Link::NONE,
        }
    }

    fn is_ready(&self) -> bool {
        match self {
            Place::Taken(sitter) => sitter.contribution.is_ready(),
            Place::Closed => true,
            Place::Open => false,
        }
    }
}

/// The draw for the first player.
#[derive(Clone, Debug, Default)]
pub(super) struct Draws {
    /// Who rolled what.
    list: Vec<(u8, i64)>,
    /// Whether an earlier defect leaves nothing to expect.
    lost: bool,
}

impl Fold {
    /// The index of a seat that somebody holds; told if nobody does.
    pub(super) fn sitter(&mut self, seq: u64, seat: Int) -> Option<usize> {
        let index = self.index(seat);
        let held = index.filter(|index| matches!(self.seats[*index], Place::Taken(_)));
        if held.is_none() && self.stage != Stage::Nowhere {
            self.find(Reason::Order, seq, format!("nobody holds seat {}", seat.0));
        }
        held
    }

    pub(super) fn index(&self, seat: Int) -> Option<usize> {
        let index = usize::from(seat.u8()?).checked_sub(1)?;
        (index < self.seats.len()).then_some(index)
    }

    /// `L_1 … L_S`.
    pub(super) fn links(&self) -> Vec<Link> {
        self.seats.iter().map(Place::link).collect()
    }

    fn is_ready(&self) -> bool {
        self.seats.iter().all(Place::is_ready)
    }

    /// Any change of the seating voids all ready flags (PC-DICE/1, 3.4).
    fn seat(&mut self, index: usize, place: Place) {
        self.seats[index] = place;
        for place in &mut self.seats {
            if let Some(Contribution::Sealed { use_of, .. }) = place.contribution()
                && *use_of == ChainUse::Ready
            {
                *use_of = ChainUse::NotReady;
            }
        }
    }

    pub(super) fn joined(&mut self, seq: u64, joined: &Joined) {
        if !self.in_lobby(seq) {
            return;
        }
        let open = self.index(joined.seat);
        let open = open.filter(|index| matches!(self.seats[*index], Place::Open));
        let Some(index) = open else {
            let detail = format!("seat {} is not open", joined.seat.0);
            return self.find(Reason::Order, seq, detail);
        };
        let anchor = joined.seat_anchor.map(|hex| Link(hex.0));
        let links = joined.seat_links.u32().unwrap_or(u32::MAX);
        let told = Contribution::new(anchor, links);
        if let Some(why) = self.refusal(anchor, told) {
            self.find(Reason::Anchor, seq, why.into());
        }
        let guessed = anchor.map_or(Contribution::None, Contribution::Seeded);
        let sitter = Sitter {
            hand: Hand::Player,
            contribution: told.unwrap_or(guessed),
            rolls: joined.rolls.clone(),
            key: joined.seat_key.map(|key| key.0),
            links: 0,
            signed: 0,
        };
        self.seat(index, Place::Taken(sitter));
    }

    pub(super) fn bot_joined(&mut self, seq: u64, seat: Int) {
        if !self.in_lobby(seq) {
            return;
        }
        let open = self.index(seat);
        let open = open.filter(|index| matches!(self.seats[*index], Place::Open));
        let Some(index) = open else {
            return self.find(Reason::Order, seq, format!("seat {} is not open", seat.0));
        };
        if let Some(why) = self.refusal(None, Some(Contribution::None)) {
            self.find(Reason::Anchor, seq, why.into());
        }
        let sitter = Sitter {
            hand: Hand::Bot,
            contribution: Contribution::None,
            rolls: None,
            key: None,
            links: 0,
            signed: 0,
        };
        self.seat(index, Place::Taken(sitter));
    }

    pub(super) fn automated(&mut self, seq: u64, set: &Automated) {
        self.in_play(seq);
        if let Some(index) = self.sitter(seq, set.seat)
            && let Place::Taken(sitter) = &mut self.seats[index]
        {
            sitter.rolls = Some(set.rolls.clone());
        }
    }

    /// A player went or came back; a bot stays one.
    pub(super) fn set_hand(&mut self, seq: u64, seat: Int, hand: Hand) {
        self.in_play(seq);
        if let Some(index) = self.sitter(seq, seat)
            && let Place::Taken(sitter) = &mut self.seats[index]
            && sitter.hand != Hand::Bot
        {
            sitter.hand = hand;
        }
    }

    /// Why no table accepts what a seat brings.
    fn refusal(&self, anchor: Option<Link>, told: Option<Contribution>) -> Option<&'static str> {
        let at_table = |link: &Link| *link == self.server || self.links().contains(link);
        match (told, anchor) {
            (None, _) => Some("seat_links is 4096 for a chain and 0 otherwise"),
            (_, Some(Link::NONE)) => Some("an anchor of zeros"),
            (_, Some(link)) if at_table(&link) => Some("the anchor of another"),
            (Some(Contribution::Sealed { .. }), _) => None,
            (Some(Contribution::Seeded(_) | Contribution::None), _) => self
                .sealed_only
                .then_some("this table takes only seats with a chain"),
        }
    }

    pub(super) fn left(&mut self, seq: u64, seat: Int) {
        if self.in_lobby(seq)
            && let Some(index) = self.sitter(seq, seat)
        {
            self.seat(index, Place::Open);
        }
    }

    pub(super) fn closed(&mut self, seq: u64, seats: &[Int]) {
        if !self.in_lobby(seq) {
            return;
        }
        for seat in seats {
            let index = self.index(*seat);
            match index.filter(|index| matches!(self.seats[*index], Place::Open)) {
                Some(index) => self.seat(index, Place::Closed),
                None => self.find(Reason::Order, seq, format!("seat {} is not open", seat.0)),
            }
        }
    }

    pub(super) fn ready(&mut self, seq: u64, shown: &Shown) {
        if !self.in_lobby(seq) {
            return;
        }
        if self.seats.iter().any(|place| matches!(place, Place::Open)) {
            self.find(Reason::Order, seq, "seats are still open".into());
        }
        if let Some(index) = self.sitter(seq, shown.seat) {
            self.consume(seq, index, shown.link_no, Link(shown.link.0));
        }
    }

    /// A draw for the order: in seat order, then those tied for the highest, until one is left.
    pub(super) fn drew(&mut self, seq: u64, seat: Int, die: i64) {
        let due = match self.first {
            First::Draw => self.drawing().err(),
            First::Seat(_) => None,
        };
        let ready = self.in_lobby(seq) && self.is_ready();
        let expected = ready && due.is_some() && due == seat.u8();
        if !expected && !self.draws.lost {
            self.find(Reason::Order, seq, "this draw is not due".into());
            self.draws.lost = true;
        }
        self.draws.list.push((seat.u8().unwrap_or(0), die));
    }

    pub(super) fn started(&mut self, seq: u64, first: Int) {
        if !self.in_lobby(seq) {
            return;
        }
        let due = match self.first {
            First::Draw => self.drawing().ok(),
            First::Seat(seat) => self.taken_from(seat),
        };
        let right = self.draws.lost || (due.is_some() && due == first.u8());
        if !self.is_ready() {
            self.find(Reason::Order, seq, "the table is not ready".into());
        } else if !right {
            self.find(Reason::Order, seq, "another seat plays first".into());
        }
        self.stage = Stage::Playing;
    }

    /// The seats that somebody holds.
    fn taken(&self) -> impl DoubleEndedIterator<Item = u8> {
        let numbered = (1..).zip(&self.seats);
        let taken = numbered.filter(|(_, place)| matches!(place, Place::Taken(_)));
        taken
            .map(|(number, _)| number)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The first taken seat from this one on, once around the table.
    fn taken_from(&self, seat: Int) -> Option<u8> {
        let later = self.taken().find(|taken| i64::from(*taken) >= seat.0);
        later.or_else(|| self.taken().next())
    }

    /// Who won the draw, or who must roll next.
    fn drawing(&self) -> Result<u8, u8> {
        let mut contenders: Vec<u8> = self.taken().collect();
        let mut rest = self.draws.list.as_slice();
        while contenders.len() > 1 {
            let Some((round, later)) = rest.split_at_checked(contenders.len()) else {
                return Err(contenders[rest.len()]);
            };
            let highest = round.iter().map(|(_, die)| *die).max();
            let tied = round.iter().filter(|(_, die)| Some(*die) == highest);
            contenders = tied.map(|(seat, _)| *seat).collect();
            rest = later;
        }
        contenders.first().copied().ok_or(0)
    }
}
