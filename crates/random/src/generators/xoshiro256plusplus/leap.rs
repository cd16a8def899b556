//! Skipping many draws at once.
//!
//! A step of the generator is linear over the field of two elements, so its states satisfy a
//! recurrence. Let T be the step, as a matrix, and P its characteristic polynomial: P(T) = 0. Let R
//! be the remainder of xⁿ divided by P. Then Tⁿ = R(T), a sum of some of the powers T⁰ to T²⁵⁵. To
//! skip n draws, 256 steps are taken. The state after i steps, for i from 0 to 255, is added to a
//! sum (by exclusive or) if the coefficient of xⁱ in R is 1. R is computed by repeated squaring:
//! for each binary digit of n, one squaring, and a multiplication by x if the digit is 1.
//!
//! Source of the idea: H. Haramoto, M. Matsumoto, T. Nishimura, F. Panneton, P. L'Ecuyer,
//! "Efficient Jump Ahead for F₂-Linear Random Number Generators", INFORMS Journal on Computing
//! 20(3), 2008.

use super::Xoshiro256PlusPlus;

/// The characteristic polynomial without its highest term x²⁵⁶: bit i of word w is the coefficient
/// of x⁶⁴ʷ⁺ⁱ. The polynomial is that of the shortest recurrence that the lowest bits of 512
/// successive states satisfy. The tests compare leaps with single steps and with the published
/// jumps, and thereby verify the polynomial.
const CHARACTERISTIC: [u64; 4] =
    [0x9D11_6F2B_B0F0_F001, 0x0280_002B_CEFD_1A5E, 0x04B4_EDCF_2625_9F85, 0x0003_C03C_3F3E_CB19];

/// A leap over a number of draws, which is computed once and can be applied to any number of
/// generators.
///
/// ```
/// use quadrille_random::StreamKey;
/// use quadrille_random::generators::xoshiro256plusplus::Leap;
/// use quadrille_random::rand_core::Rng;
///
/// let (mut steps, mut leaps) = (StreamKey::new(7, 0).rng(), StreamKey::new(7, 0).rng());
/// for _ in 0..1000 {
///     steps.next_u64();
/// }
/// leaps.leap(&Leap::over(1000));
/// assert_eq!(leaps, steps);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The remainder of xⁿ for a leap over n draws, in the format of [`CHARACTERISTIC`].
    remainder: [u64; 4],
}

impl Leap {
    /// Computes the leap over `draws` draws. Takes some tens of microseconds.
    #[must_use]
    pub const fn over(draws: u64) -> Self {
        let mut remainder = [1, 0, 0, 0];
        let mut digit = 64;
        while digit > 0 {
            digit -= 1;
            remainder = product(remainder, remainder);
            if draws >> digit & 1 == 1 {
                remainder = times_x(remainder);
            }
        }
        Self { remainder }
    }
}

impl Xoshiro256PlusPlus {
    /// Skips the draws of the leap. Takes as long as about 300 draws.
    pub fn leap(&mut self, leap: &Leap) {
        let mut sum = [0; 4];
        for word in leap.remainder {
            for i in 0..64 {
                let named = (word >> i & 1).wrapping_neg();
                for (sum, state) in sum.iter_mut().zip(self.state) {
                    *sum ^= state & named;
                }
                self.step();
            }
        }
        self.state = sum;
    }
}

/// Multiplies a polynomial by x, modulo the characteristic polynomial.
const fn times_x([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    let over = (d >> 63).wrapping_neg();
    [
        a << 1 ^ over & CHARACTERISTIC[0],
        (b << 1 | a >> 63) ^ over & CHARACTERISTIC[1],
        (c << 1 | b >> 63) ^ over & CHARACTERISTIC[2],
        (d << 1 | c >> 63) ^ over & CHARACTERISTIC[3],
    ]
}

/// Returns the product of two polynomials, modulo the characteristic polynomial.
const fn product(left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
    let mut sum = [0; 4];
    let mut digit = 256;
    while digit > 0 {
        digit -= 1;
        sum = times_x(sum);
        let named = (left[digit / 64] >> (digit % 64) & 1).wrapping_neg();
        let [a, b, c, d] = right;
        sum = [sum[0] ^ a & named, sum[1] ^ b & named, sum[2] ^ c & named, sum[3] ^ d & named];
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand_core::Rng;

    use super::*;
    use crate::StreamKey;

    /// The jumps of the published program, over 2¹²⁸ and 2¹⁹² draws.
    #[test]
    fn long_leaps_are_the_published_jumps() {
        let square =
            |remainder, times| (0..times).fold(remainder, |remainder, _| product(remainder, remainder));
        let jump = square(Leap::over(1 << 63).remainder, 65);
        assert_eq!(
            jump,
            [0x180E_C6D3_3CFD_0ABA, 0xD5A6_1266_F0C9_392C, 0xA958_2618_E03F_C9AA, 0x39AB_DC45_29B1_661C]
        );
        let long_jump = square(jump, 64);
        assert_eq!(
            long_jump,
            [0x76E1_5D3E_FEFD_CBBF, 0xC500_4E44_1C52_2FB3, 0x7771_0069_854E_E241, 0x3910_9BB0_2ACB_E635]
        );
    }

    proptest! {
        #[test]
        fn a_leap_is_as_many_steps(seed: u64, draws in 0..3000u64, more in 0..3000u64) {
            let start = StreamKey::new(seed, 1).rng();
            let (mut steps, mut leaps) = (start.clone(), start);
            for _ in 0..draws {
                steps.next_u64();
            }
            leaps.leap(&Leap::over(draws));
            prop_assert_eq!(&leaps, &steps);
            leaps.leap(&Leap::over(more));
            steps.leap(&Leap::over(more));
            prop_assert_eq!(leaps, steps);
        }

        #[test]
        fn two_leaps_are_one(seed: u64, first: u32, second: u32) {
            let start = StreamKey::new(seed, 1).rng();
            let (mut one, mut two) = (start.clone(), start);
            one.leap(&Leap::over(u64::from(first) + u64::from(second)));
            two.leap(&Leap::over(first.into()));
            two.leap(&Leap::over(second.into()));
            prop_assert_eq!(one, two);
        }
    }
}
