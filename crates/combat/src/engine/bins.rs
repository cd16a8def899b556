//! Bins of the damage timeline. All bins have the same width, a whole number of seconds.

use crate::units::{Micros, NEVER, SECOND};

/// Maximum number of bins.
const MOST: u64 = 600;
/// Binary logarithm of the grain in microseconds. The grain, 64 µs, is the largest power of two
/// that divides a second. Bin widths are whole seconds, and therefore multiples of the grain.
const GRAIN: u32 = SECOND.trailing_zeros();

/// Maps instants to bins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bins {
    pub(crate) width: Micros,
    pub(crate) count: usize,
    /// 2⁶⁴ divided by the width in grains, rounded up.
    reciprocal: u64,
}

impl Bins {
    /// Creates bins that cover the time up to `latest`. Their width is the smallest number of whole
    /// seconds with which at most [`MOST`] bins suffice.
    pub(crate) const fn new(latest: Micros) -> Self {
        let width = latest.div_ceil(MOST).div_ceil(SECOND) * SECOND;
        let reciprocal = (1u128 << 64).div_ceil((width >> GRAIN) as u128) as u64;
        Self { width, count: latest.div_ceil(width) as usize, reciprocal }
    }

    /// Returns the bin of an instant. The index is the instant divided by the width, computed
    /// without a division.
    ///
    /// Rounding makes the reciprocal too large by less than 1. The product is therefore too large
    /// by less than the instant in grains. This error multiplied by the width in grains is below
    /// 2⁶⁴, so it is too small to raise the quotient to the next integer (Granlund and Montgomery,
    /// *Division by Invariant Integers using Multiplication*, 1994).
    #[inline]
    pub(crate) const fn place(&self, now: Micros) -> usize {
        (((now >> GRAIN) as u128 * self.reciprocal as u128) >> 64) as usize
    }
}

// The bound that `Bins::place` uses: the product of the latest instant and the widest bin, both in
// grains, is at most 2⁶⁴.
const _: () = assert!((NEVER >> GRAIN) as u128 * (Bins::new(NEVER).width >> GRAIN) as u128 <= 1 << 64);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn the_bin_is_the_quotient(
            latest in prop_oneof![1..=NEVER, 1..2000 * SECOND, Just(NEVER)],
            now in 0..=NEVER,
            edge in 0..MOST,
            near in -1..=1i64,
        ) {
            let bins = Bins::new(latest);
            prop_assert!(bins.count as u64 <= MOST && bins.count as u64 * bins.width >= latest);
            for now in [now, (edge * bins.width).saturating_add_signed(near), latest - 1, 0].map(|now| now.min(latest)) {
                prop_assert_eq!(bins.place(now) as u64, now / bins.width);
            }
        }
    }
}
