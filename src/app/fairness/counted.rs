//! What was counted beside the ledger: of players, of pairs of players, of apps.

use std::collections::BTreeMap;

use crate::app::{App, AppError};
use crate::audit::transparency::merkle;
use crate::fairness::{
    AsOf, GameAudit, Ledger, Observation, Publication, Segment, Sequence, Standout, Standouts,
    Stratum, ln_e,
};
use crate::game::{PlayerId, SeatNo};
use crate::store::{StoreError, Tallied, TallyOf};

/// What is published of the dice of the server.
#[derive(Clone, PartialEq, Debug)]
pub struct Published {
    /// A [`Publication`] in the bytes that anybody recomputes.
    pub report: String,
    /// How many players and pairs of players stand out: accounts are in no log.
    pub standouts: Standouts,
}

/// What was counted of somebody.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// The rolls.
    pub rolls: Sequence,
    /// `ln E` of their faces.
    pub ln_e: f64,
}

impl App {
    /// The dice of the server as of the last checkpoint that was audited.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn published(&self) -> Result<Published, AppError> {
        let audit = self.store.dice_audit().await?;
        let audit = audit.filter(|audit| !audit.published.is_empty());
        audit.map_or_else(
            || Ok(nothing_yet()),
            |audit| {
                Ok(Published {
                    report: audit.published,
                    standouts: read(&audit.standouts)?,
                })
            },
        )
    }

    /// All that was counted of them; nothing before their first roll.
    ///
    /// # Errors
    /// [`AppError::Store`].
    pub async fn counted(&self, of: &TallyOf) -> Result<Option<Counted>, AppError> {
        let tallied = self.store.tally(of).await?;
        let counted = |tallied: Tallied| {
            let rolls: Sequence = read(&tallied.state)?;
            let ln_e = ln_e(&rolls.counters.of(Stratum::All));
            Ok(Counted { rolls, ln_e })
        };
        tallied.map(counted).transpose()
    }
}

fn nothing_yet() -> Published {
    let as_of = AsOf {
        size: 0,
        root: hex::encode(merkle::fold(&[])),
    };
    Published {
        report: Publication::of(&Ledger::default(), as_of).text(),
        standouts: Standouts::default(),
    }
}

/// A text that this program wrote.
pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::Corrupt("the audit of the dice"))
}

/// What a piece of the log adds to what was counted before.
#[derive(Debug, Default)]
pub(super) struct Batch {
    counted: BTreeMap<TallyOf, Sequence>,
    /// Players who had no roll before.
    pub(super) players: u64,
    /// Pairs who had none.
    pub(super) pairs: u64,
}

/// Who sits where.
pub(super) type Holders = BTreeMap<SeatNo, PlayerId>;

impl Batch {
    /// Counts a segment.
    pub(super) async fn take(
        &mut self,
        app: &App,
        audit: &GameAudit,
        segment: &Segment,
        counting: Counting,
    ) -> Result<(), AppError> {
        if segment.rolls.is_empty() {
            return Ok(());
        }
        let holders = app.holders(audit).await?;
        for roll in &segment.rolls {
            for of in whose(&holders, roll) {
                let bare = roll.bare();
                let counted = match &of {
                    TallyOf::Pair(..) => &bare,
                    TallyOf::Player(_) | TallyOf::App(_) => roll,
                };
                self.of(app, of, counting).await?.count(counted);
            }
        }
        if let Some(name) = app.store.app_of(segment.game).await? {
            let counted = self.of(app, TallyOf::App(name), counting).await?;
            counted.extend(&segment.rolls);
        }
        Ok(())
    }

    async fn of(
        &mut self,
        app: &App,
        of: TallyOf,
        counting: Counting,
    ) -> Result<&mut Sequence, AppError> {
        if !self.counted.contains_key(&of) {
            let known = match counting {
                Counting::On => app.counted(&of).await?,
                Counting::Anew => None,
            };
            match (&of, &known) {
                (TallyOf::Player(_), None) => self.players += 1,
                (TallyOf::Pair(..), None) => self.pairs += 1,
                (TallyOf::App(_), None) | (_, Some(_)) => {}
            }
            let rolls = known.map(|counted| counted.rolls).unwrap_or_default();
            self.counted.insert(of.clone(), rolls);
        }
        Ok(self.counted.entry(of).or_default())
    }

    /// The rows to write.
    pub(super) fn rows(self) -> Vec<Tallied> {
        let rows = self.counted.into_iter().map(|(of, rolls)| Tallied {
            of,
            ln_e_millionths: Standout::millionths(ln_e(&rolls.counters.of(Stratum::All))),
            state: serde_json::to_string(&rolls).expect("counters are plain data"),
        });
        rows.collect()
    }
}

/// Whether what was counted before still counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counting {
    /// It goes on.
    On,
    /// From the first leaf.
    Anew,
}

/// In whose tallies a roll belongs: its player's, and those with each other player at the table.
fn whose(holders: &Holders, roll: &Observation) -> Vec<TallyOf> {
    let Some(own) = holders.get(&roll.seat) else {
        return Vec::new();
    };
    let mut others: Vec<PlayerId> = holders.values().copied().collect();
    others.sort_unstable();
    others.dedup();
    let pairs = others.into_iter().filter(|other| other != own);
    let pairs = pairs.map(|other| TallyOf::Pair(*own.min(&other), *own.max(&other)));
    std::iter::once(TallyOf::Player(*own))
        .chain(pairs)
        .collect()
}

impl App {
    /// The accounts behind the pseudonyms at a table.
    async fn holders(&self, audit: &GameAudit) -> Result<Holders, AppError> {
        let players = self.store.players_at(audit.id()).await?;
        let mut holders = Holders::new();
        for player in players {
            let name = self.pseudonym(audit.id(), player.id);
            let seats = (1..=6).map(SeatNo).filter(|seat| {
                let holder = audit.holder(*seat);
                holder.is_some_and(|holder| holder.is(&name))
            });
            holders.extend(seats.map(|seat| (seat, player.id)));
        }
        Ok(holders)
    }
}
