//! Random legal rulesets and random games.

use petits_chevaux::rules::{
    Barrier, BarrierSquares, Bonus, Die, Direction, End, ExitCapture, ExitDuty, ExitWhenFull,
    FaceSet, FaceValue, Fact, Finish, FootOvershoot, LaneMode, LaneOvershoot, NullBounce,
    Overtaking, OwnLanding, Phase, Position, Preset, RankingBy, Rules, RulesetOverlay, Seat,
    SeatSet, ThirdSix, TriesWhen,
};

use super::support::Luck;

impl Luck {
    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.word()).unwrap() % count
    }

    pub fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// A value for one key in `odds`, so that most keys keep what the preset says.
    fn rarely<T: Clone>(&mut self, odds: usize, values: &[T]) -> Option<T> {
        (self.below(odds) == 0).then(|| self.one_of(values))
    }
}

/// The rules of a random preset under a random overlay, whatever is legal.
pub fn any_rules(luck: &mut Luck) -> Rules {
    loop {
        let preset = luck.one_of(&Preset::ALL);
        let odds = luck.one_of(&[2, 4, 8]);
        let mut overlay = overlay(luck, odds);
        lay_geometry(luck, odds, &mut overlay);
        if let Ok(rules) = Rules::new(overlay.apply(&preset.ruleset())) {
            return rules;
        }
    }
}

fn lay_geometry(luck: &mut Luck, odds: usize, overlay: &mut RulesetOverlay) {
    overlay.seats = luck.rarely(odds, &[2, 3, 4, 5, 6]);
    overlay.arm = luck.rarely(odds, &[4, 5, 8, 14, 20]);
    overlay.lane = luck.rarely(odds, &[1, 2, 4, 6, 12]);
    overlay.finish = luck.rarely(odds, Finish::ALL);
    overlay.lane_mode = luck.rarely(odds * 2, LaneMode::ALL);
    overlay.foot_overshoot = luck.rarely(odds, FootOvershoot::ALL);
    overlay.null_bounce = luck.rarely(odds, NullBounce::ALL);
    overlay.lane_overshoot = luck.rarely(odds, LaneOvershoot::ALL);
    overlay.lane_jump = luck.rarely(odds, &[true, false]);
    overlay.lane_moves_after_entry = luck.rarely(odds, &[true, false]);
    overlay.lane_capacity = luck.rarely(odds, &[1, 2]);
    overlay.safe_offsets = luck.rarely(odds, &[[0].into(), [1, 3].into(), [0, 2].into()]);
    let ladders = [
        vec![Die::One, Die::Two],
        vec![Die::Six, Die::Five, Die::Six],
    ];
    overlay.ladder = luck.rarely(odds, &ladders);
    if overlay.ladder.is_some() {
        overlay.finish = Some(Finish::Ladder);
        overlay.lane = None;
    }
}

fn overlay(luck: &mut Luck, odds: usize) -> RulesetOverlay {
    let faces = [
        FaceSet::of(&[Die::Six]),
        FaceSet::of(&[Die::Five]),
        FaceSet::of(&[Die::One, Die::Six]),
        FaceSet::FULL,
    ];
    let bonuses = [
        Bonus::None,
        Bonus::Squares(3),
        Bonus::Squares(10),
        Bonus::Points(5),
    ];
    RulesetOverlay {
        direction: luck.rarely(odds, Direction::ALL),
        min_players: Some(2),
        horses: luck.rarely(odds, &[1, 2, 3, 4]),
        horses_to_finish: luck.rarely(odds * 2, &[1, 2]),
        turn_order: luck.rarely(odds, Direction::ALL),
        exit_faces: luck.rarely(odds, &faces),
        exit_duty: luck.rarely(odds, ExitDuty::ALL),
        exit_count_first: luck.rarely(odds, &[1, 2]),
        initial_on_start: luck.rarely(odds, &[0, 1, 2]),
        exit_capture: luck.rarely(odds, ExitCapture::ALL),
        exit_when_full: luck.rarely(odds, ExitWhenFull::ALL),
        start_immune: luck.rarely(odds, &[true, false]),
        tries: luck.rarely(odds, &[1, 2, 3]),
        tries_when: luck.rarely(odds, TriesWhen::ALL),
        reroll_faces: luck.rarely(odds, &[FaceSet::EMPTY, faces[0], faces[2]]),
        reroll_needs_move: luck.rarely(odds, &[true, false]),
        reroll_max: luck.rarely(odds, &[None, Some(0), Some(2)]),
        face_value: luck.rarely(odds, FaceValue::ALL),
        third_six: luck.rarely(odds, ThirdSix::ALL),
        third_six_lane_immune: luck.rarely(odds, &[true, false]),
        overtaking: luck.rarely(odds, Overtaking::ALL),
        barrier: luck.rarely(odds, Barrier::ALL),
        barrier_squares: luck.rarely(odds * 2, BarrierSquares::ALL),
        open_barrier_on_six: luck.rarely(odds * 2, &[true, false]),
        own_landing: luck.rarely(odds * 2, OwnLanding::ALL),
        capture_by_passing: luck.rarely(odds, &[true, false]),
        capture_duty: luck.rarely(odds, &[true, false]),
        capture_bonus: luck.rarely(odds, &bonuses),
        capture_reroll: luck.rarely(odds, &[true, false]),
        goal_bonus: luck.rarely(odds, &bonuses),
        goal_reroll: luck.rarely(odds, &[true, false]),
        bonus_declinable: luck.rarely(odds, &[true, false]),
        end: luck.rarely(odds, End::ALL),
        ranking: luck.rarely(odds, RankingBy::ALL),
        ..RulesetOverlay::default()
    }
}

/// The start of a game of any number of players on any seats.
pub fn any_start(luck: &mut Luck, rules: &Rules) -> Position {
    let seats = rules.ruleset().seats;
    let players = u8::try_from(2 + luck.below(usize::from(seats) - 1)).unwrap();
    let first = luck.one_of(&Seat::ALL);
    Position::start(rules, SeatSet::spread(seats, players), first)
}

/// One roll or move of a random player.
pub fn step(
    luck: &mut Luck,
    rules: &Rules,
    position: &mut Position,
    report: &mut impl FnMut(Fact),
) {
    match position.phase() {
        Phase::Over => {}
        Phase::Roll { .. } => position.roll(rules, luck.die(), report).unwrap(),
        Phase::Move { .. } => {
            let mv = luck.one_of(&position.legal_moves(rules));
            position.play(rules, mv, report).unwrap();
        }
    }
}
