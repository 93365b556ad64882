//! Clocks: deadlines, timeouts, banks, absence, pauses, and that every turn ends.

use super::table::{Bench, Client, roll};
use petits_chevaux::dice::SEAT_LINKS;
use petits_chevaux::game::calendar::{CalendarError, Runner, Weekends};
use petits_chevaux::game::{
    Calendar, Clock, Command, Control, Event, Level, PassData, Permission, Refusal, SeatNo, Spec,
    Stage, Taking, Time, Timeout, TimeoutThen,
};

pub(super) const HOUR: u32 = 3_600;
pub(super) const DAY: u32 = 24 * HOUR;

pub(super) fn clock(control: Control, then: TimeoutThen) -> Clock {
    Clock {
        control,
        timeout: Timeout { after: 2, then },
        vacation_days: 20,
        quiet: Permission::Allowed,
        pause: Permission::Allowed,
    }
}

pub(super) fn table(clock: Clock, seats: u8) -> Bench {
    let spec = Spec {
        ruleset: "quick".to_owned(),
        seats: Some(seats),
        first_seat: Some(1),
        clock: Some(clock),
        ..Spec::default()
    };
    Bench::of(&spec, 70)
}

fn started(clock: Clock, seats: u8) -> Bench {
    let mut bench = table(clock, seats);
    for seat in 1..=seats {
        bench.ok(&format!("p{seat}"), &sit(seat));
    }
    bench
}

fn sit(seat: u8) -> Command {
    Command::Take(Taking {
        seat: Some(SeatNo(seat)),
        ..Taking::default()
    })
}

fn by(bench: &Bench) -> Time {
    bench.game.deadline().unwrap().by
}

#[test]
fn a_deadline_is_set_when_a_turn_begins_and_stands_until_it_ends() {
    let mut bench = started(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let start = bench.at;
    assert_eq!(by(&bench), start.plus(DAY));
    bench.at = start.plus(HOUR);
    let events = bench.ok("p1", &roll());
    let set = events
        .iter()
        .filter(|event| matches!(event, Event::DeadlineSet { .. }));
    let next = by(&bench);
    // Either the turn goes on under the same deadline, or somebody's next one begins now.
    assert_eq!(next == start.plus(DAY), set.count() == 0);
}

#[test]
fn nobody_is_late_before_the_deadline_and_each_timeout_happens_once() {
    let mut bench = started(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let deadline = by(&bench);
    bench.at = Time(deadline.0 - 1);
    assert_eq!(bench.refused("", &tick()), Refusal::NotDue);
    bench.at = deadline;
    let events = bench.ok("", &tick());
    let expected = Event::TurnTimedOut {
        seat: SeatNo(1),
        missed: 1,
    };
    assert_eq!(events[0], expected);
    let skipped = Event::TurnPassed {
        reason: PassData::Skipped,
        seat: SeatNo(1),
    };
    assert_eq!(events[1], skipped);
    assert_eq!(bench.game.mover(), Some(SeatNo(2)));
    assert_eq!(bench.refused("", &tick()), Refusal::NotDue);
}

pub(super) fn tick() -> Command {
    Command::Tick { outage: 0 }
}

/// Starts a game of two in which seat 1 has a chain.
fn start_chained(bench: &mut Bench) -> Client {
    let client = Client::new(0x81);
    let chain = Command::Take(Taking {
        seat: Some(SeatNo(1)),
        anchor: Some(client.link(0)),
        links: SEAT_LINKS,
        ..Taking::default()
    });
    bench.ok("p1", &chain);
    bench.ok("p2", &sit(2));
    let ready = Command::Ready {
        seat: SeatNo(1),
        link: (1, client.link(1)),
    };
    bench.ok("p1", &ready);
    client
}

#[test]
fn a_skipped_turn_of_a_chained_seat_burns_one_link() {
    let mut bench = table(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let client = start_chained(&mut bench);
    let next = |bench: &Bench| {
        let holder = bench.game.holder(SeatNo(1)).unwrap();
        holder.contribution.live_chain().unwrap().next_no()
    };
    assert_eq!(next(&bench), 2);
    bench.at = by(&bench);
    bench.ok("", &tick());
    assert_eq!(next(&bench), 3);
    while bench.game.mover() == Some(SeatNo(2)) {
        bench.act();
    }
    let burnt = Command::Roll {
        seat: None,
        roll: None,
        link: Some((2, client.link(2))),
    };
    assert!(matches!(bench.refused("p1", &burnt), Refusal::WrongLink(_)));
    let due = Command::Roll {
        seat: None,
        roll: None,
        link: Some((3, client.link(3))),
    };
    bench.ok("p1", &due);
}

#[test]
fn after_some_timeouts_an_autopilot_plays_until_the_player_returns() {
    let then = TimeoutThen::Autopilot(Level::Greedy);
    let mut bench = started(clock(Control::Turn(DAY), then), 3);
    for missed in 1..=2 {
        while bench.game.mover() != Some(SeatNo(1)) {
            bench.act();
        }
        bench.at = by(&bench);
        let events = bench.ok("", &tick());
        let timed_out = Event::TurnTimedOut {
            seat: SeatNo(1),
            missed,
        };
        assert_eq!(events[0], timed_out);
    }
    let holder = bench.game.holder(SeatNo(1)).unwrap();
    assert!(!holder.is_there());
    assert_ne!(
        bench.game.mover(),
        Some(SeatNo(1)),
        "its turn is played at once"
    );
    assert_eq!(bench.refused("p1", &roll()), Refusal::Absent(SeatNo(1)));
    let back = Command::Return { seat: SeatNo(1) };
    assert_eq!(bench.refused("p2", &back), Refusal::NotYourSeat(SeatNo(1)));
    bench.ok("p1", &back);
    assert!(bench.game.holder(SeatNo(1)).unwrap().is_there());
    assert_eq!(bench.refused("p1", &back), Refusal::NotAbsent(SeatNo(1)));
}

#[test]
fn a_chained_seat_without_deposits_is_never_rolled_for() {
    let then = TimeoutThen::Autopilot(Level::Random);
    let mut terms = clock(Control::Turn(DAY), then);
    terms.timeout.after = 1;
    let mut bench = table(terms, 2);
    start_chained(&mut bench);
    bench.at = by(&bench);
    let rolls = |events: &[Event]| {
        let of_1 = |event: &&Event| {
            matches!(
                event,
                Event::DieRolled {
                    seat: SeatNo(1),
                    ..
                }
            )
        };
        events.iter().filter(of_1).count()
    };
    let events = bench.ok("", &tick());
    assert_eq!(rolls(&events), 0);
    assert!(events.contains(&Event::TurnPassed {
        reason: PassData::Skipped,
        seat: SeatNo(1),
    }));
    for _ in 0..5 {
        assert_eq!(rolls(&bench.act().unwrap()), 0);
    }
}

#[test]
fn whoever_forfeits_is_out_and_the_others_play_on() {
    let mut terms = clock(Control::Turn(DAY), TimeoutThen::Forfeit);
    terms.timeout.after = 1;
    let mut bench = started(terms, 3);
    bench.at = by(&bench);
    bench.ok("", &tick());
    assert!(matches!(bench.game.stage, Stage::Playing(_)));
    assert_eq!(bench.game.mover(), Some(SeatNo(2)));
    bench.at = by(&bench);
    bench.ok("", &tick());
    assert!(matches!(bench.game.stage, Stage::Over(_)), "one is left");
}

#[test]
fn a_bank_loses_what_was_used_and_gains_its_increment_up_to_its_cap() {
    let control = Control::Fischer {
        bank: DAY,
        increment: HOUR,
        cap: DAY + HOUR / 2,
    };
    let mut bench = started(clock(control, TimeoutThen::Skip), 2);
    let bank = |bench: &Bench| bench.game.clock().unwrap().1.seat(SeatNo(1)).bank;
    assert_eq!(by(&bench), bench.at.plus(DAY));
    while bench.game.mover() == Some(SeatNo(1)) {
        bench.act();
    }
    assert_eq!(bank(&bench), DAY + HOUR / 2, "no more than its cap");
    while bench.game.mover() == Some(SeatNo(2)) {
        bench.act();
    }
    let deadline = *bench.game.deadline().unwrap();
    assert_eq!((deadline.base, deadline.bank), (0, DAY + HOUR / 2));
    bench.at = bench.at.plus(10 * HOUR);
    while bench.game.deadline() == Some(&deadline) {
        bench.act();
    }
    assert_eq!(bank(&bench), DAY + HOUR / 2 - 9 * HOUR);
}

#[test]
fn a_pause_gives_the_time_back_exactly() {
    let mut bench = started(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let deadline = by(&bench);
    let wish = |seat| Command::WishPause { seat: SeatNo(seat) };
    bench.at = bench.at.plus(HOUR);
    bench.ok("p1", &wish(1));
    assert_eq!(bench.refused("p1", &wish(1)), Refusal::Wished(SeatNo(1)));
    bench.ok("p2", &wish(2));
    assert!(bench.game.deadline().is_none());
    assert!(matches!(bench.refused("p1", &roll()), Refusal::Paused(_)));
    assert_eq!(bench.refused("", &tick()), Refusal::NotDue);
    bench.at = bench.at.plus(7 * DAY);
    bench.ok("p2", &wish(2));
    bench.ok("p1", &wish(1));
    assert_eq!(by(&bench), deadline.plus(7 * DAY));
    for seat in [1, 2] {
        bench.ok(&format!("p{seat}"), &wish(seat));
    }
    bench.at = bench.at.plus(61 * DAY);
    bench.ok("", &tick());
    assert!(bench.game.pause().is_none(), "a pause ends by itself");
}

#[test]
fn an_outage_moves_the_deadline_once() {
    let mut bench = started(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let deadline = by(&bench);
    bench.at = deadline.plus(HOUR);
    let tick = |outage| Command::Tick { outage };
    let events = bench.ok("", &tick(5 * HOUR));
    assert!(matches!(events[..], [Event::DeadlineSet { .. }]));
    assert_eq!(by(&bench), deadline.plus(5 * HOUR));
    bench.at = deadline.plus(5 * HOUR);
    let events = bench.ok("", &tick(5 * HOUR));
    assert!(matches!(events[0], Event::TurnTimedOut { .. }));
}

#[test]
fn vacation_has_its_days_a_year_and_moves_the_running_deadline() {
    let mut bench = started(clock(Control::Turn(DAY), TimeoutThen::Skip), 2);
    let deadline = by(&bench);
    let rest = |days| Command::Rest {
        seat: SeatNo(1),
        from: None,
        days,
    };
    for days in [0, 21, 31] {
        assert!(matches!(
            bench.refused("p1", &rest(days)),
            Refusal::Vacation(_)
        ));
    }
    bench.ok("p1", &rest(15));
    assert_eq!(by(&bench), deadline.plus(15 * DAY));
    assert!(matches!(
        bench.refused("p1", &rest(1)),
        Refusal::Vacation(_)
    ));
    bench.at = bench.at.plus(16 * DAY);
    assert!(matches!(
        bench.refused("p1", &rest(6)),
        Refusal::Vacation(_)
    ));
    bench.ok("p1", &rest(5));
    bench.at = bench.at.plus(40 * DAY);
    bench.ok("p1", &rest(20));
}

#[test]
fn quiet_hours_are_those_of_the_players_own_time_zone() {
    let calendar = |zone: &str, from, until| Calendar {
        zone: zone.to_owned(),
        from: Some(from),
        until: Some(until),
        weekends: Weekends::Count,
    };
    let at = |text: &str| text.parse::<Time>().unwrap();
    let run = |calendar: &Calendar, start: &str| {
        let runner = Runner {
            calendar: Some(calendar),
            vacation: None,
        };
        runner.run(at(start), 2 * HOUR)
    };
    let paris = calendar("Europe/Paris", 22, 8);
    // 21:00 in Paris: an hour until the night, ten hours of it, and an hour in the morning.
    assert_eq!(run(&paris, "2026-12-01T20:00:00Z").quiet, 10 * HOUR);
    assert_eq!(run(&paris, "2026-12-01T12:00:00Z").quiet, 0);
    let tokyo = calendar("Asia/Tokyo", 22, 8);
    assert_eq!(run(&tokyo, "2026-12-01T12:00:00Z").quiet, 10 * HOUR);
    // The night in which summer time begins has an hour less.
    assert_eq!(run(&paris, "2026-03-28T20:00:00Z").quiet, 9 * HOUR);
    let kathmandu = calendar("Asia/Kathmandu", 0, 6);
    assert_eq!(run(&kathmandu, "2026-12-01T17:15:00Z").quiet, 6 * HOUR);
    let check = |zone: &str, from, until| calendar(zone, from, until).check();
    assert_eq!(check("Europe/Lutetia", 22, 8), Err(CalendarError::Zone));
    for (from, until) in [(24, 8), (8, 8), (8, 21)] {
        assert_eq!(
            check("Europe/Paris", from, until),
            Err(CalendarError::Hours)
        );
    }
}
