//! Whatever the clock and the calendar: every turn ends, and time is counted whole.

use petits_chevaux::game::calendar::{Interval, Runner, Weekends};
use petits_chevaux::game::{
    Calendar, Command, Control, LONGEST_VACATION, Level, RollMode, SeatNo, Taking, Time,
    TimeoutThen,
};
use proptest::prelude::*;

use super::clocks::{DAY, HOUR, clock, table, tick};

/// Every calendar, the least friendly ones too.
fn calendars() -> impl Strategy<Value = Option<Calendar>> {
    let zones = prop::sample::select(vec![
        "Europe/Paris",
        "America/New_York",
        "Asia/Kathmandu",
        "Pacific/Apia",
        "Australia/Lord_Howe",
    ]);
    let hours = prop::option::of((0..24_u8, 1..=12_u8));
    let some = (zones, hours, any::<bool>()).prop_map(|(zone, hours, rest)| Calendar {
        zone: zone.to_owned(),
        from: hours.map(|(from, _)| from),
        until: hours.map(|(from, length)| (from + length) % 24),
        weekends: if rest {
            Weekends::Rest
        } else {
            Weekends::Count
        },
    });
    prop::option::of(some)
}

fn controls() -> impl Strategy<Value = Control> {
    prop_oneof![
        (600..=14 * DAY).prop_map(Control::Turn),
        (600..=30 * DAY, 60..=14 * DAY).prop_map(|(bank, increment)| Control::Fischer {
            bank,
            increment,
            cap: bank.max(increment) + DAY,
        }),
    ]
}

fn endings() -> impl Strategy<Value = TimeoutThen> {
    prop_oneof![
        Just(TimeoutThen::Skip),
        Just(TimeoutThen::Forfeit),
        Just(TimeoutThen::Autopilot(Level::Random)),
    ]
}

/// The longest that so many seconds can take: half of each working day, a vacation, a day of
/// slack for its parts and for summer time.
fn bound(seconds: u32) -> u32 {
    let working_days = seconds.div_ceil(DAY / 2) + 1;
    let weeks = working_days.div_ceil(5) + 1;
    weeks * 7 * DAY + u32::from(LONGEST_VACATION) * DAY + DAY
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn without_any_action_every_turn_ends_within_a_computed_bound(
        control in controls(),
        then in endings(),
        calendar in calendars(),
        start in 0..1_000_u32,
        rolls in prop::sample::select(vec![RollMode::Asked, RollMode::Automatic]),
        vacation in prop::option::of(1..=20_u8),
    ) {
        let mut bench = table(clock(control, then), 2);
        bench.at = bench.at.plus(start * HOUR + 1_234);
        for seat in 1..=2 {
            let take = Command::Take(Taking {
                seat: Some(SeatNo(seat)),
                calendar: calendar.clone(),
                rolls: Some(rolls),
                ..Taking::default()
            });
            bench.ok(&format!("p{seat}"), &take);
        }
        if let Some(days) = vacation {
            let rest = Command::Rest { seat: SeatNo(1), from: None, days };
            bench.ok("p1", &rest);
        }
        for _ in 0..12 {
            let Some(deadline) = bench.game.deadline().copied() else { break };
            let time = deadline.base + deadline.bank;
            prop_assert!(deadline.by <= deadline.since.plus(bound(time)), "{deadline:?}");
            bench.at = deadline.by;
            bench.ok("", &tick());
            let next = bench.game.deadline().copied();
            let turn = |of: &petits_chevaux::game::DeadlineData| (of.seat, of.since);
            prop_assert_ne!(next.as_ref().map(turn), Some(turn(&deadline)), "the turn has ended");
        }
    }

    #[test]
    fn a_clock_runs_as_long_as_it_should_and_what_it_rests_is_counted(
        calendar in calendars(),
        start in 0..3_000_000_u32,
        seconds in 1..40 * DAY,
        vacation in prop::option::of((0..60 * DAY, 1..30 * DAY)),
    ) {
        let start = "2026-01-01T00:00:00Z".parse::<Time>().unwrap().plus(start);
        let runner = Runner {
            calendar: calendar.as_ref(),
            vacation: vacation.map(|(after, length)| {
                let from = start.plus(after);
                Interval { from, until: from.plus(length) }
            }),
        };
        let run = runner.run(start, seconds);
        prop_assert_eq!(run.ran, seconds);
        let end = start.plus(run.ran + run.quiet + run.vacation);
        let between = runner.between(start, end);
        prop_assert_eq!(between.ran, seconds);
        prop_assert_eq!((between.quiet, between.vacation), (run.quiet, run.vacation));
    }
}
