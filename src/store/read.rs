//! The connections that read: a pool of its own, or the writer's when the database is in memory.

use std::io::ErrorKind;

use sqlx::Pool;

use super::StoreError;
use super::driver::{Driver, Value, fault, in_time, severed};
use super::writer::Writer;

/// Where reads go.
pub(super) enum Readers<DB: Driver> {
    /// Their own pool.
    Pool(Pool<DB>),
    /// A database in memory belongs to the one connection that made it.
    Writer,
}

impl<DB: Driver> Readers<DB> {
    /// Runs a statement that only reads.
    pub(super) async fn all(
        &self,
        writer: &Writer<DB>,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<DB::Row>, StoreError> {
        match self {
            Self::Pool(pool) => pooled(pool, sql, values).await,
            Self::Writer => {
                let mut lease = writer.lease().await?;
                let rows = DB::all(lease.connection(), sql, values).await;
                lease.settle(rows)
            }
        }
    }
}

/// A pooled connection may have died while it was idle, so a read is tried on as many as there
/// are before it fails. That is cheaper than asking each connection before each read.
async fn pooled<DB: Driver>(
    pool: &Pool<DB>,
    sql: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<DB::Row>, StoreError> {
    let mut spare = pool.options().get_max_connections();
    loop {
        let mut connection = pool.acquire().await.map_err(fault::<DB>)?;
        match in_time::<DB, _>(DB::all(&mut connection, sql, values)).await {
            Err(error) if severed::<DB>(&error) => {
                drop(connection.detach());
                if spare == 0 || timed_out(&error) {
                    return Err(error);
                }
            }
            answer => return answer,
        }
        spare -= 1;
    }
}

/// Whether the time of the request is spent.
fn timed_out(error: &StoreError) -> bool {
    let StoreError::Unavailable(source) = error else {
        return false;
    };
    matches!(&**source, sqlx::Error::Io(io) if io.kind() == ErrorKind::TimedOut)
}
