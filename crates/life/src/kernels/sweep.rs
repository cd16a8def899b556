//! One row of vectors, from left to right.

use quadrille_lanes::simd::{Simd, prelude::*};

use super::formula::{Column, Formula};
use super::logic::Vector;

/// A vector of cells above, and where the next state of the cells below it goes: another place, or the same.
pub(crate) trait Above {
    fn cells(&self) -> &[u64];
    fn out(self, words: impl FnOnce(&mut [u64]));
}

/// In place: the row above is no longer needed.
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

/// The next state of the row `centre`, all but its first and its last vector, which are guards. Left and
/// right neighbours are the adjacent vectors.
#[inline(always)]
pub(crate) fn sweep<S: Simd, A: Above>(
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
