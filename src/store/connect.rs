//! From a URL to a store: the only place that knows there are two databases.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Postgres, Sqlite};

use super::driver::Driver;
use super::read::Readers;
use super::sql_store::SqlStore;
use super::writer::{CONNECT_TIMEOUT, Writer};
use super::{Store, StoreError, sql};

/// The oldest SQLite whose write-ahead log cannot be corrupted by a reset.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];

/// The statements of the writer have one good plan each: probes of primary keys. These settings
/// leave no other, even for tables that were empty at the first round, and keep it: to plan anew
/// would cost more than the round.
const ONE_PLAN: [(&str, &str); 5] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("random_page_cost", "0"),
];

/// How large a store may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections that read. One more writes.
    pub read_connections: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            read_connections: 4,
        }
    }
}

/// Opens the store at a URL: `sqlite::memory:`, `sqlite://path/to/file` or `postgres://…`.
///
/// The folder and the file of an SQLite database are made when they are missing. The schema is
/// not touched: see [`Store::migrate`].
///
/// # Errors
/// When the URL names neither database, the folder cannot be made, the database does not answer,
/// or the linked SQLite is too old to be trusted.
pub async fn connect(url: &str, limits: Limits) -> Result<Arc<dyn Store>, StoreError> {
    match url.split_once(':').map_or("", |(scheme, _)| scheme) {
        "sqlite" => sqlite(url, limits).await,
        "postgres" | "postgresql" => postgres(url, limits).await,
        _ => Err(StoreError::Address(
            "the database URL must begin with sqlite: or postgres:".to_owned(),
        )),
    }
}

async fn postgres(url: &str, limits: Limits) -> Result<Arc<dyn Store>, StoreError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(|error| StoreError::Address(format!("the PostgreSQL URL is not valid: {error}")))?
        .application_name("petits-chevaux")
        .options([
            ("statement_timeout", "5s"),
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "10s"),
        ])
        .disable_statement_logging();
    let writer = options.clone().options(ONE_PLAN);
    let address = format!(
        "postgres://{}:{}/{}",
        options.get_host(),
        options.get_port(),
        options.get_database().unwrap_or_default()
    );
    let pool = PgPoolOptions::new()
        .max_connections(limits.read_connections.max(1))
        .acquire_timeout(CONNECT_TIMEOUT)
        .test_before_acquire(false)
        .connect_lazy_with(options);
    opened::<Postgres>(Writer::new(writer), Readers::Pool(pool), address).await
}

async fn sqlite(url: &str, limits: Limits) -> Result<Arc<dyn Store>, StoreError> {
    let options = SqliteConnectOptions::from_str(url)
        .map_err(|error| StoreError::Address(format!("the SQLite URL is not valid: {error}")))?
        .foreign_keys(true)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging();
    let file = options.get_filename().to_path_buf();
    if url.contains(":memory:") || url.contains("mode=memory") {
        let writer = Writer::new(options);
        return sqlite_checked(writer, Readers::Writer, "sqlite::memory:".to_owned()).await;
    }
    make_folder_of(&file)?;
    let pool = SqlitePoolOptions::new()
        .max_connections(limits.read_connections.max(1))
        .acquire_timeout(CONNECT_TIMEOUT)
        .test_before_acquire(false)
        .connect_lazy_with(options.clone().read_only(true));
    let writer = options
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .optimize_on_close(true, None);
    let address = format!("sqlite://{}", file.display());
    sqlite_checked(Writer::new(writer), Readers::Pool(pool), address).await
}

fn make_folder_of(file: &Path) -> Result<(), StoreError> {
    let Some(folder) = file.parent() else {
        return Ok(());
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        StoreError::Address(format!(
            "the folder {} cannot be made: {error}",
            folder.display()
        ))
    })
}

async fn sqlite_checked(
    writer: Writer<Sqlite>,
    readers: Readers<Sqlite>,
    address: String,
) -> Result<Arc<dyn Store>, StoreError> {
    let mut lease = writer.lease().await?;
    let rows = Sqlite::all(lease.connection(), sql::SQLITE_VERSION, &[]).await?;
    let version = rows
        .first()
        .map(|row| Sqlite::text(row, 0))
        .transpose()?
        .unwrap_or_default();
    drop(lease);
    if !is_trusted(&version) {
        return Err(StoreError::OldSqlite(version));
    }
    opened::<Sqlite>(writer, readers, address).await
}

fn is_trusted(version: &str) -> bool {
    let parts: Result<Vec<u32>, _> = version.split('.').map(str::parse).collect();
    parts.is_ok_and(|parts| parts.as_slice() >= OLDEST_SQLITE.as_slice())
}

/// Asks once, so that a wrong address is told at the start and not at the first request.
async fn opened<DB: Driver>(
    writer: Writer<DB>,
    readers: Readers<DB>,
    address: String,
) -> Result<Arc<dyn Store>, StoreError> {
    let store = SqlStore {
        writer,
        readers,
        address,
    };
    store.ping().await?;
    Ok(Arc::new(store))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fixed_sqlite_is_trusted() {
        assert!(is_trusted("3.51.3"));
        assert!(is_trusted("3.60.0"));
        assert!(!is_trusted("3.51.2"));
        assert!(!is_trusted("3.9.9"));
        assert!(!is_trusted(""));
    }
}
