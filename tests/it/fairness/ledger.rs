//! The audit of a server: the same whatever the pieces, across restarts, and complete.

use petits_chevaux::fairness::{
    AsOf, Faces, Fate, GameAudit, Ledger, Mark, Moment, Publication, Segment, Stratum,
};
use petits_chevaux::game::{Command, GameId, SeatNo};
use petits_chevaux::rules::Die;

use super::plain;
use crate::game::table::{Bench, GAME};

/// The bytes that are published as of that many leaves.
fn published(ledger: &Ledger) -> String {
    let size = ledger.leaves();
    let root = "00".repeat(32);
    Publication::of(ledger, AsOf { size, root }).text()
}

/// Games of several kinds, some of them over.
fn tables() -> Vec<Bench> {
    let mut tables = Vec::new();
    for (ruleset, seats, secret) in [("quick", 2, 1), ("traditional", 4, 2), ("madn", 3, 3)] {
        let mut bench = Bench::started(ruleset, seats, secret);
        for _ in 0..400 {
            if bench.act().is_none() {
                break;
            }
        }
        tables.push(bench);
    }
    tables.push(Bench::new("quick", 2, 4));
    tables
}

/// The game of a table, which has an id of its own here, between two of its events.
fn piece(tables: &[Bench], nth: usize, (from, to): (Option<usize>, usize)) -> Segment {
    let lines = &tables[nth].lines;
    let mut audit = GameAudit::begin(GAME, &lines[0].payload).unwrap();
    let mut mark = (from == Some(0)).then(|| Mark::of(&audit));
    for (seq, line) in lines.iter().enumerate().take(to + 1).skip(1) {
        audit.advance(&line.payload).unwrap();
        if from == Some(seq) {
            mark = Some(Mark::of(&audit));
        }
    }
    assert_eq!(audit.head(), lines[to].head);
    let mut segment = Segment::since(mark, &audit);
    segment.game = GameId([u8::try_from(nth).unwrap(); 16]);
    segment
}

/// A game cut into pieces of so many events.
fn cut(tables: &[Bench], nth: usize, events: usize) -> Vec<Segment> {
    let last = tables[nth].lines.len() - 1;
    let mut ends: Vec<usize> = (0..last).step_by(events).collect();
    ends.push(last);
    let mut from = None;
    let pieces = ends.into_iter().map(|to| {
        let piece = piece(tables, nth, (from, to));
        from = Some(to);
        piece
    });
    pieces.collect()
}

fn resumed(ledger: &Ledger) -> Ledger {
    let text = serde_json::to_string(ledger).unwrap();
    let ledger: Ledger = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&ledger).unwrap(), text);
    ledger
}

#[test]
fn games_cut_into_any_pieces_give_the_figures_of_whole_games() {
    let tables = tables();
    let mut whole = Ledger::default();
    for nth in 0..tables.len() {
        whole.take(&piece(&tables, nth, (None, tables[nth].lines.len() - 1)));
    }
    whole.close();
    let figures = |ledger: &Ledger| {
        let root = String::new();
        let publication = Publication::of(ledger, AsOf { size: 0, root });
        publication.text()
    };
    for events in [7, 100, 211] {
        let mut pieces = Ledger::default();
        for nth in 0..tables.len() {
            for segment in cut(&tables, nth, events) {
                pieces.take(&segment);
            }
        }
        pieces.close();
        assert_eq!(figures(&pieces), figures(&whole), "{events} events");
    }
}

#[test]
fn a_ledger_that_was_written_down_after_each_leaf_goes_on_bit_for_bit() {
    let tables = tables();
    let (mut straight, mut stopping) = (Ledger::default(), Ledger::default());
    let pieces: Vec<Vec<Segment>> = (0..tables.len()).map(|nth| cut(&tables, nth, 90)).collect();
    for round in 0..pieces.iter().map(Vec::len).max().unwrap() {
        for segment in pieces.iter().filter_map(|pieces| pieces.get(round)) {
            straight.take(segment);
            stopping = resumed(&stopping);
            stopping.take(segment);
        }
        straight.close();
        stopping.close();
        assert_eq!(published(&stopping), published(&straight));
    }
    let told: Publication = serde_json::from_str(&published(&straight)).unwrap();
    assert_eq!(
        told.text(),
        published(&straight),
        "what is read is what was written"
    );
    assert!(told.course.len() > 2);
}

#[test]
fn no_created_game_is_left_out() {
    let tables = tables();
    let mut ledger = Ledger::default();
    for nth in 0..tables.len() {
        ledger.take(&piece(&tables, nth, (None, 0)));
    }
    ledger.close();
    let told: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(told.games.created, 4);
    assert_eq!(told.games.fates[&Fate::Waiting], 4);
    for nth in 0..tables.len() {
        ledger.take(&piece(&tables, nth, (Some(0), tables[nth].lines.len() - 1)));
    }
    ledger.close();
    let told: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(told.games.created, 4, "a game that went on is no new one");
    assert_eq!(told.games.fates[&Fate::Waiting], 1);
    assert_eq!(told.games.fates.values().sum::<u64>(), 4);
    let rolls: u32 = tables.iter().map(|bench| bench.game.rolls).sum();
    assert_eq!(told.report.rolls, u64::from(rolls));
    let ended = told.games.fates[&Fate::Finished];
    assert_eq!(told.p_values.counts.iter().sum::<u64>(), ended);
}

/// A game that consists of these faces alone.
fn faces(segment: &Segment, nth: u8, faces: &[Die]) -> Segment {
    let mut counted = Faces::default();
    for face in faces {
        counted.count(*face);
    }
    Segment {
        game: GameId([nth; 16]),
        rolls: faces.iter().map(|face| plain(*face, None)).collect(),
        faces: counted,
        ..segment.clone()
    }
}

#[test]
fn alarms_and_names_of_games_stay_with_the_checkpoint_that_found_them() {
    let tables = tables();
    let whole = piece(&tables, 0, (None, tables[0].lines.len() - 1));
    let mut ledger = Ledger::default();
    ledger.take(&faces(&whole, 1, &[Die::Six; 30]));
    ledger.take(&faces(&whole, 2, &Die::ALL));
    let quiet: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert!(
        quiet.report.alarms.is_empty(),
        "nothing rings before a checkpoint"
    );
    ledger.close();
    let rung: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(rung.report.alarms[0].checkpoint, Some(2));
    assert_eq!(rung.suspicious.len(), 1);
    assert!(
        rung.words
            .fr
            .iter()
            .any(|words| words.starts_with("ALARME"))
    );
    let (mut honest, mut rolls) = (super::dice(8), Vec::new());
    for _ in 0..30_000 {
        rolls.push(honest.die());
    }
    // The game itself grows honest, and a great many others join it.
    ledger.take(&faces(&whole, 1, &rolls));
    ledger.close();
    let later: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(later.report.alarms, rung.report.alarms);
    assert!(later.suspicious.is_empty());
    assert_eq!(later.named, rung.named);
    assert_eq!(later.named[0].checkpoint, 2);
}

#[test]
fn who_stands_still_is_told_by_the_seat_that_is_awaited() {
    let tables = tables();
    let mut left = Bench::started("quick", 2, 9);
    for _ in 0..10 {
        left.act();
    }
    let mover = left.game.mover().unwrap();
    let waiting = [left];
    let mut ledger = Ledger::default();
    ledger.take(&piece(&waiting, 0, (None, waiting[0].lines.len() - 1)));
    ledger.close();
    let now: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(now.games.stalled, 0);
    // Another game goes on eight days later.
    let mut later = piece(&tables, 3, (None, 0));
    let lines = tables[3].lines[0]
        .payload
        .replace("2026-12-01", "2026-12-09");
    later.after = GameAudit::begin(GAME, &lines).unwrap().life();
    assert_eq!(later.after.latest(), Moment::of("2026-12-09T10:00:00.000Z"));
    ledger.take(&later);
    ledger.close();
    let then: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    assert_eq!(then.games.stalled, 1);
    let seat = |seat: SeatNo| {
        then.games
            .seats
            .iter()
            .find(|row| row.seat == seat)
            .unwrap()
    };
    assert_eq!(seat(mover).stalled, 1);
    assert_eq!(seat(mover).games, 1);
    assert_eq!(
        then.games.seats.iter().map(|row| row.stalled).sum::<u64>(),
        1
    );
}

#[test]
fn who_gives_up_is_told_by_the_seat() {
    let mut bench = Bench::started("quick", 3, 5);
    let (seat, player) = bench.mover().unwrap();
    bench.ok(&player, &Command::Resign { seat: None });
    let tables = [bench];
    let mut ledger = Ledger::default();
    ledger.take(&piece(&tables, 0, (None, tables[0].lines.len() - 1)));
    ledger.close();
    let told: Publication = serde_json::from_str(&published(&ledger)).unwrap();
    let resigned: Vec<_> = told
        .games
        .seats
        .iter()
        .filter(|row| row.resigned == 1)
        .collect();
    assert_eq!(resigned.len(), 1);
    assert_eq!(resigned[0].seat, seat);
}

#[test]
fn waits_are_those_of_even_dice() {
    let mut dice = super::dice(12);
    let rolls: Vec<_> = (0..200_000).map(|_| plain(dice.die(), None)).collect();
    let mut sequence = petits_chevaux::fairness::Sequence::default();
    sequence.extend(&rolls);
    let (droughts, sets) = (sequence.droughts.row(), sequence.sets.row());
    let sixes = sequence.counters.of(Stratum::All).of(Die::Six);
    assert_eq!(droughts.counts.iter().sum::<u64>(), sixes);
    assert_eq!((droughts.first, droughts.counts.len()), (1, 25));
    assert_eq!((sets.first, sets.counts.len()), (6, 31));
    let waits = sets.counts.iter().sum::<u64>();
    let mean = 200_000.0 / waits as f64;
    assert!((mean - 14.7).abs() < 0.2, "{mean}");
    assert!(droughts.p > 1e-3 && sets.p > 1e-3, "{droughts:?} {sets:?}");
}
