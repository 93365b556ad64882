//! The six faces with the range of 99 in 100 honest runs.

use super::svg::{Axis, BAND, BLUE, Frame, Hold, INK, ORANGE, PALE, Scale, Sheet};
use crate::fairness::words::{Lang, grouped};
use crate::fairness::{Faces, Report, Stratum, everyday_range};

pub(super) fn picture(report: &Report, lang: Lang) -> String {
    let faces = report.stratum(Stratum::All).map(|row| row.faces);
    let faces = faces.unwrap_or_default();
    let rolls = faces.total();
    let (low, high) = everyday_range(rolls, 1);
    let mut sheet = Sheet::new(
        &title(rolls, lang),
        &lang.say(
            format_args!(
                "Band: {} to {}, where 99 honest counts in 100 lie; dashes: a sixth of all rolls",
                grouped(low, lang),
                grouped(high, lang)
            ),
            format_args!(
                "Bande : de {} à {}, où tombent 99 comptes honnêtes sur 100 ; tirets : un sixième",
                grouped(low, lang),
                grouped(high, lang)
            ),
        ),
    );
    let frame = frame(&faces, (low, high));
    frame.rows(&mut sheet, |tick| format!("{tick}"));
    let top = frame.at(0.0, high as f64);
    let bottom = frame.at(6.0, low as f64);
    let size = (bottom.0 - top.0, (bottom.1 - top.1).max(2.0));
    sheet.rect(top, size, BAND);
    bars(&mut sheet, &frame, &faces, lang);
    let sixth = rolls as f64 / 6.0;
    sheet.dashes(frame.at(0.0, sixth), frame.at(6.0, sixth), INK);
    sheet.line(frame.at(0.0, 0.0), frame.at(6.0, 0.0), PALE);
    sheet.finish()
}

fn title(rolls: u64, lang: Lang) -> String {
    let rolls = grouped(rolls, lang);
    lang.say(
        format_args!("How often each face fell in {rolls} rolls"),
        format_args!("Combien de fois chaque face est sortie en {rolls} lancers"),
    )
}

fn frame(faces: &Faces, (_, high): (u64, u64)) -> Frame {
    let tallest = faces.0.iter().copied().max().unwrap_or(0).max(high).max(1);
    Frame {
        x: Axis {
            low: 0.0,
            high: 6.0,
            scale: Scale::Linear,
        },
        y: Axis {
            low: 0.0,
            high: tallest as f64 * 1.1,
            scale: Scale::Linear,
        },
    }
}

/// A bar outside the band has another colour.
fn bars(sheet: &mut Sheet, frame: &Frame, faces: &Faces, lang: Lang) {
    let (low, high) = everyday_range(faces.total(), 1);
    for (index, count) in (0_u8..).zip(faces.0) {
        let left = f64::from(index);
        let (x, y) = frame.at(left + 0.2, count as f64);
        let (end, ground) = frame.at(left + 0.8, 0.0);
        let fill = if (low..=high).contains(&count) {
            BLUE
        } else {
            ORANGE
        };
        sheet.rect((x, y), (end - x, ground - y), fill);
        let middle = f64::midpoint(x, end);
        // At the foot of the bar no line crosses it.
        let (up, ink) = if ground - y > 24.0 {
            (ground - 10.0, "#ffffff")
        } else {
            (y - 7.0, INK)
        };
        sheet.text((middle, up), Hold::Middle, (13, ink), &grouped(count, lang));
        let below = (middle, ground + 22.0);
        sheet.text(below, Hold::Middle, (15, INK), &(index + 1).to_string());
    }
}
