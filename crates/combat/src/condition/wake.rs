//! When to look again at a condition that does not hold.
//!
//! An idle actor must act at the very microsecond at which a line of its list comes to hold, and it must not
//! look at every line after every event. So each line that was found wanting is asked once more, with the
//! same program: *what would have to happen before your answer can change?* The answer is a
//! [`WakeCondition`], and is never too late; too early costs one look that finds nothing.
//!
//! Three arguments make it sharp:
//!
//! 1. Only the tests on the way that the program took to its "no" count. As long as each of them comes out as
//!    it did, the program takes the same way. In `resource.rage >= 30 && buff.fury.up` with too little rage,
//!    the buff is not asked.
//! 2. Of those, a test whose other outcome leads straight to "no" does not matter either: in `a && b` with
//!    `a` true and `b` false, what becomes of `a` changes nothing. In `a || b`, both false, either may wake.
//! 3. Between events every number that a condition can ask for changes evenly, or not at all. So what a test
//!    compares is the sign of a straight line, whose zero can be computed:
//!
//! ```text
//!  left − right
//!    │╲
//!    │  ╲                    events: the line bends or jumps  → bits of `Depends`
//!    │    ╲                  time:   the line crosses zero    → `wait`, in seconds
//!  0 ┼──────╲─────── time    level:  a resource that moves by events alone has to reach a number → `level`
//!    now   now + wait
//! ```
//!
//! Where the left side is no line (the product of two that move, an estimate that bends), the moment cannot
//! be foretold: `wait` is `None`, the actor looks again every `poll` seconds, and every test on the way
//! counts.

use super::program::{Instruction, NO, Program, STACK, Target};
#[cfg(doc)]
use super::reading::Depends;
use super::reading::{Reading, View};
use super::typed::Arithmetic;

impl Program {
    /// What could make a condition hold that does not: as long as nothing of it happens, the answer is no.
    ///
    /// Only the tests on the way to the answer count: as long as they come out as they do, the others are not
    /// even asked. And of those, a test whose other outcome would also be the end with a no changes nothing.
    pub(crate) fn wake_condition(&self, view: &impl View) -> WakeCondition {
        let wake = if self.stacked {
            self.wake_over::<STACK, false>(view)
        } else {
            self.wake_over::<0, false>(view)
        };
        if wake.wait.is_some() {
            return wake;
        }
        // Looked at every now and then, it counts from the last look, and every test is a reason to look.
        self.wake_over::<STACK, true>(view)
    }

    /// The walk along the program's way, with room for so many numbers that wait for one another (the
    /// commonest conditions need none); over all tests on the way, or over those that matter.
    fn wake_over<const ROOM: usize, const ALL: bool>(&self, view: &impl View) -> WakeCondition {
        let mut stack = [Linear::default(); ROOM];
        let mut height = 0;
        let mut wake = WakeCondition { events: 0, level: None, wait: Some(f64::INFINITY) };
        // What the numbers on the stack depend on.
        let mut pending = 0;
        let mut at: Target = 0;
        while at < NO {
            let depends = self.depends[usize::from(at)];
            // The other outcome has to lead somewhere else than to a no.
            let matters =
                |answer: bool, yes: Target, no: Target| ALL || (if answer { no } else { yes }) != NO;
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => {
                    let answer = view.flag(flag);
                    if matters(answer, yes, no) {
                        wake.events |= depends;
                        wake.turns_in(view.turns_in(flag));
                    }
                    (answer, yes, no)
                }
                Instruction::Test { reading, comparison, constant, yes, no, .. } => {
                    let value = view.number(reading);
                    let answer = comparison.holds(value, constant);
                    let matters = matters(answer, yes, no);
                    match view.resting(reading) {
                        // One that has to rise, and the first of its kind: rather than any change, its
                        // reaching that level.
                        Some(resource) if !answer && comparison.wants_more() && wake.level.is_none() => {
                            if matters {
                                wake.level = Some((resource, constant));
                            }
                        }
                        Some(_) if matters => wake.events |= depends,
                        Some(_) => {}
                        None => {
                            let slope = view.slope(reading);
                            let difference = slope.map(|slope| Linear { value: value - constant, slope });
                            wake.crosses(difference, depends, matters);
                        }
                    }
                    (answer, yes, no)
                }
                Instruction::Compare { comparison, yes, no } if ROOM > 0 => {
                    height -= 2;
                    let (left, right) = (stack[height], stack[height + 1]);
                    let answer = comparison.holds(left.value, right.value);
                    let difference = left.compute(Arithmetic::Subtract, right);
                    wake.crosses(difference, std::mem::take(&mut pending), matters(answer, yes, no));
                    (answer, yes, no)
                }
                _ if ROOM == 0 => return wake,
                within => {
                    pending |= depends;
                    match within {
                        Instruction::Constant(value) => {
                            stack[height] = Linear { value, slope: 0.0 };
                            height += 1;
                        }
                        Instruction::Reading(reading) => {
                            stack[height] = Linear::of(reading, view).unwrap_or_else(|| {
                                wake.wait = None;
                                Linear { value: view.number(reading), slope: 0.0 }
                            });
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            let (left, right) = (stack[height - 1], stack[height]);
                            stack[height - 1] = left.compute(arithmetic, right).unwrap_or_else(|| {
                                wake.wait = None;
                                Linear { value: arithmetic.apply(left.value, right.value), slope: 0.0 }
                            });
                        }
                        _ => {
                            let Linear { value, slope } = stack[height - 1];
                            stack[height - 1] = Linear { value: -value, slope: -slope };
                        }
                    }
                    at += 1;
                    continue;
                }
            };
            at = if answer { yes } else { no };
        }
        wake
    }
}

/// What has to happen before a condition that does not hold can come to hold: any of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WakeCondition {
    /// Bits of things that change with events, as in [`Depends`].
    pub(crate) events: u64,
    /// A resource's reaching this level.
    pub(crate) level: Option<(u16, f64)>,
    /// In how many seconds the mere passing of time can first turn it: infinity for never, `None` if that
    /// cannot be foretold.
    pub(crate) wait: Option<f64>,
}

impl WakeCondition {
    fn turns_in(&mut self, wait: f64) {
        self.wait = self.wait.map(|first| first.min(wait));
    }

    /// A difference decides by its sign; whether it matters, and what it depends on.
    fn crosses(&mut self, difference: Option<Linear>, depends: u64, matters: bool) {
        match difference {
            Some(line) if matters => {
                self.events |= depends;
                self.turns_in(line.zero());
            }
            Some(_) => {}
            // Cannot be foretold.
            None => {
                self.events |= depends;
                self.wait = None;
            }
        }
    }
}

/// A number that changes evenly until the next event: a straight line in time. Such lines can be added, and
/// multiplied by what stays the same; two of them cross once at most.
#[derive(Clone, Copy, Debug, Default)]
struct Linear {
    value: f64,
    /// A second.
    slope: f64,
}

impl Linear {
    fn of(reading: Reading, view: &impl View) -> Option<Self> {
        Some(Self { value: view.number(reading), slope: view.slope(reading)? })
    }

    fn compute(self, arithmetic: Arithmetic, other: Self) -> Option<Self> {
        let value = arithmetic.apply(self.value, other.value);
        let slope = match arithmetic {
            Arithmetic::Add => self.slope + other.slope,
            Arithmetic::Subtract => self.slope - other.slope,
            Arithmetic::Multiply if other.slope == 0.0 => self.slope * other.value,
            Arithmetic::Multiply if self.slope == 0.0 => self.value * other.slope,
            Arithmetic::Divide if other.slope == 0.0 => self.slope / other.value,
            Arithmetic::Multiply | Arithmetic::Divide => return None,
        };
        // What is divided by 0, or too large, is no line.
        (value.is_finite() && slope.is_finite()).then_some(Self { value, slope })
    }

    /// In how many seconds it is 0; infinity if that is past, or never.
    fn zero(self) -> f64 {
        if self.slope == 0.0 {
            return f64::INFINITY;
        }
        let wait = -self.value / self.slope;
        if wait >= 0.0 { wait } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::condition::Flag;
    use crate::condition::samples::{compile, truth};
    use crate::condition::typed::Truth;

    /// Numbers that change evenly, looked at after some time.
    struct Later<'a>(&'a [(f64, f64)], f64);

    impl View for Later<'_> {
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
        fn resting(&self, _: Reading) -> Option<u16> {
            None
        }
        fn turns_in(&self, flag: Flag) -> f64 {
            if self.flag(flag) { f64::INFINITY } else { f64::from(flag.fingerprint()) - self.1 }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// Nothing changes before the time foretold. (Numbers are multiples of a half, so that arithmetic is
        /// exact.)
        #[test]
        fn the_answer_stands_until_the_time_foretold(
            truth in truth(),
            lines in prop::collection::vec((-8..8i32, -3..3i32), 1..12),
            moment in 0..64u32,
        ) {
            let lines: Vec<(f64, f64)> =
                lines.into_iter().map(|(value, slope)| (f64::from(value) / 2.0, f64::from(slope) / 2.0)).collect();
            let program = compile(&truth).expect("six deep");
            let moment = f64::from(moment) / 4.0;
            // It is asked of conditions that do not hold.
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
