//! Successive elimination: drops variants between the stages of a comparison.
//!
//! All variants run the same iterations under common random numbers. After each stage, variants
//! that are significantly worse than the best so far are dropped, and the rest continue. The test
//! is a t interval of the paired differences. The error probability, 1 − confidence, is divided
//! among all comparisons of all stages (Bonferroni), so the probability of ever dropping the truly
//! best variant is at most 1 − confidence. The interval is used only if the sample of differences
//! is varied enough ([`Moments::is_informative`]). For example, two variants may differ in only one
//! of ten thousand fights. Their first few hundred differences are then probably equal, and an
//! interval of width 0 would be meaningless.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_stats::{Confidence, Interval, Moments, StatsError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The result of one variant in a stage, relative to the best variant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct VariantRank {
    /// Index of the variant in the input.
    pub variant: usize,
    /// Mean DPS; `None` if none of the variant's fights has a non-zero length.
    pub mean: Option<f64>,
    /// Confidence interval of the mean difference: the DPS of the best variant minus the DPS of
    /// this variant in the same iteration. For the best variant itself, the interval is from 0 to
    /// 0. `None` if there are fewer than two iterations in which both variants have a DPS.
    pub behind: Option<Interval>,
    /// Whether the variant remains in the comparison.
    pub stays: bool,
}

/// Ranks the remaining variants, best first, and marks those that may be dropped.
///
/// `rates` has one entry per variant: the DPS of each iteration, or `None` if the variant was
/// dropped earlier. All remaining variants have the same iterations. A fight of length 0 has the
/// rate NaN and is left out; a comparison of two variants leaves out the iterations in which either
/// rate is NaN. `certain` has one entry per variant: whether its profile is
/// [deterministic](crate::Simulation::is_certain). `stages` is the maximum number of calls of this
/// function in one comparison. A variant may be dropped only if the interval
/// [`behind`](VariantRank::behind) lies above 0. In addition, the differences must be [varied
/// enough](Moments::is_informative), or both variants must be deterministic. A variant without a
/// DPS stays.
///
/// ```
/// use quadrille_combat::{Confidence, cull};
///
/// let rates = |of: fn(u32) -> f64| (0..100).map(|fight| of(fight % 7)).collect::<Vec<f64>>();
/// let (good, equal) = (rates(|i| 11.0 + f64::from(i)), rates(|_| 13.9));
/// let (bad, worse) = (rates(|i| 9.0 + f64::from(i * i % 5)), rates(|i| 6.0 + f64::from(i)));
/// let rates = [Some(&bad[..]), None, Some(&good[..]), Some(&equal[..]), Some(&worse[..])];
/// let ranks = cull(&rates, &[false; 5], Confidence::new(0.95)?, 1, &())?;
/// let stay = ranks.iter().map(|one| (one.variant, one.stays)).collect::<Vec<_>>();
/// // Variant 4 trails by 5 in every fight, but a hundred equal differences are no evidence.
/// assert_eq!(stay, [(2, true), (3, true), (0, false), (4, true)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CullError::Stats`] for fewer than two iterations, lists of different lengths, or an infinite
/// rate; [`CullError::Cancelled`] if the observer cancels. The observer receives the number of
/// variants processed.
pub fn cull(
    rates: &[Option<&[f64]>],
    certain: &[bool],
    confidence: Confidence,
    stages: u32,
    observer: &dyn Observer,
) -> Result<Vec<VariantRank>, CullError> {
    let fighting: Vec<(usize, &[f64])> =
        rates.iter().enumerate().filter_map(|(variant, rates)| Some((variant, (*rates)?))).collect();
    // Each variant is processed twice: once for its mean, and once for its difference from the best
    // variant. The observer is called about once per 2¹⁸ rates, which take about a millisecond.
    let meter = Meter::new(observer).total(2 * fighting.len() as u64).every(1 << 18);
    let mut ranks = Vec::new();
    for &(variant, rates) in &fighting {
        if rates.len() < 2 {
            let have = rates.len() as u64;
            return Err(StatsError::TooFew { what: "iterations", have, need: 2 }.into());
        }
        let moments = moments(rates.iter().copied(), &meter)?;
        ranks.push(VariantRank { variant, mean: moments.mean(), behind: None, stays: true });
    }
    // The best variant is first; ties are ordered by index. Variants without a mean come last.
    let mean = |rank: &VariantRank| rank.mean.unwrap_or(f64::NEG_INFINITY);
    ranks.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.variant.cmp(&b.variant)));
    let Some(first) = ranks.first().map(|best| best.variant) else { return Ok(ranks) };
    let best = rates[first].unwrap_or_default();
    let is_certain = |variant: usize| certain.get(variant).is_some_and(|&certain| certain);
    let comparisons = (ranks.len() as f64 - 1.0).max(1.0) * f64::from(stages.max(1));
    let strict = Confidence::new((1.0 - (1.0 - confidence.get()) / comparisons).min(Confidence::MAX))?;
    ranks[0].behind = ranks[0].mean.map(|_| Interval { low: 0.0, high: 0.0 });
    for rank in &mut ranks[1..] {
        let theirs = rates[rank.variant].unwrap_or_default();
        if theirs.len() != best.len() {
            return Err(StatsError::TooFew {
                what: "paired iterations",
                have: theirs.len() as u64,
                need: best.len() as u64,
            }
            .into());
        }
        let lead = moments(best.iter().zip(theirs).map(|(best, theirs)| best - theirs), &meter)?;
        if let Some(behind) = lead.mean_interval(strict) {
            rank.behind = Some(behind);
            let believed = lead.is_informative() || (is_certain(first) && is_certain(rank.variant));
            rank.stays = behind.low <= 0.0 || !believed;
        }
    }
    Ok(ranks)
}

/// Returns the moments of `values`; NaN values are skipped. `meter` counts the whole list as one
/// unit of work. It also counts values, and calls the observer at regular intervals.
fn moments(values: impl Iterator<Item = f64>, meter: &Meter<'_>) -> Result<Moments, CullError> {
    /// Number of values that are added to the count of `meter` at once.
    const STRETCH: u64 = 4096;
    let mut moments = Moments::new();
    for (number, value) in (1u64..).zip(values) {
        if !value.is_nan() {
            moments.record(value)?;
        }
        if number.is_multiple_of(STRETCH) {
            meter.effort(STRETCH)?;
        }
    }
    meter.advance(1)?;
    Ok(moments)
}

/// Error of ranking variants.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CullError {
    /// The rates cannot be compared.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
