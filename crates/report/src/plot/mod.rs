//! Plots as SVG. Only this module uses the drawing library.
//!
//! Colours are CSS variables (`--ink`, `--muted`, `--rule`, `--series-1` …), so that the same
//! drawing is used on light and dark pages. The drawing library supports only fixed colours.
//! Therefore plots are drawn with placeholder colours, which are then replaced by the variables.

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
pub use lines::{begin, lines};
pub use ranges::ranges;
pub use spans::spans;
pub use strip::strip;

/// The placeholder for the CSS colour `--ink`. The next two constants are the placeholders for
/// `--muted` and `--rule`.
const INK: RGBColor = RGBColor(1, 0, 1);
const MUTED: RGBColor = RGBColor(2, 0, 2);
const RULE: RGBColor = RGBColor(3, 0, 3);
/// The placeholder for the background's colour.
const CARD: RGBColor = RGBColor(10, 0, 10);
/// The placeholders for the colours of the first six series. Further series have the same colours
/// again.
const SERIES: [RGBColor; 6] = [
    RGBColor(4, 0, 4),
    RGBColor(5, 0, 5),
    RGBColor(6, 0, 6),
    RGBColor(7, 0, 7),
    RGBColor(8, 0, 8),
    RGBColor(9, 0, 9),
];

/// The font size of labels in the library's units. 16 units are about 13 CSS pixels.
const LABEL: i32 = 16;
/// The approximate width of a digit in pixels.
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

/// Error of drawing a plot. It indicates a bug in the program, but the result of the run is
/// unaffected.
#[derive(Debug, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

/// An area of a plot with a tooltip.
struct Hit {
    /// Two opposite corners of the area, in pixels.
    corners: [(i32, i32); 2],
    /// The tooltip.
    tooltip: String,
}

/// The library's type of a drawing area.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The areas with tooltips, or an error. The library has several types of errors. Only the texts of
/// these errors are used.
type Drawn = Result<Vec<Hit>, Box<dyn std::error::Error>>;

/// Draws a plot as an SVG element, and adds its title and tooltips.
fn element(title: &str, draw: impl FnOnce(&mut String) -> Drawn) -> Result<String, PlotError> {
    let mut svg = String::new();
    let hits = draw(&mut svg).map_err(|error| PlotError(error.to_string()))?;
    Ok(finish(&svg, title, &hits))
}

/// Returns the CSS colour variable of the series with this index.
pub fn series_color(index: usize) -> String {
    format!("var(--series-{})", index % SERIES.len() + 1)
}

/// Formats a tick label. Rounding errors are removed: 0.30000000000000004 becomes `0.3`.
fn tick(value: f64) -> String {
    number(format!("{value:.9e}").parse().unwrap_or(value))
}

/// Returns an upper estimate of the width of a label in pixels.
///
/// The browser chooses the font. Therefore the widths of characters are those of `DejaVu` Sans and
/// Verdana, which are the widest of the usual sans-serif fonts. They are in thousandths of the font
/// size.
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
    // With the size 16, the library chooses a font size of about 13 pixels.
    let thousandths: u32 = text.chars().map(|character| 13 * advance(character)).sum();
    thousandths.div_ceil(1000)
}

/// Returns whether a character is in one of the main Unicode blocks whose characters have the
/// property East Asian Width with the value Wide or Fullwidth.
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

/// Replaces the placeholder colours, adds the tooltips, and adds the title for screen readers.
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
