//! The audit of the server, carried along its transparency log from checkpoint to checkpoint.
//!
//! Each step reads what stands, takes some leaves or publishes, and writes all of it on the
//! condition that nobody else did: so steps may be repeated, cut off, and tried by several
//! processes.

use serde::{Deserialize, Serialize};

use super::counted::{Batch, Counting, read};
use crate::app::turn::seq;
use crate::app::writer::number;
use crate::app::{App, AppError};
use crate::fairness::{
    AsOf, FAMILY, FORMAT, GameAudit, Ledger, Mark, Publication, Segment, Standout, Standouts,
};
use crate::store::{
    AuditFrom, AuditStep, DiceAudit, Placed, Stepped, StoreError, TallyScope, TreeHead,
};

/// Leaves in a step at most, so that no transaction is long.
const LEAVES: u64 = 100;

/// The running audit, as it is stored.
#[derive(Serialize, Deserialize)]
struct Running {
    format: String,
    family: usize,
    ledger: Ledger,
    players: u64,
    pairs: u64,
}

impl Running {
    fn new() -> Running {
        Running {
            format: FORMAT.to_owned(),
            family: FAMILY,
            ledger: Ledger::default(),
            players: 0,
            pairs: 0,
        }
    }
}

/// Where a step begins.
struct Standing {
    running: Running,
    from: AuditFrom,
    counting: Counting,
    published: String,
    standouts: String,
}

impl App {
    /// Audits the dice up to the newest checkpoint, publishes what it found, and says how many
    /// leaves were taken. Safe to repeat, and to run in several processes at once.
    ///
    /// # Errors
    /// [`AppError`]; what was counted before the failure stays, the rest is for the next time. A
    /// log that is not what its leaf says is [`AppError::Store`], and nothing after it is counted.
    pub async fn audit_dice(&self) -> Result<u64, AppError> {
        loop {
            let standing = self.standing().await?;
            let closed = number(standing.running.ledger.closed());
            let leaves = standing.running.ledger.leaves();
            let Some(tree) = self.store.grown_from(closed).await? else {
                return Ok(leaves);
            };
            let step = if leaves < seq(tree.size) {
                self.count(standing, &tree).await?
            } else {
                self.publish(standing, &tree).await?
            };
            if self.writer.audit(step).await? == Stepped::Stale {
                return Ok(leaves);
            }
        }
    }

    /// A format or a family of strata of another release is counted again from the first leaf.
    async fn standing(&self) -> Result<Standing, AppError> {
        let Some(audit) = self.store.dice_audit().await? else {
            return Ok(Standing {
                running: Running::new(),
                from: AuditFrom::Nothing,
                counting: Counting::On,
                published: String::new(),
                standouts: String::new(),
            });
        };
        let known: Option<Running> = read(&audit.state).ok();
        let known = known.filter(|it| it.format == FORMAT && it.family == FAMILY);
        let (from, counting) = if known.is_some() {
            (AuditFrom::Revision(audit.revision), Counting::On)
        } else {
            (AuditFrom::Again(audit.revision), Counting::Anew)
        };
        Ok(Standing {
            running: known.unwrap_or_else(Running::new),
            from,
            counting,
            published: audit.published,
            standouts: audit.standouts,
        })
    }

    /// Takes the next leaves.
    async fn count(&self, mut standing: Standing, tree: &TreeHead) -> Result<AuditStep, AppError> {
        let first = standing.running.ledger.leaves();
        let last = seq(tree.size).min(first + LEAVES) - 1;
        let leaves = self.store.leaves(number(first), number(last)).await?;
        let mut batch = Batch::default();
        for placed in &leaves {
            let (audit, segment) = self.segment(placed).await?;
            standing.running.ledger.take(&segment);
            batch
                .take(self, &audit, &segment, standing.counting)
                .await?;
        }
        if standing.running.ledger.leaves() != last + 1 {
            return Err(StoreError::Corrupt("a tree without one of its leaves").into());
        }
        standing.running.players += batch.players;
        standing.running.pairs += batch.pairs;
        let mut step = standing.step();
        step.tallies = batch.rows();
        Ok(step)
    }

    /// The game of a leaf, and what happened in it since its leaf before.
    async fn segment(&self, placed: &Placed) -> Result<(GameAudit, Segment), AppError> {
        let leaf = placed.leaf;
        let before = self.store.leaf_of(leaf.game, placed.index).await?;
        let mut audit = self.begin_audit(leaf.game).await?;
        let mut mark = None;
        if let Some(before) = before {
            audit = self.go_on(audit, seq(before.leaf.seq)).await?;
            mark = Some(Mark::of(&audit));
        }
        let audit = self.go_on(audit, seq(leaf.seq)).await?;
        if audit.head().0 != leaf.hash {
            return Err(StoreError::Corrupt("a log that is not what its leaf says").into());
        }
        let segment = Segment::since(mark, &audit);
        Ok((audit, segment))
    }

    /// Judges what was counted, and publishes it.
    async fn publish(
        &self,
        mut standing: Standing,
        tree: &TreeHead,
    ) -> Result<AuditStep, AppError> {
        standing.running.ledger.close();
        let as_of = AsOf {
            size: seq(tree.size),
            root: hex::encode(tree.root),
        };
        let publication = Publication::of(&standing.running.ledger, as_of);
        let standouts = Standouts {
            players: self
                .standout(TallyScope::Players, standing.running.players)
                .await?,
            pairs: self
                .standout(TallyScope::Pairs, standing.running.pairs)
                .await?,
        };
        standing.published = publication.text();
        standing.standouts = serde_json::to_string(&standouts).expect("it is plain data");
        for alarm in &publication.report.alarms {
            if alarm.checkpoint == Some(publication.checkpoint.size) {
                tracing::error!(
                    tested = alarm.tested.name(),
                    ln_e = alarm.ln_e,
                    "dice alarm"
                );
            }
        }
        Ok(standing.step())
    }

    async fn standout(&self, scope: TallyScope, tested: u64) -> Result<Standout, AppError> {
        let rich = self.store.rich_tallies(scope).await?;
        Ok(Standout::of(&rich, tested))
    }
}

impl Standing {
    fn step(self) -> AuditStep {
        let revision = match self.from {
            AuditFrom::Nothing => 1,
            AuditFrom::Revision(from) | AuditFrom::Again(from) => from + 1,
        };
        AuditStep {
            from: self.from,
            audit: DiceAudit {
                revision,
                state: serde_json::to_string(&self.running).expect("it is plain data"),
                published: self.published,
                standouts: self.standouts,
            },
            tallies: Vec::new(),
        }
    }
}
