//! A piece of a game's log, as the ledger takes it.

use super::counters::Faces;
use super::game_audit::GameAudit;
use super::life::Life;
use super::observe::Observation;
use super::strata::Stratum;
use crate::game::GameId;

/// How far an audit had come; the next segment begins behind it.
#[derive(Clone, Debug)]
pub struct Mark {
    rolls: usize,
    life: Life,
}

/// What happened in a game between two marks.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Which game.
    pub game: GameId,
    /// The game before; none if the segment begins with its creation.
    pub before: Option<Life>,
    /// The game now.
    pub after: Life,
    /// The rolls in between, in order.
    pub rolls: Vec<Observation>,
    /// The faces of all rolls of the game until now.
    pub faces: Faces,
}

impl Mark {
    /// The audit as it stands.
    #[must_use]
    pub fn of(audit: &GameAudit) -> Mark {
        Mark {
            rolls: audit.rolls().len(),
            life: audit.life(),
        }
    }
}

impl Segment {
    /// What the audit has seen since the mark, or since the creation of the game.
    #[must_use]
    pub fn since(mark: Option<Mark>, audit: &GameAudit) -> Segment {
        let first = mark.as_ref().map_or(0, |mark| mark.rolls);
        Segment {
            game: audit.id(),
            before: mark.map(|mark| mark.life),
            after: audit.life(),
            rolls: audit.rolls().get(first..).unwrap_or_default().to_vec(),
            faces: audit.counters().of(Stratum::All),
        }
    }
}
