//! The turn: tries, extra rolls, the third six, the end, and what is refused.

use petits_chevaux::rules::{
    Fact, MoveKind, PassReason, Phase, PlayError, Position, RetireError, RollError, Seat, SeatSet,
    SkipError,
};

use super::support::{Table, moves, nonsense, rules};

const A: Seat = Seat::ALL[0];
const B: Seat = Seat::ALL[1];
const C: Seat = Seat::ALL[2];
const D: Seat = Seat::ALL[3];

fn awaits_roll_of(seat: Seat) -> Phase {
    Phase::Roll { seat }
}

#[test]
fn x03_three_tries_and_then_the_next_seat() {
    let mut table = Table::start("quick", 2);
    table.roll(3).stands("E,E,E,E/./E,E,E,E a ? tries=2");
    table.roll(2).stands("E,E,E,E/./E,E,E,E a ? tries=1");
    table.roll(5).stands("E,E,E,E/./E,E,E,E c ?");
    let passes = table
        .facts
        .iter()
        .filter(|fact| matches!(fact, Fact::Passed { .. }))
        .count();
    let useless = table
        .facts
        .iter()
        .filter(|fact| matches!(fact, Fact::NoMove { .. }))
        .count();
    assert_eq!((passes, useless), (1, 3));
}

#[test]
fn x04_a_six_on_the_second_try_gives_one_more_roll_and_no_try() {
    let mut table = Table::start("quick", 2);
    table
        .roll(2)
        .roll(6)
        .play("E->0")
        .stands("0,E,E,E/./E,E,E,E a ?");
    table.roll(4).play("0->4").stands("4,E,E,E/./E,E,E,E c ?");
}

#[test]
fn the_sixth_face_ends_the_tries_even_if_nothing_moves() {
    // All four seats' start squares are free, but this seat's horses are all home or too far.
    let mut table = Table::new("quick", "F,F,F,s6/E,E,E,E a ? tries=1");
    table.roll(6).stands("F,F,F,s6/E,E,E,E a ?");
    table.roll(2).stands("F,F,F,s6/E,E,E,E b ?");
}

#[test]
fn a18_the_roll_after_the_last_horse_in_play_got_home_is_one_roll() {
    let mut table = Table::new("quick", "s1,E,E,E/E,E,E,E a ?");
    table
        .roll(6)
        .play("s1->F")
        .stands("F,E,E,E/E,E,E,E a ? tries=1");
    table.roll(3);
    assert_eq!(table.position.phase(), awaits_roll_of(B));
}

#[test]
fn a22_a_one_that_opens_the_stable_does_not_roll_again() {
    let mut table = Table::start("quick exit_faces=1+6", 2);
    table.roll(1).play("E->0").stands("0,E,E,E/./E,E,E,E c ?");
}

#[test]
fn s1_12_every_six_rolls_again_without_limit() {
    let mut table = Table::new("traditional", "0,E,E,E/E,E,E,E a ?");
    for from in [0, 6, 12, 18, 24] {
        table.roll(6).play(&format!("{from}->{}", from + 6));
        assert_eq!(
            table.position.phase(),
            awaits_roll_of(A),
            "B07: not only once"
        );
    }
}

#[test]
fn an_extra_roll_can_be_limited() {
    let mut table = Table::new("traditional reroll_max=1", "0,E,E,E/E,E,E,E a ?");
    table
        .roll(6)
        .play("0->6")
        .stands("6,E,E,E/E,E,E,E a ? rolls=1");
    table.roll(6).play("6->12").stands("12,E,E,E/E,E,E,E b ?");
}

#[test]
fn t04_play_goes_on_for_places_without_the_winner() {
    let ruleset = "no_passing end=play_for_places";
    let mut table = Table::new(ruleset, "s5,F,F,F/F,F,F,s5/s5,F,F,F/E,E,E,E a ?");
    table.roll(6).play("s5->F");
    assert_eq!(
        table.position.phase(),
        awaits_roll_of(B),
        "A23: no extra roll"
    );
    assert!(table.facts.contains(&Fact::Finished { seat: A, rank: 1 }));
    table.roll(1).roll(1).roll(1);
    assert_eq!(table.position.phase(), awaits_roll_of(B), "A is skipped");
    table.roll(6).play("s5->F").roll(6).play("s5->F");
    assert_eq!(table.position.phase(), Phase::Over, "three have finished");
    assert_eq!(table.facts.last(), Some(&Fact::Ended));
    let ranks: Vec<(Seat, u8)> = table
        .position
        .standings(&table.rules)
        .iter()
        .map(|standing| (standing.seat, standing.rank))
        .collect();
    assert_eq!(ranks, [(A, 1), (B, 2), (C, 3), (D, 4)]);
}

#[test]
fn t07_two_players_start_opposite_each_other() {
    let rules = rules("traditional initial_on_start=1");
    let seats = SeatSet::spread(4, 2);
    let position = Position::start(&rules, seats, A);
    let first = petits_chevaux::rules::HorseId::ALL[0];
    assert_eq!(position.square(&rules, A, first), Some(0));
    assert_eq!(position.square(&rules, C, first), Some(28));
}

#[test]
fn t08_an_exit_is_a_choice() {
    let table = Table::new("traditional", "20,E,E,E/E,E,E,E a 6");
    assert_eq!(
        moves(&table.position, &table.rules),
        ["20->26 again", "E->0 again"]
    );
}

#[test]
fn t09_what_is_not_awaited_is_refused_and_changes_nothing() {
    let mut table = Table::new("traditional", "20,E,E,E/E,E,E,E a 6");
    let before = table.position;
    let die = petits_chevaux::rules::Die::Six;
    assert_eq!(
        table.position.roll(&table.rules, die, &mut |_| {}),
        Err(RollError::MoveExpected)
    );
    for kind in MoveKind::ALL {
        let refused = table
            .position
            .play(&table.rules, nonsense(kind), &mut |_| {});
        assert_eq!(refused, Err(PlayError::Illegal), "{kind:?}");
    }
    assert_eq!(table.position, before);
    table.play("20->26");
    let played = table
        .position
        .play(&table.rules, nonsense(MoveKind::Exit), &mut |_| {});
    assert_eq!(played, Err(PlayError::RollExpected));
}

#[test]
fn f20_a_pass_is_no_move_when_one_horse_can_move() {
    let mut table = Table::new("traditional", "53,55,s2,s4/E,E,E,E a 5");
    assert_eq!(
        moves(&table.position, &table.rules),
        ["53->52 next", "s4->s5 next"]
    );
    let decline = petits_chevaux::rules::Move {
        kind: MoveKind::DeclineBonus,
        ..table.position.legal_moves(&table.rules)[0]
    };
    let refused = table.position.play(&table.rules, decline, &mut |_| {});
    assert_eq!(refused, Err(PlayError::Illegal));
}

#[test]
fn a48_any_of_two_horses_that_stand_together_may_be_named() {
    let table = Table::new("traditional", "20,E,E,E/E,E,E,E a 6");
    let exit = table.position.legal_moves(&table.rules)[1];
    for horse in [1, 2, 3] {
        let mut next = table.position;
        let horse = petits_chevaux::rules::HorseId::ALL[horse];
        let mv = petits_chevaux::rules::Move { horse, ..exit };
        assert_eq!(next.play(&table.rules, mv, &mut |_| {}), Ok(()));
        assert_eq!(next.place(A, horse), petits_chevaux::rules::Place::Track(0));
    }
}

#[test]
fn the_order_of_turns_can_be_the_other_way_round() {
    let mut table = Table::start("traditional", 4);
    table.roll(1).roll(1).roll(1).roll(1);
    assert_eq!(table.position.phase(), awaits_roll_of(A));
    let mut rules = petits_chevaux::rules::Preset::Traditional.ruleset();
    rules.turn_order = petits_chevaux::rules::Direction::Counterclockwise;
    let rules = petits_chevaux::rules::Rules::new(rules).unwrap();
    let mut position = Position::start(&rules, SeatSet::spread(4, 3), A);
    position
        .roll(&rules, petits_chevaux::rules::Die::One, &mut |_| {})
        .unwrap();
    assert_eq!(position.phase(), awaits_roll_of(C));
}

#[test]
fn a_turn_can_be_skipped() {
    let mut table = Table::new("traditional", "20,E,E,E/E,E,E,E a 6");
    let mut facts = Vec::new();
    table
        .position
        .skip(&table.rules, &mut |fact| facts.push(fact))
        .unwrap();
    assert_eq!(
        facts,
        [Fact::Passed {
            seat: A,
            reason: PassReason::Skipped
        }]
    );
    table.stands("20,E,E,E/E,E,E,E b ?");
    let mut over = Table::new("traditional", "F,F,F,F/E,E,E,E - -");
    assert_eq!(over.position.skip(&over.rules, &mut |_| {}), Err(SkipError));
}

#[test]
fn a_seat_that_retires_leaves_the_track_and_never_rolls_again() {
    let mut table = Table::new("traditional", "20,E,E,E/30,E,E,E/7,E,E,E a ?");
    let retire = |table: &mut Table, seat| {
        let facts = &mut table.facts;
        table
            .position
            .retire(&table.rules, seat, &mut |fact| facts.push(fact))
    };
    retire(&mut table, B).unwrap();
    table.stands("20,E,E,E/E,E,E,E/7,E,E,E a ? out=b");
    table.roll(1).play("20->21");
    assert_eq!(table.position.phase(), awaits_roll_of(C));
    assert_eq!(retire(&mut table, B), Err(RetireError::NotPlaying));
    retire(&mut table, C).unwrap();
    assert_eq!(table.position.phase(), Phase::Over);
    assert_eq!(retire(&mut table, A), Err(RetireError::Over));
    let ranks: Vec<(Seat, u8)> = table
        .position
        .standings(&table.rules)
        .iter()
        .map(|standing| (standing.seat, standing.rank))
        .collect();
    assert_eq!(ranks, [(A, 1), (B, 2), (C, 2)]);
}

#[test]
fn a_retiring_mover_gives_the_turn_away() {
    let mut table = Table::new("traditional", "20,E,E,E/30,E,E,E/7,E,E,E a 6");
    table.position.retire(&table.rules, A, &mut |_| {}).unwrap();
    table.stands("E,E,E,E/30,E,E,E/7,E,E,E b ? out=a");
}

#[test]
fn s1_37_the_others_are_ranked_by_the_distance_they_covered() {
    let mut table = Table::new("traditional", "s6,F,F,F/20,E,E,E/10,9,E,E/E,21,E,E a 6");
    table.play("s6->F");
    let standings: Vec<(Seat, u8, u16)> = table
        .position
        .standings(&table.rules)
        .iter()
        .map(|standing| (standing.seat, standing.rank, standing.distance))
        .collect();
    assert_eq!(standings, [(A, 1, 252), (D, 2, 22), (B, 3, 21), (C, 3, 21)]);
}

#[test]
fn with_horses_left_over_those_at_home_count_first() {
    let mut table = Table::new("quick horses_to_finish=2", "s6,F,E,E/F,E,E,E/54,53,E,E a 1");
    table.play("s6->F");
    let standings: Vec<(Seat, u8, u8, u16)> = table
        .position
        .standings(&table.rules)
        .iter()
        .map(|it| (it.seat, it.rank, it.finished_horses, it.distance))
        .collect();
    assert_eq!(standings, [(A, 1, 2, 126), (B, 2, 1, 63), (C, 3, 0, 109)]);
}
