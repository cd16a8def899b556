//! The compiled form of a condition: tests with jumps, and a small stack for arithmetic.
//!
//! `a && b` needs no stack of Boolean values: the test of `a` jumps to the test of `b`, or exits
//! with false. The most frequent test, one reading compared with a constant, is one instruction.
//! This is the program of `resource.rage >= 30 && (!buff.fury.up || time * 2 > 9)`. Each test has a
//! jump target for true (`holds`) and one for false (`else`):
//!
//! ```text
//!  0  Test   resource.rage >= 30        holds → 1     else → NO
//!  1  Flag   buff.fury.up               holds → 2     else → YES     (`!` swaps the two)
//!  2  Reading time                      push
//!  3  Constant 2                        push
//!  4  Compute ×                         pop two, push one
//!  5  Constant 9                        push
//!  6  Compare >   (pops both)           holds → YES   else → NO
//! ```
//!
//! Jumps lead only forwards, so a program executes at most as many steps as it has instructions.
//! The stack is empty after every test and at every jump target, because arithmetic never extends
//! beyond one comparison.

use super::reading::{ConditionView, Flag, Reading};
use super::rounded::Rounded;
use super::typed::{Arithmetic, Comparison};
use super::whole::IntegerRange;

/// Maximum stack height in the arithmetic of one comparison.
pub(crate) const STACK: usize = 16;

/// Jump target of a test: the index of an instruction, or one of the exits [`YES`] and [`NO`].
pub(super) type Target = u16;
pub(super) const YES: Target = u16::MAX;
pub(super) const NO: Target = u16::MAX - 1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    /// Tests a flag.
    Flag { flag: Flag, yes: Target, no: Target },
    /// Compares one reading with a constant.
    Test {
        reading: Reading,
        comparison: Comparison,
        constant: f64,
        /// The same comparison as a range of integers. It is used if the reading is an integer
        /// number of millionths.
        whole: IntegerRange,
        yes: Target,
        no: Target,
    },
    /// Pushes a constant.
    Constant(f64),
    /// Pushes a reading.
    Reading(Reading),
    /// Negates the top number.
    Negate,
    /// Rounds the top number down.
    Floor,
    /// Pops the right operand, then the left operand, and pushes the result.
    Compute(Arithmetic),
    /// Pops two numbers and compares them.
    Compare { comparison: Comparison, yes: Target, no: Target },
}

/// A compiled condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub(super) instructions: Box<[Instruction]>,
    /// For each instruction: the values on which it depends, except the time, as bits of
    /// [`Depends`](super::reading::Depends).
    pub(super) depends: Box<[u64]>,
    /// Whether the condition is polled: the time at which it changes cannot be computed.
    pub polled: bool,
    /// Whether any instruction uses the stack.
    pub(super) stacked: bool,
}

impl Program {
    /// Returns whether the condition holds. Allocates no memory.
    #[inline]
    pub fn evaluate(&self, view: &impl ConditionView) -> bool {
        if self.stacked { self.evaluate_stacked(view) } else { self.evaluate_tests(view) }
    }

    /// Evaluates a program without arithmetic, which consists of tests only.
    #[inline]
    fn evaluate_tests(&self, view: &impl ConditionView) -> bool {
        let mut at = 0;
        loop {
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => (view.flag(flag), yes, no),
                Instruction::Test { reading, comparison, constant, whole, yes, no } => {
                    let answer = if let Some(number) = view.millionths(reading) {
                        whole.holds(number)
                    } else {
                        let number = Rounded::calculated(view.number(reading));
                        comparison.holds_of(number, Rounded::constant(constant))
                    };
                    (answer, yes, no)
                }
                _ => return false,
            };
            at = if answer { yes } else { no };
            if at >= NO {
                return at == YES;
            }
        }
    }

    /// Evaluates a program with arithmetic. The compiler guarantees that the stack never exceeds
    /// [`STACK`].
    #[inline(never)]
    fn evaluate_stacked(&self, view: &impl ConditionView) -> bool {
        let mut stack = [Rounded::default(); STACK];
        let mut height = 0;
        let mut at: Target = 0;
        // An arithmetic instruction uses the stack and continues with the next instruction. A test
        // jumps.
        loop {
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => (view.flag(flag), yes, no),
                Instruction::Test { reading, comparison, constant, yes, no, .. } => {
                    (comparison.holds_of(Rounded::of(reading, view), Rounded::constant(constant)), yes, no)
                }
                Instruction::Compare { comparison, yes, no } => {
                    height -= 2;
                    (comparison.holds_of(stack[height], stack[height + 1]), yes, no)
                }
                within => {
                    match within {
                        Instruction::Constant(number) => {
                            stack[height] = Rounded::constant(number);
                            height += 1;
                        }
                        Instruction::Reading(reading) => {
                            stack[height] = Rounded::of(reading, view);
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            stack[height - 1] = stack[height - 1].apply(arithmetic, stack[height]);
                        }
                        Instruction::Floor => stack[height - 1] = stack[height - 1].floor(),
                        _ => stack[height - 1] = stack[height - 1].negate(),
                    }
                    at += 1;
                    continue;
                }
            };
            at = if answer { yes } else { no };
            // The targets `NO` and `YES` are the two results, and all other targets are lower.
            if at >= NO {
                return at == YES;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::condition::plain;
    use crate::condition::samples::{compile, truth, value};
    use crate::condition::typed::{Number, Truth};

    /// Values of readings and flags, drawn in advance.
    struct Answers(Vec<f64>, Vec<bool>);

    impl ConditionView for Answers {
        fn number(&self, reading: Reading) -> f64 {
            self.0[usize::from(reading.fingerprint()) % self.0.len()]
        }
        fn flag(&self, flag: Flag) -> bool {
            self.1[usize::from(flag.fingerprint()) % self.1.len()]
        }
        fn millionths(&self, reading: Reading) -> Option<i64> {
            // Some of the test's values are an integer number of millionths, and others are not.
            let number = self.number(reading);
            let whole = (number * 1e6) as i64;
            (whole.unsigned_abs() < 1 << 50 && (whole as f64 / 1e6).to_bits() == number.to_bits())
                .then_some(whole)
        }
        fn slope(&self, _: Reading) -> Option<f64> {
            None
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn the_program_answers_as_the_tree_does(
            truth in truth(),
            numbers in prop::collection::vec(value(), 1..12),
            flags in prop::collection::vec(any::<bool>(), 1..6),
        ) {
            let answers = Answers(numbers, flags);
            let program = compile(&truth).expect("six deep");
            prop_assert_eq!(program.evaluate(&answers), plain::truth(&truth, &answers));
        }
    }

    #[test]
    fn one_reading_against_a_constant_is_one_instruction() {
        let test = Truth::Compare(
            Comparison::AtLeast,
            Number::Reading(Reading::Resource(0)),
            Number::Constant(30.0),
        );
        let flag = Truth::Not(Box::new(Truth::Flag(Flag::BuffUp(0))));
        let program = compile(&Truth::All(vec![test, flag])).expect("shallow");
        assert_eq!((program.instructions.len(), program.stacked), (2, false));
        assert!(program.evaluate(&Answers(vec![30.0], vec![false])));
        assert!(!program.evaluate(&Answers(vec![29.0], vec![false])));
        assert!(!program.evaluate(&Answers(vec![30.0], vec![true])));
    }

    #[test]
    fn arithmetic_that_nests_too_deeply_is_refused() {
        let nest = |depth: usize| {
            let one = || Box::new(Number::Constant(1.0));
            let number =
                (0..depth).fold(*one(), |inner, _| Number::Chain(one(), vec![(Arithmetic::Add, inner)]));
            Truth::Compare(Comparison::Less, Number::Constant(0.0), number)
        };
        assert!(compile(&nest(STACK - 2)).is_some());
        assert!(compile(&nest(STACK - 1)).is_none());
    }
}
