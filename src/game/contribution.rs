//! What a seat brings to the dice.

use super::Refusal;
use super::event::{Event, RollKind};
use super::state::{Game, SealedPolicy};
use crate::dice::{Link, SEAT_LINKS, SeatChain};

/// What a seat brings to the dice (PC-DICE/1 section 3.11: its assurance class).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contribution {
    /// Nothing: counted as 32 zero bytes.
    None,
    /// A 32-byte seed that never advances.
    Seeded(Link),
    /// A chain of its own.
    Sealed {
        /// The chain.
        chain: SeatChain,
        /// Whether it may still be asked for links.
        use_of: ChainUse,
        /// The last link that was given ahead, with its number.
        deposit: Option<(u32, Link)>,
    },
}

/// What a chain is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainUse {
    /// Its first link of this seating.
    NotReady,
    /// The next roll of its seat.
    Ready,
    /// Nothing more: closed for ever, its last link counts on.
    Closed,
}

impl Contribution {
    /// The contribution of an anchor with so many links.
    #[must_use]
    pub fn new(anchor: Option<Link>, links: u32) -> Option<Contribution> {
        match (anchor, links) {
            (None, 0) => Some(Contribution::None),
            (Some(seed), 0) => Some(Contribution::Seeded(seed)),
            (Some(anchor), SEAT_LINKS) => Some(Contribution::Sealed {
                chain: SeatChain::new(anchor),
                use_of: ChainUse::NotReady,
                deposit: None,
            }),
            _ => None,
        }
    }

    /// What was published when the seat was taken.
    #[must_use]
    pub fn anchor(&self) -> Option<Link> {
        match self {
            Contribution::None => None,
            Contribution::Seeded(seed) => Some(*seed),
            Contribution::Sealed { chain, .. } => Some(chain.anchor),
        }
    }

    /// `L_j`: what this seat puts into every roll.
    #[must_use]
    pub fn link(&self) -> Link {
        match self {
            Contribution::None => Link::NONE,
            Contribution::Seeded(seed) => *seed,
            Contribution::Sealed { chain, .. } => chain.last,
        }
    }

    /// Whether the game may start as far as this seat is concerned.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        match self {
            Contribution::None | Contribution::Seeded(_) => true,
            Contribution::Sealed { use_of, .. } => *use_of != ChainUse::NotReady,
        }
    }

    /// The next link, if it was given ahead.
    #[must_use]
    pub fn deposited(&self, game: &[u8; 16]) -> Option<(u32, Link)> {
        match self {
            Contribution::Sealed {
                chain,
                deposit: Some((no, link)),
                ..
            } => chain.ahead(game, (*no, *link)),
            Contribution::Sealed { deposit: None, .. }
            | Contribution::Seeded(_)
            | Contribution::None => None,
        }
    }

    /// The chain whose next link a roll of this seat must bring.
    #[must_use]
    pub fn live_chain(&self) -> Option<&SeatChain> {
        match self {
            Contribution::Sealed {
                chain,
                use_of: ChainUse::NotReady | ChainUse::Ready,
                ..
            } => Some(chain),
            Contribution::Sealed {
                use_of: ChainUse::Closed,
                ..
            }
            | Contribution::None
            | Contribution::Seeded(_) => None,
        }
    }
}

/// How sure a roll is: who could have chosen it, who could have foreseen it (section 3.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assurance {
    /// Nobody could choose it, nobody could foresee it before it was asked for.
    Sealed,
    /// Nobody could choose it; the operator could foresee it, because the link was given ahead.
    Deposited,
    /// The operator could foresee it, and choose it together with a later joiner.
    Seeded,
    /// It hangs on the other seats: this one gave up its chain.
    Closed,
    /// It hangs on the other seats: this one brought nothing.
    None,
}

impl Game {
    /// How sure a roll of this game is; `None` for any other event.
    #[must_use]
    pub fn assurance(&self, event: &Event) -> Option<Assurance> {
        let Event::DieRolled {
            seat,
            kind,
            cause,
            link,
            ..
        } = event
        else {
            return None;
        };
        let contribution = &self.holder(*seat)?.contribution;
        Some(match (contribution, kind, cause, link) {
            (Contribution::None, ..) => Assurance::None,
            (Contribution::Seeded(_), ..) => Assurance::Seeded,
            (Contribution::Sealed { .. }, RollKind::Draw, ..)
            | (Contribution::Sealed { .. }, RollKind::Turn, None, Some(_)) => Assurance::Sealed,
            (Contribution::Sealed { .. }, RollKind::Turn, Some(_), Some(_)) => Assurance::Deposited,
            (Contribution::Sealed { .. }, RollKind::Turn, _, None) => Assurance::Closed,
        })
    }

    /// Whether a contribution may come to this table: of an allowed class, and with an anchor of
    /// its own, which is not zero and not one that is already here (section 3.3).
    ///
    /// # Errors
    /// The [`Refusal`] that says what is wrong.
    pub fn check_contribution(&self, new: &Contribution) -> Result<(), Refusal> {
        let sealed = matches!(new, Contribution::Sealed { .. });
        if self.table.sealed == SealedPolicy::SealedOnly && !sealed {
            return Err(Refusal::SealedOnly);
        }
        let Some(anchor) = new.anchor() else {
            return Ok(());
        };
        let mut here = self
            .holders()
            .filter_map(|(_, holder)| holder.contribution.anchor());
        if anchor == Link::NONE || anchor == self.server_link || here.any(|one| one == anchor) {
            return Err(Refusal::BadAnchor);
        }
        Ok(())
    }
}
