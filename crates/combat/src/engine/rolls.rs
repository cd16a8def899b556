//! Chances as thresholds, so that a roll is an integer comparison.
//!
//! A roll is one of the 2⁵³ numbers k·2⁻⁵³ that `quadrille_random::f64_53` returns, where k is an
//! integer from 0 to 2⁵³ − 1. The threshold is 2⁵³ times the chance, rounded up to an integer. The
//! roll is below the chance exactly if k is below this threshold.

use quadrille_random::Xoshiro256PlusPlus;
use quadrille_random::rand_core::Rng;

/// Number of distinct rolls.
const VALUES: f64 = (1u64 << 53) as f64;

/// Returns the threshold of a chance: the roll k·2⁻⁵³ is below the chance exactly if k is below the
/// threshold.
#[inline]
pub(crate) fn threshold(chance: f64) -> u64 {
    let exact = chance.clamp(0.0, 2.0) * VALUES;
    let whole = exact as i64;
    (whole + i64::from((whole as f64) < exact)) as u64
}

/// Draws the next roll, k·2⁻⁵³, and returns the integer k.
#[inline]
pub(crate) fn next(rolls: &mut Xoshiro256PlusPlus) -> u64 {
    rolls.next_u64() >> 11
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quadrille_random::f64_53;

    use super::*;

    fn chance() -> impl Strategy<Value = f64> {
        prop_oneof![
            0.0..1.0f64,
            any::<f64>().prop_filter("a number", |chance| !chance.is_nan()),
            // Chances at and beside the possible rolls.
            (0..1u64 << 53, -2..=2i64).prop_map(|(value, near)| {
                let exact = value as f64 / VALUES;
                f64::from_bits(exact.to_bits().saturating_add_signed(near)).clamp(0.0, 1.0)
            }),
            prop_oneof![Just(0.0), Just(-0.0), Just(1.0), Just(f64::INFINITY), Just(f64::MIN_POSITIVE)],
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn a_threshold_decides_as_the_chance_does(chance in chance(), bits in any::<u64>()) {
            let threshold = threshold(chance);
            for bits in [bits, 0, u64::MAX].into_iter().chain((0..5).map(|near| (threshold.saturating_sub(2) + near) << 11)) {
                prop_assert_eq!(bits >> 11 < threshold, f64_53(bits) < chance);
            }
        }
    }
}
