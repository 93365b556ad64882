//! What a game by correspondence asks of people: how many days, and how many requests.

use serde_json::{Value, json};

use super::clocks::{act, player};
use super::games::created;
use super::house::House;

const HOUR: i64 = 3_600;
const PEOPLE: usize = 4;
/// Each person looks in twice a day, all of them at different hours.
const BETWEEN_LOOKS: i64 = 12 * HOUR / 4;
/// Longer than any game takes.
const MOST_DAYS: i64 = 1_000;

/// A way to play a game.
struct Manner {
    name: &'static str,
    table: Value,
    /// How many of the people give orders once, and never look in again.
    ordering: usize,
}

/// What a game took.
#[derive(Clone, Default, Debug)]
struct Figures {
    /// From the last joining to the end.
    hours: i64,
    /// What people asked for: the table, seats, orders, rolls, moves. An app does the rest for
    /// them: it renews tokens, and shows the game.
    requests: usize,
    /// How often somebody opened the game.
    looks: usize,
    events: usize,
    /// Rolls and moves.
    acts: usize,
    /// Rolls and moves that nobody asked for.
    by_itself: usize,
}

impl Figures {
    fn days(&self) -> i64 {
        (self.hours + 23) / 24
    }

    fn print(&self, name: &str) {
        let share = 100 * self.by_itself / self.acts.max(1);
        println!(
            "{name:44} {:4} days {:5} requests {:5} looks {:5} events {share:3} % by itself",
            self.days(),
            self.requests,
            self.looks,
            self.events,
        );
    }
}

/// The worked example of docs/CORRESPONDENCE.md.
fn orders() -> Value {
    let page = include_str!("../../../docs/CORRESPONDENCE.md");
    let (_, rest) = page.split_once("```json\n").unwrap();
    let (example, _) = rest.split_once("\n```").unwrap();
    serde_json::from_str(example).unwrap()
}

struct Table<'h> {
    house: &'h House,
    path: String,
    figures: Figures,
}

impl Table<'_> {
    async fn begun<'h>(house: &'h House, manner: &Manner) -> Table<'h> {
        let ana = player(house, "Ana", &device(1)).await;
        let path = created(&ana, manner.table.clone()).await;
        let mut table = Table {
            house,
            path,
            figures: Figures::default(),
        };
        table.figures.requests += 1;
        for seat in 1..=PEOPLE {
            table.ask(seat, "/seats", &json!({})).await;
        }
        for seat in 1..=manner.ordering {
            let orders_of = format!("/seats/{seat}/orders");
            table.ask(seat, &orders_of, &orders()).await;
            // Orders count from the next roll on: what is awaited already is answered.
            table.look_in(seat).await;
        }
        table
    }

    async fn ask(&mut self, seat: usize, what: &str, body: &Value) {
        let client = player(self.house, "Ana", &device(seat)).await;
        let path = format!("{}{what}", self.path);
        client.post(&path, body).await.ok(200);
        self.figures.requests += 1;
    }

    /// A person opens the game and answers as long as it is up to them.
    async fn look_in(&mut self, seat: usize) {
        let client = player(self.house, "Ana", &device(seat)).await;
        self.figures.looks += 1;
        loop {
            let game = client.get(&self.path).await.ok(200);
            let Some(awaiting) = game.body.get("awaiting") else {
                match game.text("/stage") {
                    "playing" => self.house.tick().await,
                    _ => return,
                };
                continue;
            };
            if awaiting["seat"] != seat {
                return;
            }
            act(&client, &self.path, &game).await;
            self.figures.requests += 1;
        }
    }

    async fn is_over(&self) -> bool {
        let game = self.house.stranger().get(&self.path).await.ok(200);
        game.text("/stage") == "finished"
    }

    async fn count(mut self) -> Figures {
        let path = format!("{}/log", self.path);
        let log = self.house.stranger().get(&path).await;
        let events: Vec<Value> = log
            .raw
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let acts = |event: &&Value| {
            let turn = event["type"] == "die_rolled" && event["kind"] == "turn";
            turn || event["type"] == "piece_moved"
        };
        self.figures.events = events.len();
        self.figures.acts = events.iter().filter(acts).count();
        let caused = |event: &&Value| event.get("cause").is_some();
        self.figures.by_itself = events.iter().filter(acts).filter(caused).count();
        let late = |event: &Value| event["type"] == "turn_timed_out";
        assert!(!events.iter().any(late), "nobody was late");
        self.figures
    }
}

fn device(seat: usize) -> String {
    format!("the-telephone-of-seat-{seat}")
}

/// Plays a game to its end.
async fn played(house: &House, manner: &Manner) -> Figures {
    let mut table = Table::begun(house, manner).await;
    let mut hours = 0;
    'game: loop {
        for seat in 1..=PEOPLE {
            if table.is_over().await {
                break 'game;
            }
            house.serve_for(BETWEEN_LOOKS).await;
            hours += BETWEEN_LOOKS / HOUR;
            assert!(hours < 24 * MOST_DAYS, "{}: it does not end", manner.name);
            house.tick().await;
            if seat > manner.ordering {
                table.look_in(seat).await;
            }
        }
    }
    table.figures.hours = hours;
    let figures = table.count().await;
    figures.print(manner.name);
    figures
}

/// Nothing by itself.
fn asked() -> Value {
    json!({"pace": "correspondence", "rolls": "asked", "moves": "asked"})
}

fn traditional() -> Value {
    json!({"pace": "correspondence", "ruleset": "traditional"})
}

#[tokio::test]
async fn a_game_by_correspondence_asks_for_decisions_alone() {
    let house = House::open().await;
    let play = async |name, table, ordering| {
        let manner = Manner {
            name,
            table,
            ordering,
        };
        played(&house, &manner).await
    };
    let usual = || json!({"pace": "correspondence"});
    let three = play("three with orders, one answers", usual(), 3).await;
    let four = play("all four answer", usual(), 0).await;
    let by_hand = play("all four answer, nothing by itself", asked(), 0).await;
    play("traditional, three with orders", traditional(), 3).await;
    play("traditional, all four answer", traditional(), 0).await;
    assert!(three.requests < 60 && three.days() <= 8, "{three:?}");
    assert_eq!(by_hand.by_itself, 0);
    for automatic in [three, four] {
        assert!(2 * automatic.requests < by_hand.requests, "{automatic:?}");
        assert!(automatic.hours < by_hand.hours, "{automatic:?}");
    }
}
