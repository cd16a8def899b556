//! Detection of conditions whose time of change cannot be computed.
//!
//! Between events, every reading is a piecewise linear function of time. So are sums of readings,
//! products with constants, and the results of `min`, `max`, `floor` and `%`. The instant at which
//! the outcome of a comparison of such numbers changes is computed by one division (see
//! [`wake`](super::wake)). Two operations are nonlinear: a product of two time-dependent numbers,
//! and a quotient with a time-dependent divisor. A condition that contains such an operation is
//! *polled*: an idle actor evaluates the condition after every event, at every multiple of `poll`,
//! when the ability of the line comes off cooldown or becomes affordable, and whenever a later line
//! of the list is about to be used.
//!
//! Whether a number counts as time-dependent depends on its kind, such as a cooldown, and not on
//! its current value. A condition with a nonlinear operation is therefore polled throughout the
//! fight.

use super::reading::{Reading, Scope};
use super::typed::{Arithmetic, Number, Truth};

/// Returns whether a condition is polled.
pub(crate) fn is_polled(truth: &Truth, scope: &Scope<'_>) -> bool {
    match truth {
        Truth::Flag(_) => false,
        Truth::Not(of) => is_polled(of, scope),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().any(|part| is_polled(part, scope)),
        Truth::Compare(_, left, right) => is_nonlinear(left, scope) || is_nonlinear(right, scope),
    }
}

fn is_nonlinear(number: &Number, scope: &Scope<'_>) -> bool {
    match number {
        Number::Constant(_) | Number::Reading(_) => false,
        Number::Negate(of) | Number::Floor(of) => is_nonlinear(of, scope),
        Number::Chain(first, rest) => {
            let mut moving = moves(first, scope);
            is_nonlinear(first, scope)
                || rest.iter().any(|(arithmetic, next)| {
                    let next_moves = moves(next, scope);
                    let bends = match arithmetic {
                        Arithmetic::Multiply => moving && next_moves,
                        Arithmetic::Divide => next_moves,
                        Arithmetic::Add
                        | Arithmetic::Subtract
                        | Arithmetic::Remainder
                        | Arithmetic::Min
                        | Arithmetic::Max => false,
                    };
                    moving |= next_moves;
                    bends || is_nonlinear(next, scope)
                })
        }
    }
}

/// Returns whether a number may change without an event, because time passes.
fn moves(number: &Number, scope: &Scope<'_>) -> bool {
    match number {
        Number::Constant(_) => false,
        Number::Negate(of) | Number::Floor(of) => moves(of, scope),
        Number::Chain(first, rest) => moves(first, scope) || rest.iter().any(|(_, next)| moves(next, scope)),
        Number::Reading(reading) => match *reading {
            Reading::Time
            | Reading::Remaining
            | Reading::BuffRemaining(_)
            | Reading::DotRemaining(_)
            | Reading::CooldownRemaining(_)
            // For an ability with a single charge, this number becomes 1 when the cooldown ends,
            // without an event.
            | Reading::CooldownCharges(_)
            // This number increases when the reaction delay of a stack ends, without an event.
            | Reading::BuffReact(_)
            | Reading::ChannelRemaining(_)
            | Reading::ProcRemaining(_) => true,
            Reading::TargetHealth => !scope.health_pool,
            Reading::Resource(index) | Reading::ResourceMissing(index) => {
                scope.regenerating.get(usize::from(index)).copied().unwrap_or(false)
            }
            Reading::Targets
            | Reading::ActorHealth
            | Reading::Power
            | Reading::Crit
            | Reading::Haste
            | Reading::BuffStacks(_)
            | Reading::BuffAbsorb(_)
            | Reading::ProcTries(_)
            | Reading::Flying(_)
            | Reading::ChannelTicks(_)
            | Reading::DotStacks(_) => false,
        },
    }
}
