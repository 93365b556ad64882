//! A sheet to draw on, and a frame with axes.

use std::fmt::{Display, Write as _};

pub(super) const INK: &str = "#22303c";
pub(super) const PALE: &str = "#6b7a87";
pub(super) const GRID: &str = "#e3e8ec";
pub(super) const BAND: &str = "#d5e5f2";
pub(super) const BLUE: &str = "#2f6f9f";
pub(super) const RED: &str = "#b3372f";
pub(super) const ORANGE: &str = "#d98a2b";

pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 420.0;

/// A picture in the making.
pub(super) struct Sheet(String);

/// Where a text is held.
#[derive(Clone, Copy)]
pub(super) enum Hold {
    Start,
    Middle,
    End,
}

impl Hold {
    const fn name(self) -> &'static str {
        match self {
            Hold::Start => "start",
            Hold::Middle => "middle",
            Hold::End => "end",
        }
    }
}

impl Sheet {
    /// A white sheet with a title and a line of explanation.
    pub(super) fn new(title: &str, about: &str) -> Sheet {
        let mut sheet = Sheet(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" role=\"img\">\n\
             <title>{}</title>\n",
            escaped(title)
        ));
        sheet.rect((0.0, 0.0), (WIDTH, HEIGHT), "#ffffff");
        sheet.0.push_str("<g font-weight=\"bold\">\n");
        sheet.text((24.0, 32.0), Hold::Start, (18, INK), title);
        sheet.0.push_str("</g>\n");
        sheet.text((24.0, 54.0), Hold::Start, (13, PALE), about);
        sheet
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{fill}\"/>"
        ));
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        let path = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
        self.path(&path, (stroke, 1.0));
    }

    pub(super) fn dashes(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        self.add(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{stroke}\" stroke-width=\"1.5\" \
             stroke-dasharray=\"6 4\" fill=\"none\"/>",
            from.0, from.1, to.0, to.1
        ));
    }

    pub(super) fn path(&mut self, path: &str, (stroke, width): (&str, f64)) {
        self.add(format_args!(
            "<path d=\"{path}\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\" fill=\"none\"/>"
        ));
    }

    pub(super) fn area(&mut self, path: &str, fill: &str) {
        self.add(format_args!("<path d=\"{path}Z\" fill=\"{fill}\"/>"));
    }

    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        hold: Hold,
        (size, fill): (u8, &str),
        text: &str,
    ) {
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{}\" font-size=\"{size}\" \
             fill=\"{fill}\">{}</text>",
            hold.name(),
            escaped(text)
        ));
    }

    /// The finished picture.
    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }

    fn add(&mut self, element: impl Display) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.0, "{element}");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// How a range of values is laid along an axis.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    Linear,
    /// By decades; values start above 0.
    Decades,
}

/// An axis: values from `low` to `high`.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) scale: Scale,
}

impl Axis {
    /// Where a value stands, from 0 to 1; values outside stop at the edge.
    fn share(self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Decades => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        share.clamp(0.0, 1.0)
    }

    /// Round values along the axis.
    fn ticks(self) -> Vec<f64> {
        let step = match self.scale {
            Scale::Linear => round_step((self.high - self.low) / 6.0),
            Scale::Decades => return self.decades(),
        };
        let first = (self.low / step).ceil();
        (0..12)
            .map(|index| (first + f64::from(index)) * step)
            .take_while(|value| *value <= self.high + step / 1e6)
            .collect()
    }

    fn decades(self) -> Vec<f64> {
        let powers = (0..16).map(|power| 10_f64.powi(power));
        powers
            .filter(|value| (self.low..=self.high).contains(value))
            .collect()
    }
}

/// 1, 2 or 5 times a power of ten, not below the wish.
fn round_step(wish: f64) -> f64 {
    let power = 10_f64.powf(wish.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= wish)
        .unwrap_or(10.0 * power)
}

/// The part of a sheet that holds the data.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) x: Axis,
    pub(super) y: Axis,
}

const LEFT: f64 = 76.0;
const RIGHT: f64 = 676.0;
const TOP: f64 = 76.0;
const BOTTOM: f64 = 362.0;

impl Frame {
    /// Where a point stands on the sheet.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (
            LEFT + (RIGHT - LEFT) * self.x.share(x),
            BOTTOM - (BOTTOM - TOP) * self.y.share(y),
        )
    }

    /// Draws lines across for the ticks of the vertical axis, and their labels.
    pub(super) fn rows(&self, sheet: &mut Sheet, label: impl Fn(f64) -> String) {
        for tick in self.y.ticks() {
            let (_, y) = self.at(self.x.low, tick);
            sheet.line((LEFT, y), (RIGHT, y), GRID);
            sheet.text((LEFT - 8.0, y + 4.0), Hold::End, (12, PALE), &label(tick));
        }
    }

    /// Draws the horizontal axis with its ticks and its name.
    pub(super) fn columns(&self, sheet: &mut Sheet, name: &str, label: impl Fn(f64) -> String) {
        sheet.line((LEFT, BOTTOM), (RIGHT, BOTTOM), PALE);
        for tick in self.x.ticks() {
            let (x, _) = self.at(tick, self.y.low);
            sheet.line((x, BOTTOM), (x, BOTTOM + 5.0), PALE);
            sheet.text((x, BOTTOM + 20.0), Hold::Middle, (12, PALE), &label(tick));
        }
        sheet.text(
            (f64::midpoint(LEFT, RIGHT), HEIGHT - 14.0),
            Hold::Middle,
            (13, INK),
            name,
        );
    }
}
