//! The audit of one game, from its log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::counters::Counters;
use super::life::Life;
use super::moment::Moment;
use super::observe::{Observation, Observer};
use super::runs::Runs;
use super::watch::Watch;
use crate::game::{EndReason, Entry, Game, GameId, Head, Holder, ReplayError, SeatNo, Stage, line};

/// What became of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It has not begun.
    Waiting,
    /// It is being played, or was left.
    Running,
    /// The places are decided.
    Finished,
    /// All but one resigned.
    Resigned,
    /// The server's chain was used up.
    RollCap,
    /// It was called off before it began.
    Aborted,
}

/// The rolls of one game and what was known before each.
///
/// The game is replayed: a die that is not what its links give makes an error, not a statistic.
#[derive(Clone, Debug)]
pub struct GameAudit {
    game: Game,
    next: u64,
    latest: Moment,
    observer: Observer,
    rolls: Vec<Observation>,
}

impl GameAudit {
    /// Begins with the first line of a log.
    ///
    /// # Errors
    /// [`ReplayError`] if it is not a sound creation.
    pub fn begin(id: GameId, first: &str) -> Result<GameAudit, ReplayError> {
        let game = line::begin(id, first)?;
        let mut audit = GameAudit {
            game,
            next: 0,
            latest: Moment::default(),
            observer: Observer::default(),
            rolls: Vec::new(),
        };
        let entry = audit.entry(first)?;
        audit.see(&entry);
        Ok(audit)
    }

    /// Takes the next line.
    ///
    /// # Errors
    /// [`ReplayError`] if it cannot follow; the audit is then unusable.
    pub fn advance(&mut self, payload: &str) -> Result<(), ReplayError> {
        let entry = self.entry(payload)?;
        let seen = self.see(&entry);
        let at = entry
            .at
            .parse()
            .map_err(|_| ReplayError::Payload(self.next))?;
        self.game.apply(at, &entry.event)?;
        self.game.head = self.game.head.after(self.game.id, self.next - 1, payload);
        self.rolls.extend(seen);
        Ok(())
    }

    fn entry(&self, payload: &str) -> Result<Entry, ReplayError> {
        serde_json::from_str(payload).map_err(|_| ReplayError::Payload(self.next))
    }

    fn see(&mut self, entry: &Entry) -> Option<Observation> {
        self.next += 1;
        self.latest = Moment::of(&entry.at);
        self.observer.see(&self.game, entry)
    }

    /// Audits a whole log.
    ///
    /// # Errors
    /// The first [`ReplayError`], with the number of the line at fault.
    pub fn of_log<'a>(
        id: GameId,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<GameAudit, (u64, ReplayError)> {
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_default();
        let mut audit = GameAudit::begin(id, first).map_err(|error| (0, error))?;
        for line in lines {
            let seq = audit.next;
            audit.advance(line).map_err(|error| (seq, error))?;
        }
        Ok(audit)
    }

    /// Which game.
    #[must_use]
    pub fn id(&self) -> GameId {
        self.game.id
    }

    /// The number of the last event.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.next - 1
    }

    /// The hash of the last event.
    #[must_use]
    pub fn head(&self) -> Head {
        self.game.head
    }

    /// How far it has come.
    #[must_use]
    pub fn life(&self) -> Life {
        Life::of(&self.game, self.fate(), self.latest)
    }

    /// Who holds a seat.
    #[must_use]
    pub fn holder(&self, seat: SeatNo) -> Option<&Holder> {
        self.game.holder(seat)
    }

    /// Its rolls, in order.
    #[must_use]
    pub fn rolls(&self) -> &[Observation] {
        &self.rolls
    }

    /// What became of it.
    #[must_use]
    pub fn fate(&self) -> Fate {
        match &self.game.stage {
            Stage::Lobby(_) => Fate::Waiting,
            Stage::Playing(_) => Fate::Running,
            Stage::Aborted(_) => Fate::Aborted,
            Stage::Over(over) => match over.reason {
                EndReason::Finished => Fate::Finished,
                EndReason::Resigned => Fate::Resigned,
                EndReason::RollCap => Fate::RollCap,
            },
        }
    }

    /// What is counted.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.rolls.iter().collect()
    }

    /// The bets against it.
    #[must_use]
    pub fn watch(&self) -> Watch {
        self.rolls.iter().collect()
    }

    /// The droughts and streaks of each seat that rolled.
    #[must_use]
    pub fn runs(&self) -> BTreeMap<SeatNo, Runs> {
        let mut runs: BTreeMap<SeatNo, Runs> = BTreeMap::new();
        for roll in &self.rolls {
            runs.entry(roll.seat).or_default().count(roll.face);
        }
        runs
    }
}
