//! What plots with a row a category have in common: names on the left, an axis below.

use std::ops::Range;

use plotters::coord::combinators::{BindKeyPoints as _, WithKeyPoints};
use plotters::coord::types::{RangedCoordf64, RangedCoordi32};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, INK, LABEL, LETTER, MUTED, RULE, font, letters, tick};
use crate::figure::without_middle;

/// Pixels from one row to the next, and what each bar beyond the first adds where several stand in a row.
const ROW: u32 = 26;
const BAR: u32 = 14;
/// Pixels that a name takes where it stands above its row.
const LINE: u32 = 18;
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
    /// Pixels from one row to the next, without a name above.
    row: u32,
    /// Whether names stand above their rows, because they are too long to stand beside them.
    above: bool,
}

impl Rows {
    /// Rows with these names in a plot so many pixels wide; names that take more than a third of it stand above
    /// their rows.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>, width: u32) -> Self {
        let beside = (width / 3 / LETTER).max(8) as usize;
        let longest = ((width.saturating_sub(60)) / LETTER).max(8) as usize;
        let names: Vec<String> = names.map(|name| without_middle(name, longest)).collect();
        let above = names.iter().any(|name| letters(name) as usize > beside);
        Self { names, width, row: ROW, above }
    }

    /// The same, high enough for so many bars one below another in each.
    pub(super) fn of_bars(self, bars: usize) -> Self {
        Self { row: ROW + BAR * bars.saturating_sub(1) as u32, ..self }
    }

    /// Pixels down.
    pub(super) fn height(&self) -> u32 {
        self.pitch() * self.names.len().max(1) as u32 + HEAD + FOOT
    }

    /// Pixels from one row to the next, and from its name.
    fn pitch(&self) -> u32 {
        self.row + if self.above { LINE } else { 0 }
    }

    /// Where the middle of what is drawn in a row lies.
    pub(super) fn centre(&self, row: usize) -> i32 {
        // Thousandths of a row from the top: the library puts labels where it is told only on whole numbers. What has
        // its name above lies lower by half a line.
        -1000 * row as i32 - if self.above { (LINE * 500 / self.pitch()) as i32 } else { 0 }
    }

    /// So many thousandths of the height that there is for drawing, in the chart's own.
    pub(super) fn part(&self, thousandths: i32) -> i32 {
        thousandths * self.row as i32 / self.pitch() as i32
    }

    /// Returns the axes, with nothing in the rows yet.
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
        let widest = self.names.iter().map(|name| letters(name)).max().unwrap_or(1);
        let beside = if self.above { 12 } else { LETTER * widest * 15 / 16 + 10 };
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
            // A line between a name and what it names would part them.
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
