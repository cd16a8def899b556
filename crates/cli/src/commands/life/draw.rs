//! A small field at the terminal: two rows a line.

use std::fmt::Write as _;

use quadrille::answers::life::Plane;
use quadrille::life::{Area, Grid};

/// Columns and rows that fit a terminal.
const COLUMNS: u64 = 78;
const ROWS: u64 = 60;

/// The field, if it is small enough to be shown.
pub(crate) fn drawn(grid: &Grid) -> Option<String> {
    cells(grid.width(), grid.height(), |x, y| grid.get(x, y))
}

/// What lives on the plane, if it is small enough to be shown.
pub(crate) fn drawn_plane(plane: &Plane) -> Option<String> {
    let Area { x: left, y: top, width, height } = plane.bounding_box()?;
    let (width, height) = (u64::try_from(width).ok()?, u64::try_from(height).ok()?);
    cells(width, height, |x, y| y < height && plane.get(&(&left + x), &(&top + y)))
}

/// Cells in a frame.
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
