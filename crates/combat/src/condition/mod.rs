//! Conditions of the action list: `resource.rage >= 30 && !buff.enrage.up`.
//!
//! A text goes through these rooms, each of which can be read alone:
//!
//! | room | in | out |
//! |---|---|---|
//! | [`syntax`] | text | an expression, every part with its place in the text |
//! | [`typed`] | expression, names of the profile | a tree in which numbers and truths are different things |
//! | [`compile`] | tree | a program |
//! | [`program`] | program, state of the fight | whether the condition holds: tests and jumps, no allocation |
//! | [`polled`] | tree | whether the moment at which it turns is computed, or polled for |
//! | [`wake`] | program, state of the fight | when to look again at a condition that does not hold |
//! | [`plain`] | tree | the same answer by walking the tree: the specification of the program, and how formulas are worked out |
//!
//! [`rounded`] calculates so that exact ties are found; [`whole`] compares whole numbers where that will do;
//! [`reading`] lists what can be asked, and what an answer depends on.

mod compile;
mod lines;
pub(crate) mod plain;
pub(crate) mod polled;
pub(crate) mod program;
pub(crate) mod reading;
pub(crate) mod rounded;
#[cfg(test)]
mod samples;
pub(crate) mod syntax;
pub(crate) mod typed;
pub(crate) mod wake;
pub(crate) mod whole;

use std::ops::Range;

pub(crate) use program::Program;
use typed::{Number, Truth};

pub(crate) use typed::Term;

pub(crate) use reading::{Depends, Flag, HowUsed, Reading, Scope, View};

/// Why a text is no condition: what, at which bytes, what was expected, what it may have meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) expected: Option<String>,
    pub(crate) help: Option<String>,
}

impl Fault {
    fn at(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), expected: None, help: None }
    }

    fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }
}

/// A condition as it was read: the tree, and the program that fights run.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// As the profile has it.
    pub(crate) text: String,
    pub(crate) truth: Truth,
    pub(crate) program: Program,
}

impl Condition {
    /// How many parts it is made of.
    pub(crate) fn parts(&self) -> usize {
        self.truth.extent().0
    }
}

/// A number to be worked out, as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) number: Number,
}

/// Most parts of a condition or formula with its variables written out, and of a variable; and how deep they may lie
/// within one another.
const MOST_PARTS: usize = 10_000;
const MOST_PARTS_OF_VARIABLES: usize = 1000;
const DEEPEST: usize = 512;

/// Refuses what grows too large where variables stand for much.
fn bounded(term: Term, text: &str, most: usize) -> Result<Term, Fault> {
    let (parts, depth) = term.extent();
    if parts > most || depth > DEEPEST {
        let message = format!("{parts} parts, {depth} within one another, with the variables written out");
        return Err(Fault::at(0..text.len(), message)
            .expected(format!("at most {most}, and {DEEPEST} within one another")));
    }
    Ok(term)
}

/// Reads what a variable stands for, a number or a truth, in a profile whose names are in scope.
pub(crate) fn read_variable(text: &str, scope: &Scope<'_>) -> Result<Term, Fault> {
    bounded(typed::check_either(&syntax::parse(text)?, text, scope)?, text, MOST_PARTS_OF_VARIABLES)
}

/// Reads a formula in a profile whose names are in scope.
pub(crate) fn read_formula(text: &str, scope: &Scope<'_>) -> Result<Formula, Fault> {
    let number = typed::check_number(&syntax::parse(text)?, text, scope)?;
    match bounded(Term::Number(number), text, MOST_PARTS)? {
        Term::Number(number) => Ok(Formula { number }),
        Term::Truth(_) => unreachable!("it was a number"),
    }
}

/// That something is so, as a condition that stands in no text; `None` if its arithmetic is nested too deeply.
pub(crate) fn stating(truth: Truth, scope: &Scope<'_>) -> Option<Condition> {
    Program::compile(&truth, scope).map(|program| Condition { text: String::new(), truth, program })
}

/// That a number is above 0.
pub(crate) fn above_zero(number: &Number, scope: &Scope<'_>) -> Option<Condition> {
    stating(Truth::Compare(typed::Comparison::Greater, number.clone(), Number::Constant(0.0)), scope)
}

/// That a buff is up.
pub(crate) fn buff_up(buff: usize, scope: &Scope<'_>) -> Option<Condition> {
    stating(Truth::Flag(Flag::BuffUp(buff as u16)), scope)
}

/// That none of these abilities is queued.
pub(crate) fn none_queued(abilities: impl Iterator<Item = usize>, scope: &Scope<'_>) -> Option<Condition> {
    let free = |ability| Truth::Not(Box::new(Truth::Flag(Flag::Queued(ability as u16))));
    stating(Truth::All(abilities.map(free).collect()), scope)
}

/// Several conditions as one that holds if all do, asked in this order; `None` if there are none. What is too
/// large is refused, with what was found and what was expected.
pub(crate) fn join(parts: &[&Condition], scope: &Scope<'_>) -> Result<Option<Condition>, (String, String)> {
    let [first, rest @ ..] = parts else { return Ok(None) };
    if rest.is_empty() {
        return Ok(Some((*first).clone()));
    }
    let truth = Truth::All(parts.iter().map(|part| part.truth.clone()).collect());
    let text = parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" && ");
    let refuse = |fault: Fault| (fault.message, fault.expected.unwrap_or_default());
    match bounded(Term::Truth(truth), &text, MOST_PARTS).map_err(refuse)? {
        Term::Truth(truth) => {
            // Each part has been compiled alone, and they do not share a stack.
            let program = Program::compile(&truth, scope);
            let program = program
                .ok_or_else(|| ("the arithmetic is nested too deeply".to_owned(), "less of it".to_owned()))?;
            Ok(Some(Condition { text, truth, program }))
        }
        Term::Number(_) => unreachable!("it was a truth"),
    }
}

/// Reads a condition in a profile whose names are in scope.
pub(crate) fn read(text: &str, scope: &Scope<'_>) -> Result<Condition, Fault> {
    let truth = typed::check(&syntax::parse(text)?, text, scope)?;
    let Term::Truth(truth) = bounded(Term::Truth(truth), text, MOST_PARTS)? else {
        unreachable!("it was a truth")
    };
    match Program::compile(&truth, scope) {
        Some(program) => Ok(Condition { text: text.to_owned(), truth, program }),
        None => Err(Fault::at(0..text.len(), "the arithmetic is nested too deeply")
            .expected(format!("at most {} numbers waiting for one another", program::STACK))),
    }
}

/// Parses any text as a condition, for the fuzzer: what comes back says whether it is one.
///
/// ```
/// assert!(quadrille_combat::fuzz_condition("time + 2 * (remaining - 1) < 30 && targets > 1"));
/// assert!(!quadrille_combat::fuzz_condition("time &&"));
/// ```
///
/// # Panics
/// If the compiled program and the walk over the tree answer differently, which is the fuzzer's find.
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub fn fuzz_condition(text: &str) -> bool {
    struct Numbers;
    impl View for Numbers {
        fn number(&self, reading: Reading) -> f64 {
            // Any number that differs between readings serves.
            f64::from(reading.fingerprint()) / 7.0
        }
        fn flag(&self, flag: Flag) -> bool {
            flag.fingerprint().is_multiple_of(2)
        }
        fn millionths(&self, _: Reading) -> Option<i64> {
            None
        }
        fn slope(&self, _: Reading) -> Option<f64> {
            Some(0.0)
        }
        fn bends_in(&self, _: Reading) -> f64 {
            f64::INFINITY
        }
        fn resting(&self, _: Reading) -> Option<u16> {
            None
        }
        fn turns_in(&self, _: Flag) -> f64 {
            f64::INFINITY
        }
    }
    let names = crate::names::Names::of_the_fuzzer();
    let regenerating = &[true, false];
    let variables =
        &[Term::Number(Number::Reading(Reading::Time)), Term::Truth(Truth::Flag(Flag::BuffUp(0)))];
    let scope = Scope {
        names: &names,
        constants: &[1.5],
        variables,
        abilities: &[],
        regenerating,
        health_pool: false,
    };
    let Ok(Condition { truth, program, .. }) = read(text, &scope) else { return false };
    assert_eq!(program.evaluate(&Numbers), plain::truth(&truth, &Numbers), "{text}");
    true
}
