//! A server with everything around it, on a loopback port of its own.

use std::net::TcpListener;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use petits_chevaux::api::server::{self, Capacity};
use petits_chevaux::api::{Api, Metrics};
use petits_chevaux::app::clock::{Clock, SystemClock};
use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::tokens::{Auditor, Tokens};
use petits_chevaux::app::{self, App};
use petits_chevaux::store::{
    self, AuditFrom, AuditStep, DiceAudit, Limits, Stepped, TallyStore, TimeStore,
};
use tokio::sync::oneshot;

use super::client::Client;
use super::coverage::Record;
use super::moody::{Mood, Moody};
use crate::app::service::TestClock;

/// Short, so that the test of a silent stream is quick.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// A running server. It stops when it is dropped.
pub(super) struct House {
    base: String,
    app: App,
    clock: Arc<TestClock>,
    store: Arc<Moody>,
    record: Arc<Record>,
    metrics: Arc<Metrics>,
    writing: tokio::task::AbortHandle,
    server: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

/// Short, so that the test of a slow body is quick.
const BODY_TIME: Duration = Duration::from_millis(300);

impl House {
    pub(super) async fn open() -> House {
        House::over("sqlite::memory:", Arc::default()).await
    }

    /// A server over the database at `url`, whose answers are noted in `record`.
    pub(super) async fn over(url: &str, record: Arc<Record>) -> House {
        let keys = Arc::new(Keys::generate(SystemClock.now_us()).unwrap());
        House::with(url, record, keys).await
    }

    /// A server with these keys.
    pub(super) async fn with(url: &str, record: Arc<Record>, keys: Arc<Keys>) -> House {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let clock = TestClock::new();
        let store = store::connect(url, Limits::default()).await.unwrap();
        store.migrate().await.unwrap();
        let store = Arc::new(Moody::new(store));
        let counted = Arc::new(app::Metrics::default());
        let (app, writing) = App::new(store.clone(), clock.clone(), keys, counted.clone());
        let writing = tokio::spawn(writing).abort_handle();
        let metrics = Arc::new(Metrics::new(counted));
        let api = Api::new(app.clone(), &base, Arc::clone(&metrics));
        let (server, thread) = serve(api, listener).await;
        House {
            base,
            app,
            clock,
            store,
            record,
            metrics,
            writing,
            server,
            thread: Some(thread),
        }
    }

    /// A client that nobody knows.
    pub(super) fn stranger(&self) -> Client {
        Client::new(&self.base, Arc::clone(&self.record))
    }

    /// A client with a player of its own.
    pub(super) async fn guest(&self, name: &str) -> Client {
        let mut client = self.stranger();
        let body = serde_json::json!({ "name": name });
        let guest = client.post("/v1/guests", &body).await.ok(201);
        client.authorize(guest.text("/access_token"));
        client
    }

    pub(super) fn tokens(&self) -> Tokens {
        Tokens::new(&self.base, self.app.keys().token())
    }

    pub(super) fn app(&self) -> &App {
        &self.app
    }

    /// A client with the token of an auditor, good for 90 days.
    pub(super) fn auditor(&self) -> Client {
        let tokens = self.tokens();
        let name = "an auditor".to_owned();
        let life_s = 90 * 24 * 3_600;
        let now_us = self.clock.now_us();
        let token = tokens.issue_auditor(&Auditor { name }, life_s, now_us);
        let mut client = self.stranger();
        client.authorize(&token);
        client
    }

    /// A client with the player of a device.
    pub(super) async fn device(&self, name: &str) -> Client {
        let mut client = self.stranger();
        let body = serde_json::json!({ "name": name, "device": format!("device-of-{name:->16}") });
        let guest = client.post("/v1/guests", &body).await;
        client.authorize(guest.text("/access_token"));
        client
    }

    /// The server is about to stop.
    pub(super) fn close(&self) {
        self.app.news().close();
    }

    /// As it happens every hour.
    pub(super) async fn checkpoint(&self) {
        self.app.checkpoint().await.unwrap();
        self.app.audit_dice().await.unwrap();
    }

    /// As if another release had written the running audit of the dice.
    pub(super) async fn forget_audit_state(&self) {
        let audit = self.store.dice_audit().await.unwrap().unwrap();
        let step = AuditStep {
            from: AuditFrom::Revision(audit.revision),
            audit: DiceAudit {
                revision: audit.revision + 1,
                state: r#"{"format":"petits-chevaux/fairness/0"}"#.to_owned(),
                ..audit
            },
            tallies: Vec::new(),
        };
        assert_eq!(self.store.step_audit(&step).await.unwrap(), Stepped::Done);
    }

    pub(super) fn address(&self) -> &str {
        self.base.strip_prefix("http://").unwrap()
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// What the operator sees.
    pub(super) fn counters(&self) -> String {
        self.metrics.render()
    }

    pub(super) fn pass_time(&self, seconds: i64) {
        self.clock.pass(seconds);
    }

    /// As it happens every second: how many games moved on by themselves.
    pub(super) async fn tick(&self) -> u64 {
        self.app.tick().await.unwrap()
    }

    /// Time passes, and the service is there all the while.
    pub(super) async fn serve_for(&self, seconds: i64) {
        self.pass_time(seconds);
        self.store
            .beat(self.clock.now_us(), i64::MAX)
            .await
            .unwrap();
    }

    /// From now on the store behaves like that.
    pub(super) fn mood(&self, mood: Mood) {
        self.store.set(mood);
    }

    /// Nothing is written any more, as when the process is about to end.
    pub(super) fn stop_writing(&self) {
        self.writing.abort();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
        // The command to stop is sent when the future is made; the thread ends when it is done.
        drop(self.server.stop(false));
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok() || std::thread::panicking());
        }
    }
}

/// The server runs on a thread of its own, as it does in production.
async fn serve(api: Api, listener: TcpListener) -> (ServerHandle, JoinHandle<()>) {
    let (tell, told) = oneshot::channel();
    let thread = std::thread::spawn(move || {
        System::new().block_on(async move {
            let capacity = Capacity {
                workers: 1,
                body_time: BODY_TIME,
                heartbeat: HEARTBEAT,
            };
            let server = server::serve(api, listener, capacity).unwrap();
            assert!(tell.send(server.handle()).is_ok());
            server.await.unwrap();
        });
    });
    (told.await.unwrap(), thread)
}
