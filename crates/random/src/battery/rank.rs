//! Ranks: the linear independence of the rows of bit matrices.
//!
//! Source: the binary rank test of G. Marsaglia and L.-H. Tsay, "Matrices and the structure of
//! random number sequences", Linear Algebra and its Applications 67, 1985; also NIST Special
//! Publication 800-22 revision 1a 2010, section 2.5. A random matrix of order L has rank r with
//! probability 2^(−(L−r)²)·∏ (1−2^(i−L))²/(1−2^(i−r)), i from 0 to r−1.
//!
//! - Small: 2^(size−8) matrices of order 32, each from the leading 32 bits of 32 values. (Values of
//!   w < 32 bits give matrices of order w, each from w values.) The statistic is chi-square over
//!   the deficiencies L − r.
//! - Large: matrices that are filled row by row with one bit of each value, once with the leading
//!   bits and once with the trailing bits. The order is 2¹⁰, or 2^((size−3)/2) below size 23, with
//!   the exponent rounded down. The 2^(size−1) values fill 8 matrices at the default size. The
//!   statistic is the sum of the deficiencies, about 0.85 per matrix.
//!
//! The test detects bits that are linear in the state, or nearly so: if a sequence of bits obeys a
//! linear recurrence of order m, all matrices that are filled with it have a rank of at most m. The
//! last bits of glibc-rand's values are such a sequence, with m = 496.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::{Null, Statistic};
use super::steps::step;
use super::values::Values;
use super::{blocks, cells, tails};

/// Number of cells for the deficiencies of small matrices; the last cell includes all larger
/// deficiencies.
const DEFICIENCIES: usize = 4;

/// Binary logarithm of the maximum order of large matrices.
const LARGEST: u32 = 10;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let small = small(values, size, &step(observer, 0, 2))?;
    let [leading, trailing] = large(values, size, &step(observer, 1, 2))?;
    Ok(vec![small, leading, trailing])
}

fn small(values: &mut Values<'_>, size: Size, observer: &dyn Observer) -> Result<Statistic, Cancelled> {
    let width = values.width();
    let order = width.bits().min(32);
    let mut counts = [0; DEFICIENCIES];
    let mut matrix = Vec::new();
    blocks::read(values, 1 << (size.get() - 8), order as usize, observer, |block| {
        for rows in block.chunks_exact(order as usize) {
            matrix.clear();
            matrix.extend(rows.iter().map(|&row| width.leading(row, order)));
            let deficiency = order - rank(&mut matrix, 1);
            counts[(deficiency as usize).min(DEFICIENCIES - 1)] += 1;
        }
    })?;
    let mut left = 1.0;
    let cells = (0..).zip(counts).map(|(deficiency, count)| {
        let last = deficiency as usize == DEFICIENCIES - 1;
        let probability = if last { left } else { tails::probability_of_deficiency(deficiency, order) };
        left -= probability;
        (count, probability)
    });
    let cells: Vec<_> = cells.collect();
    Ok(cells::weighted("small, leading bits", &cells))
}

fn large(values: &mut Values<'_>, size: Size, observer: &dyn Observer) -> Result<[Statistic; 2], Cancelled> {
    let width = values.width();
    let exponent = LARGEST.min((size.get() - 3) / 2);
    let order = 1u32 << exponent;
    let matrices = 1u32 << (size.get() - 1 - 2 * exponent);
    let (mut leading, mut trailing) = (LargeMatrix::new(order), LargeMatrix::new(order));
    blocks::read(
        values,
        u64::from(matrices) * u64::from(order) * u64::from(order) / 64,
        64,
        observer,
        |block| {
            for bits in block.as_chunks::<64>().0 {
                leading.add(bits.iter().fold(0, |word, &value| word << 1 | width.leading(value, 1)));
                trailing.add(bits.iter().fold(0, |word, &value| word << 1 | value & 1));
            }
        },
    )?;
    let null = Null::Deficiency { matrices, order };
    Ok([
        Statistic::new("large, leading bits", leading.deficiency.into(), null),
        Statistic::new("large, trailing bits", trailing.deficiency.into(), null),
    ])
}

/// A square matrix of bits that is filled word by word, and the sum of the deficiencies of all
/// complete matrices. A complete matrix is cleared, and the next one is filled.
struct LargeMatrix {
    order: u32,
    rows: Vec<u64>,
    deficiency: u32,
}

impl LargeMatrix {
    fn new(order: u32) -> Self {
        Self { order, rows: Vec::new(), deficiency: 0 }
    }

    fn add(&mut self, word: u64) {
        self.rows.push(word);
        if self.rows.len() as u32 == self.order * self.order / 64 {
            self.deficiency += self.order - rank(&mut self.rows, self.order as usize / 64);
            self.rows.clear();
        }
    }
}

/// Returns the rank of the matrix whose rows are `words` words each, by Gaussian elimination, which
/// overwrites the matrix.
///
/// In arithmetic modulo 2, adding one row to another is an exclusive or, so a word of 64 columns is
/// added at once. Columns are processed one by one. A row that has the column's bit becomes the
/// *pivot*: it is swapped to the top and added to every row below that has the bit too. The pivot
/// and the column are then finished. A column in which no remaining row has a bit does not increase
/// the rank.
///
/// ```text
///          finished │ remaining
/// pivots   1 · · · · │ · · · ·        `below` begins under the pivots; words of a row left of `word`
///          0 1 · · · │ · · · ·        are 0 in all of `below`, so only `word..` is touched
///          ──────────┼────────
/// below    0 0 0 0 0 │ 1 · · ·   ←   the first row with the bit becomes the next pivot
///          0 0 0 0 0 │ 1 · · ·   ←   the pivot is added
///          0 0 0 0 0 │ 0 · · ·
/// ```
///
/// A matrix of order n takes about n²/2 additions of rows. An addition processes n/128 words on
/// average. At order 2¹⁰, this gives 2²² exclusive ors.
fn rank(matrix: &mut [u64], words: usize) -> u32 {
    let mut rank = 0;
    let mut below = matrix;
    // Each pivot is removed from the top of `below`. Words at the left are skipped once their
    // columns are finished.
    for word in 0..words {
        for bit in 0..64 {
            let Some(row) = below.chunks_exact(words).position(|row| row[word] >> bit & 1 == 1) else {
                continue;
            };
            for i in word..words {
                below.swap(i, row * words + i);
            }
            let (pivot, rest) = below.split_at_mut(words);
            // The rows above the original position of the pivot do not have this bit.
            for row in rest[row * words..].chunks_exact_mut(words) {
                // A mask instead of a branch, which would be mispredicted for half of the rows.
                let has = 0u64.wrapping_sub(row[word] >> bit & 1);
                for (a, b) in row[word..].iter_mut().zip(&pivot[word..]) {
                    *a ^= b & has;
                }
            }
            rank += 1;
            below = rest;
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::rank;
    use proptest::prelude::*;

    /// Returns the rank by elimination on booleans.
    fn plainly(matrix: &[u64], words: usize) -> u32 {
        let mut rows: Vec<Vec<bool>> = matrix
            .chunks_exact(words)
            .map(|row| (0..64 * words).map(|column| row[column / 64] >> (column % 64) & 1 == 1).collect())
            .collect();
        let mut rank = 0;
        for column in 0..64 * words {
            if let Some(pivot) = (rank..rows.len()).find(|&row| rows[row][column]) {
                rows.swap(rank, pivot);
                for row in rank + 1..rows.len() {
                    if rows[row][column] {
                        let pivot = rows[rank].clone();
                        rows[row].iter_mut().zip(pivot).for_each(|(a, b)| *a ^= b);
                    }
                }
                rank += 1;
            }
        }
        rank as u32
    }

    /// Generates sums of a few given rows, arbitrary rows, or sparse rows.
    fn matrix() -> impl Strategy<Value = (usize, Vec<u64>)> {
        (1..4usize, 1..100usize).prop_flat_map(|(words, rows)| {
            let any = prop::collection::vec(any::<u64>(), words * rows);
            let sparse = prop::collection::vec(
                prop_oneof![9 => Just(0), 1 => (0..64u32).prop_map(|bit| 1 << bit)],
                words * rows,
            );
            let low = (prop::collection::vec(any.clone(), 1..5), prop::collection::vec(0..32u32, rows))
                .prop_map(move |(given, chosen)| {
                    let mut matrix = vec![0; words * rows];
                    for (row, chosen) in matrix.chunks_exact_mut(words).zip(chosen) {
                        for (_, given) in
                            given.iter().enumerate().filter(|&(index, _)| chosen >> index & 1 == 1)
                        {
                            (0..words).for_each(|word| row[word] ^= given[word]);
                        }
                    }
                    matrix
                });
            (Just(words), prop_oneof![any, sparse, low])
        })
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_the_plain_elimination((words, matrix) in matrix()) {
            prop_assert_eq!(rank(&mut matrix.clone(), words), plainly(&matrix, words));
        }
    }
}
