//! Rectangles of a grid in the format of the page's messages.
//!
//! Packed cells are rows of ⌈width / 8⌉ bytes, the top row first. Cell x of a row is bit x & 7 of
//! byte x >> 3. Unused bits are 0. Shades are rows of bytes, the top row first, with one byte for
//! each square of cells.

use quadrille_life::Grid;

/// A rectangle of cells. Parts of it may be outside the field, where all cells are dead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Window {
    pub(crate) const fn new(x: u32, y: u32, width: u32, height: u32) -> Self {
        Self { x: x as usize, y: y as usize, width: width as usize, height: height as usize }
    }

    /// Returns the cells, packed.
    pub(crate) fn cells(self, grid: &Grid) -> Vec<u8> {
        let stride = self.width.div_ceil(8);
        let mut bytes = vec![0; stride * self.height];
        let mut row = vec![0; grid.width().div_ceil(64) as usize];
        for (y, out) in (self.y..).zip(bytes.chunks_exact_mut(stride.max(1))) {
            grid.read_row(y as u64, &mut row);
            for (at, eight) in (0..).step_by(64).zip(out.chunks_mut(8)) {
                let keep = (self.width - at).min(64);
                let word = word_at(&row, self.x + at) & u64::MAX >> (64 - keep);
                eight.copy_from_slice(&word.to_le_bytes()[..eight.len()]);
            }
        }
        bytes
    }

    /// Divides the window into squares of `scale` × `scale` cells, and returns the shade of each
    /// square. The shade is 255 times the share of live cells. It is rounded up, so that a single
    /// live cell is visible. Squares at the right and lower edges of the window can be smaller.
    pub(crate) fn shades(self, grid: &Grid, scale: u32) -> Vec<u8> {
        let scale = scale as usize;
        let columns = self.width.div_ceil(scale);
        let mut shades = Vec::with_capacity(columns * self.height.div_ceil(scale));
        let mut row = vec![0; grid.width().div_ceil(64) as usize];
        let mut counts = vec![0u64; columns];
        for top in (0..self.height).step_by(scale) {
            let rows = scale.min(self.height - top);
            counts.fill(0);
            for y in self.y + top..self.y + top + rows {
                grid.read_row(y as u64, &mut row);
                self.count(&row, scale, &mut counts);
            }
            shades.extend((0..).step_by(scale).zip(&counts).map(|(left, count)| {
                let cells = (rows * scale.min(self.width - left)) as u64;
                (count * 255).div_ceil(cells) as u8
            }));
        }
        shades
    }

    /// Adds the live cells of `row` to the counts of the squares, from left to right.
    fn count(self, row: &[u64], scale: usize, counts: &mut [u64]) {
        if 64 % scale != 0 {
            for (left, count) in (0..).step_by(scale).zip(counts) {
                *count += count_between(row, self.x + left, scale.min(self.width - left));
            }
            return;
        }
        // If `scale` divides 64, each word of 64 cells contains whole squares. The first word
        // begins at the left edge of the window.
        let mask = u64::MAX >> (64 - scale);
        for (left, counts) in (0..).step_by(64).zip(counts.chunks_mut(64 / scale)) {
            let keep = (self.width - left).min(64);
            let word = word_at(row, self.x + left) & u64::MAX >> (64 - keep);
            for (shift, count) in (0..).step_by(scale).zip(counts) {
                *count += u64::from((word >> shift & mask).count_ones());
            }
        }
    }

    /// Writes packed cells. `mode` is `replace`, `add` or `remove`; any other mode changes nothing.
    /// If `cells` is too short, the missing cells are dead.
    pub(crate) fn put(self, grid: &mut Grid, mode: &str, cells: &[u8]) {
        let stride = self.width.div_ceil(8);
        for y in 0..self.height {
            for x in 0..self.width {
                let lives = cells.get(y * stride + x / 8).is_some_and(|byte| byte >> (x % 8) & 1 == 1);
                let (alive, change) = match mode {
                    "replace" => (lives, true),
                    "add" => (true, lives),
                    "remove" => (false, lives),
                    _ => return,
                };
                if change {
                    // The errors are ignored: the cell is outside the field, or it belongs to a
                    // dead ring and cannot become alive.
                    let _ = grid.set((self.x + x) as u64, (self.y + y) as u64, alive);
                }
            }
        }
    }
}

/// Returns 64 cells of a row, from cell `x` on. Cells after the end of the row are dead.
fn word_at(row: &[u64], x: usize) -> u64 {
    let word = |at: usize| row.get(at).copied().unwrap_or(0);
    match (x / 64, x % 64) {
        (at, 0) => word(at),
        (at, bit) => word(at) >> bit | word(at + 1) << (64 - bit),
    }
}

/// Returns the number of live cells among the `length` cells of a row from cell `x` on.
fn count_between(row: &[u64], x: usize, length: usize) -> u64 {
    let end = x + length;
    let words = row.iter().enumerate().take(end.div_ceil(64)).skip(x / 64);
    let counts = words.map(|(at, &word)| {
        let (from, to) = (x.max(at * 64) - at * 64, end.min(at * 64 + 64) - at * 64);
        u64::from((word >> from << (64 - (to - from))).count_ones())
    });
    counts.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quadrille_life::{Border, Bounds, Chance, EngineSettings, Rule, StreamKey, fill};

    fn soup(width: u64, height: u64, seed: u64) -> Grid {
        let bounds = Bounds::new(width, height, Border::Dead).unwrap();
        let mut grid = Grid::new(Rule::CONWAY, bounds, EngineSettings::default()).unwrap();
        fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(0.4).unwrap(), &()).unwrap();
        grid
    }

    proptest! {
        #[test]
        fn windows_hold_the_cells_they_show(
            size in (1..200u64, 1..9u64),
            at in (0..210u32, 0..10u32, 0..80u32, 0..6u32),
            scale in prop_oneof![2..70u32, (1..7u32).prop_map(|power| 1 << power)],
            seed: u64,
        ) {
            let (x, y, width, height) = at;
            let grid = soup(size.0, size.1, seed);
            let window = Window::new(x, y, width, height);
            let lives = |column: u32, row: u32| grid.get((x + column).into(), (y + row).into());

            let cells = window.cells(&grid);
            let stride = width.div_ceil(8);
            prop_assert_eq!(cells.len() as u32, stride * height);
            for row in 0..height {
                for column in 0..stride * 8 {
                    let bit = cells[(row * stride + column / 8) as usize] >> (column % 8) & 1 == 1;
                    prop_assert_eq!(bit, column < width && lives(column, row), "{} {}", column, row);
                }
            }

            let mut shades = window.shades(&grid, scale).into_iter();
            for top in (0..height).step_by(scale as usize) {
                for left in (0..width).step_by(scale as usize) {
                    let (right, bottom) = (width.min(left + scale), height.min(top + scale));
                    let rows = top..bottom;
                    let count = rows.flat_map(|row| (left..right).map(move |column| (column, row)));
                    let count = count.filter(|&(column, row)| lives(column, row)).count() as u32;
                    let cells = (right - left) * (bottom - top);
                    prop_assert_eq!(shades.next(), Some((count * 255).div_ceil(cells) as u8));
                }
            }
            prop_assert_eq!(shades.next(), None);
        }

        #[test]
        fn what_is_put_is_there(
            ring: bool,
            at in (0..30u32, 0..12u32, 1..30u32, 1..6u32),
            cells in prop::collection::vec(any::<u8>(), 24),
            mode in 0..3usize,
            seed: u64,
        ) {
            let (x, y, width, height) = at;
            let border = if ring { Border::Ring } else { Border::Torus };
            let mut grid = Grid::new(Rule::CONWAY, Bounds::new(33, 9, border).unwrap(), EngineSettings::default()).unwrap();
            fill::xoshiro(&mut grid, StreamKey::new(seed, 0), Chance::new(0.4).unwrap(), &()).unwrap();
            let before = grid.clone();
            Window::new(x, y, width, height).put(&mut grid, ["replace", "add", "remove"][mode], &cells);
            let stride = width.div_ceil(8);
            for row in 0..9 {
                for column in 0..33 {
                    let was = before.get(column.into(), row.into());
                    let on_ring = ring && (column == 0 || column == 32 || row == 0 || row == 8);
                    let within = (x..x + width).contains(&column) && (y..y + height).contains(&row);
                    let now = if within && !on_ring {
                        let (column, row) = (column - x, row - y);
                        let lives = cells[(row * stride + column / 8) as usize] >> (column % 8) & 1 == 1;
                        [lives, was || lives, was && !lives][mode]
                    } else {
                        was
                    };
                    prop_assert_eq!(grid.get(column.into(), row.into()), now, "{} {}", column, row);
                }
            }
        }
    }

    #[test]
    fn an_unknown_mode_changes_nothing() {
        let mut grid = soup(9, 9, 1);
        let before = grid.hash();
        Window::new(0, 0, 9, 9).put(&mut grid, "toggle", &[0xFF; 18]);
        assert_eq!(grid.hash(), before);
    }
}
