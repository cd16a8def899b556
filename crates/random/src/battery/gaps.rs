//! Gaps: the times between returns to a small part of the range.
//!
//! Source: the gap test in D. E. Knuth, *The Art of Computer Programming*, volume 2, third edition
//! 1998, section 3.3.2 C, with the part of the range that `SmallCrush` uses (P. L'Ecuyer, R.
//! Simard, "`TestU01`: A C Library for Empirical Testing of Random Number Generators", ACM
//! Transactions on Mathematical Software 33(4), 2007): one value in 256. A value is in this part if
//! its eight leading bits are zero. The eight trailing bits are tested in the same way.
//!
//! All 2^size values give about 2^(size−8) gaps. A gap of length r has probability (255/256)ʳ/256.
//! Each length with at least 16 expected gaps is a separate cell, up to a length of about 710 at
//! the default size; longer gaps are merged. The number of visits to the part of the range is
//! compared with the binomial distribution, which is nearly normal. The test detects values that
//! return too early, too late, or periodically.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::{Null, Statistic};
use super::values::{Values, Width};
use super::{blocks, cells};

/// A value is in the tested part of the range if this number of leading or trailing bits are zero.
const BITS: u32 = 8;

/// The probability that a value is in the tested part of the range.
const INSIDE: f64 = 1.0 / (1 << BITS) as f64;

/// Number of counters of lengths; the last counter includes all longer gaps. One gap in 9 million
/// is counted there.
const LENGTHS: usize = 4096;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let (mut leading, mut trailing) = (Gaps::new(), Gaps::new());
    blocks::read(values, size.values(), 1, observer, |block| {
        for &value in block {
            leading.add(width.leading(value, BITS) == 0);
            trailing.add(Width::trailing(value, BITS) == 0);
        }
    })?;
    let leading = leading.statistics(["leading bits: visits", "leading bits: gaps"], size.values());
    let trailing = trailing.statistics(["trailing bits: visits", "trailing bits: gaps"], size.values());
    Ok([leading, trailing].concat())
}

/// Gaps counted by length.
struct Gaps {
    lengths: Vec<u32>,
    length: usize,
}

impl Gaps {
    fn new() -> Self {
        Self { lengths: vec![0; LENGTHS], length: 0 }
    }

    #[inline]
    fn add(&mut self, inside: bool) {
        if inside {
            self.lengths[self.length.min(LENGTHS - 1)] += 1;
            self.length = 0;
        } else {
            self.length += 1;
        }
    }

    fn statistics(&self, names: [&'static str; 2], values: u64) -> [Statistic; 2] {
        let visits: u64 = self.lengths.iter().map(|&count| u64::from(count)).sum();
        let mean = values as f64 * INSIDE;
        let deviation = (visits as f64 - mean) / (mean * (1.0 - INSIDE)).sqrt();
        let mut at_least = 1.0;
        let cells: Vec<_> = (self.lengths.iter().enumerate())
            .map(|(length, &count)| {
                let probability = if length == LENGTHS - 1 { at_least } else { at_least * INSIDE };
                at_least *= 1.0 - INSIDE;
                (count, probability)
            })
            .collect();
        [Statistic::new(names[0], deviation, Null::Normal), cells::weighted(names[1], &cells)]
    }
}
