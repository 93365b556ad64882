//! The engine and the plain model of the rules say the same, under every ruleset.

use std::collections::BTreeSet;

use petits_chevaux::rules::{
    Die, FaceValue, Fact, MoveKind, Phase, Place, Position, Rules, Seat, Task,
};
use proptest::prelude::any;
use proptest::proptest;

use super::any::{any_rules, any_start, step};
use super::model::{Model, Play, Spot, Who};
use super::support::Luck;

/// What the model says of a position in which a move is chosen.
fn modelled(
    position: &Position,
    rules: &Rules,
    mover: Seat,
    squares: u8,
    face: Option<Die>,
) -> BTreeSet<Play> {
    let mut model = Model {
        it: rules.ruleset(),
        horses: Vec::new(),
        mover,
    };
    for seat in position.seats().iter() {
        for (horse, place) in position.horses(seat) {
            model.horses.push(((seat, horse), model.spot(place)));
        }
    }
    model.plays(squares, face, position).into_iter().collect()
}

/// What the engine says. An exit's captures are only counted: who came last is told elsewhere.
fn played(position: &Position, rules: &Rules, mover: Seat) -> BTreeSet<Play> {
    let model = Model {
        it: rules.ruleset(),
        horses: Vec::new(),
        mover,
    };
    let mut plays = BTreeSet::new();
    for mv in position
        .legal_moves(rules)
        .iter()
        .filter(|mv| mv.kind != MoveKind::DeclineBonus)
    {
        let outcome = position.outcome(rules, *mv).unwrap();
        let captured: BTreeSet<Who> = match mv.kind {
            MoveKind::Exit | MoveKind::ExitTwo => (0..outcome.captures.len())
                .map(|_| (mover, mv.horse))
                .collect(),
            MoveKind::Advance | MoveKind::SendHome | MoveKind::DeclineBonus => {
                outcome.captures.iter().collect()
            }
        };
        plays.insert((model.spot(mv.from), model.spot(mv.to), captured));
    }
    plays
}

/// The squares that a face is worth.
fn worth(position: &Position, rules: &Rules, seat: Seat, die: Die) -> u8 {
    let empty = position
        .horses(seat)
        .all(|(_, place)| place != Place::Stable);
    match (die, rules.ruleset().face_value) {
        (Die::Six, FaceValue::SixIs12) => 12,
        (Die::Six, FaceValue::SixIs7IfHouseEmpty) if empty => 7,
        _ => die.get(),
    }
}

/// Every face from here: what can be played, and whether nothing can.
fn agrees_on_rolls(position: &Position, rules: &Rules) {
    let Phase::Roll { seat } = position.phase() else {
        return;
    };
    for die in Die::ALL {
        let (mut next, mut useless, mut third) = (*position, false, false);
        next.roll(rules, die, &mut |fact| {
            useless |= matches!(fact, Fact::NoMove { .. });
            third |= matches!(fact, Fact::ThirdSix { .. });
        })
        .unwrap();
        agrees(&next, rules);
        let squares = worth(position, rules, seat, die);
        let nothing = modelled(position, rules, seat, squares, Some(die)).is_empty();
        assert!(
            third || useless == nothing,
            "{} {die}",
            position.notation(rules)
        );
    }
}

fn agrees(position: &Position, rules: &Rules) {
    let Phase::Move { seat, die, task } = position.phase() else {
        return;
    };
    let expected = match task {
        Task::SendHome => return,
        Task::Bonus { squares } => modelled(position, rules, seat, squares, None),
        Task::Advance { squares } => {
            assert_eq!(squares, worth(position, rules, seat, die));
            modelled(position, rules, seat, squares, Some(die))
        }
    };
    // Horses that stand together are one entry of the engine; an exit is under the first of them.
    let plain = |plays: BTreeSet<Play>| -> BTreeSet<(Spot, Spot, usize, String)> {
        plays
            .into_iter()
            .map(|(from, to, captured)| {
                let who = if from < 0 {
                    String::new()
                } else {
                    format!("{captured:?}")
                };
                (from, to, captured.len(), who)
            })
            .collect()
    };
    let found = plain(played(position, rules, seat));
    let text = position.notation(rules);
    assert_eq!(found, plain(expected), "{text} {:?}", rules.ruleset());
}

proptest! {
    #[test]
    fn the_engine_moves_as_the_plain_rules_do(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = any_start(&mut luck, &rules);
        for _ in 0..luck.below(500) {
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
        for _ in 0..120 {
            agrees(&position, &rules);
            agrees_on_rolls(&position, &rules);
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
    }
}
