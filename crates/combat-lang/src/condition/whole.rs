//! Comparisons of an integer number of millionths with a constant.
//!
//! Times are stored as integer microseconds, and levels of resources as integer millionths. A
//! condition divides such an integer by 10⁶ and compares the quotient with a constant; a difference
//! within the [error bounds](super::rounded) counts as 0. The integers for which a comparison holds
//! form one range or, for `!=`, the complement of a range. The ends of this range are found once,
//! by bisection. From then on, the integer is compared with the ends of the range, without a
//! division and with exactly the same result:
//!
//! ```text
//!   number / 10⁶ >= 2.5        2 499 999 │ 2 500 000  …          least = 2 500 000, most = ∞
//!   number / 10⁶ == 0.1           99 999 │ 100 000 │ 100 001     least = most = 100 000
//!   number / 10⁶ != 0.1                                          the same, and `within` false
//! ```

use super::rounded::Rounded;
use super::typed::Comparison;

/// A number of millionths that is larger than every time and level.
const LIMIT: i64 = 1 << 61;

/// A range of integers that is equivalent to a comparison with a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IntegerRange {
    least: i64,
    most: i64,
    /// Whether the comparison holds inside the range. If this field is false, the comparison holds
    /// outside the range.
    within: bool,
}

impl IntegerRange {
    pub(crate) fn new(comparison: Comparison, constant: f64) -> Self {
        let constant = Rounded::constant(constant);
        let at_least = first(|number| Comparison::AtLeast.holds_of(number, constant));
        let above = first(|number| Comparison::Greater.holds_of(number, constant));
        let (least, most) = match comparison {
            Comparison::Greater => (above, LIMIT),
            Comparison::AtLeast => (at_least, LIMIT),
            // No number is less than NaN: the range is empty.
            Comparison::Less | Comparison::AtMost if constant.value.is_nan() => (1, 0),
            Comparison::Less => (-LIMIT, at_least - 1),
            Comparison::AtMost => (-LIMIT, above - 1),
            Comparison::Equal | Comparison::Unequal => (at_least, above - 1),
        };
        Self { least, most, within: comparison != Comparison::Unequal }
    }

    /// Returns whether the comparison holds for this integer number of millionths.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "no branch, because the outcome is hard to predict")]
    pub(crate) const fn holds(self, millionths: i64) -> bool {
        ((self.least <= millionths) & (millionths <= self.most)) == self.within
    }
}

/// Returns the least number of millionths for which `holds` is true; [`LIMIT`] + 1 if there is
/// none. `holds` must be true for all numbers above that number.
fn first(holds: impl Fn(Rounded) -> bool) -> i64 {
    let (mut low, mut high) = (-LIMIT, LIMIT + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(Rounded::of_millionths(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn whole_numbers_compare_as_their_quotients_do(
            constant in prop_oneof![
                any::<f64>(),
                (-50..50i32).prop_map(|number| f64::from(number) / 2.0),
                -1e4..1e4f64,
                prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(-f64::INFINITY), Just(-0.0)],
            ],
            number in prop_oneof![-LIMIT..LIMIT, -3..3i64, 0..1i64 << 40],
            near in -3..=3i64,
        ) {
            let beside = ((constant * 1e6) as i64).clamp(-LIMIT + 3, LIMIT - 3) + near;
            for comparison in [
                Comparison::Less,
                Comparison::AtMost,
                Comparison::Greater,
                Comparison::AtLeast,
                Comparison::Equal,
                Comparison::Unequal,
            ] {
                let whole = IntegerRange::new(comparison, constant);
                for number in [number, beside] {
                    let expected =
                        comparison.holds_of(Rounded::of_millionths(number), Rounded::constant(constant));
                    prop_assert_eq!(whole.holds(number), expected);
                }
            }
        }
    }
}
