//! Rolls: random events of a given probability.
//!
//! A roll compares a 64-bit draw with a threshold that is computed once; it needs no floating-point
//! number.

use rand_core::Rng;

/// 2⁶⁴, the number of values a draw can have.
const DRAWS: u128 = 1 << 64;

/// A probability, prepared for rolls.
///
/// The probability is represented by a threshold: draws below the threshold succeed. Multiples of
/// 2⁻⁶⁴ are represented exactly. Among them are 0, 1, and every `f64` from 2⁻¹² to 1. The error of
/// every other probability is at most 2⁻⁶⁵.
///
/// ```
/// use quadrille_random::{Chance, StreamKey};
///
/// let critical = Chance::new(0.25)?;
/// let mut rng = StreamKey::new(31459, 0).rng();
/// let hits = (0..10_000).filter(|_| critical.roll(&mut rng)).count();
/// assert!((2300..2700).contains(&hits));
/// # Ok::<(), quadrille_random::ChanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chance {
    /// The number of draws that succeed, 0 to 2⁶⁴.
    threshold: u128,
}

impl Chance {
    /// Probability 0: no roll succeeds.
    pub const NEVER: Self = Self { threshold: 0 };

    /// Probability 1: every roll succeeds.
    pub const ALWAYS: Self = Self { threshold: DRAWS };

    /// Creates the chance of probability `p`, from 0 to 1.
    ///
    /// The threshold is p·2⁶⁴, rounded to the nearest integer, ties to even. Only probabilities
    /// below 2⁻¹² are rounded; probabilities up to and including 2⁻⁶⁵ become 0.
    ///
    /// ```
    /// use quadrille_random::Chance;
    ///
    /// assert_eq!(Chance::new(1.0), Ok(Chance::ALWAYS));
    /// assert_eq!(Chance::new(0.5)?.threshold(), 1 << 63);
    /// assert!(Chance::new(1.5).is_err());
    /// # Ok::<(), quadrille_random::ChanceError>(())
    /// ```
    ///
    /// # Errors
    /// [`ChanceError::NotAProbability`] if `p` is below 0, above 1 or not a number.
    pub fn new(p: f64) -> Result<Self, ChanceError> {
        if !(0.0..=1.0).contains(&p) {
            return Err(ChanceError::NotAProbability { p });
        }
        // Multiplying by a power of two is exact, and so is the cast of an integer up to 2⁶⁴.
        Ok(Self { threshold: (p * DRAWS as f64).round_ties_even() as u128 })
    }

    /// Creates the chance of `successes` in `trials`.
    ///
    /// The threshold is successes·2⁶⁴ / trials, rounded once to the nearest integer; there are no
    /// ties.
    ///
    /// ```
    /// use quadrille_random::Chance;
    ///
    /// assert_eq!(Chance::ratio(1, 6)?.threshold(), ((1 << 64) + 2) / 6);
    /// assert_eq!(Chance::ratio(3, 4), Chance::new(0.75));
    /// # Ok::<(), quadrille_random::ChanceError>(())
    /// ```
    ///
    /// # Errors
    /// [`ChanceError::NotARatio`] if `trials` is 0 or less than `successes`.
    pub const fn ratio(successes: u64, trials: u64) -> Result<Self, ChanceError> {
        if trials == 0 || successes > trials {
            return Err(ChanceError::NotARatio { successes, trials });
        }
        let (dividend, divisor) = ((successes as u128) << 64, trials as u128);
        // There are no ties: a tie would require `trials` to be a multiple of 2⁶⁵.
        let up = dividend % divisor > divisor / 2;
        Ok(Self { threshold: dividend / divisor + up as u128 })
    }

    /// Returns how many of the 2⁶⁴ possible draws succeed: the probability times 2⁶⁴.
    #[inline]
    pub const fn threshold(self) -> u128 {
        self.threshold
    }

    /// Returns whether a draw, one of 2⁶⁴ equally likely words, succeeds.
    ///
    /// ```
    /// use quadrille_random::Chance;
    ///
    /// let half = Chance::ratio(1, 2)?;
    /// assert!(half.succeeds(0) && half.succeeds((1 << 63) - 1));
    /// assert!(!half.succeeds(1 << 63));
    /// # Ok::<(), quadrille_random::ChanceError>(())
    /// ```
    #[inline]
    pub const fn succeeds(self, draw: u64) -> bool {
        (draw as u128) < self.threshold
    }

    /// Returns whether a roll succeeds. Takes one `next_u64` from the generator, even for the
    /// probabilities 0 and 1.
    ///
    /// [`Bulk::roll`](crate::Bulk::roll) performs many rolls at once.
    #[inline]
    pub fn roll<R: Rng + ?Sized>(self, rng: &mut R) -> bool {
        self.succeeds(rng.next_u64())
    }
}

/// Error of creating a [`Chance`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChanceError {
    /// A number that is not a probability.
    #[error("probability {p}: expected a number from 0 to 1")]
    NotAProbability {
        /// The number.
        p: f64,
    },
    /// A ratio that is not a probability.
    #[error(
        "probability {successes} in {trials}: expected at least one trial, and no more successes than trials"
    )]
    NotARatio {
        /// The number of successes.
        successes: u64,
        /// The number of trials.
        trials: u64,
    },
}

/// The serialised form is the threshold, from 0 to 2⁶⁴, which determines the chance exactly.
#[cfg(feature = "serde")]
mod stored {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Chance, DRAWS};

    impl Serialize for Chance {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.threshold.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Chance {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let threshold = u128::deserialize(deserializer)?;
            if threshold > DRAWS {
                return Err(serde::de::Error::custom("invalid chance: expected a threshold of at most 2^64"));
            }
            Ok(Self { threshold })
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[cfg(feature = "serde")]
    #[test]
    fn chances_are_stored_and_those_beyond_certainty_refused() {
        for chance in [Chance::NEVER, Chance::new(0.3).unwrap(), Chance::ALWAYS] {
            let bytes = postcard::to_stdvec(&chance).unwrap();
            assert_eq!(postcard::from_bytes::<Chance>(&bytes), Ok(chance));
        }
        let beyond = postcard::to_stdvec(&(DRAWS + 1)).unwrap();
        assert!(postcard::from_bytes::<Chance>(&beyond).is_err());
    }

    /// Returns p·2⁶⁴ rounded half to even, computed in integers.
    fn rounded(p: f64) -> u128 {
        let (mantissa, exponent) = match (p.to_bits() % (1 << 52), p.to_bits() >> 52) {
            (mantissa, 0) => (mantissa, -1074),
            (mantissa, exponent) => (mantissa | 1 << 52, exponent as i32 - 1075),
        };
        match 64 + exponent {
            shift @ 0.. => u128::from(mantissa) << shift,
            shift @ -60..0 => {
                let (floor, rest) = (mantissa >> -shift, mantissa % (1 << -shift));
                let half = 1 << (-shift - 1);
                u128::from(floor + u64::from(rest > half || rest == half && floor % 2 == 1))
            }
            _ => 0,
        }
    }

    fn probability() -> impl Strategy<Value = f64> {
        prop_oneof![
            0.0..=1.0f64,
            // All orders of magnitude, including halves, which are rounded to even.
            (0..1080i32, 0..4u64, -1..=1i64).prop_map(|(zeros, odd, near)| {
                let p = (odd as f64 / 4.0 + 0.25) * 0.5f64.powi(zeros);
                f64::from_bits(p.to_bits().saturating_add_signed(near)).min(1.0)
            }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn the_threshold_is_the_probability_rounded_once(p in probability()) {
            prop_assert_eq!(Chance::new(p)?.threshold(), rounded(p), "{:e}", p);
        }

        #[test]
        fn a_ratio_is_rounded_once(a in any::<u64>(), b in any::<u64>(), shifts in (0..64u32, 0..64u32)) {
            let (a, b) = (a >> shifts.0, b >> shifts.1);
            let (successes, trials) = (a.min(b), a.max(b).max(1));
            let threshold = Chance::ratio(successes, trials)?.threshold();
            let trials = u128::from(trials);
            // The error is in units of 1 / trials.
            let error = (threshold * trials).abs_diff(u128::from(successes) << 64);
            prop_assert!(error <= trials / 2 && 2 * error != trials);
        }

        #[test]
        fn both_constructors_agree(successes in 0..=1u64 << 40) {
            let p = successes as f64 / (1u64 << 40) as f64;
            prop_assert_eq!(Chance::new(p)?, Chance::ratio(successes, 1 << 40)?);
        }
    }

    #[test]
    fn the_ends_and_their_neighbours() {
        assert_eq!(Chance::new(0.0), Ok(Chance::NEVER));
        assert_eq!(Chance::new(-0.0), Ok(Chance::NEVER));
        assert_eq!(Chance::ratio(0, 7), Ok(Chance::NEVER));
        assert_eq!(Chance::ratio(7, 7), Ok(Chance::ALWAYS));
        assert_eq!(Chance::ratio(u64::MAX, u64::MAX), Ok(Chance::ALWAYS));
        assert_eq!(Chance::ratio(u64::MAX - 1, u64::MAX).unwrap().threshold(), u128::from(u64::MAX));
        assert_eq!(Chance::new(1.0f64.next_down()).unwrap().threshold(), DRAWS - (1 << 11));
        assert_eq!(Chance::new(2f64.powi(-64)).unwrap().threshold(), 1);
        assert_eq!(Chance::new(2f64.powi(-65)).unwrap().threshold(), 0);
        assert_eq!(Chance::new(2f64.powi(-65).next_up()).unwrap().threshold(), 1);
        assert_eq!(Chance::new(3.0 * 2f64.powi(-65)).unwrap().threshold(), 2);
        assert!(!Chance::NEVER.succeeds(0) && Chance::ALWAYS.succeeds(u64::MAX));
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        for p in [-f64::MIN_POSITIVE, 1.0f64.next_up(), 2.0, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Chance::new(p), Err(ChanceError::NotAProbability { p }));
        }
        let error = Chance::new(f64::NAN).unwrap_err();
        assert_eq!(error.to_string(), "probability NaN: expected a number from 0 to 1");
        let error = Chance::ratio(3, 2).unwrap_err();
        assert!(error.to_string().starts_with("probability 3 in 2: "), "{error}");
        assert!(Chance::ratio(0, 0).is_err());
    }
}
