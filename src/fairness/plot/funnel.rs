//! The rate of sixes as it went, inside the funnel that honest dice hardly ever leave.

use super::line;
use super::svg::{Axis, BAND, BLUE, Frame, Hold, INK, RED, Scale, Sheet};
use crate::fairness::Point;
use crate::fairness::evalue::six_funnel;
use crate::fairness::ln_threshold;
use crate::fairness::words::{Lang, grouped};

/// The highest rate that is shown.
const HIGHEST: f64 = 0.5;

/// Before so many rolls any rate is everyday.
const FIRST: f64 = 10.0;

pub(super) fn picture(points: &[Point], lang: Lang) -> String {
    let last = points.last().map_or(0, |point| point.rolls) as f64;
    let frame = Frame {
        x: Axis {
            low: FIRST,
            high: last.max(100.0),
            scale: Scale::Decades,
        },
        y: Axis {
            low: 0.0,
            high: HIGHEST,
            scale: Scale::Linear,
        },
    };
    let mut sheet = Sheet::new(
        lang.pick(
            "The rate of sixes, roll by roll",
            "La part des six, lancer après lancer",
        ),
        lang.pick(
            "Leaving the funnel at any time is an alarm; dashes: a sixth",
            "Sortir de l'entonnoir, n'importe quand, est une alarme ; tirets : un sixième",
        ),
    );
    funnel(&mut sheet, &frame);
    frame.rows(&mut sheet, |rate| format!("{:.0} %", rate * 100.0));
    sheet.dashes(
        frame.at(FIRST, 1.0 / 6.0),
        frame.at(frame.x.high, 1.0 / 6.0),
        INK,
    );
    let path = points.iter().filter(|point| point.rolls as f64 >= FIRST);
    let path = path.map(|point| {
        let rolls = point.rolls as f64;
        frame.at(rolls, point.sixes as f64 / rolls)
    });
    sheet.path(&line(path), (BLUE, 2.0));
    frame.columns(&mut sheet, lang.pick("rolls", "lancers"), |tick| {
        grouped(format_args!("{tick:.0}"), lang)
    });
    if let Some(point) = points.last().filter(|point| point.rolls as f64 >= FIRST) {
        let rate = point.sixes as f64 / point.rolls as f64;
        let (x, y) = frame.at(point.rolls as f64, rate);
        let text = lang.number(rate * 100.0, 2) + " %";
        sheet.text((x - 4.0, y - 10.0), Hold::End, (13, BLUE), &text);
    }
    sheet.finish()
}

fn funnel(sheet: &mut Sheet, frame: &Frame) {
    let ratio = frame.x.high / FIRST;
    let steps = (0..=240).map(|step| FIRST * ratio.powf(f64::from(step) / 240.0));
    let edges: Vec<(f64, (f64, f64))> = steps.map(|n| (n, six_funnel(n, ln_threshold()))).collect();
    let low = edges.iter().map(|(n, (low, _))| frame.at(*n, low / n));
    let high = edges.iter().map(|(n, (_, high))| frame.at(*n, high / n));
    let lower = line(low);
    let upper = line(high.clone());
    let back = line(high.rev());
    sheet.area(&format!("{lower}{}", back.replacen('M', "L", 1)), BAND);
    sheet.path(&lower, (RED, 1.0));
    sheet.path(&upper, (RED, 1.0));
}
