//! The intervals that results state.

use quadrille_stats::{Confidence, Moments};

/// Returns the confidence of every interval, 95 %.
///
/// # Panics
/// Never: 0.95 is a valid confidence.
pub fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a confidence")
}

/// Half the 95 % interval of the mean; `None` below two observations.
pub fn error(moments: &Moments) -> Option<f64> {
    Some(moments.mean_interval(confidence())?.half_width())
}

/// Returns whether a sample of 1,000 or more, of which not all are alike, does not tell enough: for results, which say
/// so beside the interval. (Smaller ones have wide intervals; where nothing is left to chance, all are alike.)
pub fn is_rare(moments: &Moments) -> bool {
    moments.count() >= 1000 && moments.min() < moments.max() && !moments.is_informative()
}
