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
//!    compares is the sign of a straight line, whose zero can be computed. `min`, `max`, `floor` and `%` of
//!    straight lines are straight piece by piece: the line of the present piece counts, and the end of the piece
//!    is an instant to look again:
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
//! Where the left side is no line, such as a product of two numbers that move, the moment is not computed: the
//! condition is [`polled`](super::polled). So is one for the time being that comes upon a number beyond all
//! bounds or none at all, such as a quotient by 0: then `wait` is `None`.
//!
//! What is compared are [numbers with errors](super::rounded), and the moment is computed from floating
//! numbers. So every line carries a bound of what rounding may make of it at any instant of the fight, and the
//! moment is that at which the line first comes within that bound of zero: too early by some 10⁻³ µs mostly,
//! and then looked at again, but never too late.

use super::lines::Linear;
use super::program::{Instruction, NO, Program, STACK, Target};
#[cfg(doc)]
use super::reading::Depends;
use super::reading::{Reading, View};
use super::rounded::Rounded;

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
                    let answer = comparison.holds_of(Rounded::of(reading, view), Rounded::constant(constant));
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
                            // What jumps by the clock alone, or turns back, crosses where no line does.
                            if matters
                                && matches!(
                                    reading,
                                    Reading::CooldownCharges(_) | Reading::BuffReact(_) | Reading::Remaining
                                )
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
                    let answer = comparison.holds_of(left.now, right.now);
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
                                Linear::resting(Rounded::of(reading, view))
                            });
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            let (left, right) = (stack[height - 1], stack[height]);
                            let piece = left.compute(arithmetic, right);
                            if let Some((line, ends)) = piece {
                                wake.turns_in(ends);
                                stack[height - 1] = line;
                            } else {
                                wake.wait = None;
                                stack[height - 1] = Linear::resting(left.now.apply(arithmetic, right.now));
                            }
                        }
                        Instruction::Floor => {
                            let (line, ends) = stack[height - 1].floor();
                            wake.turns_in(ends);
                            stack[height - 1] = line;
                        }
                        _ => stack[height - 1] = stack[height - 1].negate(),
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
