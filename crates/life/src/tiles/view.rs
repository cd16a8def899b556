//! Partial views of the plane: living cells of a rectangle, and downscaled views.

use super::Tiles;
use super::arena::EMPTY_TILE;
use super::cells::SIDE;
use crate::area::Area;
use crate::dots::Dots;
use crate::universe::dot_of;

impl Tiles {
    /// Returns the living cells (x, y) of a rectangle, in reading order. Time is linear in the
    /// tiles of the rectangle, or in all tiles if these are fewer.
    pub fn cells_in(&self, area: Area<i64>) -> Vec<(i64, i64)> {
        let Some((right, bottom)) = last(area) else { return Vec::new() };
        let mut cells = Vec::new();
        self.each_row_in((area.x, area.y), (right, bottom), &mut |x, y, row| {
            let mut rest = row;
            while rest != 0 {
                let x = x + i64::from(rest.trailing_zeros());
                if (area.x..=right).contains(&x) {
                    cells.push((y, x));
                }
                rest &= rest - 1;
            }
        });
        cells.sort_unstable();
        cells.into_iter().map(|(y, x)| (x, y)).collect()
    }

    /// Returns a rectangle of dots. `size` is the number of columns and rows of dots; each dot
    /// covers 2^`power` × 2^`power` cells. The first dot contains the cell in column `x` of row
    /// `y`. Time is linear in the tiles of the rectangle, or in all tiles if these are fewer.
    pub fn dots(&self, x: i64, y: i64, size: (usize, usize), power: u32) -> Dots {
        let mut dots = Dots::new(size);
        // Without this check, a rectangle without columns could still visit many rows of tiles.
        if size.0 == 0 || size.1 == 0 {
            return dots;
        }
        let (left, top) = (dot_of(x, power), dot_of(y, power));
        let far = |from: i64, dots: usize| {
            let end = (i128::from(from) + dots as i128) << power.min(63);
            i64::try_from(end - 1).unwrap_or(if end < 0 { i64::MIN } else { i64::MAX })
        };
        let begin = |from: i64| i64::try_from(i128::from(from) << power.min(63)).unwrap_or(i64::MIN);
        let (to_right, to_bottom) = (far(left, size.0), far(top, size.1));
        self.each_row_in((begin(left), begin(top)), (to_right, to_bottom), &mut |x, y, row| {
            let below = dot_of(y, power) - top;
            let mut rest = row;
            while rest != 0 {
                let at = rest.trailing_zeros();
                let beside = dot_of(x + i64::from(at), power) - left;
                if let (Ok(column), Ok(row)) = (usize::try_from(beside), usize::try_from(below)) {
                    dots.set(column, row);
                }
                // Skip the other cells of the same dot.
                let same =
                    (at..64).take_while(|&bit| dot_of(x + i64::from(bit), power) - left == beside).count();
                rest &= u64::MAX.checked_shl(at + same as u32).unwrap_or(0);
            }
        });
        dots
    }

    /// Calls `row(x, y, cells)` for each non-empty row of each tile that overlaps a rectangle, if
    /// the rectangle contains cells of row y. Bit i of `cells` is the cell in column x + i; these
    /// columns may lie beyond the rectangle.
    fn each_row_in(
        &self,
        (left, top): (i64, i64),
        (right, bottom): (i64, i64),
        row: &mut dyn FnMut(i64, i64, u64),
    ) {
        let columns = left.div_euclid(SIDE)..=right.div_euclid(SIDE);
        let rows = top.div_euclid(SIDE)..=bottom.div_euclid(SIDE);
        let count = |(first, last): (i64, i64)| (i128::from(last) - i128::from(first) + 1) as u128;
        let places =
            count((*columns.start(), *columns.end())).saturating_mul(count((*rows.start(), *rows.end())));
        let mut tile = |tile: u32| {
            let (x, first) = self.arena.corner(tile);
            for (y, cells) in (first..).zip(self.arena.copies[self.now][tile as usize].rows()) {
                if cells != 0 && (top..=bottom).contains(&y) {
                    row(x, y, cells);
                }
            }
        };
        if places > self.arena.len() as u128 {
            for number in self.arena.numbers() {
                let (x, y) = self.arena.corner(number);
                if columns.contains(&(x / SIDE)) && rows.contains(&(y / SIDE)) {
                    tile(number);
                }
            }
            return;
        }
        for y in rows {
            for x in columns.clone() {
                let number = self.arena.at(x, y);
                if number != EMPTY_TILE {
                    tile(number);
                }
            }
        }
    }
}

/// Returns the last column and row of a rectangle; `None` if it is empty.
fn last(area: Area<i64>) -> Option<(i64, i64)> {
    let side = |from: i64, length: u64| Some(from.saturating_add_unsigned(length.checked_sub(1)?));
    Some((side(area.x, area.width)?, side(area.y, area.height)?))
}
