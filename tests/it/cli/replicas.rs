//! Replicas whose machines disagree about the time, one of them killed again and again: every
//! deadline passes once, none early, none much later, and nobody asks for anything.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use petits_chevaux::app::keys::file;
use petits_chevaux::app::{Ask, Expected, NewGame, random};
use petits_chevaux::game::{
    Clock, Control, Event, GameId, Permission, Spec, Time, Timeout, TimeoutThen, line,
};
use petits_chevaux::store::{Limits, Store, Visibility, connect};
use sqlx::postgres::PgListener;
use sqlx::{Connection, Executor, PgConnection, Row};
use tokio::task::JoinSet;

use super::serving::{Folder, Serving, program};
use crate::app::service::{ALICE, Service, TestClock, take, with_clock};
use crate::store::ground::{Database, block_on};

const GAMES: usize = 2_000;
/// Games whose deadlines fall on one instant.
const AT_ONCE: usize = 20;
const TURN_S: u32 = 600;
/// From the first deadline to the last.
const SPREAD_US: i64 = 15_000_000;
/// From the first start of a game to the first deadline.
const AHEAD_US: i64 = 3_000_000;
/// Timeouts between one kill and the next: two seconds.
const BETWEEN_KILLS: usize = 250;
/// How late a deadline may be taken up.
const MOST_LATE_US: i64 = 60_000_000;

/// What the four machines think, and by how many seconds they are wrong.
const MACHINES: [(&str, i64); 4] = [("+1h", 3_600), ("-1h", -3_600), ("+67m", 4_020), ("+0", 0)];

/// The database itself notes when a timeout was written, and by which of its connections.
const WITNESS: &str = "\
    create table witnessed (game_id bytea, by_process bigint, at_us bigint);
    create function witness() returns trigger language plpgsql as $$ begin
        insert into witnessed values (new.game_id, pg_backend_pid(),
            (extract(epoch from clock_timestamp()) * 1000000)::bigint);
        perform pg_notify('witnessed', encode(new.game_id, 'hex'));
        return null;
    end $$;
    create trigger witness after insert on events for each row
        when (new.payload like '%\"turn_timed_out\"%') execute function witness();";

/// The program on a machine whose clock is wrong.
fn on_machine((offset, _): (&str, i64)) -> Command {
    let library = std::env::var("PETITS_CHEVAUX_TEST_FAKETIME")
        .expect("PETITS_CHEVAUX_TEST_FAKETIME is not set: run script/test");
    let mut command = program();
    command
        .env("LD_PRELOAD", library)
        .env("FAKETIME", offset)
        // Only what the machine says that it is, not how fast time passes.
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    command
}

/// A replica and the machine that it runs on.
struct Replica {
    machine: (&'static str, i64),
    serving: Serving,
}

impl Replica {
    fn start(machine: (&'static str, i64), folder: &Folder, database: &str) -> Replica {
        let serving = Serving::by(on_machine(machine), folder, Some(database));
        Replica { machine, serving }
    }

    /// Each line of the log begins with the time that the machine believes.
    fn believes(&self) -> Time {
        let first = self.serving.seen.split_whitespace().next().unwrap();
        first.parse().unwrap()
    }

    /// What it said until its end; it had nothing to complain about.
    fn ended(&mut self) {
        self.serving.child.wait().unwrap();
        let log = self.serving.read_to_end();
        assert!(!log.contains("WARN") && !log.contains("ERROR"), "{log}");
    }
}

/// Whoever is killed leaves shared memory of libfaketime behind, which would stop the next process
/// with its number.
impl Drop for Replica {
    fn drop(&mut self) {
        let child = &mut self.serving.child;
        drop(child.kill());
        drop(child.wait());
        for left in ["faketime_shm_", "sem.faketime_sem_"] {
            drop(fs::remove_file(format!("/dev/shm/{left}{}", child.id())));
        }
    }
}

fn new_game() -> NewGame {
    let clock = Clock {
        control: Control::Turn(TURN_S),
        timeout: Timeout {
            after: 1,
            then: TimeoutThen::Skip,
        },
        vacation_days: 0,
        quiet: Permission::Refused,
        pause: Permission::Refused,
    };
    NewGame {
        owner: ALICE,
        spec: Spec {
            ruleset: "quick".to_owned(),
            seats: Some(2),
            first_seat: Some(1),
            clock: Some(clock),
            ..Spec::default()
        },
        visibility: Visibility::Private,
        title: String::new(),
        key: None,
        rematch: None,
    }
}

/// Tables with one free seat, made as long ago as a turn takes.
async fn tables(service: &Service) -> Vec<GameId> {
    let mut made = Vec::new();
    for _ in 0..GAMES / AT_ONCE {
        let mut making = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (app, id) = (service.app.clone(), random::game_id(service.app.now_us()));
            making.spawn(async move {
                app.create(id, new_game()).await.unwrap();
                app.command(taking(id)).await.unwrap();
                id
            });
        }
        made.extend(making.join_all().await);
    }
    made
}

fn taking(game: GameId) -> Ask {
    Ask {
        game,
        caller: ALICE,
        command: take(),
        signature: None,
        expected: Expected::Any,
        key: None,
    }
}

/// Takes the last seats, at times a turn before the deadlines that shall be.
async fn begin(service: &Service, clock: &TestClock, tables: &[GameId], first_us: i64) {
    let step_us = SPREAD_US / i64::try_from(GAMES / AT_ONCE).unwrap();
    let mut since_us = first_us - i64::from(TURN_S) * 1_000_000;
    for tables in tables.chunks(AT_ONCE) {
        clock.set(since_us);
        let mut beginning = JoinSet::new();
        for id in tables {
            let (app, ask) = (service.app.clone(), taking(*id));
            beginning.spawn(async move { app.command(ask).await.map(drop) });
        }
        while let Some(begun) = beginning.join_next().await {
            begun.unwrap().unwrap();
        }
        since_us += step_us;
    }
}

/// When the one timeout of a game was due and when it was called, by its log, which replays.
async fn called(store: &dyn Store, id: GameId) -> (i64, i64) {
    let records = store.events(id, 0, 100).await.unwrap();
    let mut game = line::begin(id, &records[0].payload).unwrap();
    let (mut by, mut called) = (Vec::new(), Vec::new());
    for (seq, record) in (0..).zip(&records).skip(1) {
        line::advance(&mut game, seq, &record.payload).unwrap();
        assert_eq!(game.head.0, record.hash, "{id}, event {seq}");
        match line::parse(seq, &record.payload).unwrap() {
            Event::DeadlineSet { deadline, .. } => by.push(deadline.by.us()),
            Event::TurnTimedOut { .. } => called.push(at_us(&record.payload)),
            _ => {}
        }
    }
    assert_eq!((by.len(), called.len()), (2, 1), "{id}");
    (by[0], called[0])
}

fn at_us(line: &str) -> i64 {
    let event: serde_json::Value = serde_json::from_str(line).unwrap();
    let at: Time = event["at"].as_str().unwrap().parse().unwrap();
    at.us()
}

/// Waits for timeouts; whenever so many have been called, one replica is killed and started again.
async fn kill_again_and_again(
    witness: &mut PgListener,
    replicas: &mut [Replica],
    folder: &Folder,
    database: &str,
) {
    let most = Duration::from_mins(1);
    for called in 1..=GAMES {
        let next = tokio::time::timeout(most, witness.recv()).await;
        next.unwrap_or_else(|_| panic!("{called} timeouts, and no more for a minute"))
            .unwrap();
        if called % BETWEEN_KILLS == 0 {
            let replica = &mut replicas[called / BETWEEN_KILLS % MACHINES.len()];
            replica.serving.kill();
            replica.ended();
            *replica = Replica::start(replica.machine, folder, database);
        }
    }
}

async fn now_us(store: &dyn Store) -> i64 {
    store.now_us().await.unwrap().unwrap()
}

async fn everything_passes_once(database: &str) {
    let folder = Folder::new();
    let store = connect(database, Limits::default()).await.unwrap();
    store.migrate().await.unwrap();
    let mut connection = PgConnection::connect(database).await.unwrap();
    connection.execute(WITNESS).await.unwrap();
    let mut witness = PgListener::connect(database).await.unwrap();
    witness.listen("witnessed").await.unwrap();
    let path = folder.0.join("keys.json");
    let (keys, _) = file::load_or_create(&path, now_us(&*store).await).unwrap();
    let clock = TestClock::new();
    let service = with_clock(Arc::clone(&store), Arc::new(keys), clock.clone());
    let tables = tables(&service).await;

    let mut replicas = MACHINES.map(|machine| Replica::start(machine, &folder, database));
    for replica in &replicas {
        let wrong_us = replica.believes().us() - now_us(&*store).await;
        let off_s = wrong_us / 1_000_000 - replica.machine.1;
        assert!(off_s.abs() < 120, "{}: {wrong_us}", replica.machine.0);
    }
    let first_us = now_us(&*store).await + AHEAD_US;
    begin(&service, &clock, &tables, first_us).await;
    kill_again_and_again(&mut witness, &mut replicas, &folder, database).await;
    for replica in &mut replicas {
        replica.serving.terminate();
        replica.ended();
    }

    check(&*store, &mut connection).await;
}

/// Holds the logs against what the database saw.
async fn check(store: &dyn Store, connection: &mut PgConnection) {
    let (mut late_us, mut writers) = (Vec::new(), BTreeSet::new());
    let seen = "select game_id, by_process, at_us from witnessed";
    for row in connection.fetch_all(seen).await.unwrap() {
        let id = GameId(row.get::<Vec<u8>, _>(0).try_into().unwrap());
        writers.insert(row.get::<i64, _>(1));
        let (by_us, called_us) = called(store, id).await;
        let written_us: i64 = row.get(2);
        // When it was due, when the log says that it was called, and when it was in truth.
        assert!(by_us <= called_us && called_us <= written_us, "{id}");
        late_us.push(written_us - by_us);
    }
    assert_eq!(late_us.len(), GAMES, "each once");
    late_us.sort_unstable();
    let (median, worst) = (late_us[GAMES / 2], late_us[GAMES - 1]);
    println!(
        "{GAMES} deadlines by {} processes: late by {} ms at the median, {} ms at most",
        writers.len(),
        median / 1_000,
        worst / 1_000
    );
    assert!(worst <= MOST_LATE_US);
    assert!(writers.len() >= MACHINES.len(), "{}", writers.len());
}

#[test]
fn two_thousand_deadlines_pass_once_on_postgres_whatever_the_machines_believe() {
    block_on(async {
        let database = Database::create().await;
        everything_passes_once(&database.url).await;
        database.drop().await;
    });
}
