//! Random bits as floating-point numbers.

/// 2⁻⁵³, the distance between neighbouring results of [`f64_53`].
const STEP: f64 = 1.0 / (1u64 << 53) as f64;

/// The upper 53 of 64 random bits as a number in [0, 1): one of the 2⁵³ values k·2⁻⁵³.
///
/// Uniform bits give each value the same probability. 0 occurs, 1 does not; the largest result is 1 − 2⁻⁵³. Every
/// step of the computation is exact, so the result is the same on every machine. The lower 11 bits are not used.
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

#[cfg(test)]
mod tests {
    use super::f64_53;

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
}
