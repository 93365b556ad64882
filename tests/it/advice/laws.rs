//! What holds of the advice in every position, held against games that are really played.

use petits_chevaux::advice::{Effect, danger, insight, insights, prey};
use petits_chevaux::rules::{
    Die, FaceSet, HorseId, MAX_HORSES, Phase, Place, PlayError, Position, Rules, Seat, Then,
};
use proptest::prelude::any;
use proptest::proptest;

use crate::rules::any::{any_rules, any_start, step};
use crate::rules::support::{Luck, mover};

/// A position somewhere in a game that is not over.
fn somewhere(luck: &mut Luck, rules: &Rules) -> Position {
    let mut position = any_start(luck, rules);
    for _ in 0..luck.below(300) {
        let before = position;
        step(luck, rules, &mut position, &mut |_| {});
        if position.phase() == Phase::Over {
            return before;
        }
    }
    position
}

/// The position in which it is the turn of `seat`, for turns are skipped until then.
fn turn_of(position: &Position, rules: &Rules, seat: Seat) -> Position {
    let mut position = *position;
    loop {
        position.skip(rules, &mut |_| {}).unwrap();
        if mover(&position) == seat {
            return position;
        }
    }
}

/// Every position that a seat can make of its turn by one roll of that face and one move.
fn futures(position: &Position, rules: &Rules, seat: Seat, die: Die) -> Vec<Position> {
    let mut rolled = turn_of(position, rules, seat);
    rolled.roll(rules, die, &mut |_| {}).unwrap();
    let moves = rolled.legal_moves(rules);
    moves
        .iter()
        .map(|mv| {
            let mut next = rolled;
            next.play(rules, *mv, &mut |_| {}).unwrap();
            next
        })
        .collect()
}

fn is_captured(before: &Position, after: &Position, seat: Seat, horse: HorseId) -> bool {
    before.place(seat, horse) != Place::Stable && after.place(seat, horse) == Place::Stable
}

proptest! {
    #[test]
    fn danger_is_what_opponents_can_really_do(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let position = somewhere(&mut luck, &rules);
        let own = mover(&position);
        for horse in position.horse_ids() {
            let told = danger(&position, &rules, own, horse);
            for seat in position.active().iter().filter(|seat| *seat != own) {
                let real: FaceSet = Die::ALL
                    .into_iter()
                    .filter(|die| {
                        let all = futures(&position, &rules, seat, *die);
                        all.iter().any(|next| is_captured(&position, next, own, horse))
                    })
                    .collect();
                assert_eq!(told.from(seat), real, "{}", position.notation(&rules));
            }
            assert!(told.from(own).is_empty());
            assert_eq!(told.count() == 0, told.seats().is_empty());
            let most = f64::from(told.count()) / 6.0;
            assert!((0.0..=1.0).contains(&told.chance()));
            assert!(told.seats().len() != 1 || (told.chance() - most).abs() < 1e-9);
        }
    }

    #[test]
    fn prey_is_what_a_turn_can_really_capture(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let position = somewhere(&mut luck, &rules);
        let own = mover(&position);
        let taken = |next: &Position| {
            position.active().iter().filter(|seat| *seat != own).any(|seat| {
                HorseId::ALL.into_iter().any(|horse| is_captured(&position, next, seat, horse))
            })
        };
        let real: FaceSet = Die::ALL
            .into_iter()
            .filter(|die| futures(&position, &rules, own, *die).iter().any(taken))
            .collect();
        assert_eq!(prey(&position, &rules, own), real);
    }

    #[test]
    fn an_insight_agrees_with_the_move_that_is_played(seed in any::<u64>()) {
        let mut luck = Luck::new(seed);
        let rules = any_rules(&mut luck);
        let mut position = somewhere(&mut luck, &rules);
        for _ in 0..5 {
            agrees(&position, &rules);
            step(&mut luck, &rules, &mut position, &mut |_| {});
        }
    }
}

fn agrees(position: &Position, rules: &Rules) {
    let list = insights(position, rules);
    let moves = position.legal_moves(rules);
    assert_eq!(list.len(), moves.len());
    for (told, mv) in list.iter().zip(&moves) {
        let seat = mover(position);
        let mut next = *position;
        next.play(rules, *mv, &mut |_| {}).unwrap();
        assert_eq!(told.mv, *mv);
        assert_eq!(told.outcome, position.outcome(rules, *mv).unwrap());
        let gained = i32::from(next.distance(seat)) - i32::from(position.distance(seat));
        assert_eq!(i32::from(told.progress), gained);
        let lost: u16 = position
            .seats()
            .iter()
            .filter(|other| *other != seat)
            .map(|other| position.distance(other) - next.distance(other))
            .sum();
        assert_eq!(told.squares_taken(), lost);
        assert_eq!(told.has(Effect::Captures), lost > 0);
        assert_eq!(told.has(Effect::Finishes), told.outcome.finishes);
        assert_eq!(
            told.has(Effect::RollsAgain),
            told.outcome.then == Then::RollAgain
        );
        for shift in &told.dangers {
            let really = |position| danger(position, rules, seat, shift.horse);
            assert_eq!(shift.before, really(position));
            assert_eq!(shift.after, really(&next));
        }
        assert!(!(told.has(Effect::EscapesDanger) && told.has(Effect::RunsIntoDanger)));
        assert!(told.dangers.len() <= MAX_HORSES);
    }
}

#[test]
fn only_a_legal_move_has_an_insight() {
    let mut luck = Luck::new(1);
    let rules = any_rules(&mut luck);
    let mut position = any_start(&mut luck, &rules);
    assert!(insights(&position, &rules).is_empty());
    let mv = loop {
        if let Some(mv) = position.legal_moves(&rules).first() {
            break *mv;
        }
        step(&mut luck, &rules, &mut position, &mut |_| {});
    };
    assert!(insight(&position, &rules, mv).is_ok());
    let other = petits_chevaux::rules::Move {
        to: Place::Home,
        from: Place::Home,
        ..mv
    };
    assert_eq!(
        insight(&position, &rules, other).err(),
        Some(PlayError::Illegal)
    );
    while position.phase() != Phase::Over {
        step(&mut luck, &rules, &mut position, &mut |_| {});
        if matches!(position.phase(), Phase::Roll { .. }) {
            let refused = insight(&position, &rules, mv).err();
            assert_eq!(refused, Some(PlayError::RollExpected));
        }
    }
    assert_eq!(insight(&position, &rules, mv).err(), Some(PlayError::Over));
}

#[test]
fn effects_are_found_by_their_names() {
    for effect in Effect::ALL {
        assert_eq!(Effect::from_name(effect.name()), Some(*effect));
    }
    assert_eq!(Effect::from_name("flies"), None);
}
