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
//! Where the left side is no line, the moment is not computed: the condition is [`polled`](super::polled). So
//! is one for the time being that comes upon a number beyond all bounds or none at all, such as a quotient by
//! 0: then `wait` is `None`.
//!
//! What is compared are floating numbers, and the moment is computed from floating numbers. So every line
//! carries a bound of what rounding may have made of it, and the moment is that at which the line first comes
//! within that bound of zero: too early by some 10⁻⁴ µs mostly, and then looked at again, but never too late.

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
        if self.stacked { self.wake_over::<STACK>(view) } else { self.wake_over::<0>(view) }
    }

    /// The walk along the program's way, with room for so many numbers that wait for one another (the
    /// commonest conditions need none).
    fn wake_over<const ROOM: usize>(&self, view: &impl View) -> WakeCondition {
        let mut stack = [Linear::default(); ROOM];
        let mut height = 0;
        let mut wake = WakeCondition { events: 0, level: None, wait: Some(f64::INFINITY) };
        // What the numbers on the stack depend on.
        let mut pending = 0;
        let mut at: Target = 0;
        while at < NO {
            let depends = self.depends[usize::from(at)];
            // The other outcome has to lead somewhere else than to a no.
            let matters = |answer: bool, yes: Target, no: Target| (if answer { no } else { yes }) != NO;
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
                            let constant = Linear::constant(constant);
                            let difference = Linear::of(reading, view).and_then(|line| line.above(constant));
                            wake.crosses(difference, depends, matters);
                            // What jumps by the clock alone crosses where no line does.
                            if matters
                                && matches!(reading, Reading::CooldownCharges(_) | Reading::BuffReact(_))
                            {
                                wake.turns_in(view.bends_in(reading));
                            }
                        }
                    }
                    (answer, yes, no)
                }
                Instruction::Compare { comparison, yes, no } if ROOM > 0 => {
                    height -= 2;
                    let (left, right) = (stack[height], stack[height + 1]);
                    let answer = comparison.holds(left.value, right.value);
                    let difference = left.above(right);
                    wake.crosses(difference, std::mem::take(&mut pending), matters(answer, yes, no));
                    (answer, yes, no)
                }
                _ if ROOM == 0 => return wake,
                within => {
                    pending |= depends;
                    match within {
                        Instruction::Constant(value) => {
                            stack[height] = Linear::constant(value);
                            height += 1;
                        }
                        Instruction::Reading(reading) => {
                            // Alone against a constant it may bend as it likes: it stops where it is going. Together
                            // with others that move on it crosses elsewhere from there on.
                            wake.turns_in(view.bends_in(reading));
                            stack[height] = Linear::of(reading, view).unwrap_or_else(|| {
                                wake.wait = None;
                                Linear::constant(view.number(reading))
                            });
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            let (left, right) = (stack[height - 1], stack[height]);
                            stack[height - 1] = left.compute(arithmetic, right).unwrap_or_else(|| {
                                wake.wait = None;
                                Linear::constant(arithmetic.apply(left.value, right.value))
                            });
                        }
                        Instruction::Floor => {
                            let line = stack[height - 1];
                            if line.moves() {
                                wake.wait = None;
                            }
                            stack[height - 1] = Linear::constant(libm::floor(line.value));
                        }
                        _ => {
                            let Linear { value, slope, size, error } = stack[height - 1];
                            stack[height - 1] = Linear { value: -value, slope: -slope, size, error };
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
    /// In how many seconds the mere passing of time can first turn it: infinity for never, `None` if that is
    /// not computed.
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
    /// It and what it was computed from are never beyond this, at any instant of the fight.
    size: f64,
    /// Evaluated later, the number is no further from the line than this.
    error: f64,
}

/// No operation on floating numbers is off by a larger part of its result.
const ROUNDING: f64 = f64::EPSILON;

/// Times in seconds and levels of resources are at most this.
const LARGEST_READING: f64 = 1e6;

impl Linear {
    const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0, size: value.abs(), error: 0.0 }
    }

    fn of(reading: Reading, view: &impl View) -> Option<Self> {
        let (value, slope) = (view.number(reading), view.slope(reading)?);
        if slope == 0.0 {
            return Some(Self::constant(value));
        }
        // Whole microseconds keep their order as seconds; a level is a sum and a product.
        let whole = view.millionths(reading).is_some();
        let error = if whole { 0.0 } else { 4.0 * ROUNDING * LARGEST_READING };
        Some(Self { value, slope, size: LARGEST_READING, error })
    }

    /// A line from two, as long as that is one: of numbers of which one at least moves, what comes out is
    /// rounded anew at every instant.
    fn compute(self, arithmetic: Arithmetic, other: Self) -> Option<Self> {
        let value = arithmetic.apply(self.value, other.value);
        let (slope, size, error) = match arithmetic {
            Arithmetic::Add => (self.slope + other.slope, self.size + other.size, self.error + other.error),
            Arithmetic::Subtract => {
                (self.slope - other.slope, self.size + other.size, self.error + other.error)
            }
            Arithmetic::Multiply if !other.moves() => {
                let by = other.value.abs();
                (self.slope * other.value, self.size * by, self.error * by)
            }
            Arithmetic::Multiply if !self.moves() => {
                let by = self.value.abs();
                (self.value * other.slope, other.size * by, other.error * by)
            }
            Arithmetic::Divide if !other.moves() => {
                let by = other.value.abs();
                (self.slope / other.value, self.size / by, self.error / by)
            }
            Arithmetic::Remainder | Arithmetic::Min | Arithmetic::Max if !self.moves() && !other.moves() => {
                (0.0, value.abs(), 0.0)
            }
            _ => return None,
        };
        let error = if self.moves() || other.moves() { error + 4.0 * ROUNDING * size } else { 0.0 };
        // What is divided by 0, or too large, is no line.
        (value.is_finite() && slope.is_finite() && error.is_finite()).then_some(Self {
            value,
            slope,
            size,
            error,
        })
    }

    /// How far this is above another, which a comparison finds out without rounding anything.
    fn above(self, other: Self) -> Option<Self> {
        let (value, slope) = (self.value - other.value, self.slope - other.slope);
        let (size, error) = (self.size + other.size, self.error + other.error);
        (value.is_finite() && slope.is_finite()).then_some(Self { value, slope, size, error })
    }

    /// Whether it is evaluated to another number later; two that move may stand still together, and yet be
    /// rounded differently at each instant.
    fn moves(self) -> bool {
        self.slope != 0.0 || self.error > 0.0
    }

    /// In how many seconds it may first be 0; infinity if that is past, or never.
    fn zero(self) -> f64 {
        if self.slope == 0.0 {
            // Within the error of 0 rounding alone decides, anew at the next instant.
            let decides = self.error > 0.0 && self.value.abs() <= self.error;
            return if decides { 0.0 } else { f64::INFINITY };
        }
        let (wait, margin) = (-self.value / self.slope, self.error / self.slope.abs());
        if wait + margin >= 0.0 { (wait - margin).max(0.0) } else { f64::INFINITY }
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
        fn bends_in(&self, _: Reading) -> f64 {
            f64::INFINITY
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
