//! Many variants, few of them worth the time: which to drop between two stages.
//!
//! All variants fight the same iterations under common random numbers. After each stage those that are surely worse than
//! the best so far are dropped, and the rest fight on. "Surely" is a t interval of the paired differences, at a
//! confidence shared out among all comparisons of all stages (Bonferroni), so that the chance of ever dropping the
//! truly best variant is at most 1 − confidence.

use quadrille_stats::{Confidence, Interval, Moments, StatsError};

/// What a stage found out about one variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Which variant, by its place in the list.
    pub variant: usize,
    /// Its mean DPS.
    pub mean: f64,
    /// By how much the best is better: the interval of the mean of the paired differences; 0 to 0 for the best itself.
    pub behind: Interval,
    /// Whether it stays in.
    pub stays: bool,
}

/// Ranks the variants that are still in, best first, and says which may be dropped.
///
/// `rates` has the DPS of the same iterations for each variant that is still in, `None` for the others; `stages` is
/// how many times at most this will be asked. A variant is dropped only if the whole interval of the best's lead lies
/// above 0: one inside the error of the best stays, and so does one whose every iteration equals the best's.
///
/// ```
/// use quadrille_combat::cull;
/// use quadrille_stats::Confidence;
///
/// let (good, equal, bad) = ([10.0, 12.0, 11.0], [11.0, 11.0, 11.0], [5.0, 7.0, 6.5]);
/// let rates = [Some(&bad[..]), None, Some(&good[..]), Some(&equal[..])];
/// let standings = cull(&rates, Confidence::new(0.95)?, 1)?;
/// assert_eq!(standings.iter().map(|one| (one.variant, one.stays)).collect::<Vec<_>>(), [(2, true), (3, true), (0, false)]);
/// # Ok::<(), quadrille_stats::StatsError>(())
/// ```
///
/// # Errors
/// Fewer than two iterations, lists of different lengths, or a rate that is not finite.
pub fn cull(
    rates: &[Option<&[f64]>],
    confidence: Confidence,
    stages: u32,
) -> Result<Vec<Standing>, StatsError> {
    let mut standings = Vec::new();
    for (variant, rates) in rates.iter().enumerate() {
        let Some(rates) = rates else { continue };
        let moments = moments(rates.iter().copied())?;
        let Some(mean) = moments.mean().filter(|_| moments.count() >= 2) else {
            return Err(StatsError::TooFew { what: "iterations", have: moments.count(), need: 2 });
        };
        standings.push(Standing { variant, mean, behind: Interval { low: 0.0, high: 0.0 }, stays: true });
    }
    // Best first; of equals the one that stands first in the list.
    standings.sort_by(|a, b| b.mean.total_cmp(&a.mean).then(a.variant.cmp(&b.variant)));
    let Some(best) = standings.first().and_then(|best| rates[best.variant]) else { return Ok(standings) };
    let comparisons = (standings.len() as f64 - 1.0).max(1.0) * f64::from(stages.max(1));
    let strict = Confidence::new((1.0 - (1.0 - confidence.get()) / comparisons).min(Confidence::MAX))?;
    for standing in &mut standings[1..] {
        let theirs = rates[standing.variant].unwrap_or_default();
        if theirs.len() != best.len() {
            return Err(StatsError::TooFew {
                what: "paired iterations",
                have: theirs.len() as u64,
                need: best.len() as u64,
            });
        }
        let lead = moments(best.iter().zip(theirs).map(|(best, theirs)| best - theirs))?;
        if let Some(behind) = lead.mean_interval(strict) {
            standing.behind = behind;
            standing.stays = behind.low <= 0.0;
        }
    }
    Ok(standings)
}

fn moments(values: impl Iterator<Item = f64>) -> Result<Moments, StatsError> {
    let mut moments = Moments::new();
    values.into_iter().try_for_each(|value| moments.record(value))?;
    Ok(moments)
}
