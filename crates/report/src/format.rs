//! Formatting of figures and names in reports.

use crate::Metric;

use crate::figure::{decimal, without_middle};

/// Returns a headline figure with a formatted value.
pub fn metric(label: &str, value: String) -> Metric {
    Metric { label: label.to_owned(), value }
}

/// Returns the text with its first letter in upper case.
pub fn capital(words: &str) -> String {
    let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

/// Returns the text that is shown in place of an unknown value.
pub fn unknown() -> String {
    "–".to_owned()
}

/// Formats a number of points. The number of decimals depends on the magnitude, as in `12,345`,
/// `1,234.5` and `0.123`.
pub fn points(points: f64) -> String {
    if points == 0.0 { "0".to_owned() } else { decimal(points, point_digits(points)) }
}

/// Returns the number of decimals that [`points`](self::points) shows for a number of points.
fn point_digits(points: f64) -> usize {
    match points.abs() {
        10_000.0.. => 0,
        100.0.. => 1,
        1.0.. => 2,
        _ => 3,
    }
}

/// Returns a function that formats the numbers of a column of points. All numbers have as many
/// decimals as [`points`] shows for the largest of them.
///
/// ```
/// use quadrille_report::format::points_of_column;
///
/// let column = [178.12, 84.961, 0.0];
/// assert_eq!(column.map(points_of_column(&column)), ["178.1", "85.0", "0.0"]);
/// ```
pub fn points_of_column(column: &[f64]) -> impl Fn(f64) -> String + use<> {
    let digits = point_digits(column.iter().map(|points| points.abs()).fold(0.0, f64::max));
    move |points| decimal(points, digits)
}

/// Returns the number of digits after the point with which values and their intervals should be
/// shown. `errors` are the half-widths of the intervals. With the returned number, the smallest
/// positive half-width has two significant digits. The number is at most 3. If no half-width is
/// positive, the number is 3.
///
/// ```
/// use quadrille_report::figure::decimal;
/// use quadrille_report::format::error_digits;
///
/// let errors = [0.31, 2.5];
/// assert_eq!(decimal(-1234.5678, error_digits(errors)), "−1,234.57");
/// assert_eq!(error_digits([12.3]), 0);
/// assert_eq!(error_digits([0.0001]), 3);
/// ```
pub fn error_digits(errors: impl IntoIterator<Item = f64>) -> usize {
    let positive = errors.into_iter().filter(|&error| error > 0.0 && error.is_finite());
    let least = positive.fold(f64::INFINITY, f64::min);
    if least.is_finite() { (1.0 - least.log10().floor()).clamp(0.0, 3.0) as usize } else { 3 }
}

/// Formats the half-width of an interval with `digits` digits after the point. If a positive
/// half-width would be rounded to 0, the text states an upper bound, such as `<0.001`.
///
/// ```
/// use quadrille_report::format::half_width;
///
/// assert_eq!([half_width(0.0004, 3), half_width(0.0004, 4)], ["<0.001", "0.0004"]);
/// ```
pub fn half_width(error: f64, digits: usize) -> String {
    let step = 0.1_f64.powi(digits as i32);
    if error > 0.0 && error < step / 2.0 {
        format!("<{}", decimal(step, digits))
    } else {
        decimal(error, digits)
    }
}

/// Formats a value and the half-width of its interval, both with the same number of digits after
/// the point. A value without an interval is formatted like [`points`].
///
/// ```
/// use quadrille_report::format::estimate;
///
/// assert_eq!(estimate(Some(1234.5678), Some(3.21)), ["1,234.6", "3.2"]);
/// assert_eq!(estimate(Some(1234.5678), None), ["1,234.6", "–"]);
/// ```
pub fn estimate(value: Option<f64>, error: Option<f64>) -> [String; 2] {
    let texts = match error.filter(|&error| error > 0.0) {
        Some(error) => {
            let digits = error_digits([error]);
            [value.map(|value| decimal(value, digits)), Some(half_width(error, digits))]
        }
        None => [value, error].map(|value| value.map(points)),
    };
    texts.map(|text| text.unwrap_or_else(unknown))
}

/// Formats a fraction as a percentage with one decimal, such as `12.3 %`.
pub fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Rounds the value of a bar to tenths, as it is shown in the chart.
pub fn tenths(value: f64) -> f64 {
    to_digits(value, 1)
}

/// Rounds the value of a bar to a number of digits after the point, as it is shown in the chart.
/// The rounding is the same as in [`decimal`].
pub fn to_digits(value: f64, digits: usize) -> f64 {
    format!("{value:.digits$}").parse().unwrap_or(value)
}

/// Rounds the value of a bar to four significant digits, as it is shown in the chart.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// Maximum length in characters of a name in a report. Names can be much longer: the name of an
/// external program contains a whole command line.
const LONGEST_NAME: usize = 60;

/// Shortens a long name for a report by omitting its middle.
pub fn shortened(name: &str) -> String {
    without_middle(name, LONGEST_NAME)
}
