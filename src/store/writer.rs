//! The one connection that writes. It is owned, not pooled: a pool pings at each return, which
//! would double the round trips of a round.

use std::time::Duration;

use sqlx::Connection;
use tokio::sync::{Mutex, MutexGuard};

use super::StoreError;
use super::driver::{Driver, fault, severed};

/// How long opening a connection may take.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

type Options<DB> = <<DB as sqlx::Database>::Connection as Connection>::Options;

/// The writing connection, opened when it is first needed and again after it broke.
pub(super) struct Writer<DB: Driver> {
    options: Options<DB>,
    slot: Mutex<Option<DB::Connection>>,
}

impl<DB: Driver> Writer<DB> {
    pub(super) fn new(options: Options<DB>) -> Self {
        Self {
            options,
            slot: Mutex::new(None),
        }
    }

    /// The connection, for one task at a time.
    pub(super) async fn lease(&self) -> Result<Lease<'_, DB>, StoreError> {
        let mut slot = self.slot.lock().await;
        if slot.is_none() {
            *slot = Some(self.open().await?);
        }
        Ok(Lease { slot })
    }

    /// A timeout is safe here: what it cancels is nobody's connection yet.
    async fn open(&self) -> Result<DB::Connection, StoreError> {
        let opening = DB::Connection::connect_with(&self.options);
        match tokio::time::timeout(CONNECT_TIMEOUT, opening).await {
            Ok(opened) => opened.map_err(fault::<DB>),
            Err(_) => Err(fault::<DB>(sqlx::Error::PoolTimedOut)),
        }
    }
}

/// The writing connection in use.
pub(super) struct Lease<'a, DB: Driver> {
    slot: MutexGuard<'a, Option<DB::Connection>>,
}

impl<DB: Driver> Lease<'_, DB> {
    pub(super) fn connection(&mut self) -> &mut DB::Connection {
        self.slot
            .as_mut()
            .expect("`lease` filled the slot and only `settle`, which ends it, empties it")
    }

    /// Ends the use: a connection that broke is dropped, and the next use opens another.
    pub(super) fn settle<T>(mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if result.as_ref().is_err_and(severed::<DB>) {
            *self.slot = None;
        }
        result
    }
}
