//! Formatting of the figures in reports.

use crate::Metric;

use crate::figure::{count, without_middle};

/// Returns a headline figure with a formatted value.
pub fn metric(label: &str, value: String) -> Metric {
    Metric { label: label.to_owned(), value }
}

/// Formats points with a precision that depends on their size: `12,345`, `123.4`, `0.123`.
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

/// Formats a fraction as a percentage: `12.3 %`.
pub fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Rounds to tenths, for a bar that shows its value.
pub fn tenths(value: f64) -> f64 {
    format!("{value:.1}").parse().unwrap_or(value)
}

/// Rounds to four digits, for a bar that shows its value.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Maximum length of a name in characters; a program's name may be a path of any length.
const LONGEST_NAME: usize = 60;

/// Shortens a long name for a report by omitting its middle.
pub fn shortened(name: &str) -> String {
    without_middle(name, LONGEST_NAME)
}
