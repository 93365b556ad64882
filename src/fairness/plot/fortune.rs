//! What the bettors against the dice made of 1, as it went.

use std::f64::consts::LN_10;

use super::line;
use super::svg::{Axis, BLUE, Frame, Hold, ORANGE, PALE, RED, Scale, Sheet};
use crate::fairness::Point;
use crate::fairness::ln_threshold;
use crate::fairness::words::{Lang, grouped};

pub(super) fn picture(points: &[Point], lang: Lang) -> String {
    let bar = ln_threshold() / LN_10;
    let ends = points.iter().flat_map(|point| [point.all, point.richest]);
    let (low, high) = ends.fold((-1.0_f64, bar), |(low, high), ln| {
        (low.min(ln / LN_10), high.max(ln / LN_10))
    });
    let frame = Frame {
        x: Axis {
            low: 0.0,
            high: points.last().map_or(0, |point| point.rolls).max(10) as f64,
            scale: Scale::Linear,
        },
        y: Axis {
            low: low.floor(),
            high: high + 0.6,
            scale: Scale::Linear,
        },
    };
    let mut sheet = Sheet::new(
        lang.pick(
            "What a bettor against the dice has made of 1",
            "Ce qu'un parieur contre le dé a fait de 1",
        ),
        lang.pick(
            "Powers of ten; with honest dice the red line is hardly ever reached, at any time",
            "Puissances de dix ; avec un dé honnête, la ligne rouge n'est presque jamais atteinte",
        ),
    );
    frame.rows(&mut sheet, power);
    sheet.line(frame.at(0.0, 0.0), frame.at(frame.x.high, 0.0), PALE);
    sheet.dashes(frame.at(0.0, bar), frame.at(frame.x.high, bar), RED);
    let richest = points.iter().map(|point| at(&frame, point, point.richest));
    sheet.path(&line(richest), (ORANGE, 1.5));
    let all = points.iter().map(|point| at(&frame, point, point.all));
    sheet.path(&line(all), (BLUE, 2.0));
    frame.columns(&mut sheet, lang.pick("rolls", "lancers"), |tick| {
        grouped(format_args!("{tick:.0}"), lang)
    });
    legend(&mut sheet, &frame, bar, lang);
    sheet.finish()
}

fn at(frame: &Frame, point: &Point, ln: f64) -> (f64, f64) {
    frame.at(point.rolls as f64, ln / LN_10)
}

fn power(tick: f64) -> String {
    if (-3.0..=3.0).contains(&tick) {
        format!("{}", 10_f64.powf(tick))
    } else {
        format!("10^{tick}").replace('-', "−")
    }
}

fn legend(sheet: &mut Sheet, frame: &Frame, bar: f64, lang: Lang) {
    let (x, y) = frame.at(frame.x.high, bar);
    let alarm = lang.pick("alarm", "alarme");
    sheet.text((x, y - 7.0), Hold::End, (13, RED), alarm);
    let richest = lang.pick("the richest bet of all", "le pari le plus riche");
    sheet.text((x, y + 18.0), Hold::End, (13, ORANGE), richest);
    let faces = lang.pick("the faces of all rolls", "les faces de tous les lancers");
    sheet.text((x, y + 36.0), Hold::End, (13, BLUE), faces);
}
