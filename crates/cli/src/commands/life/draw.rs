//! A small field at the terminal: two rows a line.

use std::fmt::Write as _;

use quadrille::life::Grid;

/// Columns and rows that fit a terminal.
const COLUMNS: u64 = 78;
const ROWS: u64 = 60;

/// The field, if it is small enough to be shown.
pub(crate) fn drawn(grid: &Grid) -> Option<String> {
    if grid.width() > COLUMNS || grid.height() > ROWS {
        return None;
    }
    let mut text = String::new();
    let edge = "─".repeat(grid.width() as usize);
    let _ = writeln!(text, "┌{edge}┐");
    for y in (0..grid.height()).step_by(2) {
        let cell = |x| match (grid.get(x, y), grid.get(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        let _ = writeln!(text, "│{}│", (0..grid.width()).map(cell).collect::<String>());
    }
    let _ = writeln!(text, "└{edge}┘");
    Some(text)
}
