//! The confidence intervals that results contain.

use quadrille_stats::{Confidence, Moments};

/// Returns the confidence level of all intervals, which is 95 %.
///
/// # Panics
/// Never: 0.95 is a valid confidence.
pub fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a valid confidence")
}

/// Returns half the width of the 95 % confidence interval of the mean; `None` for fewer than two
/// observations.
pub fn error(moments: &Moments) -> Option<f64> {
    Some(moments.mean_interval(confidence())?.half_width())
}

/// Returns whether the confidence interval of a sample is unreliable, because rare observations
/// determine the mean. Reports state this next to the interval.
///
/// Returns false for samples of fewer than 1,000 observations, whose intervals are wide, and for
/// samples whose observations are all equal.
pub fn is_rare(moments: &Moments) -> bool {
    moments.count() >= 1000 && moments.min() < moments.max() && !moments.is_informative()
}
