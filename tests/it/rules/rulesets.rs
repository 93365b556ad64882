//! Rulesets: the presets, the overlays, and every combination that is refused.

use std::collections::BTreeSet;

use petits_chevaux::rules::{
    Barrier, Die, FaceSet, Finish, FirstPlayer, FootOvershoot, LaneMode, Overtaking, OwnLanding,
    Preset, Rules, Ruleset, RulesetError, RulesetOverlay, SeatSet, ThirdSix,
};

use super::support::ruleset;

#[test]
fn every_preset_is_legal_and_found_by_its_name() {
    for preset in Preset::ALL {
        assert!(Rules::new(preset.ruleset()).is_ok(), "{preset}");
        assert_eq!(Preset::from_name(preset.name()), Some(preset));
        assert_eq!(preset.version(), 1);
    }
    assert_eq!(Preset::from_name("quickest"), None);
}

/// Section 5.3: seats, squares of the track, lap, lane, fewest and most players.
#[test]
fn the_boards_of_the_presets_have_their_measures() {
    let expected = [
        ("six_seat_quick", 6, 72, 71, 5, 2, 6),
        ("six_seat_long", 6, 72, 71, 5, 2, 6),
        ("traditional", 4, 56, 55, 6, 2, 4),
        ("quick", 4, 56, 55, 6, 2, 4),
        ("no_passing", 4, 56, 55, 5, 2, 4),
        ("parchis", 4, 68, 63, 7, 4, 4),
        ("parchis_es", 4, 68, 63, 7, 2, 4),
        ("ludo", 4, 52, 50, 5, 2, 4),
        ("madn", 4, 40, 39, 4, 2, 4),
        ("madn6", 6, 72, 71, 4, 2, 6),
        ("eile_mit_weile", 4, 68, 63, 7, 2, 4),
    ];
    let found = Preset::ALL.map(|preset| {
        let it = preset.ruleset();
        let (min, max) = (it.min_players, it.max_players);
        (
            preset.name(),
            it.seats,
            it.squares(),
            it.lap,
            it.lane,
            min,
            max,
        )
    });
    assert_eq!(found, expected);
}

/// Section 5.3, the lines that differ between the presets of the four rule texts.
#[test]
fn the_presets_choose_as_their_texts_do() {
    let six = FaceSet::of(&[Die::Six]);
    for preset in Preset::ALL {
        let it = preset.ruleset();
        let family = it.exit_faces == FaceSet::of(&[Die::Five]);
        assert_eq!(it.reroll_faces, six, "{preset}");
        assert_eq!(it.exit_faces == six, !family, "{preset}");
        assert_eq!(it.horses, 4, "{preset}");
        assert_eq!(it.turn_order, it.direction, "{preset}");
    }
    let quick = Preset::Quick.ruleset();
    assert_eq!((quick.tries, quick.finish), (3, Finish::Centre));
    let traditional = Preset::Traditional.ruleset();
    assert_eq!(traditional.foot_overshoot, FootOvershoot::Bounce);
    assert_eq!(
        traditional.ladder.iter().map(|die| die.get()).sum::<u8>(),
        27
    );
    let long = Preset::SixSeatLong.ruleset();
    assert_eq!(
        (long.foot_overshoot, long.first_player),
        (FootOvershoot::Illegal, FirstPlayer::Seat)
    );
    assert_eq!(Preset::NoPassing.ruleset().overtaking, Overtaking::Blocked);
    assert_eq!(
        Preset::Parchis.ruleset().safe_offsets,
        BTreeSet::from([0, 7, 12])
    );
}

#[test]
fn a30_fewer_players_are_spread_over_the_board() {
    let spread = |board, players| SeatSet::spread(board, players).to_string();
    let on_four: Vec<String> = (1..=5).map(|players| spread(4, players)).collect();
    assert_eq!(on_four, ["a", "ac", "abc", "abcd", "abcd"]);
    let on_six: Vec<String> = (2..=6).map(|players| spread(6, players)).collect();
    assert_eq!(on_six, ["ad", "ace", "abde", "abcde", "abcdef"]);
}

#[test]
fn an_overlay_implies_what_its_keys_leave_no_choice_about() {
    let stop_behind = ruleset("traditional overtaking=stop_behind");
    assert_eq!(stop_behind.own_landing, OwnLanding::StopBehind, "A28");
    let barrier = ruleset("traditional barrier=own_pair");
    assert_eq!(barrier.own_landing, OwnLanding::Pair, "A11");
    let open = ruleset("parchis barrier=none exit_when_full=blocked");
    assert_eq!(open.own_landing, OwnLanding::Illegal);
    assert!(!open.open_barrier_on_six);
    assert!(Rules::new(open).is_ok());
    assert_eq!(ruleset("six_seat_quick arm=14").lap, 83, "A01");
    assert_eq!(
        ruleset("ludo arm=17").lap,
        66,
        "the way in stays two squares before the start"
    );
    assert_eq!(ruleset("six_seat_quick seats=4").max_players, 4);
    assert_eq!(ruleset("quick horses=2").horses_to_finish, 2);
    assert_eq!(
        ruleset("quick horses=3 horses_to_finish=1").horses_to_finish,
        1
    );
    let climbed = ruleset("quick finish=ladder ladder=123456");
    assert_eq!((climbed.lane, climbed.lane_mode), (5, LaneMode::Ladder));
    assert!(Rules::new(climbed).is_ok());
    let counted = ruleset("traditional finish=centre");
    assert_eq!(counted.foot_overshoot, FootOvershoot::NotApplicable);
    assert!(Rules::new(counted).is_ok());
}

#[test]
fn an_overlay_never_changes_a_key_that_it_names() {
    let overlay = RulesetOverlay {
        overtaking: Some(Overtaking::StopBehind),
        own_landing: Some(OwnLanding::Illegal),
        ..RulesetOverlay::default()
    };
    let base = Preset::Traditional.ruleset();
    let laid = overlay.apply(&base);
    assert_eq!(laid.own_landing, OwnLanding::Illegal);
    assert_eq!(overlay.keys(), ["overtaking", "own_landing"]);
    assert_eq!(laid.difference(&base), ["overtaking"]);
    assert_eq!(RulesetOverlay::default().apply(&base), base);
}

/// Every variant of the first seed's table, on both of its games, and together where they can be.
#[test]
fn every_variant_of_the_first_rule_text_is_an_overlay() {
    let variants = [
        "tries=3",
        "overtaking=blocked",
        "overtaking=stop_behind",
        "barrier=own_pair",
        "third_six=lose_turn",
        "third_six=last_moved_home",
        "third_six=choose_home",
        "exit_faces=1+6",
        "horses=2",
        "tries=3 overtaking=blocked third_six=lose_turn exit_faces=1+6 horses=2",
    ];
    for preset in ["traditional", "quick"] {
        for variant in variants {
            let rules = Rules::new(ruleset(&format!("{preset} {variant}")));
            assert!(rules.is_ok(), "{preset} {variant}: {rules:?}");
        }
    }
}

/// Section 5.5, one or more for each line: an overlay, and the codes of all its faults.
const REFUSED: [(&str, &[&str]); 55] = [
    (
        "traditional foot_overshoot=not_applicable",
        &["foot_overshoot_required"],
    ),
    (
        "traditional lane_overshoot=bounce",
        &["ladder_lane_overshoot"],
    ),
    ("traditional lane=5", &["ladder_length"]),
    ("no_passing lane=6", &["ladder_length"]),
    ("traditional ladder=1234566 lane=7", &["ladder_length"]),
    (
        "traditional lane_mode=count foot_overshoot=not_applicable",
        &["ladder_lane_mode"],
    ),
    (
        "quick lane_mode=ladder foot_overshoot=illegal",
        &["ladder_lane_mode"],
    ),
    ("quick ladder=123", &["ladder_without_finish"]),
    ("quick finish=ladder", &["ladder_length"]),
    ("traditional lane_capacity=2", &["ladder_lane_capacity"]),
    (
        "quick foot_overshoot=bounce",
        &["foot_overshoot_not_applicable"],
    ),
    (
        "six_seat_quick foot_overshoot=clamp",
        &["foot_overshoot_not_applicable"],
    ),
    (
        "quick lane_mode=foot_then_count foot_overshoot=not_applicable",
        &["foot_overshoot_required"],
    ),
    ("six_seat_quick lane=3", &["fill_lane_too_short"]),
    (
        "six_seat_quick lane_overshoot=bounce",
        &["fill_lane_overshoot"],
    ),
    (
        "quick lane_moves_after_entry=false",
        &["lane_moves_required"],
    ),
    ("madn lane_moves_after_entry=false", &["lane_would_jam"]),
    (
        "six_seat_quick lane_moves_after_entry=false overtaking=blocked",
        &["lane_would_jam"],
    ),
    (
        "traditional barrier=own_pair own_landing=illegal",
        &["barrier_needs_pair"],
    ),
    ("traditional own_landing=pair", &["pair_needs_barrier"]),
    (
        "traditional barrier=own_pair overtaking=blocked",
        &["barrier_needs_free_overtaking"],
    ),
    (
        "traditional barrier=own_pair overtaking=stop_behind",
        &["barrier_needs_free_overtaking"],
    ),
    (
        "no_passing barrier=own_pair",
        &["barrier_needs_free_overtaking"],
    ),
    (
        "traditional open_barrier_on_six=true",
        &["open_barrier_needs_barrier"],
    ),
    (
        "traditional barrier_squares=safe_only",
        &["barrier_needs_safe_squares"],
    ),
    (
        "traditional barrier=own_pair barrier_squares=safe_only",
        &["barrier_needs_safe_squares"],
    ),
    (
        "traditional exit_when_full=two_foreign",
        &["exit_when_full_needs_capacity"],
    ),
    (
        "traditional exit_when_full=any_foreign",
        &["exit_when_full_needs_capacity"],
    ),
    (
        "parchis exit_duty=compulsory_and_vacate_start",
        &["vacate_needs_single_horse"],
    ),
    (
        "traditional exit_duty=compulsory_and_vacate_start overtaking=stop_behind",
        &["vacate_needs_single_horse"],
    ),
    (
        "traditional third_six=lose_turn reroll_faces=",
        &["third_six_needs_reroll"],
    ),
    (
        "traditional third_six=lose_turn reroll_faces=1+5",
        &["third_six_needs_reroll"],
    ),
    (
        "traditional third_six=lose_turn reroll_max=1",
        &["third_six_needs_two_rerolls"],
    ),
    ("parchis reroll_max=0", &["third_six_needs_two_rerolls"]),
    (
        "traditional reroll_faces=1+2+3+4+5+6",
        &["reroll_never_ends"],
    ),
    ("traditional lap=41", &["lap_out_of_range"]),
    ("traditional lap=56", &["lap_out_of_range"]),
    ("parchis safe_offsets=0+17", &["safe_offset_out_of_range"]),
    ("traditional max_players=5", &["more_players_than_seats"]),
    ("traditional min_players=1", &["players_out_of_range"]),
    (
        "traditional min_players=4 max_players=3",
        &["players_out_of_range"],
    ),
    (
        "traditional horses=0",
        &["out_of_range", "horses_to_finish_out_of_range"],
    ),
    ("traditional horses=5", &["out_of_range"]),
    (
        "traditional horses_to_finish=5",
        &["horses_to_finish_out_of_range"],
    ),
    (
        "traditional horses_to_finish=0",
        &["horses_to_finish_out_of_range"],
    ),
    ("traditional seats=7", &["out_of_range"]),
    ("traditional arm=21", &["out_of_range"]),
    ("traditional arm=3", &["out_of_range"]),
    ("quick lane=13", &["out_of_range"]),
    ("quick tries=0", &["out_of_range"]),
    ("quick capture_bonus=squares:0", &["out_of_range"]),
    ("quick null_bounce=illegal", &["null_bounce_without_bounce"]),
    ("quick exit_faces=", &["exit_faces_empty"]),
    ("quick exit_count_first=2", &["exit_of_two_needs_pair"]),
    ("quick initial_on_start=2", &["initial_on_start"]),
];

fn faults(text: &str) -> Vec<RulesetError> {
    Rules::new(ruleset(text)).err().unwrap_or_default()
}

#[test]
fn every_illegal_combination_is_refused_with_its_reason() {
    for (text, codes) in REFUSED {
        let found: Vec<&str> = faults(text).iter().map(RulesetError::code).collect();
        assert_eq!(found, codes, "{text}");
    }
}

#[test]
fn every_reason_is_seen_and_names_its_keys() {
    let reasons: Vec<RulesetError> = REFUSED.iter().flat_map(|(text, _)| faults(text)).collect();
    let codes: BTreeSet<&str> = reasons.iter().map(RulesetError::code).collect();
    let known: BTreeSet<&str> = RulesetError::CODES.iter().copied().collect();
    assert_eq!(codes, known);
    for reason in reasons {
        let text = reason.to_string();
        for key in &reason.keys()[..1] {
            assert!(text.contains(key), "{text} does not name {key}");
        }
        for key in reason.keys() {
            assert!(Ruleset::KEYS.contains(&key), "{key} is no key");
        }
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let faults = faults("traditional own_landing=pair overtaking=blocked tries=9 exit_faces=");
    let codes: Vec<&str> = faults.iter().map(RulesetError::code).collect();
    assert_eq!(
        codes,
        ["out_of_range", "pair_needs_barrier", "exit_faces_empty"]
    );
}

#[test]
fn allowed_although_it_looks_odd() {
    for text in [
        "traditional overtaking=stop_behind foot_overshoot=bounce",
        "parchis exit_faces=5+6",
        "parchis face_value=six_is_12",
        "quick tries=3 third_six=lose_turn",
        "six_seat_quick lane_moves_after_entry=false",
        "traditional null_bounce=illegal",
        "quick reroll_faces=",
        "quick reroll_faces=1+2+3+4+5+6 reroll_max=1",
    ] {
        assert_eq!(faults(text), [], "{text}");
    }
}

#[test]
fn a_named_value_is_found_by_its_name() {
    for value in ThirdSix::ALL {
        assert_eq!(ThirdSix::from_name(value.name()), Some(*value));
    }
    assert_eq!(Barrier::from_name("own_pair"), Some(Barrier::OwnPair));
    assert_eq!(Barrier::from_name("OwnPair"), None);
}
