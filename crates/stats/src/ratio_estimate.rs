//! Means over units that are sampled in clusters.

use crate::{Confidence, Interval, StatsError};

/// An estimate of the mean of a value per unit, with its standard error, for units that are sampled
/// in clusters.
///
/// Games of one deal, or rounds of one seating, form clusters: their results are correlated, so
/// treating games as independent would give too small an error. For a cluster, let m be the number
/// of units, and y the sum of the value over these units. The mean per unit is the *ratio of two
/// sums*, R = Σy / Σm. Its standard error follows from the residuals y − R·m of the clusters:
///
/// ```text
///                   1         n
/// standard error = ――― · √ ( ―――― · Σ (y − R·m)² )      n clusters
///                  Σ m       n − 1
/// ```
///
/// This is the ratio estimator of cluster sampling with its usual (large-sample) variance: W. G.
/// Cochran, *Sampling Techniques*, 3rd ed. 1977, chapter 6. The correlation within a cluster may be
/// arbitrary, and clusters may differ in size. For clusters of equal size, the result is the
/// ordinary standard error of the mean of the clusters' means.
///
/// All sums are of whole numbers, so merging is **exact, in any order and grouping**. The residuals
/// are not computed one by one. The sum of their squares is Σ(y − R·m)² = N / (Σm)² with the whole
/// number N = (Σm)²·Σy² − 2·Σm·Σy·Σym + (Σy)²·Σm². Only the division is rounded. If N exceeds 2¹²⁷,
/// which requires about 10¹² units, earlier steps are rounded too.
///
/// ```
/// use quadrille_stats::{Confidence, RatioEstimate};
///
/// // Games won, in four deals of three games each.
/// let mut wins = RatioEstimate::new();
/// for won in [1, 2, 1, 3] {
///     wins.record(3, won)?;
/// }
/// assert_eq!(wins.mean(), Some(7.0 / 12.0));
/// let interval = wins.interval(Confidence::new(0.95)?).unwrap();
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "0.076 1.091");
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct RatioEstimate {
    /// The number of clusters with at least one unit.
    clusters: u64,
    /// Σ m: the total number of units of all clusters.
    units: u64,
    /// Σ m²: the square of each cluster's number of units m, summed over all clusters.
    units_squared: u128,
    /// Σ y: the sum of the values of all units.
    sum: i64,
    /// Σ y²: the square of each cluster's sum y, summed over all clusters.
    squares: u128,
    /// Σ y·m: each cluster's sum y multiplied by its number of units m, summed over all clusters.
    products: i128,
}

impl RatioEstimate {
    /// Creates an estimate without clusters.
    pub const fn new() -> Self {
        Self { clusters: 0, units: 0, units_squared: 0, sum: 0, squares: 0, products: 0 }
    }

    /// Adds a cluster of `units` units with the total value `value`. A cluster without units is
    /// ignored.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if a sum would overflow; nothing changes in that case.
    pub fn record(&mut self, units: u64, value: i64) -> Result<(), StatsError> {
        if units == 0 {
            return Ok(());
        }
        let magnitude = u128::from(value.unsigned_abs());
        self.merge(&Self {
            clusters: 1,
            units,
            units_squared: u128::from(units) * u128::from(units),
            sum: value,
            squares: magnitude * magnitude,
            products: i128::from(value) * i128::from(units),
        })
    }

    /// Adds the clusters of another estimate.
    ///
    /// # Errors
    /// [`StatsError::TooMany`] if a sum would overflow; nothing changes in that case.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        let sums = || {
            Some(Self {
                clusters: self.clusters.checked_add(other.clusters)?,
                units: self.units.checked_add(other.units)?,
                units_squared: self.units_squared.checked_add(other.units_squared)?,
                sum: self.sum.checked_add(other.sum)?,
                squares: self.squares.checked_add(other.squares)?,
                products: self.products.checked_add(other.products)?,
            })
        };
        *self = sums().ok_or(StatsError::TooMany)?;
        Ok(())
    }

    /// Creates the estimate from sums over clusters. The sums are the number of clusters, Σm, Σm²,
    /// Σy, Σy² and Σy·m, where a cluster has m units with the total value y. Inconsistent sums give
    /// a meaningless estimate, but no panic.
    ///
    /// ```
    /// use quadrille_stats::RatioEstimate;
    /// let mut recorded = RatioEstimate::new();
    /// recorded.record(3, 5)?;
    /// recorded.record(2, -1)?;
    /// assert_eq!(RatioEstimate::from_sums(2, [5, 13], [4, 26], 13), recorded);
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    pub const fn from_sums(
        clusters: u64,
        [units, units_squared]: [u128; 2],
        [sum, squares]: [i128; 2],
        products: i128,
    ) -> Self {
        Self {
            clusters,
            units: units as u64,
            units_squared,
            sum: sum as i64,
            squares: squares.unsigned_abs(),
            products,
        }
    }

    /// Returns the number of clusters with at least one unit.
    pub const fn clusters(&self) -> u64 {
        self.clusters
    }

    /// Returns the number of units in all clusters.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Returns the sum of the value over all units.
    pub const fn sum(&self) -> i64 {
        self.sum
    }

    /// Returns whether there are no clusters.
    pub const fn is_empty(&self) -> bool {
        self.clusters == 0
    }

    /// Returns the mean per unit; `None` without units.
    pub fn mean(&self) -> Option<f64> {
        (self.units > 0).then(|| self.sum as f64 / self.units as f64)
    }

    /// Returns the standard error of [`mean`](Self::mean); `None` for fewer than two clusters.
    pub fn standard_error(&self) -> Option<f64> {
        if self.clusters < 2 {
            return None;
        }
        // Computes Σ (y − R·m)² · (Σm)² in integers. Only the division by (Σm)² is rounded. If the
        // integers overflow, floats are used below.
        let (m, y) = (i128::from(self.units), i128::from(self.sum));
        let scattered = || {
            let squares = i128::try_from(self.squares).ok()?.checked_mul(m)?.checked_mul(m)?;
            let products = self.products.checked_mul(2)?.checked_mul(y)?.checked_mul(m)?;
            let units = i128::try_from(self.units_squared).ok()?.checked_mul(y)?.checked_mul(y)?;
            squares.checked_sub(products)?.checked_add(units)
        };
        let (clusters, units) = (self.clusters as f64, self.units as f64);
        let scatter = if let Some(exact) = scattered() {
            exact as f64 / (units * units)
        } else {
            // The integers have overflowed, which requires about 10¹² units. Floats are precise
            // enough for such numbers of units: their rounding error is negligible relative to the
            // standard error.
            let mean = self.sum as f64 / units;
            let (squares, products) = (self.squares as f64, self.products as f64);
            squares - 2.0 * mean * products + mean * mean * self.units_squared as f64
        };
        Some((scatter.max(0.0) * clusters / (clusters - 1.0)).sqrt() / units)
    }

    /// Returns Student's t interval of the mean, with the clusters as observations; `None` for
    /// fewer than two clusters.
    pub fn interval(&self, confidence: Confidence) -> Option<Interval> {
        Interval::t(self.mean()?, self.standard_error()?, self.clusters - 1, confidence).ok()
    }

    /// Returns the interval of a relative frequency, within [0, 1]. The value of each cluster must
    /// be the number of its units that have some property. If all units have the property, or none,
    /// the clusters have no variance, and the result is [Wilson's interval](Interval::wilson) with
    /// the clusters as trials. For fewer than two clusters, the result is 0 to 1.
    pub fn share_interval(&self, confidence: Confidence) -> Interval {
        let unknown = Interval { low: 0.0, high: 1.0 };
        if self.clusters < 2 {
            return unknown;
        }
        let extreme = match u64::try_from(self.sum) {
            Ok(0) => Some(0),
            Ok(sum) if sum == self.units => Some(self.clusters),
            _ => None,
        };
        let interval = match extreme {
            Some(successes) => Interval::wilson(successes, self.clusters, confidence).ok(),
            None => self.interval(confidence),
        };
        interval
            .map_or(unknown, |interval| Interval { low: interval.low.max(0.0), high: interval.high.min(1.0) })
    }

    /// Returns whether the sums are possible under two bounds: every cluster has at most `most`
    /// units, and the magnitude of every unit's value is at most `largest`. An experiment passes
    /// its own bounds, to detect sums that a different experiment has stored.
    pub fn is_within(&self, most: u64, largest: u64) -> bool {
        let units = u128::from(self.units);
        let largest = u128::from(largest);
        units <= u128::from(self.clusters) * u128::from(most)
            && u128::from(self.sum.unsigned_abs()) <= units.saturating_mul(largest)
            && self.squares
                <= units.saturating_mul(largest).saturating_mul(largest).saturating_mul(u128::from(most))
    }
}

/// The serialised form before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "RatioEstimate")]
struct Stored {
    clusters: u64,
    units: u64,
    units_squared: u128,
    sum: i64,
    squares: u128,
    products: i128,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for RatioEstimate {
    type Error = StatsError;

    fn try_from(stored: Stored) -> Result<Self, StatsError> {
        let Stored { clusters, units, units_squared, sum, squares, products } = stored;
        let refused = |what| Err(StatsError::Contradiction(what));
        if clusters > units || clusters == 0 && (units_squared > 0 || squares > 0) {
            return refused("the number of clusters does not fit the sums");
        }
        // The magnitude of a sum of whole numbers is at most the sum of their squares.
        if u128::from(units) > units_squared || u128::from(sum.unsigned_abs()) > squares {
            return refused("a sum exceeds the sum of the squares");
        }
        // Cauchy–Schwarz: (Σ a·b)² ≤ Σ a² · Σ b². If the right side overflows, the inequality is
        // not checked.
        let beyond = |product: u128, a: u128, b: u128| match (product.checked_mul(product), a.checked_mul(b))
        {
            (Some(square), Some(most)) => square > most,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let (n, m) = (u128::from(clusters), units_squared);
        if beyond(units.into(), n, m)
            || beyond(sum.unsigned_abs().into(), n, squares)
            || beyond(products.unsigned_abs(), m, squares)
        {
            return refused("the sums of a ratio estimate are inconsistent");
        }
        Ok(Self { clusters, units, units_squared, sum, squares, products })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ninety_five() -> Confidence {
        Confidence::new(0.95).unwrap()
    }

    fn of(clusters: impl IntoIterator<Item = (u64, i64)>) -> RatioEstimate {
        let mut estimate = RatioEstimate::new();
        clusters.into_iter().for_each(|(units, value)| estimate.record(units, value).unwrap());
        estimate
    }

    /// Computes the standard error by the definition, cluster by cluster.
    fn plain_error(clusters: &[(u64, i64)]) -> Option<f64> {
        let counted: Vec<_> = clusters.iter().filter(|(units, _)| *units > 0).collect();
        if counted.len() < 2 {
            return None;
        }
        let n = counted.len() as f64;
        let units: f64 = counted.iter().map(|(units, _)| *units as f64).sum();
        let mean = counted.iter().map(|(_, value)| *value as f64).sum::<f64>() / units;
        let residuals = counted.iter().map(|(units, value)| *value as f64 - mean * *units as f64);
        Some((residuals.map(|d| d * d).sum::<f64>() * n / (n - 1.0)).sqrt() / units)
    }

    proptest! {
        /// For clusters of equal size it is the interval of the clusters' means.
        #[test]
        fn equal_clusters_are_observations(values in prop::collection::vec(-1000i64..1000, 2..50), units in 1u64..5) {
            let estimate = of(values.iter().map(|&value| (units, value)));
            let mut moments = crate::Moments::new();
            for &value in &values {
                moments.record(value as f64 / units as f64).unwrap();
            }
            let (ours, plain) =
                (estimate.interval(ninety_five()).unwrap(), moments.mean_interval(ninety_five()).unwrap());
            prop_assert!((ours.low - plain.low).abs() < 1e-9 * (1.0 + plain.low.abs()), "{:?} {:?}", ours, plain);
            prop_assert!((ours.high - plain.high).abs() < 1e-9 * (1.0 + plain.high.abs()));
            prop_assert!(estimate.is_within(units, 1000));
        }

        /// The standard error of clusters of different sizes equals its definition. Merging two
        /// parts and deserialisation give the same sums.
        #[test]
        fn the_standard_error_equals_its_definition(
            clusters in prop::collection::vec((0u64..4, -50i64..50), 1..40),
            cut in any::<prop::sample::Index>(),
        ) {
            let (first, second) = clusters.split_at(cut.index(clusters.len()));
            let (whole, mut merged) = (of(clusters.clone()), of(first.to_vec()));
            merged.merge(&of(second.to_vec())).unwrap();
            prop_assert_eq!(merged, whole);
            match plain_error(&clusters) {
                None => prop_assert_eq!(whole.standard_error(), None),
                Some(plain) => {
                    prop_assert!((whole.standard_error().unwrap() - plain).abs() < 1e-9 * (1.0 + plain));
                }
            }
            #[cfg(feature = "serde")]
            {
                let stored = postcard::to_stdvec(&whole).unwrap();
                prop_assert_eq!(postcard::from_bytes::<RatioEstimate>(&stored).unwrap(), whole);
            }
        }

        /// Estimates computed from signed 128-bit sums have the same bits as those from unsigned
        /// ones.
        #[test]
        fn unsigned_sums_give_the_same_bits(clusters in prop::collection::vec((1u64..60, 0i64..3000), 2..40)) {
            let estimate = of(clusters.clone());
            let sum = |f: fn(u128, u128) -> u128| -> u128 {
                clusters.iter().map(|&(units, value)| f(units.into(), value as u128)).sum()
            };
            let (m, y) = (sum(|m, _| m), sum(|_, y| y));
            let scaled = m * m * sum(|_, y| y * y) + y * y * sum(|m, _| m * m) - 2 * m * y * sum(|m, y| m * y);
            let n = clusters.len() as f64;
            let error = (scaled as f64 / (m * m) as f64 * n / (n - 1.0)).sqrt() / m as f64;
            prop_assert_eq!(estimate.standard_error().unwrap().to_bits(), error.to_bits());
        }
    }

    #[test]
    fn a_share_stays_a_share() {
        let share = |clusters: &[(u64, i64)]| of(clusters.to_vec()).share_interval(ninety_five());
        assert_eq!(share(&[]), Interval { low: 0.0, high: 1.0 });
        assert_eq!(share(&[(3, 3)]), Interval { low: 0.0, high: 1.0 });
        let all = share(&[(3, 3); 10]);
        assert_eq!(all, Interval::wilson(10, 10, ninety_five()).unwrap());
        let none = share(&[(3, 0); 10]);
        assert!(none.low == 0.0 && none.high > 0.2);
        let few = share(&[(3, 3), (3, 1)]);
        assert_eq!((few.low, few.high), (0.0, 1.0));
    }

    #[test]
    fn sums_that_no_longer_fit_are_refused_and_change_nothing() {
        let mut estimate = of([(3, 5)]);
        assert_eq!(estimate.record(u64::MAX, 1), Err(StatsError::TooMany), "units");
        assert_eq!(estimate, of([(3, 5)]));
        estimate.record(1, i64::MAX).unwrap_err();
        assert_eq!(estimate, of([(3, 5)]));
        let mut large = of([(1, i64::MAX)]);
        assert_eq!(large.merge(&of([(1, 1)])), Err(StatsError::TooMany));
        assert_eq!(large, of([(1, i64::MAX)]));
    }

    #[test]
    fn beyond_exact_sums_the_error_is_rounded() {
        // (Σm)²·Σy² is about 2¹⁴⁰. Σ(y − R·m)² = 2·(2³⁰)², with R = 3.
        let (units, value) = (1 << 30, 3 << 30);
        let large = of([(units, value + (1 << 30)), (units, value - (1 << 30))].repeat(8));
        let plain = (16.0 * 2f64.powi(60) * 16.0 / 15.0).sqrt() / 2f64.powi(34);
        assert!((large.standard_error().unwrap() / plain - 1.0).abs() < 1e-12);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn impossible_sums_are_refused() {
        let stored = |clusters, units, units_squared, sum, squares, products| {
            RatioEstimate::try_from(Stored { clusters, units, units_squared, sum, squares, products })
        };
        assert_eq!(stored(0, 0, 0, 0, 0, 0), Ok(RatioEstimate::new()));
        assert_eq!(stored(2, 5, 13, -1, 41, -7), Ok(of([(2, 4), (3, -5)])));
        for impossible in [
            stored(6, 5, 13, -1, 41, -22),
            stored(2, 5, 4, -1, 41, -22),
            stored(2, 5, 13, -42, 41, -22),
            stored(2, 5, 12, -1, 41, -22),
            stored(2, 5, 13, -10, 41, -22),
            stored(2, 5, 13, -1, 41, -24),
            stored(0, 0, 0, 0, 1, 0),
        ] {
            assert!(matches!(impossible, Err(StatsError::Contradiction(_))), "{impossible:?}");
        }
    }
}
