//! Conversion of random bits to floating-point numbers.

/// 2⁻⁵³, the distance between adjacent results of [`f64_53`].
const STEP: f64 = 1.0 / (1u64 << 53) as f64;

/// Converts the upper 53 of 64 random bits to a number in [0, 1): one of the 2⁵³ values k·2⁻⁵³.
///
/// Uniform bits give each value the same probability. The smallest result is 0, and the largest is
/// 1 − 2⁻⁵³. Every step of the computation is exact, so the result is the same on every machine.
/// The lower 11 bits are not used.
///
/// ```
/// use quadrille_random::f64_53;
///
/// assert_eq!(f64_53(0), 0.0);
/// assert_eq!(f64_53(1 << 63), 0.5);
/// assert_eq!(f64_53(u64::MAX), 1.0 - f64::EPSILON / 2.0);
/// ```
#[inline]
pub const fn f64_53(bits: u64) -> f64 {
    (bits >> 11) as f64 * STEP
}

/// Converts the lower 52 of 64 random bits to a number in [0, 1): one of the 2⁵² values k·2⁻⁵².
///
/// This is the historical method: the bits become the mantissa of a number in [1, 2), from which
/// 1.0 is subtracted. It avoids the conversion from an integer. When the method was common, this
/// conversion was slow, and vector instructions lacked it. The method costs one bit: the results
/// are twice as far apart as those of [`f64_53`], and the largest is 1 − 2⁻⁵². This project uses
/// [`f64_53`]; this function is for generators that are defined by the method. The upper 12 bits
/// are not used.
///
/// Source: the conversion to doubles in the generator ASA-128 (fhsvengetta, 2013), and before it in
/// dSFMT (M. Saito, M. Matsumoto, "A PRNG Specialized in Double Precision Floating Point Numbers
/// Using an Affine Transition", MCQMC 2008).
///
/// ```
/// use quadrille_random::f64_52;
///
/// assert_eq!(f64_52(0), 0.0);
/// assert_eq!(f64_52(1 << 51), 0.5);
/// assert_eq!(f64_52(u64::MAX), 1.0 - f64::EPSILON);
/// ```
#[inline]
pub const fn f64_52(bits: u64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    f64::from_bits(bits & MANTISSA | 1.0f64.to_bits()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::{f64_52, f64_53};

    #[test]
    fn the_eleven_lowest_bits_are_not_used_and_the_twelfth_is() {
        assert_eq!(f64_53((1 << 11) - 1).to_bits(), 0);
        assert_eq!(f64_53(1 << 11).to_bits(), 2.0f64.powi(-53).to_bits());
        assert_eq!(f64_53(0xDEAD_BEEF_0000_0000 | 0x7FF).to_bits(), f64_53(0xDEAD_BEEF_0000_0000).to_bits());
    }

    #[test]
    fn multiplying_back_gives_the_integer() {
        for shift in 0..53 {
            let k = (1u64 << 53) - 1 - (1u64 << shift);
            assert_eq!((f64_53(k << 11) * (1u64 << 53) as f64) as u64, k);
        }
    }

    #[test]
    fn the_mantissa_trick_is_the_integer_divided() {
        for bits in [0, 1, 2, 0xFFF, 1 << 51, (1 << 52) - 1, 1 << 52, u64::MAX, 0xDEAD_BEEF_0123_4567] {
            let k = bits % (1 << 52);
            assert_eq!(f64_52(bits).to_bits(), (k as f64 / (1u64 << 52) as f64).to_bits(), "{bits:#X}");
        }
    }
}
