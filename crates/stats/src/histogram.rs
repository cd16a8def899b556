//! Histograms of floating-point numbers.

use std::sync::Arc;

use crate::StatsError;

/// The edges of a histogram's bins: at least two, finite, strictly ascending.
///
/// Bin i contains the values from edge i up to but excluding edge i + 1; the last bin includes its
/// upper edge. Bins are fixed before counting starts, so that histograms can be merged. Copying is
/// cheap, because copies share the edges.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<f64>", into = "Vec<f64>"))]
pub struct Bins {
    edges: Arc<[f64]>,
}

impl Bins {
    /// The largest number of bins.
    pub const MAX_COUNT: usize = 1 << 20;

    /// Creates the bins whose edges are `edges`.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] if an edge is infinite or not a number. [`StatsError::Edges`] if
    /// the edges are not strictly ascending. [`StatsError::BinCount`] if there are fewer than two
    /// edges, or more than [`Bins::MAX_COUNT`] + 1.
    pub fn between(edges: impl Into<Arc<[f64]>>) -> Result<Self, StatsError> {
        let edges = edges.into();
        let count = edges.len().saturating_sub(1);
        if !(1..=Self::MAX_COUNT).contains(&count) {
            return Err(StatsError::BinCount(count));
        }
        if let Some(&edge) = edges.iter().find(|edge| !edge.is_finite()) {
            return Err(StatsError::NotFinite(edge));
        }
        match edges.windows(2).position(|pair| pair[0] >= pair[1]) {
            Some(at) => Err(StatsError::Edges { index: at + 1, edge: edges[at + 1], before: edges[at] }),
            None => Ok(Self { edges }),
        }
    }

    /// Creates `count` bins of equal width from `low` to `high`.
    ///
    /// ```
    /// use quadrille_stats::Bins;
    ///
    /// assert_eq!(Bins::equal(0.0, 1.0, 4)?.edges(), [0.0, 0.25, 0.5, 0.75, 1.0]);
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Bins::between`]: the count is invalid, the limits are in the wrong order, or
    /// the range is so narrow that edges coincide.
    pub fn equal(low: f64, high: f64, count: usize) -> Result<Self, StatsError> {
        if !(1..=Self::MAX_COUNT).contains(&count) {
            return Err(StatsError::BinCount(count));
        }
        let width = high - low;
        let edge = |i| if i == count { high } else { low + width * (i as f64 / count as f64) };
        Self::between((0..=count).map(edge).collect::<Vec<_>>())
    }

    /// Creates bins with round edges for about `total` observations from `min` to `max`.
    ///
    /// The desired number of bins is ⌈2·∛total⌉ (the Rice rule; Lane, *Online Statistics
    /// Education*), but at least 1 and at most 30, because more bins are not legible in a plot. The
    /// width is one of the "nice numbers" of Heckbert (*Graphics Gems*, 1990), 1, 2 or 5 times a
    /// power of ten: the smallest of them that is at least the range divided by the desired number
    /// of bins. Every edge is a multiple of the width, rounded to the nearest float, so that it
    /// prints with few digits. The outermost bins extend beyond `min` and `max`, which can add one
    /// bin. If `min` equals `max`, there is one bin.
    ///
    /// ```
    /// use quadrille_stats::Bins;
    ///
    /// assert_eq!(Bins::nice(0.13, 0.67, 20)?.edges(), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    /// # Ok::<(), quadrille_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] if a limit or a resulting edge is not finite;
    /// [`StatsError::Edges`] if `min` exceeds `max`.
    pub fn nice(min: f64, max: f64, total: u64) -> Result<Self, StatsError> {
        for limit in [min, max] {
            if !limit.is_finite() {
                return Err(StatsError::NotFinite(limit));
            }
        }
        if min > max {
            return Err(StatsError::Edges { index: 1, edge: max, before: min });
        }
        let magnitude = min.abs().max(max.abs());
        let wanted =
            (1..MOST_NICE).find(|&k| u128::from(k).pow(3) >= 8 * u128::from(total)).unwrap_or(MOST_NICE);
        let width = match max / wanted as f64 - min / wanted as f64 {
            // All observations are equal, so there is one bin. If the value is 0, the width is 1.
            // Otherwise the width is the absolute value, rounded up to a nice number.
            0.0 if magnitude == 0.0 => 1.0,
            0.0 => magnitude,
            // If the range is very narrow compared with the values, adjacent edges could coincide.
            // A minimum width prevents this.
            width => width.max(magnitude / (1u64 << 40) as f64),
        };
        let (digit, exponent) = nice_number(width);
        // Multiples of the width are parsed from decimal text, so that each is rounded only once.
        let edge = |multiple: i64| {
            format!("{}e{exponent}", i128::from(multiple) * i128::from(digit)).parse().unwrap_or(f64::NAN)
        };
        // The divisions are rounded, so `first` and `last` are corrected. `first` becomes the last
        // edge at or below `min`, and `last` becomes the first edge at or above `max`.
        let mut first = (min / edge(1)).floor() as i64;
        while edge(first) > min {
            first -= 1;
        }
        while edge(first + 1) <= min {
            first += 1;
        }
        let mut last = (max / edge(1)).ceil() as i64;
        while edge(last) < max || last <= first {
            last += 1;
        }
        while edge(last - 1) >= max && last - 1 > first {
            last -= 1;
        }
        Self::between((first..=last).map(edge).collect::<Vec<f64>>())
    }

    /// Returns the number of bins.
    pub fn count(&self) -> usize {
        self.edges.len() - 1
    }

    /// Returns the edges in ascending order, one more than there are bins.
    pub fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// Returns the bin of a finite value.
    fn find(&self, value: f64) -> Bin {
        // The number of edges at or below the value.
        match self.edges.partition_point(|&edge| edge <= value) {
            0 => Bin::Below,
            passed if passed <= self.count() => Bin::Inside(passed - 1),
            _ if value <= self.edges[self.count()] => Bin::Inside(self.count() - 1),
            _ => Bin::Above,
        }
    }
}

/// The maximum number of bins that [`Bins::nice`] tries to create.
const MOST_NICE: u64 = 30;

/// Returns the digit (1, 2 or 5) and the exponent of the smallest digit · 10^exponent that is at
/// least `width`. `width` must be positive and finite.
fn nice_number(width: f64) -> (u8, i32) {
    // Scientific notation gives the exact exponent; a rounded logarithm might be off by one.
    let scientific = format!("{width:e}");
    let exponent = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let at_least = |digit: u8| format!("{digit}e{exponent}").parse::<f64>().is_ok_and(|nice| nice >= width);
    [1, 2, 5].into_iter().find(|&digit| at_least(digit)).map_or((1, exponent + 1), |digit| (digit, exponent))
}

enum Bin {
    Below,
    Inside(usize),
    Above,
}

impl TryFrom<Vec<f64>> for Bins {
    type Error = StatsError;

    /// # Errors
    /// The errors of [`Bins::between`].
    fn try_from(edges: Vec<f64>) -> Result<Self, StatsError> {
        Self::between(edges)
    }
}

impl From<Bins> for Vec<f64> {
    fn from(bins: Bins) -> Self {
        bins.edges.to_vec()
    }
}

/// A histogram: the number of observations in each of the [`Bins`], below the first bin and above
/// the last.
///
/// Merging is exact, associative and commutative. Recording is O(log b) for b bins.
///
/// ```
/// use quadrille_stats::{Bins, Histogram};
///
/// let mut histogram = Histogram::new(Bins::equal(0.0, 10.0, 2)?);
/// [-1.0, 0.0, 4.9, 5.0, 10.0, 10.1].into_iter().try_for_each(|x| histogram.record(x))?;
/// assert_eq!(histogram.counts(), [2, 2]);
/// assert_eq!((histogram.below(), histogram.above(), histogram.total()), (1, 1, 6));
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct Histogram {
    bins: Bins,
    counts: Vec<u64>,
    below: u64,
    above: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    total: u64,
}

impl Histogram {
    /// Creates a histogram without observations.
    pub fn new(bins: Bins) -> Self {
        Self { counts: vec![0; bins.count()], bins, below: 0, above: 0, total: 0 }
    }

    /// Counts one observation.
    ///
    /// # Errors
    /// [`StatsError::NotFinite`] for a value that is infinite or not a number,
    /// [`StatsError::TooMany`] after `u64::MAX` observations; nothing is counted in that case.
    pub fn record(&mut self, value: f64) -> Result<(), StatsError> {
        if !value.is_finite() {
            return Err(StatsError::NotFinite(value));
        }
        self.total = self.total.checked_add(1).ok_or(StatsError::TooMany)?;
        match self.bins.find(value) {
            Bin::Below => self.below += 1,
            Bin::Inside(bin) => self.counts[bin] += 1,
            Bin::Above => self.above += 1,
        }
        Ok(())
    }

    /// Adds the observations of `other`.
    ///
    /// # Errors
    /// [`StatsError::BinsDiffer`] if the bins differ, [`StatsError::TooMany`] if the total would
    /// exceed `u64::MAX`; nothing is added in that case.
    pub fn merge(&mut self, other: &Self) -> Result<(), StatsError> {
        if self.bins != other.bins {
            return Err(StatsError::BinsDiffer);
        }
        // No count exceeds the total, so checking the total suffices.
        self.total = self.total.checked_add(other.total).ok_or(StatsError::TooMany)?;
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.below += other.below;
        self.above += other.above;
        Ok(())
    }

    /// Returns the bins.
    pub fn bins(&self) -> &Bins {
        &self.bins
    }

    /// Returns the number of observations in each bin.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of observations below the first edge.
    pub const fn below(&self) -> u64 {
        self.below
    }

    /// Returns the number of observations above the last edge.
    pub const fn above(&self) -> u64 {
        self.above
    }

    /// Returns the number of observations, including those outside the bins.
    pub const fn total(&self) -> u64 {
        self.total
    }
}

/// The serialised form before validation.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Histogram")]
struct Stored {
    bins: Bins,
    counts: Vec<u64>,
    below: u64,
    above: u64,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Histogram {
    type Error = StatsError;

    fn try_from(Stored { bins, counts, below, above }: Stored) -> Result<Self, StatsError> {
        if counts.len() != bins.count() {
            return Err(StatsError::BinsDiffer);
        }
        let all = counts.iter().chain([&below, &above]);
        let total = all.copied().try_fold(0u64, u64::checked_add).ok_or(StatsError::TooMany)?;
        Ok(Self { bins, counts, below, above, total })
    }
}
