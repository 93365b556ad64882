//! `serve`: puts the parts together, serves until it is told to stop, and stops gracefully.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use actix_web::dev::{Server, ServerHandle};
use actix_web::rt::System;
use async_trait::async_trait;
use tokio::signal::unix::{SignalKind, signal};

use super::Failure;
use super::config::{HttpOptions, ServeOptions};
use crate::api::{Api, Metrics, Readiness, server};
use crate::app::accounts::{Accounts, MemoryAccounts};
use crate::app::clock::{Clock, SystemClock};
use crate::app::keys::Keys;
use crate::app::keys::file::{self, Privacy};
use crate::app::tokens::Tokens;

/// Serves until SIGTERM or SIGINT.
pub(super) fn run(options: &ServeOptions) -> Result<(), Failure> {
    options.log.start()?;
    show(options);
    System::new().block_on(serve(options))
}

/// The effective configuration, once, without secrets.
fn show(options: &ServeOptions) {
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        listen = %options.http.listen,
        public_url = options.http.public_url(),
        metrics_listen = %options.http.metrics_listen,
        workers = options.http.workers(),
        database_url = %options.data.database_url(),
        keys_file = %options.data.keys_file().display(),
        "configuration"
    );
}

async fn serve(options: &ServeOptions) -> Result<(), Failure> {
    let api = build(options)?;
    let counters = serve_metrics(&options.http, Arc::clone(&api.metrics))?;
    let listener = bind(&options.http)?;
    let server = server::serve(api, listener, options.http.workers())?;
    actix_web::rt::spawn(stop_on_signal(
        server.handle(),
        counters.as_ref().map(Server::handle),
    ));
    if let Some(counters) = counters {
        actix_web::rt::spawn(counters);
    }
    server.await?;
    tracing::info!("stopped");
    Ok(())
}

fn build(options: &ServeOptions) -> Result<Api, Failure> {
    let clock = Arc::new(SystemClock);
    let keys = Arc::new(load_keys(&options.data.keys_file(), clock.as_ref())?);
    let tokens = Arc::new(Tokens::new(&options.http.public_url(), keys.token()));
    let store = Arc::new(MemoryAccounts::default());
    let accounts = Arc::new(Accounts::new(store, Arc::clone(&tokens), &keys));
    let (readiness, metrics) = (Arc::new(AlwaysReady), Arc::new(Metrics::default()));
    Ok(Api {
        accounts,
        tokens,
        keys,
        clock,
        readiness,
        metrics,
    })
}

fn load_keys(path: &Path, clock: &dyn Clock) -> Result<Keys, Failure> {
    let (keys, privacy) = file::load_or_create(path, clock.now_us())?;
    if privacy == Privacy::Exposed {
        tracing::warn!(path = %path.display(), "others can read the key file: chmod 600");
    }
    Ok(keys)
}

fn bind(http: &HttpOptions) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(http.listen)
        .map_err(|error| format!("cannot listen on {}: {error}", http.listen))?;
    tracing::info!(address = %listener.local_addr()?, "listening");
    Ok(listener)
}

fn serve_metrics(http: &HttpOptions, metrics: Arc<Metrics>) -> Result<Option<Server>, Failure> {
    let Some(address) = http.metrics_listen.0 else {
        return Ok(None);
    };
    let server = server::serve_metrics(metrics, address)
        .map_err(|error| format!("cannot listen for metrics on {address}: {error}"))?;
    Ok(Some(server))
}

/// The first signal lets requests end, a second one does not.
async fn stop_on_signal(server: ServerHandle, counters: Option<ServerHandle>) {
    let (Ok(mut term), Ok(mut int)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::error!("signals cannot be caught: only a kill will stop this server");
        return;
    };
    tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
    tracing::info!("stopping: no new connections, requests in flight may end");
    let graceful = server.stop(true);
    tokio::select! {
        () = graceful => {}
        _ = term.recv() => server.stop(false).await,
        _ = int.recv() => server.stop(false).await,
    }
    if let Some(counters) = counters {
        counters.stop(false).await;
    }
}

struct AlwaysReady;

#[async_trait]
impl Readiness for AlwaysReady {
    async fn check(&self) -> Result<(), String> {
        Ok(())
    }
}
