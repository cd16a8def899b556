//! Runs: the lengths of rising and falling runs of values, and the number of changes of each bit.
//!
//! - Rising and falling values: the run test in the form of D. E. Knuth, *The Art of Computer
//!   Programming*, volume 2, third edition 1998, section 3.3.2 G and exercise 14: the value that
//!   ends a run is discarded, so that the lengths of runs are independent. A run has at least the
//!   length r with probability C(d, r)/dʳ, where d is the number of different values. For large d,
//!   this approaches Knuth's 1/r!.
//! - Changes: the runs test of NIST Special Publication 800-22 revision 1a 2010, section 2.3, on
//!   the sequence of bits at each position: the number of runs is one more than the number of
//!   changes.
//!
//! All 2^size values give about 2^size/e runs in each direction. The test detects values that
//! depend on the previous value.

use quadrille_progress::{Cancelled, Observer};

use super::bits::PlaceCounts;
use super::size::Size;
use super::statistic::Statistic;
use super::values::{Values, Width};
use super::{blocks, cells};

/// Number of counters of lengths; the last counter includes all longer runs. One run in 15! is
/// counted there.
const LENGTHS: usize = 15;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let (mut rising, mut falling) = (Runs::new(), Runs::new());
    let mut changes = PlaceCounts::new();
    let mut last = None;
    blocks::read(values, size.values(), 1, observer, |block| {
        for &value in block {
            rising.add(value);
            // A falling run is a rising run of the complements.
            falling.add(width.mask() - value);
        }
        if let Some(last) = last {
            changes.add(last ^ block[0]);
        }
        for pair in block.windows(2) {
            changes.add(pair[0] ^ pair[1]);
        }
        last = block.last().copied();
    })?;
    let mut statistics =
        vec![rising.statistic("rising values", width), falling.statistic("falling values", width)];
    // The worst bit position is the one whose number of changes deviates most from the expectation.
    let deviates = changes.deviates(width.bits(), size.values() - 1);
    statistics.extend(Statistic::of_deviates(
        ["changes at all bit positions", "changes at the worst bit position"],
        deviates,
    ));
    Ok(statistics)
}

/// Rising runs counted by length.
struct Runs {
    lengths: [u32; LENGTHS + 1],
    length: usize,
    last: u64,
}

impl Runs {
    const fn new() -> Self {
        Self { lengths: [0; LENGTHS + 1], length: 0, last: 0 }
    }

    #[inline]
    fn add(&mut self, value: u64) {
        let goes_on = self.length == 0 || value > self.last;
        if goes_on {
            self.length += 1;
            self.last = value;
        } else {
            self.lengths[self.length.min(LENGTHS)] += 1;
            self.length = 0;
        }
    }

    fn statistic(&self, name: &'static str, width: Width) -> Statistic {
        let mut at_least = [1.0; LENGTHS + 1];
        for r in 1..LENGTHS {
            at_least[r + 1] = at_least[r] * (1.0 - r as f64 / width.count()) / (r + 1) as f64;
        }
        let probability = |r: usize| if r == LENGTHS { at_least[r] } else { at_least[r] - at_least[r + 1] };
        let cells: Vec<_> = (1..=LENGTHS).map(|r| (self.lengths[r], probability(r))).collect();
        cells::weighted(name, &cells)
    }
}

#[cfg(test)]
mod tests {
    use super::Runs;

    #[test]
    fn the_value_that_ends_a_run_is_thrown_away() {
        let mut runs = Runs::new();
        // 3 5 9 | 2 discarded | 1 4 | 4 discarded | 7 | 6 discarded | 8, unfinished
        for value in [3, 5, 9, 2, 1, 4, 4, 7, 6, 8] {
            runs.add(value);
        }
        assert_eq!(runs.lengths[..5], [0, 1, 1, 1, 0]);
    }
}
