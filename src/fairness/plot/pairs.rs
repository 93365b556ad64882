//! Which face followed which: how far each of the 36 cells is off.

use super::svg::{HEIGHT, Hold, INK, PALE, Sheet, WIDTH};
use crate::fairness::PairRow;
use crate::fairness::words::Lang;

const CELL: (f64, f64) = (64.0, 44.0);
const CORNER: (f64, f64) = (150.0, 102.0);

pub(super) fn picture(pairs: &PairRow, lang: Lang) -> String {
    let mut sheet = Sheet::new(
        lang.pick(
            "Which face followed which",
            "Quelle face a suivi quelle face",
        ),
        lang.pick(
            "Standard deviations from a sixth of the row; one cell in 20 beyond 2 is everyday",
            "Écarts-types autour du sixième de la ligne ; une case sur 20 au-delà de 2 est banale",
        ),
    );
    let (left, top) = CORNER;
    for (row, residuals) in (0_u8..).zip(pairs.residuals()) {
        let y = top + f64::from(row) * CELL.1;
        let middle = y + CELL.1 / 2.0 + 5.0;
        let face = (row + 1).to_string();
        sheet.text((left - 14.0, middle), Hold::End, (15, INK), &face);
        for (column, off) in (0_u8..).zip(residuals) {
            let x = left + f64::from(column) * CELL.0;
            sheet.rect((x, y), (CELL.0 - 2.0, CELL.1 - 2.0), &colour(off));
            let at = (x + CELL.0 / 2.0 - 1.0, middle - 1.0);
            let ink = if off.abs() > 3.0 { "#ffffff" } else { INK };
            sheet.text(at, Hold::Middle, (13, ink), &lang.signed(off));
        }
        let above = (left + (f64::from(row) + 0.5) * CELL.0, top - 10.0);
        sheet.text(above, Hold::Middle, (15, INK), &face);
    }
    let side = (left - 34.0, top + 3.0 * CELL.1 + 4.0);
    sheet.text(side, Hold::End, (13, PALE), lang.pick("first", "d'abord"));
    let over = (left + 6.0 * CELL.0 + 8.0, top - 10.0);
    sheet.text(over, Hold::Start, (13, PALE), lang.pick("then", "ensuite"));
    legend(&mut sheet);
    let foot = (24.0, HEIGHT - 16.0);
    sheet.text(foot, Hold::Start, (13, INK), &figures(pairs, lang));
    sheet.finish()
}

fn figures(pairs: &PairRow, lang: Lang) -> String {
    let (chi2, p) = (lang.number(pairs.chi2, 1), lang.number(pairs.p, 3));
    lang.say(
        format_args!("chi-squared {chi2} with 30 degrees of freedom, p = {p}"),
        format_args!("khi-deux {chi2} à 30 degrés de liberté, p = {p}"),
    )
}

fn legend(sheet: &mut Sheet) {
    let x = WIDTH - 96.0;
    for step in 0_i8..=8 {
        let off = f64::from(4 - step);
        let y = CORNER.1 + f64::from(step) * 26.0;
        sheet.rect((x, y), (26.0, 26.0), &colour(off));
        if step % 2 == 0 {
            let text = if step == 4 {
                "0".to_owned()
            } else {
                format!("{off:+}").replace('-', "−")
            };
            sheet.text((x + 34.0, y + 17.0), Hold::Start, (12, PALE), &text);
        }
    }
}

/// White at 0, blue below, orange above; full at 4.
fn colour(off: f64) -> String {
    let share = (off.abs() / 4.0).min(1.0);
    let full = if off < 0.0 {
        [31.0, 95.0, 145.0]
    } else {
        [190.0, 90.0, 15.0]
    };
    let [red, green, blue] = full.map(|full| 255.0 + (full - 255.0) * share);
    format!("rgb({red:.0},{green:.0},{blue:.0})")
}
