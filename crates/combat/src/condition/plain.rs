//! A condition answered by walking its tree: slow, plain, and what the compiled program is held against.

use super::View;
use super::typed::{Number, Truth};

/// Whether the condition holds.
pub(crate) fn truth(truth_of: &Truth, view: &impl View) -> bool {
    match truth_of {
        Truth::Flag(flag) => view.flag(*flag),
        Truth::Not(of) => !truth(of, view),
        Truth::All(parts) => parts.iter().all(|part| truth(part, view)),
        Truth::Any(parts) => parts.iter().any(|part| truth(part, view)),
        Truth::Compare(comparison, left, right) => comparison.holds(number(left, view), number(right, view)),
    }
}

/// The number it stands for.
pub(crate) fn number(number_of: &Number, view: &impl View) -> f64 {
    match number_of {
        Number::Constant(number) => *number,
        Number::Reading(reading) => view.number(*reading),
        Number::Negate(of) => -number(of, view),
        Number::Floor(of) => number(of, view).floor(),
        Number::Chain(first, rest) => rest.iter().fold(number(first, view), |left, (arithmetic, right)| {
            arithmetic.apply(left, number(right, view))
        }),
    }
}
