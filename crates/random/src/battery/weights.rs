//! Hamming weights: the dependence of the number of ones in a value on the numbers of ones in
//! earlier values.
//!
//! - Each lag from 1 to 32: the correlation of the weights of values at this distance. Source: P.
//!   L'Ecuyer, R. Simard, "`TestU01`", ACM Transactions on Mathematical Software 33(4), 2007
//!   (`sstring_HammingCorr`, which tests adjacent values). D. Blackman, S. Vigna, "Scrambled Linear
//!   Pseudorandom Number Generators", ACM Transactions on Mathematical Software 47(4), 2021 (first
//!   published in 2018), study generators that pass most other tests. In these generators, the
//!   weights of words a few positions apart depend on one another, and only lags above 1 detect
//!   this.
//! - Pairs of adjacent values: the frequency of each pair of weights. Source: the independence test
//!   of `TestU01` (`sstring_HammingIndep`).
//!
//! All 2^size values, of w bits, are used. A weight minus its mean w/2 has variance w/4. The sum of
//! n products of two such differences, divided by √n·w/4, is nearly normal, and the 32 sums are
//! uncorrelated. The table counts 2^(size−1) pairs, which do not overlap; the probability of a pair
//! is the product of two binomial probabilities. The test detects states with few ones that persist
//! for several steps. It also detects that in asa128's lanes the weights of words five apart
//! (values 20 apart) correlate by +0.0061.

use quadrille_progress::{Cancelled, Observer};

use super::size::Size;
use super::statistic::Statistic;
use super::values::{Values, Width};
use super::{blocks, cells};

/// The maximum lag.
const LAGS: usize = 32;

pub(super) fn run(
    values: &mut Values<'_>,
    size: Size,
    observer: &dyn Observer,
) -> Result<Vec<Statistic>, Cancelled> {
    let bits = values.width().bits() as usize;
    let mut products = LagProducts::new();
    let mut pairs = vec![0u32; (bits + 1) * (bits + 1)];
    blocks::read(values, size.values() / 2, 2, observer, |block| {
        // Doubled deviations from the mean are whole numbers for odd widths too, so the sums are
        // exact and do not depend on the blocks.
        products.add(block.iter().map(|value| 2 * value.count_ones() as i16 - bits as i16));
        // The table is stored in rows: the first weight is the row, the second the column.
        for pair in block.chunks_exact(2) {
            pairs[pair[0].count_ones() as usize * (bits + 1) + pair[1].count_ones() as usize] += 1;
        }
    })?;
    let deviates = (1..=LAGS).map(|lag| {
        // Each product has two independent factors: doubled deviations of weights, whose standard
        // deviation is √w for values of w bits. The standard deviation of a product is therefore w.
        let terms = (size.values() - lag as u64) as f64;
        (lag as u32, products.sums[lag - 1] as f64 / (bits as f64 * terms.sqrt()))
    });
    let mut statistics = Statistic::of_deviates(["all lags", "worst lag"], deviates).to_vec();
    let weights = binomial(values.width());
    let probability = |pair: usize| weights[pair / (bits + 1)] * weights[pair % (bits + 1)];
    let cells: Vec<_> =
        pairs.into_iter().enumerate().map(|(pair, count)| (count, probability(pair))).collect();
    statistics.push(cells::weighted("pairs of weights", &cells));
    Ok(statistics)
}

/// Returns the probability of each Hamming weight from 0 to the width.
fn binomial(width: Width) -> Vec<f64> {
    let mut probability = 1.0 / width.count();
    let mut weights = vec![probability];
    for ones in 1..=width.bits() {
        // The number of w-bit values with k ones is C(w, k) = C(w, k − 1) · (w − k + 1) / k.
        probability *= f64::from(width.bits() + 1 - ones) / f64::from(ones);
        weights.push(probability);
    }
    weights
}

/// For each lag, the sum of the products of all pairs of numbers at this distance.
struct LagProducts {
    /// The last numbers of the previous block, followed by the current block.
    numbers: Vec<i16>,
    sums: [i64; LAGS],
}

impl LagProducts {
    fn new() -> Self {
        // The list begins with zeros, which contribute nothing to the sums.
        Self { numbers: vec![0; LAGS], sums: [0; LAGS] }
    }

    /// Adds a block of some thousand numbers of magnitude up to 64.
    fn add(&mut self, block: impl Iterator<Item = i16>) {
        let seen = self.numbers.len() - LAGS;
        // The last 32 numbers of the previous block are kept in front of this block, because they
        // are multiplied by numbers of this block:
        //
        //   numbers            … w  x  y  z │ a  b  c  d  …      the bar is the start of the block
        //   new                             │ a  b  c  d  …
        //   old at lag 3                    │ x  y  z  a  …      a·x + b·y + c·z + d·a + …
        //
        // A lag is therefore a distance between two slices of one list, and no product across
        // blocks is lost.
        self.numbers.drain(..seen);
        self.numbers.extend(block);
        let new = &self.numbers[LAGS..];
        for (lag, sum) in (1..).zip(&mut self.sums) {
            let old = &self.numbers[LAGS - lag..];
            // A term is at most 64² = 2¹², so even 2¹⁸ terms would fit into an `i32`.
            *sum += i64::from(new.iter().zip(old).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum::<i32>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LAGS, LagProducts, Width, binomial};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lag_products_are_those_of_the_definition(
            numbers in prop::collection::vec(-64..=64i16, 0..600),
            cut in 1..100usize,
        ) {
            let mut products = LagProducts::new();
            numbers.chunks(cut).for_each(|block| products.add(block.iter().copied()));
            for lag in 1..=LAGS {
                let expected: i64 =
                    numbers.iter().skip(lag).zip(&numbers).map(|(&a, &b)| i64::from(a) * i64::from(b)).sum();
                prop_assert_eq!(products.sums[lag - 1], expected, "lag {}", lag);
            }
        }
    }

    #[test]
    fn probabilities_of_weights_sum_to_one() {
        for bits in 15..=64 {
            let weights = binomial(Width::new(bits).expect("15 to 64"));
            assert_eq!(weights.len(), bits as usize + 1);
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-13, "{bits} bits");
            assert!((weights[0] / weights[bits as usize] - 1.0).abs() < 1e-13, "{bits} bits");
        }
    }
}
