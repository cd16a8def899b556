//! The confidence intervals in results.

use quadrille_stats::{Confidence, Moments};

/// Returns the confidence of all intervals, 95 %.
///
/// # Panics
/// Never: 0.95 is a valid confidence.
pub fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a confidence")
}

/// Returns half the width of the 95 % interval of the mean; `None` for fewer than two observations.
pub fn error(moments: &Moments) -> Option<f64> {
    Some(moments.mean_interval(confidence())?.half_width())
}

/// Returns whether the interval of a sample is unreliable, because rare observations determine its
/// mean; results state this with the interval.
///
/// Only samples of 1,000 or more observations that are not all equal are reported: smaller samples
/// have wide intervals, and without randomness all observations are equal.
pub fn is_rare(moments: &Moments) -> bool {
    moments.count() >= 1000 && moments.min() < moments.max() && !moments.is_informative()
}
