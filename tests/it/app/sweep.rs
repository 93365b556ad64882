//! Idempotency keys answer for more than a day, and not for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use petits_chevaux::app::clock::Clock;
use petits_chevaux::app::keys::Keys;
use petits_chevaux::app::{App, Ask};
use petits_chevaux::store::{MemoryStore, Store};

use super::service::{ALICE, Service, ask, keyed, run, take};

const DAY_US: i64 = 24 * 3_600 * 1_000_000;

/// A clock that stands until it is moved.
struct Moved(AtomicI64);

impl Clock for Moved {
    fn now_us(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn a_key_answers_after_a_day_and_is_forgotten_after_three() {
    run(async {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let clock = Arc::new(Moved(AtomicI64::new(DAY_US)));
        let keys = Arc::new(Keys::generate(1).unwrap());
        let (app, task) = App::new(store.clone(), clock.clone(), keys, Arc::default());
        tokio::spawn(task);
        let service = Service { app, store };
        service.create("traditional", 4).await;
        let request = Ask {
            key: Some(keyed("k", 1)),
            ..ask(ALICE, take())
        };
        let first = service.app.command(request.clone()).await.unwrap();
        clock.0.store(2 * DAY_US, Ordering::Relaxed);
        service.send(ALICE, take()).await;
        let again = service.app.command(request.clone()).await.unwrap();
        assert_eq!(again.lines, first.lines);
        clock.0.store(4 * DAY_US, Ordering::Relaxed);
        service.send(ALICE, take()).await;
        let anew = service.app.command(request).await.unwrap();
        assert_ne!(anew.lines, first.lines, "it is a new request by now");
    });
}
