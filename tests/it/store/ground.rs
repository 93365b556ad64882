//! Where a case runs: an empty store of each kind, made for it and gone after it.

use std::path::PathBuf;
use std::sync::Arc;

use petits_chevaux::store::{Limits, MemoryStore, Store, connect};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use uuid::Uuid;

/// An empty, migrated store, and the way to open it once more.
pub struct Ground {
    pub store: Arc<dyn Store>,
    url: Option<String>,
}

impl Ground {
    /// The same store as another process sees it; a store in memory has only one process.
    pub async fn second(&self) -> Arc<dyn Store> {
        match &self.url {
            Some(url) => connect(url, Limits::default()).await.unwrap(),
            None => Arc::clone(&self.store),
        }
    }

    pub fn url(&self) -> &str {
        self.url.as_deref().unwrap()
    }

    pub async fn open(url: String) -> Self {
        let store = connect(&url, Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        Self {
            store,
            url: Some(url),
        }
    }
}

pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

pub fn memory(case: impl AsyncFnOnce(&Ground)) {
    let ground = Ground {
        store: Arc::new(MemoryStore::new()),
        url: None,
    };
    block_on(case(&ground));
}

pub fn sqlite(case: impl AsyncFnOnce(&Ground)) {
    let folder = Folder::new();
    block_on(async {
        let ground = Ground::open(folder.url()).await;
        case(&ground).await;
    });
}

pub fn sqlite_memory(case: impl AsyncFnOnce(&Ground)) {
    block_on(async {
        let opened = Ground::open("sqlite::memory:".to_owned()).await;
        case(&Ground {
            store: opened.store,
            url: None,
        })
        .await;
    });
}

pub fn postgres(case: impl AsyncFnOnce(&Ground)) {
    block_on(async {
        let database = Database::create().await;
        let ground = Ground::open(database.url.clone()).await;
        case(&ground).await;
        drop(ground);
        database.drop().await;
    });
}

/// A folder of its own for an SQLite file.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        Self(std::env::temp_dir().join(format!("petits-chevaux-{}", Uuid::now_v7())))
    }

    /// In a folder below, which does not exist yet.
    pub fn url(&self) -> String {
        format!("sqlite://{}/data/games.db", self.0.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The folder is only litter by now; a case that failed before it was made has none.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A database of its own on the server of `PETITS_CHEVAUX_TEST_POSTGRES`.
pub struct Database {
    pub url: String,
    name: String,
}

impl Database {
    pub async fn create() -> Self {
        let name = format!("petits_chevaux_{}", Uuid::now_v7().simple());
        administer(format!("create database {name}")).await;
        let url = on_server(&name);
        Self { url, name }
    }

    pub async fn drop(self) {
        administer(format!("drop database {} with (force)", self.name)).await;
    }

    /// Ends every connection to the database, as a restart of the server does.
    pub async fn end_connections(&self) {
        let name = &self.name;
        administer(format!(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '{name}'"
        ))
        .await;
    }
}

fn server() -> String {
    std::env::var("PETITS_CHEVAUX_TEST_POSTGRES")
        .expect("PETITS_CHEVAUX_TEST_POSTGRES is not set: run script/test")
}

/// The URL of the server with another database in it.
fn on_server(database: &str) -> String {
    let server = server();
    let (address, options) = server.split_once('?').unwrap_or((&server, ""));
    let (host, _) = address
        .rsplit_once('/')
        .expect("the URL names a maintenance database");
    format!("{host}/{database}?{options}")
}

async fn administer(statement: String) {
    let mut connection = PgConnection::connect(&server()).await.unwrap();
    connection.execute(AssertSqlSafe(statement)).await.unwrap();
    connection.close().await.unwrap();
}
