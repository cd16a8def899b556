//! Figures as reports write them.

use crate::Metric;

use crate::figure::{count, without_middle};

/// Returns a headline figure, ready to be read.
pub fn metric(label: &str, value: String) -> Metric {
    Metric { label: label.to_owned(), value }
}

/// Points, with as many places as they deserve: `12,345`, `123.4`, `0.123`.
pub fn points(points: f64) -> String {
    match points {
        0.0 => "0".to_owned(),
        ..0.0 => format!("−{}", self::points(-points)),
        10_000.0.. => count(points.round() as u64),
        100.0.. => format!("{points:.1}"),
        1.0.. => format!("{points:.2}"),
        _ => format!("{points:.3}"),
    }
}

/// Returns a part of a whole: `12.3 %`.
pub fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Rounded to tenths, for a bar that shows its value.
pub fn tenths(value: f64) -> f64 {
    format!("{value:.1}").parse().unwrap_or(value)
}

/// Rounded to four digits, for a bar that shows its value.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Letters of a name at most: a program's may be a path of any length.
const LONGEST_NAME: usize = 60;

/// Returns a name from outside as a report shows it: of a long one the middle is left out.
pub fn shortened(name: &str) -> String {
    without_middle(name, LONGEST_NAME)
}
