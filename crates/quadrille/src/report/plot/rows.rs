//! What plots with a row a category have in common: names on the left, an axis below.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::combinators::{BindKeyPoints as _, WithKeyPoints};
use plotters::coord::types::{RangedCoordf64, RangedCoordi32};
use plotters::prelude::*;

use super::{INK, LABEL, LETTER, MUTED, RULE, font, letters};
use crate::report::figure::number;

/// Pixels from one row to the next.
const ROW: u32 = 26;
/// Pixels above the rows, and below them, where the axis is.
const HEAD: u32 = 10;
const FOOT: u32 = 52;

/// A chart of rows.
type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, WithKeyPoints<RangedCoordi32>>>;

/// The rows of a plot, from the top.
pub(super) struct Rows {
    names: Vec<String>,
    /// Pixels across.
    width: u32,
}

impl Rows {
    /// Rows with these names in a plot so many pixels wide; names take a third of it at most.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>, width: u32) -> Self {
        let longest = (width / 3 / LETTER).max(8) as usize;
        Self { names: names.map(|name| shortened(name, longest)).collect(), width }
    }

    /// Pixels down.
    pub(super) fn height(&self) -> u32 {
        ROW * self.names.len().max(1) as u32 + HEAD + FOOT
    }

    /// Where the middle of a row lies.
    pub(super) const fn centre(row: usize) -> i32 {
        // Thousandths of a row from the top: the library puts labels where it is told only on whole numbers.
        -1000 * row as i32
    }

    /// The axes, with nothing in the rows yet.
    pub(super) fn chart<'a, 'b>(
        &self,
        root: &DrawingArea<SVGBackend<'b>, Shift>,
        places: Range<f64>,
        place_axis: &str,
    ) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>>
    where
        'b: 'a,
    {
        let rows = self.names.len().max(1);
        let down = (Self::centre(rows) + 500..500).with_key_points((0..rows).map(Self::centre).collect());
        let widest = self.names.iter().map(|name| letters(name)).max().unwrap_or(1);
        let mut chart = ChartBuilder::on(root)
            .margin_top(HEAD)
            .margin_right(18)
            .margin_bottom(4)
            .x_label_area_size(FOOT - 4)
            .y_label_area_size(LETTER * widest * 15 / 16 + 10)
            .build_cartesian_2d(places, down)
            .map_err(|error| error.to_string())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(TRANSPARENT)
            .label_style(font(LABEL, MUTED))
            .axis_desc_style(font(LABEL, INK))
            .x_labels(if self.width < 500 { 4 } else { 8 })
            .y_labels(rows)
            .x_label_formatter(&|&value| number(value))
            .y_label_formatter(&|&row| self.names.get((-row / 1000) as usize).cloned().unwrap_or_default())
            .x_desc(place_axis)
            .draw()
            .map_err(|error| error.to_string())?;
        Ok(chart)
    }
}

/// So many letters at most; what is left out is in the middle.
fn shortened(name: &str, longest: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= longest {
        return name.to_owned();
    }
    let (head, tail) = ((longest - 1) / 2, longest / 2);
    let ends = [&letters[..head], &letters[letters.len() - tail..]];
    ends.map(|end| end.iter().collect::<String>()).join("…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("cmd:python3 a path of a bot/bot.py", 11), "cmd:p…ot.py");
        assert_eq!(shortened("bücher", 5), "bü…er");
        assert_eq!(shortened("bücher", 6), "bücher");
    }
}
