//! Plots as SVG; the only module that uses the drawing library.
//!
//! Colours are CSS variables (`--ink`, `--muted`, `--rule`, `--series-1` …), so that one drawing
//! serves light and dark pages. The drawing library supports only fixed colours, so placeholders
//! are drawn and replaced afterwards.

mod bars;
mod lines;
mod ranges;
mod rows;
mod spans;
mod strip;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::figure::number;
pub use bars::{bar_opacity, bars};
pub use lines::lines;
pub use ranges::ranges;
pub use spans::spans;
pub use strip::strip;

/// Placeholder colours.
const INK: RGBColor = RGBColor(1, 0, 1);
const MUTED: RGBColor = RGBColor(2, 0, 2);
const RULE: RGBColor = RGBColor(3, 0, 3);
const CARD: RGBColor = RGBColor(10, 0, 10);
/// Placeholder colours of series; they repeat for further series.
const SERIES: [RGBColor; 6] = [
    RGBColor(4, 0, 4),
    RGBColor(5, 0, 5),
    RGBColor(6, 0, 6),
    RGBColor(7, 0, 7),
    RGBColor(8, 0, 8),
    RGBColor(9, 0, 9),
];

/// The font size in the library's units; about 13 CSS pixels.
const LABEL: i32 = 16;
/// The width of a digit in pixels.
const DIGIT: u32 = 9;

/// Returns the text style of a size and colour.
fn font(size: i32, color: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&color)
}

/// The size of a plot in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
}

/// Error of drawing a plot. It indicates a bug, but the result itself is unaffected.
#[derive(Debug, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

/// An area of a plot with a tooltip.
struct Hit {
    /// Two opposite corners, in pixels.
    corners: [(i32, i32); 2],
    /// The tooltip.
    tooltip: String,
}

/// The drawing area of the library.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The result of drawing. Only the text of the library's many errors is used.
type Drawn = Result<Vec<Hit>, Box<dyn std::error::Error>>;

/// Draws a plot as an SVG element with a title.
fn element(title: &str, draw: impl FnOnce(&mut String) -> Drawn) -> Result<String, PlotError> {
    let mut svg = String::new();
    let hits = draw(&mut svg).map_err(|error| PlotError(error.to_string()))?;
    Ok(finish(&svg, title, &hits))
}

/// Returns the CSS colour variable of the series with this index.
pub fn series_color(index: usize) -> String {
    format!("var(--series-{})", index % SERIES.len() + 1)
}

/// Formats a tick label, without rounding errors: 0.30000000000000004 becomes 0.3.
fn tick(value: f64) -> String {
    number(format!("{value:.9e}").parse().unwrap_or(value))
}

/// Returns an upper estimate of the width of a label in pixels.
///
/// The reader's browser chooses the font, so the advance widths are those of `DejaVu` Sans and
/// Verdana, the widest of the usual sans-serif fonts, in thousandths of the font size.
fn text_width(text: &str) -> u32 {
    let advance = |character: char| match character {
        'i' | 'j' | 'l' | '\'' => 280,
        ' ' | ',' | '.' | ':' | ';' | '!' | '|' | '/' | '\\' | 'I' | '\u{a0}' => 360,
        '(' | ')' | '[' | ']' | '-' | 'f' | 'r' | 't' | 'J' => 460,
        '–' | '°' | '·' => 510,
        '●' | '○' | 'm' | 'M' | 'W' | '%' | '@' | '…' | '—' => 1000,
        'w' | 'G' | 'O' | 'Q' | 'D' | '+' | '=' | '±' | '×' | '−' | '<' | '>' | '&' => 840,
        'A'..='Z' => 770,
        wide if is_wide(wide) => 1000,
        _ => 640,
    };
    // The library makes a font of size 16 about 13 pixels high.
    let thousandths: u32 = text.chars().map(|character| 13 * advance(character)).sum();
    thousandths.div_ceil(1000)
}

/// Returns whether a character is in the main blocks of wide characters by Unicode's East Asian
/// Width.
const fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{115f}' // Hangul
        | '\u{2e80}'..='\u{a4cf}' // CJK, kana, bopomofo, Yi
        | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7a3}' // Hangul
        | '\u{f900}'..='\u{faff}' // CJK
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' // full width
        | '\u{16fe0}'..='\u{1b2ff}' // Tangut, Nüshu, kana
        | '\u{20000}'..='\u{3fffd}') // CJK
}

/// Replaces the placeholder colours, adds the tooltips, and makes the element scalable and
/// accessible to screen readers.
fn finish(svg: &str, title: &str, hits: &[Hit]) -> String {
    let code = |RGBColor(red, green, blue): RGBColor| format!("#{red:02X}{green:02X}{blue:02X}");
    let mut svg = svg
        .replace(&code(INK), "var(--ink)")
        .replace(&code(MUTED), "var(--muted)")
        .replace(&code(RULE), "var(--rule)")
        .replace(&code(CARD), "var(--card)");
    for (index, &color) in SERIES.iter().enumerate() {
        svg = svg.replace(&code(color), &series_color(index));
    }
    if let Some(end) = svg.rfind("</svg>") {
        let hits = maud::html! {
            @for Hit { corners: [(x, y), (to_x, to_y)], tooltip } in hits {
                rect x=(x.min(to_x)) y=(y.min(to_y)) width=(x.abs_diff(*to_x)) height=(y.abs_diff(*to_y)) fill="transparent" {
                    title { (tooltip) }
                }
            }
        };
        svg.insert_str(end, &hits.into_string());
    }
    let title = maud::html! { (title) }.into_string();
    svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{title}\" "), 1)
}
