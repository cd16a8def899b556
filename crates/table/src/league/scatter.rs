//! The covariances of the deviations of rounds from their expectation.

use quadrille_stats::{Confidence, Interval};

/// Sums over rounds of the squares and products of *residuals*. A residual is the difference
/// between the observed and the expected value of a quantity in a round.
///
/// All tables of a schedule play the same number of rounds, so the tables are strata and not a
/// sample, and differences between tables are not errors (W. G. Cochran, *Sampling Techniques*, 3rd
/// ed. 1977, chapter 5). For each table, the residuals are centred, and the sum of squares over R
/// rounds is multiplied by R/(R − 1) to correct the bias. For a table with a single round, the
/// variance is unknown. All tables with a single round form one stratum (section 5A.12, collapsed
/// strata). If there is only one such table, its residual is not centred. Both choices can only
/// make the intervals too wide.
pub(super) struct Scatter {
    /// The number of quantities.
    size: usize,
    /// The matrix of the sums of products, row by row.
    products: Vec<f64>,
    freedom: u64,
    /// The sums over the tables with a single round.
    single: Single,
}

struct Single {
    rounds: u64,
    sums: Vec<f64>,
    products: Vec<f64>,
}

impl Scatter {
    /// Creates the sums for `size` quantities, without any rounds.
    pub(super) fn new(size: usize) -> Self {
        let single = Single { rounds: 0, sums: vec![0.0; size], products: vec![0.0; size * size] };
        Self { size, products: vec![0.0; size * size], freedom: 0, single }
    }

    /// Adds the rounds of a table. `quantities` are the indices of the quantities that the table
    /// affects. The arguments of `sum` and `about_means` are indices into the list `quantities`.
    /// `sum` returns the sum over rounds of the residuals of one quantity. `about_means` returns
    /// the sum over rounds of the products of the deviations of two quantities from their means.
    pub(super) fn table(
        &mut self,
        rounds: u64,
        quantities: &[usize],
        sum: impl Fn(usize) -> f64,
        about_means: impl Fn(usize, usize) -> f64,
    ) {
        let size = self.size;
        if rounds == 1 {
            self.single.rounds += 1;
            for (at, &one) in quantities.iter().enumerate() {
                self.single.sums[one] += sum(at);
                for (with, &other) in quantities.iter().enumerate() {
                    self.single.products[one * size + other] += sum(at) * sum(with);
                }
            }
        } else if rounds > 1 {
            let weight = rounds as f64 / (rounds - 1) as f64;
            self.freedom += rounds - 1;
            for (at, &one) in quantities.iter().enumerate() {
                for (with, &other) in quantities.iter().enumerate() {
                    self.products[one * size + other] += weight * about_means(at, with);
                }
            }
        }
    }

    /// Returns the covariance matrix of the sums of all residuals, row by row, and the degrees of
    /// freedom.
    pub(super) fn covariances(mut self) -> (Vec<f64>, u64) {
        let (size, single) = (self.size, &self.single);
        let rounds = single.rounds as f64;
        for one in 0..size {
            for other in 0..size {
                self.products[one * size + other] += match single.rounds {
                    0 => 0.0,
                    1 => single.products[one * size + other],
                    _ => {
                        let about_means = single.products[one * size + other]
                            - single.sums[one] * single.sums[other] / rounds;
                        about_means * rounds / (rounds - 1.0)
                    }
                };
            }
        }
        (self.products, self.freedom + single.rounds.saturating_sub(1))
    }

    /// Returns the confidence interval of `mean`, which is the total of a single quantity divided
    /// by `units`. The residuals must be those of the total. Returns `None` if the variance is
    /// unknown.
    pub(super) fn interval(self, mean: f64, units: u64, confidence: Confidence) -> Option<Interval> {
        let (variance, freedom) = self.covariances();
        Interval::t(mean, variance[0].max(0.0).sqrt() / units as f64, freedom, confidence).ok()
    }
}

/// Returns the sum of (x − mean of x) · (y − mean of y) over all rounds, where x and y are the
/// values of two quantities in a round. `rounds` is the number of rounds. `one`, `other` and
/// `product` are the sums of x, y and x · y over all rounds. The computation is exact up to the
/// final division.
pub(super) fn about_means(rounds: u64, product: u128, one: u64, other: u64) -> f64 {
    let (rounds, product) = (i128::from(rounds), product as i128);
    let exact = rounds.wrapping_mul(product).wrapping_sub(i128::from(one).wrapping_mul(i128::from(other)));
    exact as f64 / rounds as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Computes the variance from its definition, round by round.
    fn plainly(tables: &[Vec<f64>]) -> (f64, u64) {
        let squares = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let about = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            about * values.len() as f64 / (values.len() - 1) as f64
        };
        let single: Vec<f64> = tables.iter().filter(|table| table.len() == 1).map(|table| table[0]).collect();
        let several = tables.iter().filter(|table| table.len() > 1);
        let freedom: usize = several.clone().map(|table| table.len() - 1).sum();
        let variance: f64 = several.map(|table| squares(table)).sum();
        match &*single {
            [] => (variance, freedom as u64),
            [lone] => (variance + lone * lone, freedom as u64),
            _ => (variance + squares(&single), (freedom + single.len() - 1) as u64),
        }
    }

    proptest! {
        #[test]
        fn tables_are_strata(
            tables in prop::collection::vec(prop::collection::vec(-50i64..50, 1..6), 1..12),
        ) {
            let mut scatter = Scatter::new(1);
            for table in &tables {
                let rounds = table.len() as u64;
                let sum: i64 = table.iter().sum();
                let squares: i64 = table.iter().map(|value| value * value).sum();
                let about = squares as f64 - (sum * sum) as f64 / rounds as f64;
                scatter.table(rounds, &[0], |_| sum as f64, |_, _| about);
            }
            let (variance, freedom) = scatter.covariances();
            let tables: Vec<Vec<f64>> =
                tables.iter().map(|table| table.iter().map(|&value| value as f64).collect()).collect();
            let (plain, plain_freedom) = plainly(&tables);
            prop_assert!((variance[0] - plain).abs() < 1e-6 * (1.0 + plain), "{} {}", variance[0], plain);
            prop_assert_eq!(freedom, plain_freedom);
        }

        #[test]
        fn sums_of_products_are_about_the_means(values in prop::collection::vec((0u64..1000, 0u64..1000), 1..20)) {
            let rounds = values.len() as f64;
            let sum = |of: fn(&(u64, u64)) -> u64| values.iter().map(of).sum::<u64>();
            let (one, other) = (sum(|pair| pair.0), sum(|pair| pair.1));
            let product = u128::from(sum(|pair| pair.0 * pair.1));
            let exact = about_means(values.len() as u64, product, one, other);
            let plain: f64 = values
                .iter()
                .map(|&(a, b)| (a as f64 - one as f64 / rounds) * (b as f64 - other as f64 / rounds))
                .sum();
            prop_assert!((exact - plain).abs() < 1e-6 * (1.0 + plain.abs()));
        }
    }
}
