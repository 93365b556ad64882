//! The audit of the dice in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::MemoryStore;
use crate::game::GameId;
use crate::store::{
    AuditFrom, AuditStep, DiceAudit, Stepped, StoreError, Tallied, TallyOf, TallyScope, TallyStore,
    TreeHead,
};

/// The audit as it was written.
#[derive(Default)]
pub(super) struct Dice {
    audit: Option<DiceAudit>,
    tallies: BTreeMap<TallyOf, Tallied>,
}

impl Dice {
    fn step(&mut self, step: &AuditStep) -> Stepped {
        let stands = self.audit.as_ref().map(|audit| audit.revision);
        let holds = match step.from {
            AuditFrom::Nothing => stands.is_none(),
            AuditFrom::Revision(from) | AuditFrom::Again(from) => stands == Some(from),
        };
        if !holds {
            return Stepped::Stale;
        }
        if let AuditFrom::Again(_) = step.from {
            self.tallies.clear();
        }
        self.audit = Some(step.audit.clone());
        for tallied in &step.tallies {
            self.tallies.insert(tallied.of.clone(), tallied.clone());
        }
        Stepped::Done
    }
}

#[async_trait]
impl TallyStore for MemoryStore {
    async fn grown_from(&self, size: i64) -> Result<Option<TreeHead>, StoreError> {
        Ok(self.tables().tree.grown_from(size))
    }

    async fn dice_audit(&self) -> Result<Option<DiceAudit>, StoreError> {
        Ok(self.tables().dice.audit.clone())
    }

    async fn step_audit(&self, step: &AuditStep) -> Result<Stepped, StoreError> {
        Ok(self.tables().dice.step(step))
    }

    async fn tally(&self, of: &TallyOf) -> Result<Option<Tallied>, StoreError> {
        Ok(self.tables().dice.tallies.get(of).cloned())
    }

    async fn rich_tallies(&self, scope: TallyScope) -> Result<Vec<i64>, StoreError> {
        let tables = self.tables();
        let of_scope = tables.dice.tallies.values();
        let of_scope = of_scope.filter(|tallied| tallied.of.scope() == scope);
        let mut rich: Vec<i64> = of_scope
            .map(|tallied| tallied.ln_e_millionths)
            .filter(|ln_e| *ln_e >= 4_605_170)
            .collect();
        rich.sort_by(|one, other| other.cmp(one));
        Ok(rich)
    }

    async fn app_of(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let tables = self.tables();
        let owner = tables.games.get(&game).map(|(_, listing)| listing.owner);
        Ok(owner.and_then(|owner| tables.apps.get(&owner).cloned()))
    }
}
