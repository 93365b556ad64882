//! The pictures of an audit, as SVG text.

mod faces;
mod fortune;
mod funnel;
mod pairs;
mod svg;

use std::fmt::Write as _;

use super::words::Lang;
use super::{Point, Report};

/// All pictures of an audit, each with the name of its file without the ending.
#[must_use]
pub fn all(report: &Report, course: &[Point], lang: Lang) -> Vec<(&'static str, String)> {
    let pictures = Picture::ALL.iter();
    pictures
        .map(|picture| (picture.name(), picture.draw(report, course, lang)))
        .collect()
}

/// A picture of an audit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Picture {
    /// The six counts with their everyday range.
    Faces,
    /// The rate of sixes as it went.
    Sixes,
    /// How far each pair of faces is off.
    Pairs,
    /// The fortunes over time, with the alarm line.
    Fortune,
}

impl Picture {
    /// All of them.
    pub const ALL: [Picture; 4] = [
        Picture::Faces,
        Picture::Sixes,
        Picture::Pairs,
        Picture::Fortune,
    ];

    /// The name of its file, without the ending.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Picture::Faces => "faces",
            Picture::Sixes => "sixes",
            Picture::Pairs => "pairs",
            Picture::Fortune => "fortune",
        }
    }

    /// Draws it as SVG.
    #[must_use]
    pub fn draw(self, report: &Report, course: &[Point], lang: Lang) -> String {
        match self {
            Picture::Faces => faces::picture(report, lang),
            Picture::Sixes => funnel::picture(course, lang),
            Picture::Pairs => pairs::picture(&report.pairs, lang),
            Picture::Fortune => fortune::picture(course, lang),
        }
    }
}

/// The points of a line, thinned to about one a pixel.
fn line(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    let mut last = f64::INFINITY;
    let mut points = points.peekable();
    while let Some((x, y)) = points.next() {
        if (x - last).abs() >= 0.5 || points.peek().is_none() {
            let letter = if path.is_empty() { 'M' } else { 'L' };
            // Writing into a string cannot fail.
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
            last = x;
        }
    }
    path
}
