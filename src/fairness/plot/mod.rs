//! The pictures of an audit, as SVG text.

mod faces;
mod fortune;
mod funnel;
mod pairs;
mod svg;

use std::fmt::Write as _;

use super::words::Lang;
use super::{Course, Report};

/// A picture: the name of its file without the ending, and the SVG.
pub type Picture = (&'static str, String);

/// All pictures of an audit.
#[must_use]
pub fn all(report: &Report, course: &Course, lang: Lang) -> Vec<Picture> {
    let points = course.points();
    vec![
        ("faces", faces::picture(report, lang)),
        ("sixes", funnel::picture(&points, lang)),
        ("pairs", pairs::picture(&report.pairs, lang)),
        ("fortune", fortune::picture(&points, lang)),
    ]
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
