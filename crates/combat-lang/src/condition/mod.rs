//! Conditions of the action list: `resource.rage >= 30 && !buff.enrage.up`.
//!
//! A text passes through these modules:
//!
//! | module | input | output |
//! |---|---|---|
//! | [`syntax`] | text | a syntax tree with the position of every part |
//! | [`typed`] | syntax tree, names of the profile | a tree with separate types for numeric and Boolean expressions |
//! | [`compile`] | typed tree | a program |
//! | [`program`] | program, state of the fight | the value of the condition, by tests and jumps without allocation |
//! | [`polled`] | typed tree | whether the condition is polled: the time of its change cannot be computed |
//! | [`wake`] | program, state of the fight | the events and the time that can make a false condition true |
//! | [`plain`] | typed tree | the value by a walk over the tree: the oracle of the program, and the evaluator of formulas |
//!
//! Other modules support these:
//!
//! | module | content |
//! |---|---|
//! | [`reading`] | the values that conditions can read, and their dependencies |
//! | [`rounded`] | numbers with error bounds, so that equal decimals compare as equal |
//! | [`whole`] | comparisons of integer readings with constants, without a division |
//! | [`lines`] | numbers as piecewise linear functions of time, for [`wake`] |

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

pub(crate) use reading::{Flag, HowUsed, Scope};

/// An error in the text of a condition or formula. `span` is the range of bytes in the text to
/// which the error refers.
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

/// A condition as a typed tree and as a compiled program.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Text in the profile.
    pub text: String,
    /// The typed tree, which the reference simulator walks.
    pub truth: Truth,
    /// The compiled program, which the engine evaluates.
    pub program: Program,
}

impl Condition {
    /// Returns the number of nodes of the tree.
    pub(crate) fn parts(&self) -> usize {
        self.truth.extent().0
    }
}

/// A formula: an arithmetic expression evaluated during the fight.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The typed tree, which has the type of a number.
    pub number: Number,
}

/// Maximum number of nodes of a condition or formula after expansion of its variables.
const MOST_PARTS: usize = 10_000;
/// Maximum number of nodes of a variable.
const MOST_PARTS_OF_VARIABLES: usize = 1000;
/// Maximum depth of conditions, formulas and variables.
const DEEPEST: usize = 512;

/// Refuses a term that, after expansion of its variables, has more than `most` nodes or is deeper
/// than [`DEEPEST`].
fn bounded(term: Term, text: &str, most: usize) -> Result<Term, Fault> {
    let (parts, depth) = term.extent();
    if parts > most || depth > DEEPEST {
        let message = format!(
            "the expression has {parts} names, numbers and operations, nested {depth} deep, after expansion of the variables"
        );
        return Err(Fault::at(0..text.len(), message).expected(format!(
            "at most {most} names, numbers and operations, nested at most {DEEPEST} deep"
        )));
    }
    Ok(term)
}

/// Reads the definition of a variable: a numeric or a Boolean expression.
pub(crate) fn read_variable(text: &str, scope: &Scope<'_>) -> Result<Term, Fault> {
    bounded(typed::check_either(&syntax::parse(text)?, text, scope)?, text, MOST_PARTS_OF_VARIABLES)
}

/// Reads a formula.
pub(crate) fn read_formula(text: &str, scope: &Scope<'_>) -> Result<Formula, Fault> {
    let number = typed::check_number(&syntax::parse(text)?, text, scope)?;
    match bounded(Term::Number(number), text, MOST_PARTS)? {
        Term::Number(number) => Ok(Formula { number }),
        Term::Truth(_) => unreachable!("`bounded` never turns a number into a condition"),
    }
}

/// Creates a condition without text; `None` if its arithmetic is nested too deeply.
pub(crate) fn from_truth(truth: Truth, scope: &Scope<'_>) -> Option<Condition> {
    Program::compile(&truth, scope).map(|program| Condition { text: String::new(), truth, program })
}

/// Creates the condition that a number is above 0.
pub(crate) fn above_zero(number: &Number, scope: &Scope<'_>) -> Option<Condition> {
    from_truth(Truth::Compare(typed::Comparison::Greater, number.clone(), Number::Constant(0.0)), scope)
}

/// Creates the condition that a buff is up.
pub(crate) fn buff_up(buff: usize, scope: &Scope<'_>) -> Option<Condition> {
    from_truth(Truth::Flag(Flag::BuffUp(buff as u16)), scope)
}

/// Creates the condition that none of these abilities is queued.
pub(crate) fn none_queued(abilities: impl Iterator<Item = usize>, scope: &Scope<'_>) -> Option<Condition> {
    let free = |ability| Truth::Not(Box::new(Truth::Flag(Flag::Queued(ability as u16))));
    from_truth(Truth::All(abilities.map(free).collect()), scope)
}

/// Joins conditions by `&&`, in this order; `None` if there are none. If the joined condition is
/// too large, returns an error: its message, and the description of the expected input.
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
            // The compilation cannot fail: each part was compiled before, and no two parts use the
            // stack at the same time.
            let program = Program::compile(&truth, scope);
            let program = program.ok_or_else(|| {
                ("the arithmetic is nested too deeply".to_owned(), "a simpler expression".to_owned())
            })?;
            Ok(Some(Condition { text, truth, program }))
        }
        Term::Number(_) => unreachable!("`bounded` never turns a condition into a number"),
    }
}

/// Reads a condition.
pub(crate) fn read(text: &str, scope: &Scope<'_>) -> Result<Condition, Fault> {
    let truth = typed::check(&syntax::parse(text)?, text, scope)?;
    let Term::Truth(truth) = bounded(Term::Truth(truth), text, MOST_PARTS)? else {
        unreachable!("`bounded` never turns a condition into a number")
    };
    match Program::compile(&truth, scope) {
        Some(program) => Ok(Condition { text: text.to_owned(), truth, program }),
        None => Err(Fault::at(0..text.len(), "the arithmetic is nested too deeply")
            .expected(format!("at most {} intermediate results at the same time", program::STACK))),
    }
}

/// Parses a text as a condition, for the fuzzer; returns whether it is valid.
///
/// ```
/// assert!(quadrille_combat_lang::fuzz_condition("time + 2 * (remaining - 1) < 30 && targets > 1"));
/// assert!(!quadrille_combat_lang::fuzz_condition("time &&"));
/// ```
///
/// # Panics
/// If the compiled program and the walk over the tree give different values. The fuzzer looks for
/// this failure.
#[cfg(feature = "oracle")]
#[doc(hidden)]
pub fn fuzz_condition(text: &str) -> bool {
    use reading::{ConditionView, Reading};

    struct Numbers;
    impl ConditionView for Numbers {
        fn number(&self, reading: Reading) -> f64 {
            // Any values suffice if most readings have different values.
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
        fn slope_changes_in(&self, _: Reading) -> f64 {
            f64::INFINITY
        }
        fn event_driven(&self, _: Reading) -> Option<u16> {
            None
        }
        fn flips_in(&self, _: Flag) -> f64 {
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
