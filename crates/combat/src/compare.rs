//! Many variants, few of them worth the time: which to drop between two stages.
//!
//! All variants fight the same iterations under common random numbers. After each stage those that are surely
//! worse than the best so far are dropped, and the rest fight on. "Surely" is a t interval of the paired
//! differences, at a confidence shared out among all comparisons of all stages (Bonferroni), so that the
//! chance of ever dropping the truly best variant is at most 1 − confidence. Such an interval is believed only if
//! the differences tell enough of what they can be ([`Moments::is_informative`]): where one fight in ten thousand
//! decides, the first hundreds are all alike, and an interval of no width says nothing.

use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_stats::{Confidence, Interval, Moments, StatsError};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How one variant did in a stage, beside the best of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct VariantRank {
    /// Which variant, by its place in the list.
    pub variant: usize,
    /// Its mean DPS; `None` if too few of its fights have a length.
    pub mean: Option<f64>,
    /// By how much the best is better: the interval of the mean of the paired differences; 0 to 0 for the
    /// best itself, `None` where fewer than two iterations have a length for both.
    pub behind: Option<Interval>,
    /// Whether it stays in.
    pub stays: bool,
}

/// Ranks the variants that are still in, best first, and says which may be dropped.
///
/// `rates` has the DPS of the same iterations for each variant that is still in, `None` for the others, and NaN
/// for a fight without a length, which is left out (as is its iteration of both, where two are compared);
/// `certain` says of each variant whether nothing in it is [left to chance](crate::Simulation::is_certain), and
/// `stages` is how many times at most this will be asked. A variant is dropped only if the whole interval of
/// the best's lead lies above 0, and if the leads tell enough for it or both variants are certain: one inside the
/// error of the best stays, and so does one whose every iteration equals the best's, or that has no DPS.
///
/// ```
/// use quadrille_combat::{Confidence, cull};
///
/// let rates = |of: fn(u32) -> f64| (0..100).map(|fight| of(fight % 7)).collect::<Vec<f64>>();
/// let (good, equal) = (rates(|luck| 11.0 + f64::from(luck)), rates(|_| 13.9));
/// let (bad, worse) = (rates(|luck| 9.0 + f64::from(luck * luck % 5)), rates(|luck| 6.0 + f64::from(luck)));
/// let rates = [Some(&bad[..]), None, Some(&good[..]), Some(&equal[..]), Some(&worse[..])];
/// let ranks = cull(&rates, &[false; 5], Confidence::new(0.95)?, 1, &())?;
/// let stay = ranks.iter().map(|one| (one.variant, one.stays)).collect::<Vec<_>>();
/// // The last is behind by 5 in every fight: of what is rare, a hundred that are alike say nothing.
/// assert_eq!(stay, [(2, true), (3, true), (0, false), (4, true)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CullError::Stats`] for fewer than two iterations, lists of different lengths, or a rate that is not
/// finite; [`CullError::Cancelled`] if the observer, who hears of variants looked at, says so.
pub fn cull(
    rates: &[Option<&[f64]>],
    certain: &[bool],
    confidence: Confidence,
    stages: u32,
    observer: &dyn Observer,
) -> Result<Vec<VariantRank>, CullError> {
    let fighting: Vec<(usize, &[f64])> =
        rates.iter().enumerate().filter_map(|(variant, rates)| Some((variant, (*rates)?))).collect();
    // Each variant is looked at twice: for its mean, and beside the best. Rates are the effort: some
    // nanoseconds each.
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
    // Best first; of equals the one that stands first in the list. Those without a mean come last.
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

/// The moments of one variant's numbers, NaN left out; one unit of work, and of effort one for each number.
fn moments(values: impl Iterator<Item = f64>, meter: &Meter<'_>) -> Result<Moments, CullError> {
    /// Numbers between two notes of the effort.
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

/// Why variants cannot be ranked.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CullError {
    /// The rates cannot be compared.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// The observer said stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
