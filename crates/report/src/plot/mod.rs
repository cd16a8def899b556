//! Plots as SVG: the one place where Quadrille draws.
//!
//! Colours are CSS variables (`--ink`, `--muted`, `--rule`, `--series-1` …), so that one drawing serves light
//! and dark pages alike; the drawing library only knows fixed colours, so it draws with stand-ins that are
//! exchanged afterwards.

mod bars;
mod lines;
mod ranges;
mod rows;
mod spans;
mod strip;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::figure::number;
pub use bars::bars;
pub use lines::lines;
pub use ranges::ranges;
pub use spans::spans;
pub use strip::strip;

/// Stand-in colours and what they become.
const INK: RGBColor = RGBColor(1, 0, 1);
const MUTED: RGBColor = RGBColor(2, 0, 2);
const RULE: RGBColor = RGBColor(3, 0, 3);
/// Series colours in the order they are used; further series begin again.
const SERIES: [RGBColor; 6] = [
    RGBColor(4, 0, 4),
    RGBColor(5, 0, 5),
    RGBColor(6, 0, 6),
    RGBColor(7, 0, 7),
    RGBColor(8, 0, 8),
    RGBColor(9, 0, 9),
];

/// The size of all lettering, as the library counts it; about 13 CSS pixels.
const LABEL: i32 = 16;
/// The width of a letter of it in pixels, generously.
const LETTER: u32 = 8;

/// Lettering in a colour.
fn font(size: i32, color: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&color)
}

/// The size of a plot in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A plot could not be drawn; a bug, but no reason to lose a result.
#[derive(Debug, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

/// A place of a plot that says something to those who point at it.
struct Hit {
    /// Two opposite corners, in pixels.
    corners: [(i32, i32); 2],
    /// What it says.
    said: String,
}

/// Where everything is drawn.
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What drawing ends with: the library has many errors, of which only the words matter here.
type Drawn = Result<Vec<Hit>, Box<dyn std::error::Error>>;

/// Returns a drawing as an SVG element with a title.
fn element(title: &str, draw: impl FnOnce(&mut String) -> Drawn) -> Result<String, PlotError> {
    let mut svg = String::new();
    let hits = draw(&mut svg).map_err(|error| PlotError(error.to_string()))?;
    Ok(finish(&svg, title, &hits))
}

/// Returns the CSS colour variable of the series with this index.
pub fn series_color(index: usize) -> String {
    format!("var(--series-{})", index % SERIES.len() + 1)
}

/// Returns a figure at an axis: what is 0.30000000000000004 to a machine is 0.3 here.
fn tick(value: f64) -> String {
    number(format!("{value:.9e}").parse().unwrap_or(value))
}

/// How much room a text takes, in letters: what East Asian scripts write wide takes twice that of others.
fn letters(text: &str) -> u32 {
    text.chars().map(|character| 1 + u32::from(is_wide(character))).sum()
}

/// Returns the blocks that Unicode's East Asian Width says are wide, as far as names are made of them.
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

/// Exchanges the stand-in colours, lays over the drawing what it says to those who point at it, and makes the element
/// scale with its column and speak to screen readers.
fn finish(svg: &str, title: &str, hits: &[Hit]) -> String {
    let code = |RGBColor(red, green, blue): RGBColor| format!("#{red:02X}{green:02X}{blue:02X}");
    let mut svg = svg
        .replace(&code(INK), "var(--ink)")
        .replace(&code(MUTED), "var(--muted)")
        .replace(&code(RULE), "var(--rule)");
    for (index, &color) in SERIES.iter().enumerate() {
        svg = svg.replace(&code(color), &series_color(index));
    }
    if let Some(end) = svg.rfind("</svg>") {
        let hits = maud::html! {
            @for Hit { corners: [(x, y), (to_x, to_y)], said } in hits {
                rect x=(x.min(to_x)) y=(y.min(to_y)) width=(x.abs_diff(*to_x)) height=(y.abs_diff(*to_y)) fill="transparent" {
                    title { (said) }
                }
            }
        };
        svg.insert_str(end, &hits.into_string());
    }
    let title = maud::html! { (title) }.into_string();
    svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{title}\" "), 1)
}
