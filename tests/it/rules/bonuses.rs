//! Bonuses of parchís, pairs on a square and who came last.

use petits_chevaux::rules::{Fact, HorseId, HorseSet, Phase, Seat, Task};

use super::support::{Table, moves};

const A: Seat = Seat::ALL[0];
const C: Seat = Seat::ALL[2];

fn forfeited(table: &Table) -> Vec<u8> {
    table
        .facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::BonusForfeited { squares, .. } => Some(*squares),
            Fact::Moved { .. }
            | Fact::Scored { .. }
            | Fact::NoMove { .. }
            | Fact::Passed { .. }
            | Fact::BonusDeclined { .. }
            | Fact::ThirdSix { .. }
            | Fact::Finished { .. }
            | Fact::Retired { .. }
            | Fact::Ended => None,
        })
        .collect()
}

#[test]
fn p13_a_capture_counts_twenty_squares_and_then_rolls_once() {
    let mut table = Table::new("parchis", "#10,E,E,E/E,E,E,E/#13,E,E,E/E,E,E,E a ?");
    table.roll(3).play("#10->#13");
    let task = Task::Bonus { squares: 20 };
    let die = petits_chevaux::rules::Die::Three;
    assert_eq!(table.position.phase(), Phase::Move { seat: A, die, task });
    table
        .play("#13->#33")
        .stands("#33,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    table.roll(1).play("#33->#34");
    assert_ne!(
        table.position.phase(),
        Phase::Roll { seat: A },
        "one extra roll in all"
    );
}

#[test]
fn p14_a_bonus_that_captures_earns_another_but_one_roll() {
    let mut table = Table::new("parchis", "#10,E,E,E/E,E,E,E/#13,E,E,E/#33,E,E,E a ?");
    table
        .roll(3)
        .play("#10->#13")
        .play("#13->#33")
        .play("#33->#53");
    table.stands("#53,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    table.roll(1).play("#53->#54");
    assert_eq!(table.position.phase(), Phase::Roll { seat: Seat::ALL[1] });
}

#[test]
fn p17_a_bonus_that_no_pawn_can_use_is_forfeited() {
    let mut table = Table::new("parchis", "#10,E,E,E/E,E,E,E/#13,#20,#20,E/E,E,E,E a ?");
    table
        .roll(3)
        .play("#10->#13")
        .stands("#13,E,E,E/E,E,E,E/E,#20,#20,E/E,E,E,E a ? last=a1");
    assert_eq!(forfeited(&table), [20]);
}

#[test]
fn p18_a_goal_without_another_pawn_in_play_forfeits_the_ten() {
    let mut table = Table::new("parchis", "s5,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ?");
    table
        .roll(3)
        .play("s5->F")
        .stands("F,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    assert_eq!(forfeited(&table), [10]);
}

#[test]
fn p24_a_bonus_may_not_bounce_out_of_the_lane() {
    let mut table = Table::new("parchis", "s5,#10,E,E/E,E,E,E/#11,#20,#20,E/E,E,E,E a ?");
    table.roll(1).play("#10->#11");
    assert_eq!(
        forfeited(&table),
        [20],
        "s5 would leave the lane, 11 meets a wall"
    );
}

#[test]
fn a47_the_winning_arrival_earns_neither_bonus_nor_roll() {
    let mut table = Table::new("parchis horses_to_finish=1", "s5,#10,E,E/E,E,E,E a ?");
    table.roll(3).play("s5->F");
    assert_eq!(table.position.phase(), Phase::Over);
    assert_eq!(forfeited(&table), [0; 0]);
}

#[test]
fn b05_a_six_still_rolls_again_after_a_forfeited_bonus() {
    let ruleset = "parchis capture_reroll=false";
    let mut table = Table::new(ruleset, "#10,E,E,E/E,E,E,E/#16,#20,#20,E/E,E,E,E a ?");
    table.roll(6).play("#10->#16");
    table.stands("#16,E,E,E/E,E,E,E/E,#20,#20,E/E,E,E,E a ? sixes=1 last=a1");
}

#[test]
fn without_extra_rolls_the_turn_passes_after_the_bonus() {
    let mut table = Table::new("parchis_es", "#10,E,E,E/E,E,E,E/#13,E,E,E/E,E,E,E a ?");
    table.roll(3).play("#10->#13").play("#13->#33");
    table.stands("#33,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn a_bonus_in_points_moves_nothing() {
    let ruleset = "parchis capture_bonus=points:20";
    let mut table = Table::new(ruleset, "#10,E,E,E/E,E,E,E/#13,E,E,E/E,E,E,E a ?");
    table
        .roll(3)
        .play("#10->#13")
        .stands("#13,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    assert!(table.facts.contains(&Fact::Scored {
        seat: A,
        points: 20
    }));
}

#[test]
fn a_bonus_can_be_declined_only_where_the_rules_say_so() {
    let ruleset = "parchis bonus_declinable=true";
    let mut table = Table::new(ruleset, "#10,E,E,E/E,E,E,E/#13,E,E,E/E,E,E,E a ?");
    table.roll(3).play("#10->#13");
    assert_eq!(
        moves(&table.position, &table.rules),
        ["8->28 again", "decline again"]
    );
    table
        .play("decline")
        .stands("#13,E,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ? last=a1");
    assert!(table.facts.contains(&Fact::BonusDeclined {
        seat: A,
        squares: 20
    }));
}

#[test]
fn b04_the_last_to_arrive_is_eaten_whatever_its_seat() {
    let d = Seat::ALL[3];
    let start = "E,E,E,E/E,E,E,E/#5,E,E,E/#3,E,E,E d ?";
    let mut later = Table::new("parchis", start);
    later.roll(2).play("#3->#5");
    later.stands("E,E,E,E/E,E,E,E/#5,E,E,E/#5,E,E,E a ?");
    later.roll(5).play("E->#5");
    assert_eq!(captured(&later), HorseSet::one(d, HorseId::ALL[0]));
    let start = "E,E,E,E/E,E,E,E/#3,E,E,E/#5,E,E,E c ?";
    let mut earlier = Table::new("parchis", start);
    earlier.roll(2).play("#3->#5");
    earlier.stands("E,E,E,E/E,E,E,E/#5,E,E,E/#5,E,E,E d ? late=c1");
    earlier.roll(1).play("#5->#6").roll(1);
    earlier.stands("E,E,E,E/E,E,E,E/#5,E,E,E/#6,E,E,E b ?");
    let mut told = Table::new("parchis", "E,E,E,E/E,E,E,E/#5,E,E,E/#5,E,E,E a ? late=c1");
    told.roll(5).play("E->#5");
    assert_eq!(captured(&told), HorseSet::one(C, HorseId::ALL[0]));
}

fn captured(table: &Table) -> HorseSet {
    table
        .facts
        .iter()
        .fold(HorseSet::EMPTY, |all, fact| match fact {
            Fact::Moved { captures, .. } => all.or(*captures),
            Fact::Scored { .. }
            | Fact::NoMove { .. }
            | Fact::Passed { .. }
            | Fact::BonusForfeited { .. }
            | Fact::BonusDeclined { .. }
            | Fact::ThirdSix { .. }
            | Fact::Finished { .. }
            | Fact::Retired { .. }
            | Fact::Ended => all,
        })
}

#[test]
fn the_first_five_brings_out_two_in_spain() {
    let mut table = Table::start("parchis_es", 4);
    table
        .roll(5)
        .play("E->0x2")
        .stands("0,0,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
    let mut third = Table::new("parchis_es", "0,0,E,E/E,E,E,E/E,E,E,E/E,E,E,E a ?");
    third
        .roll(5)
        .play("0->5")
        .stands("5,0,E,E/E,E,E,E/E,E,E,E/E,E,E,E b ?");
}

#[test]
fn only_one_comes_out_when_the_start_square_has_room_for_one() {
    let ruleset = "parchis_es exit_when_full=two_foreign";
    let mut table = Table::new(ruleset, "E,E,E,E/#5,E,E,E/E,E,E,E/E,E,E,E a ?");
    table
        .roll(5)
        .play("E->0")
        .stands("0,E,E,E/#5,E,E,E/E,E,E,E/E,E,E,E b ? late=a1");
}
