//! `serve`: puts the parts together, serves until it is told to stop, and stops gracefully.

use std::convert::Infallible;
use std::error::Error;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::rt::System;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

use super::Failure;
use super::config::{DataOptions, HttpOptions, ServeOptions};
use crate::api::server::{self, Capacity};
use crate::api::{Api, Metrics};
use crate::app::clock::{Clock, StoreClock, SystemClock};
use crate::app::keys::Keys;
use crate::app::keys::file::{self, Privacy};
use crate::app::news::News;
use crate::app::{self, App};
use crate::store::{self, Limits, Store, StoreError};

/// How often due games are looked for.
const EACH_TICK: Duration = Duration::from_secs(1);
/// How often the database is asked what time it is.
const EACH_SETTING: Duration = Duration::from_secs(10);

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
        listen = %options.http.origin.listen,
        public_url = options.http.origin.public_url(),
        metrics_listen = %options.http.metrics_listen,
        workers = options.http.workers(),
        checkpoint_every_s = options.tree.checkpoint_every_s,
        database_url = %options.data.database_url(),
        keys_file = %options.data.keys_file().display(),
        "configuration"
    );
}

async fn serve(options: &ServeOptions) -> Result<(), Failure> {
    let store = open_store(&options.data).await?;
    let keys = Arc::new(load_keys(&options.data.keys_file())?);
    let written = Arc::new(app::Metrics::default());
    let clock = clock_of(&store).await?;
    let (app, writing) = App::new(store, clock.read(), keys, Arc::clone(&written));
    let mut writing = actix_web::rt::spawn(writing);
    let metrics = Arc::new(Metrics::new(written));
    let every = Duration::from_secs(options.tree.checkpoint_every_s.into());
    let ticking = tick(app.clone());
    let setting = set(clock, app.clone());
    let made = Notify::new();
    let checkpoints = make_checkpoints(app.clone(), every, &made);
    let audits = audit_dice(app.clone(), &made);
    let api = Api::new(app, &options.http.origin.public_url(), Arc::clone(&metrics));
    tokio::select! {
        served = listen(&options.http, api, metrics) => served?,
        never = checkpoints => match never {},
        never = ticking => match never {},
        never = setting => match never {},
        never = audits => match never {},
        // Without its writer a server is of no use: whoever runs it starts it again.
        ended = &mut writing => return Err(format!("the writer ended: {ended:?}").into()),
    }
    // Nobody can ask any more: what was asked is still written.
    writing.await?;
    tracing::info!("stopped");
    Ok(())
}

/// Where the time comes from.
enum Source {
    /// The database, which all processes share.
    Store(Arc<StoreClock>),
    /// The machine.
    Machine,
}

impl Source {
    fn read(&self) -> Arc<dyn Clock> {
        match self {
            Source::Store(clock) => clock.clone(),
            Source::Machine => Arc::new(SystemClock),
        }
    }
}

async fn clock_of(store: &Arc<dyn Store>) -> Result<Source, Failure> {
    let clock = StoreClock::of(&**store).await?;
    Ok(clock.map_or(Source::Machine, |clock| Source::Store(Arc::new(clock))))
}

/// Does what is due in games that nobody looks at, every second, for ever.
async fn tick(app: App) -> Infallible {
    let mut timer = tokio::time::interval(EACH_TICK);
    loop {
        timer.tick().await;
        warn(app.tick().await.map(drop), "what is due has to wait");
    }
}

/// Asks the database what time it is, every ten seconds, for ever.
async fn set(clock: Source, app: App) -> Infallible {
    let mut timer = tokio::time::interval(EACH_SETTING);
    loop {
        timer.tick().await;
        if let Source::Store(clock) = &clock {
            let set = clock.set(app.store()).await.map(drop);
            warn(set, "the clock goes on by itself");
        }
    }
}

fn warn<E: Error + 'static>(done: Result<(), E>, what: &'static str) {
    if let Err(error) = done {
        tracing::warn!(error = &error as &dyn Error, "{what}");
    }
}

/// Makes a checkpoint of the transparency log at the start, and one after each pause, for ever.
async fn make_checkpoints(app: App, every: Duration, made: &Notify) -> Infallible {
    let mut timer = tokio::time::interval(every);
    loop {
        timer.tick().await;
        match app.checkpoint().await {
            Ok(tree) => tracing::info!(size = tree.size, "checkpoint"),
            Err(error) => tracing::warn!(
                error = &error as &dyn Error,
                "the checkpoint has to wait for the next one"
            ),
        }
        made.notify_one();
    }
}

/// Audits the dice after each checkpoint, for ever. A long audit makes no checkpoint wait.
async fn audit_dice(app: App, checkpoint: &Notify) -> Infallible {
    loop {
        checkpoint.notified().await;
        match app.audit_dice().await {
            Ok(size) => tracing::info!(size, "the dice are audited"),
            Err(error) => tracing::warn!(
                error = &error as &dyn Error,
                "the audit of the dice has to wait for the next checkpoint"
            ),
        }
    }
}

/// The store of these options, with its schema up to date.
pub(super) async fn open_store(data: &DataOptions) -> Result<Arc<dyn Store>, Failure> {
    let url = data.database_url();
    let failed = |error: StoreError| format!("the database {url}: {}", sentence(&error));
    let store = store::connect(url.expose(), Limits::default())
        .await
        .map_err(failed)?;
    store.migrate().await.map_err(failed)?;
    Ok(store)
}

/// An error with its causes, in one line.
fn sentence(error: &dyn Error) -> String {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

async fn listen(http: &HttpOptions, api: Api, metrics: Arc<Metrics>) -> Result<(), Failure> {
    let counters = serve_metrics(http, metrics)?;
    let capacity = Capacity::of_workers(http.workers());
    let news = api.app.news().clone();
    let server = server::serve(api, bind(http)?, capacity)?;
    actix_web::rt::spawn(stop_on_signal(
        news,
        server.handle(),
        counters.as_ref().map(Server::handle),
    ));
    if let Some(counters) = counters {
        actix_web::rt::spawn(counters);
    }
    Ok(server.await?)
}

fn load_keys(path: &Path) -> Result<Keys, Failure> {
    let (keys, privacy) = file::load_or_create(path, SystemClock.now_us())?;
    if privacy == Privacy::Exposed {
        tracing::warn!(path = %path.display(), "others can read the key file: chmod 600");
    }
    Ok(keys)
}

fn bind(http: &HttpOptions) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(http.origin.listen)
        .map_err(|error| format!("cannot listen on {}: {error}", http.origin.listen))?;
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
async fn stop_on_signal(news: News, server: ServerHandle, counters: Option<ServerHandle>) {
    let (Ok(mut term), Ok(mut int)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        tracing::error!("signals cannot be caught: only a kill will stop this server");
        return;
    };
    tokio::select! { _ = term.recv() => {}, _ = int.recv() => {} }
    tracing::info!("stopping: no new connections, requests in flight may end");
    // Whoever waits for news, perhaps for ever, is told first.
    news.close();
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
