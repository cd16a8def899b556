//! Evaluation by a walk over the typed tree. Formulas are evaluated in this way; tests compare the
//! compiled programs of conditions with it.

use super::reading::ConditionView;
use super::rounded::Rounded;
use super::typed::Number;
#[cfg(feature = "oracle")]
use super::typed::Truth;

/// Returns whether the condition holds.
#[cfg(feature = "oracle")]
pub(crate) fn truth(truth_of: &Truth, view: &impl ConditionView) -> bool {
    match truth_of {
        Truth::Flag(flag) => view.flag(*flag),
        Truth::Not(of) => !truth(of, view),
        Truth::All(parts) => parts.iter().all(|part| truth(part, view)),
        Truth::Any(parts) => parts.iter().any(|part| truth(part, view)),
        Truth::Compare(comparison, left, right) => {
            comparison.holds_of(rounded(left, view), rounded(right, view))
        }
    }
}

/// Returns the value of a numeric expression.
pub fn number(number_of: &Number, view: &impl ConditionView) -> f64 {
    rounded(number_of, view).value
}

fn rounded(number_of: &Number, view: &impl ConditionView) -> Rounded {
    match number_of {
        Number::Constant(number) => Rounded::constant(*number),
        Number::Reading(reading) => Rounded::of(*reading, view),
        Number::Negate(of) => rounded(of, view).negate(),
        Number::Floor(of) => rounded(of, view).floor(),
        Number::Chain(first, rest) => rest.iter().fold(rounded(first, view), |left, (arithmetic, right)| {
            left.apply(*arithmetic, rounded(right, view))
        }),
    }
}
