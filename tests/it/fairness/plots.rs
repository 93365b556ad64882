//! Pictures and words hold what they should, whatever the counts are.

use petits_chevaux::fairness::words::{self, Lang};
use petits_chevaux::fairness::{Course, Report, plot};
use petits_chevaux::rules::Die;

use super::{dice, plain};

fn course(rolls: impl IntoIterator<Item = Die>) -> Course {
    let mut course = Course::default();
    let mut previous = None;
    for face in rolls {
        course.roll(&plain(face, previous));
        previous = Some(face);
    }
    course
}

fn honest(rolls: usize) -> Course {
    let mut stream = dice(77);
    course(std::iter::repeat_with(move || stream.die()).take(rolls))
}

#[test]
fn no_picture_breaks_on_few_rolls_or_strange_ones() {
    let sixes = course(std::iter::repeat_n(Die::Six, 500));
    for course in [honest(0), honest(1), honest(11), honest(3_000), sixes] {
        let report = Report::new(course.watch());
        for lang in [Lang::English, Lang::French] {
            for (name, picture) in plot::all(&report, &course.points(), lang) {
                let broken = ["NaN", "inf"].iter().any(|word| picture.contains(word));
                assert!(!broken, "{name}: {picture}");
                assert!(picture.len() < 40_000, "{name}: {}", picture.len());
            }
        }
    }
}

#[test]
fn a_course_keeps_few_points_and_the_last_one() {
    let course = honest(20_000);
    let points = course.points();
    assert!(points.len() < 1_500, "{}", points.len());
    assert_eq!(points.last().unwrap().rolls, 20_000);
    let report = Report::new(course.watch());
    let all = report.strata[0].ln_e;
    assert!((points.last().unwrap().all - all).abs() < 1e-9);
}

#[test]
fn an_alarm_is_told_in_both_languages() {
    let report = Report::new(course(std::iter::repeat_n(Die::Six, 50)).watch());
    let english = words::report(&report, Lang::English);
    assert!(
        english.contains("ALARM: all rolls: after 12 such rolls"),
        "{english}"
    );
    assert!(english.contains("not so 1 (0)"), "{english}");
    let french = words::report(&report, Lang::French);
    assert!(
        french.contains("ALARME : tous les lancers : après 12"),
        "{french}"
    );
    let none = words::report(&Report::new(honest(0).watch()), Lang::French);
    assert!(none.starts_with("Pas encore un seul lancer."), "{none}");
}
