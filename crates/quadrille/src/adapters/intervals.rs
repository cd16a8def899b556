//! The intervals that results state.

use quadrille_stats::{Confidence, Moments};

/// The confidence of every interval.
pub(in crate::adapters) fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a confidence")
}

/// Half the 95 % interval of the mean; `None` below two observations.
pub(in crate::adapters) fn error(moments: &Moments) -> Option<f64> {
    Some(moments.mean_interval(confidence())?.half_width())
}
