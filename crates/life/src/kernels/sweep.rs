//! Computation of the next state of one row of vectors, from left to right.

use quadrille_lanes::simd::{Simd, prelude::*};

use super::formula::{AT_ONCE, Column, Formula};
use super::logic::Vector;

/// Access to one vector of the row above, and to the vector that receives the next state. The two
/// may be the same vector.
pub trait Above {
    fn cells(&self) -> &[u64];
    fn out(self, words: impl FnOnce(&mut [u64]));
}

/// The next state overwrites the row above, which is no longer needed.
impl Above for &mut [u64] {
    #[inline(always)]
    fn cells(&self) -> &[u64] {
        self
    }

    #[inline(always)]
    fn out(self, write: impl FnOnce(&mut [u64])) {
        write(self);
    }
}

impl Above for (&[u64], &mut [u64]) {
    #[inline(always)]
    fn cells(&self) -> &[u64] {
        self.0
    }

    #[inline(always)]
    fn out(self, write: impl FnOnce(&mut [u64])) {
        write(self.1);
    }
}

/// Computes the next state of the row `centre`, except its first and last vector, which are guards.
/// The left and right neighbours of the cells in a vector are in the adjacent vectors.
#[inline(always)]
pub fn sweep<S: Simd, A: Above>(
    simd: S,
    formula: &impl Formula<Vector<S>>,
    mut above: impl Iterator<Item = A>,
    centre: &[u64],
    below: &[u64],
) {
    let length = S::u64s::LEN;
    let mut rest = centre.chunks_exact(length).zip(below.chunks_exact(length));
    let (Some(guard), Some((centre, below))) = (above.next(), rest.next()) else { return };
    let mut left = column(simd, guard.cells(), centre, below);
    let (Some(mut place), Some((centre, below))) = (above.next(), rest.next()) else { return };
    let mut middle = column(simd, place.cells(), centre, below);
    for (above, (centre, below)) in above.zip(rest) {
        let right = column(simd, above.cells(), centre, below);
        let next = formula.next(&left, &middle, &right);
        place.out(
            #[inline(always)]
            |out| next.store(out),
        );
        (left, middle, place) = (middle, right, above);
    }
}

#[inline(always)]
fn column<S: Simd>(simd: S, above: &[u64], centre: &[u64], below: &[u64]) -> Column<Vector<S>> {
    Column::new(Vector::load(simd, above), Vector::load(simd, centre), Vector::load(simd, below))
}

/// The number of nodes of a decision diagram whose evaluation takes as long as a table look-up.
#[cfg(target_arch = "x86_64")]
const WORTH_CHOOSING: usize = 24;

/// Computes the next state of a row like `sweep`, but with a formula that is faster for several
/// vectors at once, or with a table. The formula may also depend on the single cells of a column,
/// not only on the number of living cells in the column.
#[inline(always)]
pub fn sweep_several<'a, S: Simd>(
    simd: S,
    formula: &impl Formula<Vector<S>>,
    rows: [&'a [u64]; 3],
    out: &mut [u64],
) {
    #[cfg(target_arch = "x86_64")]
    if let (Some(token), Some(table)) = (simd.level().as_avx512(), formula.table(WORTH_CHOOSING)) {
        return super::table::in_stripes(token, table, rows, out);
    }
    let length = S::u64s::LEN;
    let inside = (out.len() / length).saturating_sub(2);
    let [above, centre, below] = rows;
    if inside < AT_ONCE {
        for at in 1..=inside {
            let [left, middle, right] =
                [column_at(simd, rows, at - 1), column_at(simd, rows, at), column_at(simd, rows, at + 1)];
            formula.next(&left, &middle, &right).store(&mut out[at * length..][..length]);
        }
        return;
    }
    let mut at = 1;
    while at <= inside {
        // The last batch overlaps the one before instead of being smaller.
        at = at.min(inside + 1 - AT_ONCE);
        let around = |row: &'a [u64], column: usize| &row[(at + column - 1) * length..][..AT_ONCE * length];
        let cells = [
            around(above, 0),
            around(above, 1),
            around(above, 2),
            around(centre, 0),
            around(centre, 1),
            around(centre, 2),
            around(below, 0),
            around(below, 1),
            around(below, 2),
        ];
        let out = &mut out[at * length..][..AT_ONCE * length];
        formula.several::<false>(
            #[inline(always)]
            |cell, word| Vector::load(simd, &cells[cell][word * length..][..length]),
            #[inline(always)]
            |word, next| next.store(&mut out[word * length..][..length]),
        );
        at += AT_ONCE;
    }
}

#[inline(always)]
fn column_at<S: Simd>(simd: S, rows: [&[u64]; 3], at: usize) -> Column<Vector<S>> {
    let [above, centre, below] = rows.map(
        #[inline(always)]
        |row| &row[at * S::u64s::LEN..][..S::u64s::LEN],
    );
    column(simd, above, centre, below)
}
