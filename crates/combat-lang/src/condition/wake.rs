//! Computation of when to evaluate a false condition again.
//!
//! An idle actor must act at the very microsecond at which a line of its action list becomes
//! usable, without evaluating every line after every event. The program of each false condition
//! therefore also computes the events that can make the condition true. The result is a
//! [`WakeCondition`]. It never wakes the actor too late. If it wakes the actor too early, one
//! evaluation is superfluous.
//!
//! The result is precise for three reasons:
//!
//! 1. Only the tests on the executed path matter. As long as each of these tests keeps its outcome,
//!    the path is the same. In `resource.rage >= 30 && buff.fury.up` with too little rage, the buff
//!    is not read.
//! 2. A test on the path does not matter if its other outcome leads directly to false. In `a && b`
//!    with `a` true and `b` false, a change of `a` has no effect. In `a || b` with both false, a
//!    change of either can wake the actor.
//! 3. Between events, every reading is a piecewise linear function of time, and so are the results
//!    of `min`, `max`, `floor` and `%`. A test therefore checks the sign of a piecewise linear
//!    function. The zero of the current piece is computed, and the condition is evaluated again
//!    when the piece ends:
//!
//! ```text
//!  left − right
//!    │╲
//!    │  ╲                    events: the graph bends or jumps       → bits of `Depends`
//!    │    ╲                  time:   the graph crosses zero         → `wait`, in seconds
//!  0 ┼──────╲─────── time    level:  an event-driven resource must reach a level → `level`
//!    now   now + wait
//! ```
//!
//! If one side is nonlinear, such as a product of two time-dependent numbers, the time is not
//! computed, and the condition is [`polled`](super::polled). The same applies while a condition
//! evaluates an infinite or undefined number, such as the result of a division by 0. In both cases,
//! `wait` is `None`.
//!
//! Comparisons use [numbers with error bounds](super::rounded), and the time is computed in
//! floating point. Every linear function therefore has a bound on its rounding error at any instant
//! of the fight. The computed time is the first time at which the distance of the function from
//! zero is within this bound. The computed time is never too late. It is usually about 10⁻³ µs too
//! early, which may cause one superfluous evaluation.

use super::lines::Linear;
use super::program::{Instruction, NO, Program, STACK, Target};
#[cfg(doc)]
use super::reading::Depends;
use super::reading::{ConditionView, Reading};
use super::rounded::Rounded;

impl Program {
    /// Returns the events that can make a false condition true.
    ///
    /// Only tests on the executed path count, and only if their other outcome does not lead
    /// directly to false.
    pub fn wake_condition(&self, view: &impl ConditionView) -> WakeCondition {
        if self.stacked { self.wake_over::<STACK>(view) } else { self.wake_over::<0>(view) }
    }

    /// Follows the executed path, with room for `ROOM` numbers on the stack. The most frequent
    /// conditions need no stack.
    fn wake_over<const ROOM: usize>(&self, view: &impl ConditionView) -> WakeCondition {
        let mut stack = [Linear::default(); ROOM];
        let mut height = 0;
        let mut wake = WakeCondition { events: 0, level: None, wait: Some(f64::INFINITY) };
        // Dependency bits of the numbers on the stack.
        let mut pending = 0;
        let mut at: Target = 0;
        while at < NO {
            let depends = self.depends[usize::from(at)];
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => {
                    let answer = view.flag(flag);
                    if matters(answer, yes, no) {
                        wake.events |= depends;
                        wake.flips_in(view.flips_in(flag));
                    }
                    (answer, yes, no)
                }
                Instruction::Test { reading, comparison, constant, yes, no, .. } => {
                    let answer = comparison.holds_of(Rounded::of(reading, view), Rounded::constant(constant));
                    let matters = matters(answer, yes, no);
                    match view.event_driven(reading) {
                        // The condition needs a higher level of a resource that changes only at
                        // events. If the actor waits for no other level yet, it waits for this
                        // level, and not for every change of the resource.
                        Some(resource) if !answer && comparison.wants_more() && wake.level.is_none() => {
                            if matters {
                                wake.level = Some((resource, constant));
                            }
                        }
                        Some(_) if matters => wake.events |= depends,
                        Some(_) => {}
                        None => wake.crosses_constant(view, reading, constant, depends, matters),
                    }
                    (answer, yes, no)
                }
                Instruction::Compare { comparison, yes, no } if ROOM > 0 => {
                    height -= 2;
                    let (left, right) = (stack[height], stack[height + 1]);
                    let answer = comparison.holds_of(left.now, right.now);
                    let difference = left.difference(right);
                    wake.crosses(difference, std::mem::take(&mut pending), matters(answer, yes, no));
                    (answer, yes, no)
                }
                _ if ROOM == 0 => return wake,
                within => {
                    pending |= depends;
                    wake.compute(view, within, &mut stack, &mut height);
                    at += 1;
                    continue;
                }
            };
            at = if answer { yes } else { no };
        }
        wake
    }
}

/// The events that can make a false condition true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WakeCondition {
    /// Dependency bits, as in [`Depends`].
    pub events: u64,
    /// A resource, and the level that it must reach.
    pub level: Option<(u16, f64)>,
    /// Seconds until the condition can first become true without an event. Infinity if this is
    /// impossible; `None` if the time cannot be computed.
    pub wait: Option<f64>,
}

impl WakeCondition {
    fn flips_in(&mut self, wait: f64) {
        self.wait = self.wait.map(|first| first.min(wait));
    }

    /// Adds the events that can change the outcome of a test of the sign of `difference`. If
    /// `difference` is `None`, the time of the change cannot be computed.
    fn crosses(&mut self, difference: Option<Linear>, depends: u64, matters: bool) {
        match difference {
            Some(line) if matters => {
                self.events |= depends;
                self.flips_in(line.zero());
            }
            Some(_) => {}
            None => {
                self.events |= depends;
                self.wait = None;
            }
        }
    }

    /// Adds the events that can change the outcome of a test that compares a reading with a
    /// constant. The reading also changes between events.
    #[expect(clippy::inline_always, reason = "a part of the loop over instructions, not a call of its own")]
    #[inline(always)]
    fn crosses_constant(
        &mut self,
        view: &impl ConditionView,
        reading: Reading,
        constant: f64,
        depends: u64,
        matters: bool,
    ) {
        let constant = Linear::constant(constant);
        let difference = Linear::of(reading, view).and_then(|line| line.difference(constant));
        self.crosses(difference, depends, matters);
        // These readings can jump, or their slope can change, without an event. The outcome of the
        // test can then change although the linear function `difference` has no zero.
        if matters
            && matches!(reading, Reading::CooldownCharges(_) | Reading::BuffReact(_) | Reading::Remaining)
        {
            self.flips_in(view.slope_changes_in(reading));
        }
    }

    /// Executes an arithmetic instruction on the stack of linear numbers, and adds the time at
    /// which the piece of its result ends.
    #[expect(clippy::inline_always, reason = "a part of the loop over instructions, not a call of its own")]
    #[inline(always)]
    fn compute<const ROOM: usize>(
        &mut self,
        view: &impl ConditionView,
        instruction: Instruction,
        stack: &mut [Linear; ROOM],
        height: &mut usize,
    ) {
        match instruction {
            Instruction::Constant(value) => {
                stack[*height] = Linear::constant(value);
                *height += 1;
            }
            Instruction::Reading(reading) => {
                // A change of this reading's slope can move the time at which the compared numbers
                // cross. The condition is therefore evaluated again when the slope changes.
                self.flips_in(view.slope_changes_in(reading));
                stack[*height] = Linear::of(reading, view).unwrap_or_else(|| {
                    self.wait = None;
                    Linear::event_driven(Rounded::of(reading, view))
                });
                *height += 1;
            }
            Instruction::Compute(arithmetic) => {
                *height -= 1;
                let (left, right) = (stack[*height - 1], stack[*height]);
                let piece = left.compute(arithmetic, right);
                if let Some((line, ends)) = piece {
                    self.flips_in(ends);
                    stack[*height - 1] = line;
                } else {
                    self.wait = None;
                    stack[*height - 1] = Linear::event_driven(left.now.apply(arithmetic, right.now));
                }
            }
            Instruction::Floor => {
                let (line, ends) = stack[*height - 1].floor();
                self.flips_in(ends);
                stack[*height - 1] = line;
            }
            _ => stack[*height - 1] = stack[*height - 1].negate(),
        }
    }
}

/// Returns whether a test matters: its other outcome does not lead directly to false.
#[inline]
fn matters(answer: bool, yes: Target, no: Target) -> bool {
    (if answer { no } else { yes }) != NO
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::condition::Flag;
    use crate::condition::samples::{compile, truth};
    use crate::condition::typed::{Arithmetic, Comparison, Number, Truth};

    /// Linear numbers as pairs (value, slope), and the time in seconds at which they are read.
    struct Later<'a>(&'a [(f64, f64)], f64);

    impl ConditionView for Later<'_> {
        fn number(&self, reading: Reading) -> f64 {
            let (value, slope) = self.0[usize::from(reading.fingerprint()) % self.0.len()];
            value + slope * self.1
        }
        fn flag(&self, flag: Flag) -> bool {
            self.1 >= f64::from(flag.fingerprint())
        }
        fn millionths(&self, _: Reading) -> Option<i64> {
            None
        }
        fn slope(&self, reading: Reading) -> Option<f64> {
            Some(self.0[usize::from(reading.fingerprint()) % self.0.len()].1)
        }
        fn slope_changes_in(&self, _: Reading) -> f64 {
            f64::INFINITY
        }
        fn event_driven(&self, _: Reading) -> Option<u16> {
            None
        }
        fn flips_in(&self, flag: Flag) -> f64 {
            if self.flag(flag) { f64::INFINITY } else { f64::from(flag.fingerprint()) - self.1 }
        }
    }

    /// The divisor is so large that rounding removes the slope of the difference between dividend
    /// and divisor.
    #[test]
    fn a_slope_lost_in_rounding_is_no_reason_to_wait() {
        let quotient = Number::Chain(
            Box::new(Number::Reading(Reading::Resource(2))),
            vec![(Arithmetic::Divide, Number::Constant(2.193730918182338e-271))],
        );
        let negated = Number::Negate(Box::new(Number::Reading(Reading::Time)));
        let remainder = Number::Chain(Box::new(negated), vec![(Arithmetic::Remainder, quotient)]);
        let zero = Number::Negate(Box::new(Number::Constant(0.0)));
        let truth = Truth::Compare(Comparison::AtMost, remainder, zero);
        let mut lines = [(0.0, 0.0); 7];
        (lines[1], lines[5]) = ((0.5, -0.5), (-0.5, -0.5));
        for truth in [truth.clone(), Truth::Not(Box::new(truth))] {
            let program = compile(&truth).expect("a short condition");
            if !program.evaluate(&Later(&lines, 0.0)) && program.evaluate(&Later(&lines, 1.0)) {
                let wait = program.wake_condition(&Later(&lines, 0.0)).wait;
                assert!(wait.is_none_or(|wait| wait <= 1.0), "{wait:?}");
                return;
            }
        }
        panic!("neither condition becomes true");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// The value does not change before the computed time. (Values and slopes of readings are
        /// multiples of a half, so that readings have no rounding errors.)
        #[test]
        fn the_value_is_constant_until_the_computed_time(
            truth in truth(),
            lines in prop::collection::vec((-8..8i32, -3..3i32), 1..12),
            moment in 0..64u32,
        ) {
            let lines: Vec<(f64, f64)> =
                lines.into_iter().map(|(value, slope)| (f64::from(value) / 2.0, f64::from(slope) / 2.0)).collect();
            let program = compile(&truth).expect("six deep");
            let moment = f64::from(moment) / 4.0;
            // Only false conditions have a wake condition.
            let program = if program.evaluate(&Later(&lines, 0.0)) {
                compile(&Truth::Not(Box::new(truth))).expect("as deep")
            } else {
                program
            };
            if let Some(wait) = program.wake_condition(&Later(&lines, 0.0)).wait && moment < wait * (1.0 - 1e-9) - 1e-9 {
                prop_assert!(!program.evaluate(&Later(&lines, moment)));
            }
        }
    }
}
