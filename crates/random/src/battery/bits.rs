//! Counting the ones at each bit position of values.

/// Counts of ones at each of 64 bit positions.
///
/// A value is split into eight words, each of which holds eight of its bits: in word s, the lowest
/// bit of byte b is bit 8·b + s of the value, and the upper seven bits of byte b are 0. Each of the
/// eight words is added to a sum of its own, whose bytes do not overflow in 255 additions.
pub(super) struct PlaceCounts {
    counts: [u64; 64],
    bytes: [u64; 8],
    pending: u32,
}

/// The lowest bit of every byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

impl PlaceCounts {
    pub(super) const fn new() -> Self {
        Self { counts: [0; 64], bytes: [0; 8], pending: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, value: u64) {
        for (shift, sum) in self.bytes.iter_mut().enumerate() {
            *sum += value >> shift & LOWEST;
        }
        self.pending += 1;
        if self.pending == 255 {
            self.carry();
        }
    }

    fn carry(&mut self) {
        for (shift, sum) in self.bytes.iter_mut().enumerate() {
            for (byte, ones) in sum.to_le_bytes().into_iter().enumerate() {
                self.counts[8 * byte + shift] += u64::from(ones);
            }
            *sum = 0;
        }
        self.pending = 0;
    }

    /// Returns the `width` lowest positions, each with its deviate. A deviate is the number of ones
    /// among `total` values, minus the expectation, in standard deviations.
    pub(super) fn deviates(mut self, width: u32, total: u64) -> impl Iterator<Item = (u32, f64)> {
        self.carry();
        let root = (total as f64).sqrt();
        (0..width).map(move |place| {
            let excess = 2 * self.counts[place as usize] as i64 - total as i64;
            (place, excess as f64 / root)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PlaceCounts;
    use proptest::prelude::*;

    /// Counts bit by bit.
    fn plainly(values: &[u64]) -> [u64; 64] {
        std::array::from_fn(|place| values.iter().filter(|&&value| value >> place & 1 == 1).count() as u64)
    }

    fn counted(values: &[u64]) -> [u64; 64] {
        let mut counts = PlaceCounts::new();
        for &value in values {
            counts.add(value);
        }
        counts.carry();
        counts.counts
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_plain_count(values in prop::collection::vec(any::<u64>(), 0..1000)) {
            prop_assert_eq!(counted(&values), plainly(&values));
        }

        #[test]
        fn the_same_value_over_and_over(value in prop_oneof![Just(u64::MAX), any::<u64>()], times in 0..2000usize) {
            let values = vec![value; times];
            prop_assert_eq!(counted(&values), plainly(&values));
        }
    }
}
