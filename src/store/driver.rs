//! The one generic layer over sqlx: run a statement, read a column. Its bounds stand once, here.

use std::io::ErrorKind;
use std::sync::Arc;

use sqlx::error::DatabaseError;
use sqlx::{ColumnIndex, Decode, Encode, Executor, IntoArguments, Row, Type, query::Query};

use super::StoreError;
use super::dialect::Dialect;

/// A value to bind.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Int(i64),
    MaybeInt(Option<i64>),
    Text(&'a str),
    Bytes(&'a [u8]),
    MaybeBytes(Option<&'a [u8]>),
}

/// A database that the portable statements run on.
pub(super) trait Driver: Dialect {
    /// Runs a statement and answers its rows.
    fn all(
        connection: &mut Self::Connection,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> impl Future<Output = Result<Vec<Self::Row>, StoreError>> + Send;

    /// A column that holds an integer.
    fn int(row: &Self::Row, column: usize) -> Result<i64, StoreError>;

    /// A column that holds an integer or nothing.
    fn maybe_int(row: &Self::Row, column: usize) -> Result<Option<i64>, StoreError>;

    /// A column that holds text.
    fn text(row: &Self::Row, column: usize) -> Result<String, StoreError>;

    /// A column that holds bytes.
    fn bytes(row: &Self::Row, column: usize) -> Result<Vec<u8>, StoreError>;

    /// A column that holds bytes or nothing.
    fn maybe_bytes(row: &Self::Row, column: usize) -> Result<Option<Vec<u8>>, StoreError>;
}

impl<DB> Driver for DB
where
    DB: Dialect,
    DB::Arguments: IntoArguments<DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'q> i64: Encode<'q, DB> + Decode<'q, DB> + Type<DB>,
    for<'q> Option<i64>: Encode<'q, DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> String: Decode<'q, DB> + Type<DB>,
    for<'q> &'q [u8]: Encode<'q, DB> + Type<DB>,
    for<'q> Option<&'q [u8]>: Encode<'q, DB>,
    for<'q> Vec<u8>: Decode<'q, DB> + Type<DB>,
    usize: ColumnIndex<DB::Row>,
{
    async fn all(
        connection: &mut DB::Connection,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<DB::Row>, StoreError> {
        let mut query: Query<'_, DB, DB::Arguments> = sqlx::query(sql);
        for value in values {
            query = match *value {
                Value::Int(value) => query.bind(value),
                Value::MaybeInt(value) => query.bind(value),
                Value::Text(value) => query.bind(value),
                Value::Bytes(value) => query.bind(value),
                Value::MaybeBytes(value) => query.bind(value),
            };
        }
        query.fetch_all(connection).await.map_err(fault::<DB>)
    }

    fn int(row: &DB::Row, column: usize) -> Result<i64, StoreError> {
        row.try_get(column).map_err(fault::<DB>)
    }

    fn maybe_int(row: &DB::Row, column: usize) -> Result<Option<i64>, StoreError> {
        row.try_get(column).map_err(fault::<DB>)
    }

    fn text(row: &DB::Row, column: usize) -> Result<String, StoreError> {
        row.try_get(column).map_err(fault::<DB>)
    }

    fn bytes(row: &DB::Row, column: usize) -> Result<Vec<u8>, StoreError> {
        row.try_get(column).map_err(fault::<DB>)
    }

    fn maybe_bytes(row: &DB::Row, column: usize) -> Result<Option<Vec<u8>>, StoreError> {
        row.try_get(column).map_err(fault::<DB>)
    }
}

/// Waits for an answer as long as the database may take. An answer that does not come counts as
/// a lost connection, so whoever holds it drops it and nothing unfinished is ever used again.
pub(super) async fn in_time<DB: Dialect, T>(
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let Some(limit) = DB::DEADLINE else {
        return answer.await;
    };
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(fault::<DB>(sqlx::Error::Io(ErrorKind::TimedOut.into()))),
    }
}

/// Sorts an error of sqlx into ours.
pub(super) fn fault<DB: Dialect>(error: sqlx::Error) -> StoreError {
    if lost(&error) {
        return StoreError::Unavailable(Arc::new(error));
    }
    let Some(refusal) = error.as_database_error() else {
        return StoreError::Refused(Arc::new(error));
    };
    if refusal.is_unique_violation() {
        return StoreError::Contradiction;
    }
    if refusal.code().is_some_and(|code| DB::passes(&code)) {
        return StoreError::Unavailable(Arc::new(error));
    }
    StoreError::Refused(Arc::new(error))
}

/// Whether the connection that answered so must be dropped.
pub(super) fn severed<DB: Dialect>(error: &StoreError) -> bool {
    match error {
        StoreError::Unavailable(source) | StoreError::Refused(source) => {
            let code = source.as_database_error().and_then(DatabaseError::code);
            code.map_or_else(|| lost(source), |code| DB::severs(&code))
        }
        // The lock of the migrations is still held.
        StoreError::Migration(_) => true,
        StoreError::Corrupt(_)
        | StoreError::Contradiction
        | StoreError::Address(_)
        | StoreError::OldSqlite(_) => false,
    }
}

/// Whether the database could not be spoken to at all.
fn lost(error: &sqlx::Error) -> bool {
    matches!(
        error,
        sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed
    )
}
