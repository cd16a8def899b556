//! The intervals that results state.

use quadrille_stats::{Confidence, Moments};

/// The confidence of every interval.
pub(crate) fn confidence() -> Confidence {
    Confidence::new(0.95).expect("0.95 is a confidence")
}

/// Half the 95 % interval of the mean; `None` below two observations.
pub(in crate::adapters) fn error(moments: &Moments) -> Option<f64> {
    Some(moments.mean_interval(confidence())?.half_width())
}

/// Observations that are all alike are believed to be all there is from so many on.
const ALIKE: u64 = 1_000_000;
/// No single observation may carry more of the sum of squares than one part in so many.
const CARRIERS: f64 = 30.0;

/// Whether a sample tells enough about its distribution for an interval of its mean to be believed.
///
/// A t interval takes the sample's spread for that of the distribution. Where what matters is rare, the sample
/// has seen it a few times or never, and the interval is too short, down to no width at all. So no single
/// observation may carry more than a thirtieth of the squared deviations: a rare outcome has come some thirty
/// times then. And if all are alike there must be a million of them: an outcome that one in 200,000 has would
/// have been missed with a chance of e⁻⁵.
pub(in crate::adapters) fn is_telling(moments: &Moments) -> bool {
    let (Some(mean), Some(variance), Some(least), Some(most)) =
        (moments.mean(), moments.variance(), moments.min(), moments.max())
    else {
        return false;
    };
    // What all are, up to the rounding of the moments.
    if least >= most {
        return moments.count() >= ALIKE;
    }
    let furthest = (most - mean).max(mean - least);
    CARRIERS * furthest * furthest <= variance * (moments.count() - 1) as f64
}

/// Whether a sample of 1,000 or more, of which not all are alike, does not tell enough: for results, which say
/// so beside the interval. (Smaller ones have wide intervals; where nothing is left to chance, all are alike.)
pub(in crate::adapters) fn is_rare(moments: &Moments) -> bool {
    moments.count() >= 1000 && moments.min() < moments.max() && !is_telling(moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: u64, value: impl Fn(u64) -> f64) -> Moments {
        let mut moments = Moments::new();
        (0..count).for_each(|place| moments.record(value(place)).expect("a number"));
        moments
    }

    #[test]
    fn rare_outcomes_and_none_at_all_are_not_believed() {
        assert!(!is_telling(&Moments::new()));
        assert!(!is_telling(&of(999_999, |_| 1.0)) && is_telling(&of(1_000_000, |_| 1.0)));
        assert!(is_telling(&of(1000, |place| (place % 7) as f64)));
        // A jackpot that one fight in 5,000 hits: about thirty of them, however large it is.
        let jackpot = |place: u64| if place % 5000 == 17 { 20_000.0 } else { 1.0 };
        assert!(!is_telling(&of(1000, jackpot)) && !is_telling(&of(20_000, jackpot)));
        assert!(!is_telling(&of(130_000, jackpot)) && is_telling(&of(160_000, jackpot)));
    }
}
