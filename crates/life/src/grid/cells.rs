//! Iterators over the living cells of a grid.

use super::Grid;
use crate::area::Area;
use crate::field::words;
use crate::pattern::Span;

/// An iterator over the living cells of a [`GridView`](super::GridView), in reading order. The
/// items are (column, row), counted from the field's top-left cell.
#[derive(Clone, Debug)]
pub struct LiveCells<'a> {
    rows: Rows<'a>,
    /// The remaining cells of the current word.
    word: u64,
    at: usize,
}

impl<'a> LiveCells<'a> {
    pub(super) fn new(grid: &'a Grid, area: Area) -> Self {
        Self { rows: Rows::new(grid, area), word: 0, at: usize::MAX }
    }
}

impl Iterator for LiveCells<'_> {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        while self.word == 0 {
            self.at = self.at.wrapping_add(1);
            if self.at >= self.rows.row.len() {
                self.rows.next()?;
                self.at = 0;
            }
            self.word = self.rows.row.get(self.at).copied().unwrap_or(0);
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some((self.at as u64 * 64 + u64::from(bit), self.rows.y))
    }
}

/// An iterator over the living cells of a [`GridView`](super::GridView) as spans, in reading order.
/// Columns and rows count from the field's top-left cell.
#[derive(Clone, Debug)]
pub struct Spans<'a> {
    rows: Rows<'a>,
    from: usize,
}

impl<'a> Spans<'a> {
    pub(super) fn new(grid: &'a Grid, area: Area) -> Self {
        Self { rows: Rows::new(grid, area), from: usize::MAX }
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            if let Some(start) = position(&self.rows.row, self.from, true) {
                let end = position(&self.rows.row, start, false).unwrap_or(self.rows.row.len() * 64);
                self.from = end;
                return Some(Span { y: self.rows.y as i64, x: start as i64, length: (end - start) as u64 });
            }
            self.rows.next()?;
            self.from = 0;
        }
    }
}

/// Returns the index of the first cell, at or after `from`, whose state is `alive`; `None` if there
/// is none.
fn position(row: &[u64], from: usize, alive: bool) -> Option<usize> {
    let wanted = |word: u64| if alive { word } else { !word };
    let first = wanted(*row.get(from / 64)?) & u64::MAX << (from % 64);
    let rest = row[from / 64..].iter().skip(1).map(|&word| wanted(word));
    let (at, word) = std::iter::once(first).chain(rest).enumerate().find(|&(_, word)| word != 0)?;
    Some((from / 64 + at) * 64 + word.trailing_zeros() as usize)
}

/// Makes `length` cells of a row alive, beginning with the cell `start`.
pub(crate) fn set_span(row: &mut [u64], start: usize, length: usize) {
    let end = start + length;
    for (at, word) in row.iter_mut().enumerate().take(end.div_ceil(64)).skip(start / 64) {
        let from = start.max(at * 64) - at * 64;
        let to = end.min(at * 64 + 64) - at * 64;
        *word |= (u64::MAX >> (64 - (to - from))) << from;
    }
}

/// A reader of the rows of a view, one by one. Cells outside the view are read as dead.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a> {
    grid: &'a Grid,
    /// The first column of the view, and the column after its last one.
    columns: (usize, usize),
    /// The next row to read.
    next: u64,
    /// The row after the last row of the view.
    end: u64,
    /// The index of the current row in the grid.
    pub(super) y: u64,
    pub(super) row: Vec<u64>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(grid: &'a Grid, area: Area) -> Self {
        let clip =
            |from: u64, length: u64, side: u64| (from.min(side), from.saturating_add(length).min(side));
        let (left, right) = clip(area.x, area.width, grid.width());
        let (next, end) = clip(area.y, area.height, grid.height());
        // Empty until the first row is read.
        let row = Vec::new();
        Self { grid, columns: (left as usize, right as usize), next, end, y: 0, row }
    }

    /// Reads the next row, if there is one.
    pub(super) fn next(&mut self) -> Option<&[u64]> {
        if self.next >= self.end {
            return None;
        }
        let width = self.grid.width() as usize;
        self.row.resize(words(width), 0);
        self.y = self.next;
        self.next += 1;
        self.grid.read_row(self.y, &mut self.row);
        let (left, right) = self.columns;
        if (left, right) != (0, width) {
            for (at, word) in self.row.iter_mut().enumerate() {
                let mut keep = [0];
                let (from, to) = (left.max(at * 64), right.min(at * 64 + 64));
                if from < to {
                    set_span(&mut keep, from - at * 64, to - from);
                }
                *word &= keep[0];
            }
        }
        Some(&self.row)
    }
}
