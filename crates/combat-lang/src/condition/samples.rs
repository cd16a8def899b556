//! Random conditions for the tests of this module.

use proptest::prelude::*;

use super::program::Program;
use super::reading::{Flag, Reading, Scope};
use super::typed::{Arithmetic, Comparison, Number, Truth};

/// Compiles a condition over the names of
/// [`Names::of_the_fuzzer`](crate::names::Names::of_the_fuzzer).
pub(crate) fn compile(truth: &Truth) -> Option<Program> {
    let names = crate::names::Names::of_the_fuzzer();
    let scope = Scope {
        names: &names,
        constants: &[],
        variables: &[],
        abilities: &[],
        regenerating: &[true; 12],
        health_pool: false,
    };
    Program::compile(truth, &scope)
}

pub(crate) fn value() -> impl Strategy<Value = f64> {
    prop_oneof![(-3..4i32).prop_map(f64::from), any::<f64>(), Just(f64::NAN), Just(0.0), Just(-0.0)]
}

pub(crate) fn number() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        value().prop_map(Number::Constant),
        (0..9u16).prop_map(|index| Number::Reading(Reading::Resource(index))),
        Just(Number::Reading(Reading::Time)),
    ];
    leaf.prop_recursive(6, 24, 2, |inner| {
        let operator = prop_oneof![
            Just(Arithmetic::Add),
            Just(Arithmetic::Subtract),
            Just(Arithmetic::Multiply),
            Just(Arithmetic::Divide),
            Just(Arithmetic::Remainder),
            Just(Arithmetic::Min),
            Just(Arithmetic::Max)
        ];
        prop_oneof![
            inner.clone().prop_map(|of| Number::Negate(Box::new(of))),
            inner.clone().prop_map(|of| Number::Floor(Box::new(of))),
            (inner.clone(), prop::collection::vec((operator, inner), 1..3))
                .prop_map(|(first, rest)| Number::Chain(Box::new(first), rest)),
        ]
    })
}

pub(crate) fn truth() -> impl Strategy<Value = Truth> {
    let comparison = prop_oneof![
        Just(Comparison::Less),
        Just(Comparison::AtMost),
        Just(Comparison::Greater),
        Just(Comparison::AtLeast),
        Just(Comparison::Equal),
        Just(Comparison::Unequal)
    ];
    let leaf = prop_oneof![
        (0..5u16).prop_map(|index| Truth::Flag(Flag::BuffUp(index))),
        (comparison, number(), number()).prop_map(|(by, left, right)| Truth::Compare(by, left, right)),
    ];
    leaf.prop_recursive(7, 40, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|of| Truth::Not(Box::new(of))),
            prop::collection::vec(inner.clone(), 1..4).prop_map(Truth::All),
            prop::collection::vec(inner, 1..4).prop_map(Truth::Any),
        ]
    })
}
