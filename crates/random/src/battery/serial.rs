//! Serial pairs: the frequencies of pairs of adjacent values.
//!
//! Source: the serial test in D. E. Knuth, *The Art of Computer Programming*, volume 2, third
//! edition 1998, section 3.3.2 B. The pairs do not overlap. They are counted once by the leading
//! bits of both values, and once by the trailing bits.
//!
//! There are 2^(size−1) pairs and 2¹⁶ cells: eight bits of each of the two values select the cell.
//! For sizes below 22 there are fewer cells, so that at least 2⁵ pairs are expected in each. The
//! test detects dependence on the previous value, and the short periods of the low bits of
//! congruential generators.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::Statistic;
use super::values::{Values, Width};
use super::{blocks, cells};

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let width = values.width();
    let pairs = size.values() / 2;
    let bits = 8.min((size.get() - 6) / 2);
    let mut leading = vec![0; 1 << (2 * bits)];
    let mut trailing = leading.clone();
    blocks::read(values, pairs, 2, observer, |block| {
        for pair in block.chunks_exact(2) {
            leading[(width.leading(pair[0], bits) << bits | width.leading(pair[1], bits)) as usize] += 1;
            trailing[(Width::trailing(pair[0], bits) << bits | Width::trailing(pair[1], bits)) as usize] += 1;
        }
    })?;
    Ok(vec![cells::equal("leading bits", &leading), cells::equal("trailing bits", &trailing)])
}
