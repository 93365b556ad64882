//! The third six in a row, in all its forms.

use petits_chevaux::rules::{Fact, HorseId, HorseSet, Phase, Seat};

use super::support::Table;

const A: Seat = Seat::ALL[0];

#[test]
fn t01_the_third_six_loses_the_turn() {
    let mut table = Table::new("traditional third_six=lose_turn", "0,E,E,E/E,E,E,E a ?");
    table
        .roll(6)
        .play("0->6")
        .stands("6,E,E,E/E,E,E,E a ? sixes=1");
    table
        .roll(6)
        .play("6->12")
        .stands("12,E,E,E/E,E,E,E a ? sixes=2");
    table.roll(6).stands("12,E,E,E/E,E,E,E b ?");
    assert_eq!(
        table.facts.last(),
        Some(&Fact::ThirdSix {
            seat: A,
            sent_home: HorseSet::EMPTY
        })
    );
}

#[test]
fn t02_the_last_horse_moved_goes_back() {
    let mut table = Table::new(
        "traditional third_six=last_moved_home",
        "E,20,E,E/E,E,E,E a ?",
    );
    table
        .roll(6)
        .play("E->0")
        .roll(6)
        .play("20->26")
        .roll(6)
        .stands("0,E,E,E/E,E,E,E b ?");
    assert!(table.facts.contains(&Fact::ThirdSix {
        seat: A,
        sent_home: HorseSet::one(A, HorseId::ALL[1]),
    }));
}

#[test]
fn t02_nothing_goes_back_when_the_sixes_moved_nothing() {
    let ruleset = "traditional third_six=last_moved_home";
    let mut table = Table::new(ruleset, "55,F,F,F/E,E,E,E a ?");
    table.roll(6).roll(6).roll(6).stands("55,F,F,F/E,E,E,E b ?");
}

#[test]
fn a21_sixes_count_over_the_tries() {
    let mut table = Table::start("quick third_six=lose_turn", 2);
    table
        .roll(4)
        .roll(6)
        .play("E->0")
        .roll(6)
        .play("0->6")
        .roll(6);
    table.stands("6,E,E,E/./E,E,E,E c ?");
}

#[test]
fn a39_another_face_breaks_the_series() {
    let mut table = Table::new("parchis", "#10,E,E,E/E,E,E,E/#19,E,E,E/E,E,E,E a ?");
    table
        .roll(6)
        .play("#10->#16")
        .roll(3)
        .play("#16->#19")
        .play("#19->#39");
    table.stands("#39,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    table.roll(6).play("#39->#45").roll(6).play("#45->#51");
    assert_eq!(table.position.phase(), Phase::Roll { seat: A }, "P36");
}

#[test]
fn p32_the_pawn_of_the_second_six_goes_home_at_the_third() {
    let mut table = Table::new("parchis", "#10,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ?");
    table
        .roll(6)
        .play("#10->#16")
        .roll(6)
        .play("#16->#22")
        .roll(6);
    table.stands("E,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn p34_with_nothing_moved_the_third_six_only_ends_the_turn() {
    let mut table = Table::start("parchis", 4);
    table
        .roll(6)
        .roll(6)
        .roll(6)
        .stands("E,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn p35_a_pawn_in_the_lane_goes_home_unless_the_lane_is_immune() {
    let start = "s1,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? sixes=1";
    let mut literal = Table::new("parchis", start);
    literal
        .roll(6)
        .play("s1->s7")
        .roll(6)
        .stands("E,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
    let mut immune = Table::new("parchis third_six_lane_immune=true", start);
    immune
        .roll(6)
        .play("s1->s7")
        .roll(6)
        .stands("s7,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn a37_a_pawn_that_got_home_stays_there() {
    let mut table = Table::new("parchis", "s2,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? sixes=1");
    table
        .roll(6)
        .play("s2->F")
        .roll(6)
        .stands("F,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn the_most_advanced_horse_can_be_the_one_to_go_back() {
    let ruleset = "traditional third_six=most_advanced_home";
    let mut table = Table::new(ruleset, "3,40,F,E/E,E,E,E a ? sixes=2");
    table.roll(6).stands("3,E,F,E/E,E,E,E b ?");
}

#[test]
fn the_player_can_choose_the_horse_that_goes_back() {
    let mut table = Table::new(
        "traditional third_six=choose_home",
        "3,40,F,E/E,E,E,E a ? sixes=2",
    );
    table.roll(6).stands("3,40,F,E/E,E,E,E a 6 sixes=2");
    table.play("3->E").stands("E,40,F,E/E,E,E,E b ?");
    let mut nobody = Table::new(
        "traditional third_six=choose_home",
        "F,F,F,E/E,E,E,E a ? sixes=2",
    );
    nobody.roll(6).stands("F,F,F,E/E,E,E,E b ?");
}

#[test]
fn all_unsafe_horses_can_go_back_at_once() {
    let start = "#10,#12,s3,E/E,E,E,E a ? sixes=2";
    let mut table = Table::new("eile_mit_weile", start);
    table.roll(6).stands("E,#12,s3,E/E,E,E,E b ?");
}
