//! What holds in every position of every game under every legal ruleset.

use std::collections::BTreeMap;

use petits_chevaux::rules::{
    Die, Fact, HorseId, Move, MoveKind, OwnLanding, Phase, Place, PlayError, Position, Preset,
    Rules, Seat, Task, Then,
};
use proptest::prelude::any;
use proptest::proptest;

use super::any::{any_rules, any_start, step};
use super::support::Luck;

/// Steps of a game that are looked at closely.
const CLOSE: usize = 60;
/// No game is longer, in rolls.
const LONGEST: usize = 50_000;

proptest! {
    #[test]
    fn every_position_of_every_game_is_sound(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = any_start(&mut luck, &rules);
        // Somewhere in the game, not only at its beginning.
        for _ in 0..luck.below(400) {
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
        for _ in 0..CLOSE {
            is_sound(&position, &rules);
            let before = position;
            step(&mut luck, &rules, &mut position, &mut |fact| {
                fact_is_true(&before, &rules, fact);
            });
        }
    }

    #[test]
    fn two_runs_are_equal(seed in any::<u64>()) {
        let run = || {
            let mut luck = Luck::new(seed);
            let rules = any_rules(&mut luck);
            let mut position = any_start(&mut luck, &rules);
            let mut facts = Vec::new();
            for _ in 0..CLOSE {
                step(&mut luck, &rules, &mut position, &mut |fact| facts.push(fact));
            }
            (position, facts)
        };
        assert_eq!(run(), run());
    }

    #[test]
    fn a_seat_may_leave_or_be_skipped_at_any_time(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = any_start(&mut luck, &rules);
        while position.phase() != Phase::Over {
            for _ in 0..luck.below(60) {
                step(&mut luck, &rules, &mut position, &mut |_| {});
            }
            let seat = luck.one_of(&Seat::ALL);
            let left = position.active().contains(seat) && position.phase() != Phase::Over;
            assert_eq!(position.retire(&rules, seat, &mut |_| {}).is_ok(), left);
            is_sound(&position, &rules);
            if position.skip(&rules, &mut |_| {}).is_ok() {
                assert!(matches!(position.phase(), Phase::Roll { .. }));
            }
        }
    }
}

#[test]
fn every_game_of_a_preset_ends() {
    for preset in Preset::ALL {
        let rules = Rules::new(preset.ruleset()).unwrap();
        for seed in 0..4 {
            ends(&rules, &mut Luck::new(seed));
        }
    }
}

#[test]
fn every_game_under_a_random_ruleset_ends() {
    for seed in 0..150 {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        ends(&rules, &mut luck);
    }
}

fn ends(rules: &Rules, luck: &mut Luck) {
    let mut position = any_start(luck, rules);
    let mut rolls = 0;
    while position.phase() != Phase::Over {
        rolls += usize::from(matches!(position.phase(), Phase::Roll { .. }));
        let text = position.notation(rules);
        assert!(rolls < LONGEST, "{text} {:?}", rules.ruleset());
        step(luck, rules, &mut position, &mut |_| {});
    }
    assert_eq!(position.standings(rules)[0].rank, 1);
}

fn is_sound(position: &Position, rules: &Rules) {
    squares_are_not_crowded(position, rules);
    notation_is_the_position(position, rules);
    choices_are_whole(position, rules);
    legal_is_what_can_be_played(position, rules);
    codes_and_squares_agree(position, rules);
}

fn squares_are_not_crowded(position: &Position, rules: &Rules) {
    let mut track: BTreeMap<u8, Vec<Seat>> = BTreeMap::new();
    for seat in position.seats().iter() {
        assert_eq!(
            position.horses(seat).count(),
            usize::from(rules.ruleset().horses)
        );
        let mut lane: BTreeMap<u8, u8> = BTreeMap::new();
        for (horse, place) in position.horses(seat) {
            if let Some(square) = position.square(rules, seat, horse) {
                track.entry(square).or_default().push(seat);
            }
            if let Place::Lane(square) = place {
                *lane.entry(square).or_default() += 1;
            }
        }
        let capacity = rules.ruleset().lane_capacity;
        assert!(lane.values().all(|count| *count <= capacity), "{lane:?}");
    }
    let pairs = rules.ruleset().own_landing == OwnLanding::Pair;
    for seats in track.values() {
        let own_pair = seats.len() == 2 && seats[0] == seats[1];
        assert!(seats.len() <= 2, "{track:?}");
        assert!(!own_pair || pairs, "{track:?}");
    }
}

fn notation_is_the_position(position: &Position, rules: &Rules) {
    let text = position.notation(rules).to_string();
    assert_eq!(Position::parse(&text, rules), Ok(*position), "{text}");
}

/// Each horse of the mover either can move, under its own name or that of one beside it, or has
/// a reason; and a roll leaves a choice to make.
fn choices_are_whole(position: &Position, rules: &Rules) {
    let list = position.legal_moves(rules);
    let blocked = position.blocked(rules);
    let Phase::Move { seat, task, .. } = position.phase() else {
        assert!(list.is_empty() && blocked.is_empty());
        return;
    };
    assert!(!list.is_empty());
    for (horse, place) in position.horses(seat) {
        let movable = list
            .iter()
            .any(|mv| mv.from == place && mv.kind != MoveKind::DeclineBonus);
        assert_ne!(
            movable,
            blocked.get(horse).is_some(),
            "{seat}{horse} {list:?}"
        );
    }
    for (index, mv) in list.iter().enumerate() {
        let earlier = &list[..index];
        assert!(
            !earlier
                .iter()
                .any(|other| (other.from, other.to) == (mv.from, mv.to) && other.kind == mv.kind)
        );
        assert!(task != Task::SendHome || mv.kind == MoveKind::SendHome);
    }
}

fn legal_is_what_can_be_played(position: &Position, rules: &Rules) {
    let list = position.legal_moves(rules);
    for mv in &list {
        let outcome = position.outcome(rules, *mv).unwrap();
        let mut next = *position;
        assert_eq!(next.play(rules, *mv, &mut |_| {}), Ok(()));
        let over = next.phase() == Phase::Over;
        assert_eq!(outcome.then == Then::GameOver, over);
        let end = position.path(rules, *mv).unwrap().last();
        let still = matches!(mv.kind, MoveKind::SendHome | MoveKind::DeclineBonus);
        assert!(end == Some(mv.to) || (still && end.is_none()));
    }
    for horse in HorseId::ALL {
        for kind in MoveKind::ALL {
            let (from, to) = (Place::Track(2), Place::Track(5));
            let mv = Move {
                horse,
                from,
                to,
                kind,
            };
            let interchangeable = list.iter().any(|it| Move { horse, ..*it } == mv);
            let mut next = *position;
            let played = next.play(rules, mv, &mut |_| {});
            assert!(interchangeable || played.is_err());
            assert!(played.is_ok() || next == *position);
            assert_eq!(position.path(rules, mv).is_ok(), played.is_ok());
            let refused = matches!(played, Err(PlayError::Illegal));
            assert!(!refused || matches!(position.phase(), Phase::Move { .. }));
        }
    }
}

fn codes_and_squares_agree(position: &Position, rules: &Rules) {
    let ruleset = rules.ruleset();
    for seat in position.seats().iter() {
        for (horse, place) in position.horses(seat) {
            let expected = match place {
                Place::Track(square) => {
                    let from_a = u16::from(seat.number()) * u16::from(ruleset.arm);
                    Some((from_a + u16::from(square)) % ruleset.squares())
                }
                Place::Stable | Place::Lane(_) | Place::Home => None,
            };
            assert_eq!(position.square(rules, seat, horse).map(u16::from), expected);
        }
    }
}

/// A fact says what it changed.
fn fact_is_true(before: &Position, rules: &Rules, fact: Fact) {
    match fact {
        Fact::Moved { seat, mv, captures } => {
            assert_eq!(before.place(seat, mv.horse), mv.from);
            for (victim, horse) in captures.iter() {
                assert_ne!(victim, seat);
                assert!(matches!(before.place(victim, horse), Place::Track(_)));
            }
        }
        Fact::NoMove { seat, die } => {
            assert_eq!(before.phase(), Phase::Roll { seat });
            let mut again = *before;
            assert!(again.roll(rules, die, &mut |_| {}).is_ok());
        }
        Fact::ThirdSix { seat, sent_home } => {
            assert_eq!(before.phase(), Phase::Roll { seat });
            assert!(sent_home.iter().all(|(owner, _)| owner == seat));
        }
        Fact::Finished { seat, rank } => {
            assert_eq!(usize::from(rank), before.finished().count() + 1);
            assert!(before.active().contains(seat));
        }
        Fact::Scored { points, .. } => assert_ne!(points, 0),
        Fact::BonusForfeited { squares, .. } | Fact::BonusDeclined { squares, .. } => {
            assert_ne!(squares, 0);
        }
        Fact::Passed { .. } | Fact::Retired { .. } | Fact::Ended => {}
    }
}

/// A roll is one of six, and each is answered.
#[test]
fn every_face_is_answered_from_the_start() {
    for preset in Preset::ALL {
        let rules = Rules::new(preset.ruleset()).unwrap();
        let start = any_start(&mut Luck::new(1), &rules);
        for die in Die::ALL {
            let mut next = start;
            assert_eq!(
                next.roll(&rules, die, &mut |_| {}),
                Ok(()),
                "B17: {preset} {die}"
            );
            assert_eq!(
                next.legal_moves(&rules).is_empty(),
                !rules.ruleset().exit_faces.contains(die)
            );
        }
    }
}
