//! Frequency: the frequencies of values, and of ones at each bit position.
//!
//! - Values: the equidistribution test, D. E. Knuth, *The Art of Computer Programming*, volume 2,
//!   third edition 1998, section 3.3.2 A, on the leading and on the trailing bits of each value.
//! - Bits: the frequency (monobit) test, A. Rukhin and others, *A Statistical Test Suite for Random
//!   and Pseudorandom Number Generators for Cryptographic Applications*, NIST Special Publication
//!   800-22 revision 1a 2010, section 2.1, on the sequence of bits at each position separately.
//!
//! All 2^size values are used. There are 2^15 cells, or fewer for sizes below 24, so that at least
//! 2⁹ values are expected in each. Trailing bits are tested only if a value has more bits than are
//! used to select a cell. The test detects biased bits. It also detects short periods in which
//! every value occurs equally often, because the counts are then too even.

use quadrille_progress::{Cancelled, Observer};

use super::bits::PlaceCounts;
use super::size::Size;
use super::statistic::Statistic;
use super::values::{Values, Width};
use super::{blocks, cells};

/// Maximum number of bits that select a cell: all bits of the narrowest values.
const MOST_BITS: u32 = 15;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let bits = MOST_BITS.min(size.get() - 9);
    let mut leading = vec![0; 1 << bits];
    let mut trailing = leading.clone();
    let mut places = PlaceCounts::new();
    blocks::read(values, size.values(), 1, observer, |block| {
        for &value in block {
            leading[width.leading(value, bits) as usize] += 1;
            trailing[Width::trailing(value, bits) as usize] += 1;
            places.add(value);
        }
    })?;
    let mut statistics = vec![cells::equal("leading bits", &leading)];
    if width.bits() > bits {
        statistics.push(cells::equal("trailing bits", &trailing));
    }
    // The worst bit position is the one whose number of ones deviates most from the expectation.
    let deviates = places.deviates(width.bits(), size.values());
    statistics.extend(Statistic::of_deviates(
        ["ones at all bit positions", "ones at the worst bit position"],
        deviates,
    ));
    Ok(statistics)
}
