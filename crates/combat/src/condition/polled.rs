//! Conditions whose moment is not computed.
//!
//! Between events every number that can be asked for is a straight line in time, and so are sums of such lines
//! and products with a number that stands still; `min`, `max`, `floor` and `%` of them are straight piece by
//! piece. The instant at which a comparison of such numbers turns is one division away (see
//! [`wake`](super::wake)). Two things are no lines: the product of two numbers that the clock moves, and a
//! quotient by one. A condition with one of these in it, wherever that stands, is *polled*: an idle actor looks
//! at it after every event, at every whole multiple of `poll`, when its line becomes ready or can be paid, and
//! whenever a line below it is about to be used.
//!
//! Whether a number moves is a matter of what it is, not of what it does just now, so that a condition is
//! polled in the whole fight or never.

use super::reading::{Reading, Scope};
use super::typed::{Arithmetic, Number, Truth};

/// Whether a condition is polled.
pub(crate) fn is_polled(truth: &Truth, scope: &Scope<'_>) -> bool {
    match truth {
        Truth::Flag(_) => false,
        Truth::Not(of) => is_polled(of, scope),
        Truth::All(parts) | Truth::Any(parts) => parts.iter().any(|part| is_polled(part, scope)),
        Truth::Compare(_, left, right) => is_no_line(left, scope) || is_no_line(right, scope),
    }
}

fn is_no_line(number: &Number, scope: &Scope<'_>) -> bool {
    match number {
        Number::Constant(_) | Number::Reading(_) => false,
        Number::Negate(of) | Number::Floor(of) => is_no_line(of, scope),
        Number::Chain(first, rest) => {
            let mut moving = moves(first, scope);
            is_no_line(first, scope)
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
                    bends || is_no_line(next, scope)
                })
        }
    }
}

/// Whether the passing of time alone may change a number.
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
            // 1 as soon as the cooldown is over, if there is one charge.
            | Reading::CooldownCharges(_)
            // More as soon as the actor has had time to see it.
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
