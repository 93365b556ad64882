//! The audit of the dice over SQL.

use async_trait::async_trait;
use sqlx::Connection;

use super::driver::{Driver, Value, fault, in_time};
use super::sql::tallied as sql;
use super::sql_store::SqlStore;
use super::{
    AuditFrom, AuditStep, DiceAudit, Stepped, StoreError, Tallied, TallyOf, TallyScope, TallyStore,
    TreeHead, rows,
};
use crate::game::GameId;

#[async_trait]
impl<DB: Driver> TallyStore for SqlStore<DB> {
    async fn grown_from(&self, size: i64) -> Result<Option<TreeHead>, StoreError> {
        let found = self.read(sql::GROWN_FROM, &[Value::Int(size)]).await?;
        found.first().map(rows::tree_head::<DB>).transpose()
    }

    async fn dice_audit(&self) -> Result<Option<DiceAudit>, StoreError> {
        let found = self.read(sql::DICE_AUDIT, &[]).await?;
        let audit = |row| {
            Ok(DiceAudit {
                revision: DB::int(row, 0)?,
                state: DB::text(row, 1)?,
                published: DB::text(row, 2)?,
                standouts: DB::text(row, 3)?,
            })
        };
        found.first().map(audit).transpose()
    }

    async fn step_audit(&self, step: &AuditStep) -> Result<Stepped, StoreError> {
        let mut lease = self.writer.lease().await?;
        let stepped = in_time::<DB, _>(in_transaction::<DB>(lease.connection(), step)).await;
        lease.settle(stepped)
    }

    async fn tally(&self, of: &TallyOf) -> Result<Option<Tallied>, StoreError> {
        let key = of.key();
        let values = [Value::Int(of.scope().code()), Value::Bytes(&key)];
        let found = self.read(sql::TALLY, &values).await?;
        let tallied = |row| {
            Ok(Tallied {
                of: of.clone(),
                ln_e_millionths: DB::int(row, 0)?,
                state: DB::text(row, 1)?,
            })
        };
        found.first().map(tallied).transpose()
    }

    async fn rich_tallies(&self, scope: TallyScope) -> Result<Vec<i64>, StoreError> {
        let values = [Value::Int(scope.code())];
        let found = self.read(sql::RICH_TALLIES, &values).await?;
        found.iter().map(|row| DB::int(row, 0)).collect()
    }

    async fn app_of(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let found = self.read(sql::APP_OF, &[Value::Bytes(&game.0)]).await?;
        found.first().map(|row| DB::text(row, 0)).transpose()
    }
}

async fn in_transaction<DB: Driver>(
    connection: &mut DB::Connection,
    step: &AuditStep,
) -> Result<Stepped, StoreError> {
    let mut transaction = connection
        .begin_with(DB::BEGIN)
        .await
        .map_err(fault::<DB>)?;
    let stepped = write::<DB>(&mut transaction, step).await?;
    transaction.commit().await.map_err(fault::<DB>)?;
    Ok(stepped)
}

async fn write<DB: Driver>(
    connection: &mut DB::Connection,
    step: &AuditStep,
) -> Result<Stepped, StoreError> {
    let audit = &step.audit;
    let values = [
        Value::Int(audit.revision),
        Value::Text(&audit.state),
        Value::Text(&audit.published),
        Value::Text(&audit.standouts),
    ];
    let guard = match step.from {
        AuditFrom::Nothing => DB::all(connection, sql::BEGIN_AUDIT, &values).await?,
        AuditFrom::Revision(from) | AuditFrom::Again(from) => {
            let [revision, state, published, standouts] = values;
            let values = [revision, state, published, standouts, Value::Int(from)];
            DB::all(connection, sql::STEP_AUDIT, &values).await?
        }
    };
    if guard.is_empty() {
        return Ok(Stepped::Stale);
    }
    if let AuditFrom::Again(_) = step.from {
        DB::all(connection, sql::DROP_TALLIES, &[]).await?;
    }
    for tallied in &step.tallies {
        let key = tallied.of.key();
        let values = [
            Value::Int(tallied.of.scope().code()),
            Value::Bytes(&key),
            Value::Int(tallied.ln_e_millionths),
            Value::Text(&tallied.state),
        ];
        DB::all(connection, sql::PUT_TALLY, &values).await?;
    }
    Ok(Stepped::Done)
}
