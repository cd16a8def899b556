//! A condition answered by walking its tree: slow, plain, and what the compiled program is held against.

use super::View;
use super::typed::{Number, Truth};

/// Whether the condition holds.
pub(crate) fn truth(truth_of: &Truth, view: &impl View) -> bool {
    match truth_of {
        Truth::Flag(flag) => view.flag(*flag),
        Truth::Not(of) => !truth(of, view),
        Truth::And(left, right) => truth(left, view) && truth(right, view),
        Truth::Or(left, right) => truth(left, view) || truth(right, view),
        Truth::Compare(comparison, left, right) => comparison.holds(number(left, view), number(right, view)),
    }
}

fn number(number_of: &Number, view: &impl View) -> f64 {
    match number_of {
        Number::Constant(number) => *number,
        Number::Reading(reading) => view.number(*reading),
        Number::Negate(of) => -number(of, view),
        Number::Arithmetic(arithmetic, left, right) => {
            arithmetic.apply(number(left, view), number(right, view))
        }
    }
}
