//! Fractions of large whole numbers, rounded to floating-point numbers.

use num_bigint::BigUint;

/// Returns the floating-point number nearest to `numerator / denominator`, ties to even. The
/// quotient is rounded once, for operands of any size. The quotient must lie between 2⁻⁹⁰⁰ and 2⁹⁰⁰
/// or be zero, and the denominator must not be zero.
pub(crate) fn nearest(numerator: &BigUint, denominator: &BigUint) -> f64 {
    if *numerator == BigUint::ZERO {
        return 0.0;
    }
    // Scaled by 2^shift, the quotient has 66 or 67 bits: 53 for the result, and the others for
    // rounding.
    let shift = 66 + denominator.bits() as i64 - numerator.bits() as i64;
    debug_assert!((-900..=966).contains(&shift));
    let (numerator, denominator) = if shift >= 0 {
        (numerator << shift.unsigned_abs(), denominator.clone())
    } else {
        (numerator.clone(), denominator << shift.unsigned_abs())
    };
    let quotient = &numerator / &denominator;
    let exact = &quotient * &denominator == numerator;
    let mut bits = quotient.iter_u64_digits().rev().fold(0u128, |bits, digit| bits << 64 | u128::from(digit));
    // A discarded remainder matters only if the kept bits lie exactly halfway between two floats:
    // the result must then be rounded up.
    if !exact {
        bits |= 1;
    }
    libm::scalbn(bits as f64, -shift as i32)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Generates words with few, many and all bits set, for which rounding is hardest.
    fn word() -> impl Strategy<Value = u128> {
        prop_oneof![
            any::<u128>(),
            any::<u64>().prop_map(u128::from),
            1..1000u128,
            (0..127u32, -1..=1i128).prop_map(|(bit, near)| (1u128 << bit).wrapping_add_signed(near)),
            (any::<u64>(), 0..64u32).prop_map(|(word, shift)| u128::from(word | 1 << 63) << shift),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        /// By definition no adjacent float is nearer, and ties are resolved to even.
        #[test]
        fn no_float_is_nearer(numerator in word(), denominator in word()) {
            prop_assume!(numerator > 0 && denominator > 0);
            let (numerator, denominator) = (BigUint::from(numerator), BigUint::from(denominator));
            let result = nearest(&numerator, &denominator);
            // |numerator/denominator − x| · denominator · 2^1074 is a whole number for every float x.
            let distance = |x: f64| {
                let bits = x.to_bits();
                let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
                let x = BigUint::from(fraction | 1 << 52) << (exponent - 1);
                let (left, right) = (&numerator << 1074u32, x * &denominator);
                if left > right { left - right } else { right - left }
            };
            for other in [result.next_up(), result.next_down()] {
                let (near, far) = (distance(result), distance(other));
                prop_assert!(near < far || near == far && result.to_bits() & 1 == 0, "{} {}", result, other);
            }
        }

        #[test]
        fn floats_of_whole_numbers_divide_alike(numerator in 0..1u64 << 53, denominator in 1..1u64 << 53) {
            let quotient = nearest(&numerator.into(), &denominator.into());
            prop_assert_eq!(quotient.to_bits(), (numerator as f64 / denominator as f64).to_bits());
        }
    }
}
