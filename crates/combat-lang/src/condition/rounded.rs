//! Numbers with a bound on their rounding error, so that equal decimals compare as equal.
//!
//! Conditions are written in decimals: `time - 0.1 >= 0.2` must hold at 0.3 s. In floating point,
//! the left side is then 0.19999999999999998, so the condition would become true a microsecond too
//! late. Every number therefore has an error bound, and a difference within the error bounds counts
//! as 0:
//!
//! * two numbers whose difference is within their errors are equal;
//! * a sum whose value is within its error bound is 0, so that a division by this sum is a division
//!   by 0;
//! * `floor` and `%` replace a number that differs from an integer by at most its error bound by
//!   that integer.
//!
//! Times are integer microseconds up to 10⁶ s, and relative errors are about 10⁻¹⁶. Different
//! numbers therefore count as equal only if the profile has constants of 15 or more digits.
//!
//! The compiled program, the walk over the tree and the computation of the next evaluation
//! ([`wake`](super::wake)) all use these numbers.

use super::reading::{ConditionView, Reading};
use super::typed::{Arithmetic, Comparison};

/// A number with a bound on its rounding error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounded {
    /// The number as calculated.
    pub value: f64,
    /// Bound on its distance from the exact value.
    pub error: f64,
}

/// Twice the largest relative error of one arithmetic operation, or of the conversion of a decimal
/// number.
const STEP: f64 = f64::EPSILON;
/// Bound on the relative error of a reading that was calculated in a few steps, such as a stat: a
/// sum or product of several numbers of about magnitude 1.
const FIGURE: f64 = 8.0 * f64::EPSILON;
/// A number whose error bound is at least this large is never taken for a nearby integer, because
/// its last digits are unknown.
const VAGUE: f64 = 0.25;

impl Rounded {
    /// Creates a number from a constant of the profile.
    #[inline]
    pub const fn constant(value: f64) -> Self {
        Self { value, error: STEP * value.abs() }
    }

    /// Creates the number `whole` / 10⁶.
    #[inline]
    pub const fn of_millionths(whole: i64) -> Self {
        Self::constant(whole as f64 / 1e6)
    }

    /// Creates a number from a value that was calculated in a few floating-point operations.
    #[inline]
    pub const fn calculated(value: f64) -> Self {
        Self { value, error: FIGURE * value.abs().max(1.0) }
    }

    /// Returns the current value of a reading.
    #[inline]
    pub fn of(reading: Reading, view: &impl ConditionView) -> Self {
        match view.millionths(reading) {
            Some(whole) => Self::of_millionths(whole),
            None => Self::calculated(view.number(reading)),
        }
    }

    /// Returns the negated number.
    #[must_use]
    #[inline]
    pub const fn negate(self) -> Self {
        Self { value: -self.value, error: self.error }
    }

    /// Returns the largest integer not above the number.
    #[must_use]
    #[inline]
    pub fn floor(self) -> Self {
        let near = libm::round(self.value);
        let value = if self.is_near(near) { near } else { libm::floor(self.value) };
        Self { value, error: 0.0 }
    }

    /// Returns whether the exact value may equal `number`; false if the error bound is [`VAGUE`] or
    /// larger.
    #[inline]
    fn is_near(self, number: f64) -> bool {
        self.error < VAGUE && (self.value - number).abs() <= self.error
    }

    /// Returns the integer n in the remainder a − n·b, where a is `self` and b is `other`. Both
    /// numbers must be finite. If b is 0, the result is not finite.
    #[inline]
    pub fn times(self, other: Self) -> f64 {
        let quotient = self.divide(other);
        let near = libm::round(quotient.value);
        if quotient.is_near(near) {
            near
        } else if other.value < 0.0 {
            libm::ceil(quotient.value)
        } else {
            libm::floor(quotient.value)
        }
    }

    #[inline]
    fn divide(self, other: Self) -> Self {
        let value = self.value / other.value;
        let error = (self.error + value.abs() * other.error) / other.value.abs();
        Self { value, error: error + STEP * value.abs() }
    }

    #[inline]
    fn sum(self, other: Self) -> Self {
        let value = self.value + other.value;
        let error = self.error + other.error + STEP * value.abs();
        // An infinite sum has an infinite error bound; such a sum must not be replaced by 0.
        Self { value: if value.abs() <= error && error < f64::INFINITY { 0.0 } else { value }, error }
    }

    #[inline]
    fn remainder(self, other: Self) -> Self {
        let quotient = self.divide(other);
        let value = self.value.rem_euclid(other.value);
        if !quotient.value.is_finite() || quotient.error >= VAGUE {
            // The quotient is not finite, or so large that the remainder is unknown.
            return Self { value, error: 0.0 };
        }
        let error = self.error + quotient.value.abs().max(1.0) * other.error + STEP * self.value.abs();
        let is_multiple = quotient.is_near(libm::round(quotient.value));
        Self { value: if is_multiple { 0.0 } else { value }, error }
    }

    /// Returns the result of an operation on two numbers.
    #[must_use]
    #[inline]
    pub fn apply(self, arithmetic: Arithmetic, other: Self) -> Self {
        match arithmetic {
            Arithmetic::Add => self.sum(other),
            Arithmetic::Subtract => self.sum(other.negate()),
            Arithmetic::Multiply => {
                let value = self.value * other.value;
                let error = self.value.abs() * other.error + other.value.abs() * self.error;
                Self { value, error: error + STEP * value.abs() }
            }
            Arithmetic::Divide => self.divide(other),
            Arithmetic::Remainder => self.remainder(other),
            // If one operand is NaN, the result is the other operand. If both are equal, the result
            // is the left operand.
            Arithmetic::Min if self.value.is_nan() || other.value < self.value => other,
            Arithmetic::Max if self.value.is_nan() || other.value > self.value => other,
            Arithmetic::Min | Arithmetic::Max => self,
        }
    }
}

impl Comparison {
    /// Returns whether the comparison holds. Numbers that differ by at most their errors count as
    /// equal.
    #[inline]
    pub fn holds_of(self, left: Rounded, right: Rounded) -> bool {
        let error = left.error + right.error;
        let tie = (left.value - right.value).abs() <= error && error < f64::INFINITY;
        self.holds(left.value, if tie { left.value } else { right.value })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCALE: i128 = 1_000_000_000_000;

    /// An expression over numbers with three decimal places. It is evaluated with error bounds, and
    /// exactly in units of 10⁻¹².
    #[derive(Clone, Debug)]
    enum Exact {
        Decimal(i64),
        Floor(Box<Self>),
        Times(Box<Self>, i64),
        By(Box<Self>, i64),
        Chain(Box<Self>, Arithmetic, Box<Self>),
    }

    impl Exact {
        fn rounded(&self) -> Rounded {
            match self {
                Self::Decimal(thousandths) => Rounded::constant(*thousandths as f64 / 1e3),
                Self::Floor(of) => of.rounded().floor(),
                Self::Times(of, number) => {
                    of.rounded().apply(Arithmetic::Multiply, Rounded::constant(*number as f64 / 10.0))
                }
                Self::By(of, number) => {
                    of.rounded().apply(Arithmetic::Divide, Rounded::constant(*number as f64 / 10.0))
                }
                Self::Chain(left, arithmetic, right) => left.rounded().apply(*arithmetic, right.rounded()),
            }
        }

        /// Returns the exact value in units of 10⁻¹²; `None` if it is not a multiple of this unit,
        /// or is undefined.
        fn exact(&self) -> Option<i128> {
            Some(match self {
                Self::Decimal(thousandths) => i128::from(*thousandths) * (SCALE / 1000),
                Self::Floor(of) => of.exact()?.div_euclid(SCALE) * SCALE,
                Self::Times(of, number) => {
                    let product = of.exact()? * i128::from(*number);
                    (product % 10 == 0).then_some(product / 10)?
                }
                Self::By(of, number) => {
                    let (of, by) = (of.exact()? * 10, i128::from(*number));
                    (by != 0 && of % by == 0).then(|| of / by)?
                }
                Self::Chain(left, arithmetic, right) => {
                    let (left, right) = (left.exact()?, right.exact()?);
                    match arithmetic {
                        Arithmetic::Add => left + right,
                        Arithmetic::Subtract => left - right,
                        Arithmetic::Min => left.min(right),
                        Arithmetic::Max => left.max(right),
                        _ => (right != 0).then(|| left.rem_euclid(right))?,
                    }
                }
            })
        }
    }

    fn exact() -> impl Strategy<Value = Exact> {
        let decimal = prop_oneof![(-40..40i64).prop_map(|number| number * 100), -9999..9999i64];
        decimal.prop_map(Exact::Decimal).prop_recursive(4, 12, 2, |inner| {
            let operator = prop_oneof![
                Just(Arithmetic::Add),
                Just(Arithmetic::Subtract),
                Just(Arithmetic::Remainder),
                Just(Arithmetic::Min),
                Just(Arithmetic::Max)
            ];
            prop_oneof![
                inner.clone().prop_map(|of| Exact::Floor(Box::new(of))),
                (inner.clone(), -40..40i64).prop_map(|(of, number)| Exact::Times(Box::new(of), number)),
                (inner.clone(), -40..40i64).prop_map(|(of, number)| Exact::By(Box::new(of), number)),
                (inner.clone(), operator, inner).prop_map(|(left, by, right)| Exact::Chain(
                    Box::new(left),
                    by,
                    Box::new(right)
                )),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Comparisons of decimals agree with exact arithmetic, also at ties.
        #[test]
        fn decimals_compare_exactly(left in exact(), right in exact(), same in any::<bool>()) {
            let Some(number) = left.exact() else { return Ok(()) };
            // Two random expressions are rarely equal, so in half of the cases the right side is
            // the exact value of the left side.
            let (right, other) = if same {
                (Rounded::constant(number as f64 / SCALE as f64), number)
            } else {
                let Some(other) = right.exact() else { return Ok(()) };
                (right.rounded(), other)
            };
            for (comparison, expected) in [
                (Comparison::Less, number < other),
                (Comparison::AtMost, number <= other),
                (Comparison::Greater, number > other),
                (Comparison::AtLeast, number >= other),
                (Comparison::Equal, number == other),
                (Comparison::Unequal, number != other),
            ] {
                prop_assert_eq!(comparison.holds_of(left.rounded(), right), expected, "{:?}", left.rounded());
            }
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "0 and infinity are exact")]
    fn ties_of_decimals_are_ties() {
        let number = Rounded::constant;
        let difference = number(0.3).apply(Arithmetic::Subtract, number(0.1));
        assert!(difference.value < 0.2, "the floating numbers are no tie");
        assert!(Comparison::AtLeast.holds_of(difference, number(0.2)));
        assert!(Comparison::Equal.holds_of(difference, number(0.2)));
        assert!(!Comparison::Greater.holds_of(difference, number(0.2)));
        let quotient = number(0.3).apply(Arithmetic::Divide, number(0.1));
        assert_eq!((quotient.value < 3.0, quotient.floor().value), (true, 3.0));
        assert_eq!(number(0.3).apply(Arithmetic::Remainder, number(0.1)).value, 0.0);
        let zero = difference.apply(Arithmetic::Subtract, number(0.2));
        assert_eq!(number(1.0).apply(Arithmetic::Divide, zero).value, f64::INFINITY);
    }

    #[test]
    fn numbers_that_differ_are_no_tie() {
        // The numbers are the instant one microsecond before the end of the longest fight, and this
        // end.
        let (one, other) = (Rounded::of_millionths(499_999_999_999), Rounded::constant(500_000.0));
        assert!(Comparison::Less.holds_of(one, other) && !Comparison::Equal.holds_of(one, other));
        for number in [f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Comparison::Equal.holds_of(Rounded::constant(number), Rounded::constant(number)));
            assert!(Comparison::Unequal.holds_of(Rounded::constant(number), Rounded::constant(-number)));
            assert!(Comparison::Unequal.holds_of(Rounded::constant(number), Rounded::constant(1.0)));
        }
        assert!(Comparison::Unequal.holds_of(Rounded::constant(f64::NAN), Rounded::constant(1.0)));
        assert!(!Comparison::AtMost.holds_of(Rounded::constant(f64::NAN), Rounded::constant(1.0)));
    }
}
