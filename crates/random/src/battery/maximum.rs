//! Maximum of eight: the distribution of the largest of eight values.
//!
//! Source: the maximum-of-t test in D. E. Knuth, *The Art of Computer Programming*, volume 2, third
//! edition 1998, section 3.3.2 H, with t = 8, on the leading 32 bits of each value (all bits of
//! narrower values).
//!
//! There are 2^(size−3) groups in 2¹⁰ cells, whose probabilities are as nearly equal as integer
//! bounds allow. If a value has d possibilities, the largest of eight is below j with probability
//! exactly (j/d)⁸. The test detects large values that are clustered or too evenly spaced.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::Statistic;
use super::values::Values;
use super::{blocks, cells};

/// Number of values in a group.
const GROUP: usize = 8;

/// Number of cells.
const CELLS: usize = 1 << 10;

/// Number of leading bits of a maximum that are used as an index into a table. The table gives the
/// lowest cell of the maxima with these bits, at which the search for the maximum's cell begins.
const TABLE_BITS: u32 = 12;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let bits = width.bits().min(32);
    let bounds = bounds(bits);
    let first_cells: Vec<usize> =
        (0..1u64 << TABLE_BITS).map(|head| cell(&bounds, 0, head << (bits - TABLE_BITS))).collect();
    let mut counts = vec![0; CELLS];
    blocks::read(values, size.values() / GROUP as u64, GROUP, observer, |block| {
        for group in block.as_chunks::<GROUP>().0 {
            let largest = width.leading(group.iter().fold(0, |largest, &value| largest.max(value)), bits);
            let first = first_cells[(largest >> (bits - TABLE_BITS)) as usize];
            counts[cell(&bounds, first, largest)] += 1;
        }
    })?;
    let below = |bound: u64| {
        let part = bound as f64 / (1u64 << bits) as f64;
        let squared = part * part;
        let fourth = squared * squared;
        fourth * fourth
    };
    let lower = |cell: usize| if cell == 0 { 0 } else { bounds[cell - 1] };
    let probability = |cell: usize| below(bounds[cell]) - below(lower(cell));
    let cells: Vec<_> =
        counts.into_iter().enumerate().map(|(cell, count)| (count, probability(cell))).collect();
    Ok(vec![cells::weighted("largest of eight", &cells)])
}

/// Returns the exclusive upper bound of each cell c, counted from 1: d·(c/1024)^(1/8), rounded up,
/// where d is the number of different values, 2^`bits`.
fn bounds(bits: u32) -> Vec<u64> {
    let d = (1u64 << bits) as f64;
    (1..=CELLS)
        .map(|c| {
            let part = (c as f64 / CELLS as f64).sqrt().sqrt().sqrt();
            (d * part).ceil() as u64
        })
        .collect()
}

/// Returns the cell of a value, searching from the cell `first`.
#[inline]
fn cell(bounds: &[u64], first: usize, value: u64) -> usize {
    let mut cell = first;
    while value >= bounds[cell] {
        cell += 1;
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn no_cell_is_empty_and_the_last_ends_at_the_end() {
        for bits in [15, 31, 32] {
            let bounds = bounds(bits);
            assert!(bounds.is_sorted_by(|a, b| a < b), "{bits} bits");
            assert_eq!(bounds.last(), Some(&(1 << bits)));
        }
    }
}
