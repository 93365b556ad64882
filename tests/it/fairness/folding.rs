//! From logs to counters: what is known before a roll, and that every way of counting agrees.

use petits_chevaux::fairness::{
    Chance, Counters, Fate, GameAudit, Moment, Observation, Observer, Stratum,
};
use petits_chevaux::game::{Command, Entry, Game, SeatNo, line};
use petits_chevaux::rules::Die;

use crate::game::table::{Bench, Client, GAME, take, take_sealed};

/// A game that was played to its end.
fn played(ruleset: &str, seats: u8, secret: u8) -> Bench {
    let mut bench = Bench::started(ruleset, seats, secret);
    while bench.act().is_some() {}
    bench
}

fn audit(bench: &Bench) -> GameAudit {
    let lines = bench.lines.iter().map(|line| line.payload.as_str());
    GameAudit::of_log(GAME, lines).unwrap()
}

fn total(counters: &Counters, strata: &[Stratum]) -> u64 {
    strata
        .iter()
        .map(|stratum| counters.of(*stratum).total())
        .sum()
}

#[test]
fn counting_as_events_come_is_counting_the_log_afterwards() {
    let bench = played("traditional", 2, 3);
    let mut observer = Observer::default();
    let mut counters = Counters::default();
    let mut game: Game = line::begin(GAME, &bench.lines[0].payload).unwrap();
    for line in &bench.lines[1..] {
        let entry: Entry = serde_json::from_str(&line.payload).unwrap();
        if let Some(seen) = observer.see(&game, &entry) {
            counters.count(&seen);
        }
        game.apply(entry.at.parse().unwrap(), &entry.event).unwrap();
    }
    assert_eq!(counters, audit(&bench).counters());
}

#[test]
fn games_counted_apart_and_added_are_games_counted_together() {
    let audits = [played("quick", 4, 1), played("ludo", 2, 2)].map(|bench| audit(&bench));
    let together: Counters = audits.iter().flat_map(GameAudit::rolls).collect();
    let mut added = audits[1].counters();
    added.merge(&audits[0].counters());
    assert_eq!(added, together);
    let text = serde_json::to_string(&added).unwrap();
    assert_eq!(serde_json::from_str::<Counters>(&text).unwrap(), added);
}

#[test]
fn every_roll_has_one_kind_one_seat_and_one_class() {
    for ruleset in ["traditional", "quick", "ludo", "madn"] {
        let bench = played(ruleset, 2, 5);
        let counters = audit(&bench).counters();
        let rolls = u64::from(bench.game.rolls);
        for partition in [
            &[Stratum::All][..],
            &[
                Stratum::Draw,
                Stratum::FirstTry,
                Stratum::LaterTry,
                Stratum::Bonus,
            ],
            &[Stratum::Seat1, Stratum::Seat2],
            &[Stratum::Sealed, Stratum::Seeded, Stratum::Unsealed],
            &[Stratum::Creator, Stratum::Guest],
            &[Stratum::Asked, Stratum::Unasked],
            &[Stratum::Utc08],
        ] {
            assert_eq!(
                total(&counters, partition),
                rolls,
                "{ruleset} {partition:?}"
            );
        }
        assert_eq!(
            counters.pairs().as_flattened().iter().sum::<u64>(),
            rolls - 1
        );
        assert_eq!(counters.answers(Chance::Six).rolls(), rolls);
        assert_eq!(
            counters.answers(Chance::Six).hits(),
            counters.of(Stratum::All).of(Die::Six)
        );
    }
}

#[test]
fn who_leads_and_who_is_in_danger_is_known_before_the_roll() {
    let bench = played("traditional", 4, 6);
    let audit = audit(&bench);
    let rolls = audit.rolls();
    for stratum in [Stratum::Leader, Stratum::Trailer, Stratum::InDanger] {
        assert!(of(rolls, stratum).count() > 5, "{stratum}");
    }
    let both = of(rolls, Stratum::Leader).filter(|roll| roll.strata.contains(Stratum::Trailer));
    assert_eq!(both.count(), 0);
    let safe = |roll: &&Observation| roll.strata.contains(Stratum::AllInStable);
    let threatened = of(rolls, Stratum::InDanger).find(safe);
    assert!(
        threatened.is_none(),
        "a horse in the stable is in no danger"
    );
}

#[test]
fn the_roll_of_one_round_before_is_as_many_rolls_back_as_there_are_seats() {
    let audit = audit(&played("quick", 3, 6));
    let rolls = audit.rolls();
    for (nth, roll) in rolls.iter().enumerate() {
        let before = nth
            .checked_sub(3)
            .map(|before| Stratum::lag(rolls[before].face));
        let lags = Die::ALL.map(Stratum::lag);
        let known: Vec<_> = roll.strata.iter().filter(|it| lags.contains(it)).collect();
        assert_eq!(known, before.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_pause_and_the_hour_are_read_from_the_time() {
    let mut bench = Bench::started("quick", 2, 8);
    let played = bench.lines.len();
    while bench.lines.len() < played + 12 {
        bench.act();
    }
    let lines: Vec<String> = (0..)
        .zip(&bench.lines)
        .map(|(nth, line)| {
            let later = if nth < played + 6 {
                "2026-12-01T10"
            } else {
                "2026-12-02T21"
            };
            line.payload.replace("2026-12-01T10", later)
        })
        .collect();
    let audit = GameAudit::of_log(GAME, lines.iter().map(String::as_str)).unwrap();
    let late = of(audit.rolls(), Stratum::Utc20).count();
    assert!(late > 0);
    assert!(of(audit.rolls(), Stratum::AfterPause).count() <= 1);
    assert_eq!(
        late + of(audit.rolls(), Stratum::Utc08).count(),
        audit.rolls().len()
    );
}

#[test]
fn moments_are_days_and_hours_of_the_calendar() {
    let day = |at: &str| Moment::of(at).day();
    assert_eq!(day("1970-01-01T00:00:00.000Z"), 0);
    assert_eq!(day("2000-03-01T23:59:59.999Z"), 11_017);
    assert_eq!(
        day("2024-02-29T12:00:00.000Z") + 1,
        day("2024-03-01T00:00:00.000Z")
    );
    assert_eq!(Moment::of("2026-12-01T10:59:59.999Z").hour(), 10);
    assert_eq!(Moment::of("no time at all"), Moment::of(""));
    let late = Moment::of("2026-12-02T10:00:00.000Z");
    assert!(late.is_a_day_after(Moment::of("2026-12-01T10:00:00.000Z")));
    assert!(!late.is_a_day_after(Moment::of("2026-12-01T10:00:00.001Z")));
}

fn of(rolls: &[Observation], stratum: Stratum) -> impl Iterator<Item = &Observation> {
    rolls
        .iter()
        .filter(move |roll| roll.strata.contains(stratum))
}

#[test]
fn tries_and_rewards_are_told_apart() {
    let bench = played("traditional", 2, 7);
    let audit = audit(&bench);
    let rolls = audit.rolls();
    assert!(
        of(rolls, Stratum::LaterTry).next().is_none(),
        "one try a turn"
    );
    for pair in rolls.windows(2) {
        let again = pair[1].strata.contains(Stratum::Bonus);
        assert!(!again || pair[0].seat == pair[1].seat, "{pair:?}");
        assert!(!again || pair[0].face == Die::Six, "{pair:?}");
    }
    let tries = self::audit(&played("madn", 2, 7));
    let rolls = tries.rolls();
    assert!(of(rolls, Stratum::LaterTry).count() > 2);
    for pair in rolls.windows(2) {
        if pair[1].strata.contains(Stratum::LaterTry) {
            assert!(
                pair[0].seat == pair[1].seat && pair[0].face != Die::Six,
                "{pair:?}"
            );
        }
    }
}

#[test]
fn with_all_horses_in_the_stable_a_six_is_needed() {
    let audit = audit(&played("traditional", 2, 11));
    let mut some = 0;
    for roll in of(audit.rolls(), Stratum::AllInStable) {
        let questions: Vec<_> = roll.questions().collect();
        let (_, favourable, _) = questions
            .iter()
            .find(|(chance, _, _)| *chance == Chance::Exit)
            .unwrap();
        assert_eq!(*favourable, 1);
        some += 1;
    }
    assert!(some > 0);
    assert!(audit.counters().answers(Chance::Stair).rolls() > 0);
    assert!(audit.counters().answers(Chance::Capture).rolls() > 0);
    assert!(of(audit.rolls(), Stratum::Needs6).next().is_some());
}

#[test]
fn the_class_of_a_roll_is_what_its_seat_brought() {
    let client = Client::new(1);
    let mut bench = Bench::new("quick", 2, 9);
    bench.ok("p1", &take_sealed(1, &client));
    bench.ok("p2", &take(2));
    let link = (1, client.link(1));
    bench.ok(
        "p1",
        &Command::Ready {
            seat: SeatNo(1),
            link,
        },
    );
    let audit = audit(&bench);
    let draws: Vec<_> = audit.rolls().iter().collect();
    assert!(!draws.is_empty());
    for draw in draws {
        let class = if draw.seat.0 == 1 {
            Stratum::Sealed
        } else {
            Stratum::Unsealed
        };
        assert!(draw.strata.contains(class) && draw.strata.contains(Stratum::Draw));
    }
}

#[test]
fn what_became_of_a_game_is_told() {
    assert_eq!(audit(&Bench::new("quick", 2, 1)).fate(), Fate::Waiting);
    assert_eq!(audit(&Bench::started("quick", 2, 1)).fate(), Fate::Running);
    let bench = played("quick", 2, 1);
    let over = audit(&bench);
    assert_eq!(over.fate(), Fate::Finished);
    assert_eq!(over.version(), bench.game.version);
    let seats = over.runs();
    let sum: u64 = seats.values().map(|runs| runs.rolls).sum();
    assert_eq!(sum, u64::from(bench.game.rolls));
}

#[test]
fn a_changed_die_is_an_error_and_no_statistic() {
    let bench = played("quick", 2, 4);
    let lines = bench.lines.iter().map(|line| line.payload.clone());
    let mut lines: Vec<String> = lines.collect();
    let at = lines
        .iter()
        .position(|line| line.contains("\"die\":2"))
        .unwrap();
    lines[at] = lines[at].replace("\"die\":2", "\"die\":6");
    let error = GameAudit::of_log(GAME, lines.iter().map(String::as_str)).unwrap_err();
    assert_eq!(error.0, at as u64);
}
