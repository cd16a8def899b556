//! Drawings for the terminal: small fields, with two rows of cells per line, and population curves.

use std::fmt::Write as _;

use quadrille::answers::life::Plane;
use quadrille::life::{Area, Grid};
use quadrille::report::figure::count;

/// Maximum number of columns of cells.
const COLUMNS: u64 = 78;
/// Maximum number of rows of cells.
const ROWS: u64 = 60;

/// Draws a grid if it is small enough.
pub(crate) fn drawn(grid: &Grid) -> Option<String> {
    cells(grid.width(), grid.height(), |x, y| grid.get(x, y))
}

/// Draws the living cells on the plane if their box is small enough.
pub(crate) fn drawn_plane(plane: &Plane) -> Option<String> {
    let Area { x: left, y: top, width, height } = plane.bounding_box()?;
    let (width, height) = (u64::try_from(width).ok()?, u64::try_from(height).ok()?);
    cells(width, height, |x, y| y < height && plane.get(&(&left + x), &(&top + y)))
}

/// Draws cells in a frame.
fn cells(width: u64, height: u64, alive: impl Fn(u64, u64) -> bool) -> Option<String> {
    if width > COLUMNS || height > ROWS {
        return None;
    }
    let mut text = String::new();
    let edge = "─".repeat(width as usize);
    let _ = writeln!(text, "┌{edge}┐");
    for y in (0..height).step_by(2) {
        let cell = |x| match (alive(x, y), alive(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        let _ = writeln!(text, "│{}│", (0..width).map(cell).collect::<String>());
    }
    let _ = writeln!(text, "└{edge}┘");
    Some(text)
}

/// Size of a curve: columns including the labels, and rows.
const CURVE: (usize, usize) = (79, 8);

/// Draws the population by generation as columns of blocks.
///
/// The height of a column is the mean population of its generations, in eighths of a line and
/// relative to the highest mean.
pub(crate) fn curve(populations: &[(u64, u64)]) -> String {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let (width, rows) = CURVE;
    let last = populations.last().map_or(0, |&(generation, _)| generation);
    let highest = populations.iter().map(|&(_, population)| population).max().unwrap_or(0);
    let margin = count(highest).len();
    let columns = width.saturating_sub(margin + 2).max(24);
    let mut sums = vec![(0u128, 0u128); columns];
    for &(generation, population) in populations {
        let column = u128::from(generation) * columns as u128 / (u128::from(last) + 1);
        let (sum, places) = &mut sums[column as usize];
        (*sum, *places) = (*sum + u128::from(population), *places + 1);
    }
    // If there are fewer generations than columns, columns without a generation repeat the previous
    // value.
    let mut means = Vec::with_capacity(columns);
    for (sum, places) in sums {
        let before = means.last().copied().unwrap_or(0);
        means.push(sum.checked_div(places).unwrap_or(before));
    }
    let most = means.iter().copied().max().unwrap_or(0).max(1);
    let label = count(most as u64);
    let mut text = String::new();
    for row in (0..rows).rev() {
        let cell = |&mean: &u128| {
            let eighths = (mean * (8 * rows) as u128).div_ceil(most) as usize;
            EIGHTHS[eighths.saturating_sub(8 * row).min(8)]
        };
        let name = if row + 1 == rows {
            label.as_str()
        } else if row == 0 {
            "0"
        } else {
            ""
        };
        let drawn: String = means.iter().map(cell).collect();
        let _ = writeln!(text, "{name:>margin$} │{}", drawn.trim_end());
    }
    let _ = writeln!(text, "{:margin$} └{}", "", "─".repeat(columns));
    let end = count(last);
    let between = columns.saturating_sub(1 + end.len());
    let _ = writeln!(text, "{:margin$}  0{:^between$}{end}", "", "generation");
    text
}
