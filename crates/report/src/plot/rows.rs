//! The common part of plots with one row per category. The names are on the left of the rows or
//! above them, and the axis is at the bottom.

use std::ops::Range;

use plotters::coord::combinators::{BindKeyPoints as _, WithKeyPoints};
use plotters::coord::types::{RangedCoordf64, RangedCoordi32};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, DIGIT, INK, LABEL, MUTED, RULE, font, text_width, tick};
use crate::figure::without_middle;

/// Height of a row with one bar, in pixels; `BAR` is the height of each further bar in the row.
const ROW: u32 = 26;
const BAR: u32 = 14;
/// Height in pixels of the line of text above a row, if names are placed there.
const LINE: u32 = 18;
/// Distance in pixels from the middle of a row down to the middle of its bars, if the name is above
/// the row. `DOTS_BELOW` is the distance for dots, which are smaller than bars and are therefore
/// drawn closer to the name.
const BARS_BELOW: u32 = LINE / 2;
const DOTS_BELOW: u32 = 2;
/// Height of the margin above the rows, in pixels; `FOOT` is the height of the margin below them,
/// which contains the axis.
const HEAD: u32 = 10;
const FOOT: u32 = 52;

/// The library's type of a chart with rows.
type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, WithKeyPoints<RangedCoordi32>>>;

/// The rows of a plot, from the top.
pub(super) struct Rows {
    names: Vec<String>,
    /// The width of the plot in pixels.
    width: u32,
    /// The height of a row in pixels, without the line for a name above it.
    row: u32,
    /// Whether names are above the rows, because they are too long for the space on the left.
    above: bool,
    /// Distance in pixels from the middle of a row down to the middle of its contents, if the name
    /// is above the row.
    below: u32,
}

impl Rows {
    /// Creates rows with these names, in a plot with a width of `width` pixels. If a name is wider
    /// than a third of the plot, all names are placed above their rows.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>, width: u32) -> Self {
        let longest = ((width.saturating_sub(60)) / DIGIT).max(8) as usize;
        let names: Vec<String> = names.map(|name| without_middle(name, longest)).collect();
        let above = names.iter().any(|name| text_width(name) > width / 3);
        Self { names, width, row: ROW, above, below: BARS_BELOW }
    }

    /// Sets the height of each row so that `bars` bars fit below each other.
    pub(super) fn of_bars(self, bars: usize) -> Self {
        Self { row: ROW + BAR * bars.saturating_sub(1) as u32, ..self }
    }

    /// Prepares the rows for dots instead of bars.
    pub(super) fn of_dots(self) -> Self {
        Self { below: DOTS_BELOW, ..self }
    }

    /// Returns the height of the plot in pixels.
    pub(super) fn height(&self) -> u32 {
        self.pitch() * self.names.len().max(1) as u32 + HEAD + FOOT
    }

    /// Returns the height of a row in pixels, including the name if it is above the row.
    fn pitch(&self) -> u32 {
        self.row + if self.above { LINE } else { 0 }
    }

    /// Returns the vertical centre of the bars of a row, as a coordinate of the chart.
    pub(super) fn centre(&self, row: usize) -> i32 {
        // A unit is a thousandth of a row, and coordinates decrease from the top. Coordinates are
        // whole numbers, because the library places labels at exact positions only on axes of whole
        // numbers. If the name is above the row, the centre is lower.
        -1000 * row as i32 - if self.above { (self.below * 1000 / self.pitch()) as i32 } else { 0 }
    }

    /// Converts a height to the units of the chart. The argument is in thousandths of the height of
    /// a row without the line for its name.
    pub(super) fn part(&self, thousandths: i32) -> i32 {
        thousandths * self.row as i32 / self.pitch() as i32
    }

    /// Draws the axes and the names, without the contents of the rows.
    pub(super) fn chart<'a, 'b>(
        &self,
        root: &Area<'b>,
        places: Range<f64>,
        place_axis: &str,
    ) -> Result<Chart<'a, 'b>, Box<dyn std::error::Error>>
    where
        'b: 'a,
    {
        let rows = self.names.len().max(1);
        let middle = |row: usize| -1000 * row as i32;
        let down = (middle(rows) + 500..500).with_key_points((0..rows).map(middle).collect());
        let widest = self.names.iter().map(|name| text_width(name)).max().unwrap_or(0);
        let beside = if self.above { 12 } else { widest + 10 };
        let mut chart = ChartBuilder::on(root)
            .margin_top(HEAD)
            .margin_right(18)
            .margin_bottom(4)
            .x_label_area_size(FOOT - 4)
            .y_label_area_size(beside)
            .build_cartesian_2d(places, down)
            .map_err(|error| error.to_string())?;
        let mut mesh = chart.configure_mesh();
        if self.above {
            // Without this call, a horizontal line would separate each name from the bars below it.
            mesh.disable_y_mesh();
        }
        mesh.light_line_style(TRANSPARENT)
            .bold_line_style(RULE)
            .axis_style(TRANSPARENT)
            .label_style(font(LABEL, MUTED))
            .axis_desc_style(font(LABEL, INK))
            .x_labels(if self.width < 500 { 4 } else { 8 })
            .y_labels(rows)
            .x_label_formatter(&|&value| tick(value))
            .y_label_formatter(&|&row| match self.names.get((-row / 1000) as usize) {
                Some(name) if !self.above => name.clone(),
                _ => String::new(),
            })
            .x_desc(place_axis)
            .draw()
            .map_err(|error| error.to_string())?;
        for (row, name) in self.names.iter().enumerate().filter(|_| self.above) {
            let top = (HEAD + self.pitch() * row as u32 + LINE) as i32;
            let style = font(LABEL, MUTED).pos(Pos::new(HPos::Left, VPos::Bottom));
            root.draw(&Text::new(name.clone(), (beside as i32, top), style))
                .map_err(|error| error.to_string())?;
        }
        Ok(chart)
    }
}
