//! From a tree to a compact program: tests that jump, and a small stack for arithmetic.
//!
//! `a && b` needs no stack of truths: the test of `a` jumps to the test of `b`, or out with the answer "no". The
//! commonest test by far, one reading against a constant, is one instruction.

#[cfg(doc)]
use super::reading::Depends;
use super::reading::{Flag, Reading, Scope, View};
use super::typed::{Arithmetic, Comparison, Number, Truth};
use super::whole::Whole;

/// Numbers that may wait for one another in the arithmetic of one comparison.
pub(crate) const STACK: usize = 16;

/// Where a test goes on: an instruction, or out with an answer.
type Target = u16;
const YES: Target = u16::MAX;
const NO: Target = u16::MAX - 1;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Instruction {
    /// A flag decides.
    Flag {
        flag: Flag,
        yes: Target,
        no: Target,
    },
    /// One reading against a constant decides.
    Test {
        reading: Reading,
        comparison: Comparison,
        constant: f64,
        /// The same comparison, where the reading is a whole number of millionths.
        whole: Whole,
        yes: Target,
        no: Target,
    },
    Constant(f64),
    Reading(Reading),
    Negate,
    Compute(Arithmetic),
    /// The two numbers on top of the stack decide.
    Compare {
        comparison: Comparison,
        yes: Target,
        no: Target,
    },
}

/// A compiled condition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    instructions: Box<[Instruction]>,
    /// What each of them depends on: bits of [`Depends::events`].
    depends: Box<[u64]>,
    /// Whether any instruction needs the stack.
    stacked: bool,
}

impl Program {
    /// Compiles a condition; `None` if its arithmetic needs more than [`STACK`] numbers at once.
    pub(crate) fn compile(truth: &Truth, scope: &Scope<'_>) -> Option<Self> {
        let mut compiler = Compiler::default();
        compiler.branch(truth, Label::Yes, Label::No)?;
        let (instructions, stacked) = compiler.finish();
        let depends = instructions.iter().map(|instruction| match *instruction {
            Instruction::Flag { flag, .. } => flag.depends(),
            Instruction::Test { reading, .. } | Instruction::Reading(reading) => reading.depends(scope),
            _ => 0,
        });
        Some(Self { depends: depends.collect(), instructions, stacked })
    }

    /// Whether the condition holds. No allocation.
    #[inline]
    pub(crate) fn evaluate(&self, view: &impl View) -> bool {
        if self.stacked { self.evaluate_stacked(view) } else { self.evaluate_tests(view) }
    }

    /// Tests and jumps alone.
    #[inline]
    fn evaluate_tests(&self, view: &impl View) -> bool {
        let mut at = 0;
        loop {
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => (view.flag(flag), yes, no),
                Instruction::Test { reading, comparison, constant, whole, yes, no } => {
                    let answer = match view.millionths(reading) {
                        Some(number) => whole.holds(number),
                        None => comparison.holds(view.number(reading), constant),
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

    /// What could make a condition hold that does not: as long as nothing of it happens, the answer is no.
    ///
    /// Only the tests on the way to the answer count: as long as they come out as they do, the others are not even asked. And
    /// of those, a test whose other outcome would also be the end with a no changes nothing.
    pub(crate) fn hinges_on(&self, view: &impl View) -> Hinge {
        let hinge = if self.stacked {
            self.hinges_on_tests::<STACK, false>(view)
        } else {
            self.hinges_on_tests::<0, false>(view)
        };
        if hinge.wait.is_some() {
            return hinge;
        }
        // Looked at every now and then, it counts from the last look, and every test is a reason to look.
        self.hinges_on_tests::<STACK, true>(view)
    }

    /// With room for so many lines that wait for one another (the commonest conditions need none), over all tests on the
    /// way or those that matter.
    fn hinges_on_tests<const ROOM: usize, const ALL: bool>(&self, view: &impl View) -> Hinge {
        let mut stack = [Line::default(); ROOM];
        let mut height = 0;
        let mut hinge = Hinge { events: 0, level: None, wait: Some(f64::INFINITY) };
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
                        hinge.events |= depends;
                        hinge.turns_in(view.turns_in(flag));
                    }
                    (answer, yes, no)
                }
                Instruction::Test { reading, comparison, constant, yes, no, .. } => {
                    let value = view.number(reading);
                    let answer = comparison.holds(value, constant);
                    let matters = matters(answer, yes, no);
                    match view.resting(reading) {
                        // One that has to rise, and the first of its kind: rather than any change, its reaching that level.
                        Some(resource) if !answer && comparison.wants_more() && hinge.level.is_none() => {
                            if matters {
                                hinge.level = Some((resource, constant));
                            }
                        }
                        Some(_) if matters => hinge.events |= depends,
                        Some(_) => {}
                        None => {
                            let slope = view.slope(reading);
                            let difference = slope.map(|slope| Line { value: value - constant, slope });
                            hinge.crosses(difference, depends, matters);
                        }
                    }
                    (answer, yes, no)
                }
                Instruction::Compare { comparison, yes, no } if ROOM > 0 => {
                    height -= 2;
                    let (left, right) = (stack[height], stack[height + 1]);
                    let answer = comparison.holds(left.value, right.value);
                    let difference = left.compute(Arithmetic::Subtract, right);
                    hinge.crosses(difference, std::mem::take(&mut pending), matters(answer, yes, no));
                    (answer, yes, no)
                }
                _ if ROOM == 0 => return hinge,
                within => {
                    pending |= depends;
                    match within {
                        Instruction::Constant(value) => {
                            stack[height] = Line { value, slope: 0.0 };
                            height += 1;
                        }
                        Instruction::Reading(reading) => {
                            stack[height] = Line::of(reading, view).unwrap_or_else(|| {
                                hinge.wait = None;
                                Line { value: view.number(reading), slope: 0.0 }
                            });
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            let (left, right) = (stack[height - 1], stack[height]);
                            stack[height - 1] = left.compute(arithmetic, right).unwrap_or_else(|| {
                                hinge.wait = None;
                                Line { value: arithmetic.apply(left.value, right.value), slope: 0.0 }
                            });
                        }
                        _ => {
                            let Line { value, slope } = stack[height - 1];
                            stack[height - 1] = Line { value: -value, slope: -slope };
                        }
                    }
                    at += 1;
                    continue;
                }
            };
            at = if answer { yes } else { no };
        }
        hinge
    }

    #[inline(never)]
    fn evaluate_stacked(&self, view: &impl View) -> bool {
        let mut stack = [0.0; STACK];
        let mut height = 0;
        let mut at: Target = 0;
        loop {
            let (answer, yes, no) = match self.instructions[usize::from(at)] {
                Instruction::Flag { flag, yes, no } => (view.flag(flag), yes, no),
                Instruction::Test { reading, comparison, constant, yes, no, .. } => {
                    (comparison.holds(view.number(reading), constant), yes, no)
                }
                Instruction::Compare { comparison, yes, no } => {
                    height -= 2;
                    (comparison.holds(stack[height], stack[height + 1]), yes, no)
                }
                within => {
                    match within {
                        Instruction::Constant(number) => {
                            stack[height] = number;
                            height += 1;
                        }
                        Instruction::Reading(reading) => {
                            stack[height] = view.number(reading);
                            height += 1;
                        }
                        Instruction::Compute(arithmetic) => {
                            height -= 1;
                            stack[height - 1] = arithmetic.apply(stack[height - 1], stack[height]);
                        }
                        _ => stack[height - 1] = -stack[height - 1],
                    }
                    at += 1;
                    continue;
                }
            };
            at = if answer { yes } else { no };
            if at >= NO {
                return at == YES;
            }
        }
    }
}

/// What an answer hinges on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hinge {
    /// Bits of things that change with events, as in [`Depends`].
    pub(crate) events: u64,
    /// A resource's reaching this level.
    pub(crate) level: Option<(u16, f64)>,
    /// In how many seconds the mere passing of time can first turn it: infinity for never, `None` if that cannot be
    /// foretold.
    pub(crate) wait: Option<f64>,
}

impl Hinge {
    fn turns_in(&mut self, wait: f64) {
        self.wait = self.wait.map(|first| first.min(wait));
    }

    /// A difference decides by its sign; whether it matters, and what it depends on.
    fn crosses(&mut self, difference: Option<Line>, depends: u64, matters: bool) {
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

/// A number that changes evenly. Lines can be added, and multiplied by what stays the same; two lines cross once at most.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    value: f64,
    /// A second.
    slope: f64,
}

impl Line {
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

/// Where to go on, before the place of every instruction is known.
#[derive(Clone, Copy, Debug)]
enum Label {
    Yes,
    No,
    Place(usize),
}

#[derive(Default)]
struct Compiler {
    /// Targets are numbers of labels until the end.
    instructions: Vec<(Instruction, Option<(Label, Label)>)>,
    /// Where each label points.
    places: Vec<usize>,
    stacked: bool,
}

impl Compiler {
    fn branch(&mut self, truth: &Truth, yes: Label, no: Label) -> Option<()> {
        match truth {
            Truth::Not(of) => self.branch(of, no, yes),
            Truth::And(left, right) => {
                let next = self.label();
                self.branch(left, Label::Place(next), no)?;
                self.places[next] = self.instructions.len();
                self.branch(right, yes, no)
            }
            Truth::Or(left, right) => {
                let next = self.label();
                self.branch(left, yes, Label::Place(next))?;
                self.places[next] = self.instructions.len();
                self.branch(right, yes, no)
            }
            Truth::Flag(flag) => {
                self.instructions.push((Instruction::Flag { flag: *flag, yes: 0, no: 0 }, Some((yes, no))));
                Some(())
            }
            Truth::Compare(comparison, Number::Reading(reading), Number::Constant(constant)) => {
                let (reading, comparison, constant) = (*reading, *comparison, *constant);
                let whole = Whole::new(comparison, constant);
                let test = Instruction::Test { reading, comparison, constant, whole, yes: 0, no: 0 };
                self.instructions.push((test, Some((yes, no))));
                Some(())
            }
            Truth::Compare(comparison, left, right) => {
                self.stacked = true;
                self.number(left, 0)?;
                self.number(right, 1)?;
                let compare = Instruction::Compare { comparison: *comparison, yes: 0, no: 0 };
                self.instructions.push((compare, Some((yes, no))));
                Some(())
            }
        }
    }

    /// Pushes a number on a stack that already holds `height`.
    fn number(&mut self, number: &Number, height: usize) -> Option<()> {
        if height >= STACK {
            return None;
        }
        let instruction = match number {
            Number::Constant(number) => Instruction::Constant(*number),
            Number::Reading(reading) => Instruction::Reading(*reading),
            Number::Negate(of) => {
                self.number(of, height)?;
                Instruction::Negate
            }
            Number::Arithmetic(arithmetic, left, right) => {
                self.number(left, height)?;
                self.number(right, height + 1)?;
                Instruction::Compute(*arithmetic)
            }
        };
        self.instructions.push((instruction, None));
        Some(())
    }

    fn label(&mut self) -> usize {
        self.places.push(0);
        self.places.len() - 1
    }

    fn finish(self) -> (Box<[Instruction]>, bool) {
        let place = |label: Label| match label {
            Label::Yes => YES,
            Label::No => NO,
            // A condition of 4096 bytes has far fewer instructions than 2^16 − 2.
            Label::Place(label) => self.places[label] as Target,
        };
        let instructions = self.instructions.iter().map(|(instruction, targets)| {
            let mut instruction = *instruction;
            if let (
                Instruction::Flag { yes, no, .. }
                | Instruction::Test { yes, no, .. }
                | Instruction::Compare { yes, no, .. },
                Some((on_yes, on_no)),
            ) = (&mut instruction, targets)
            {
                (*yes, *no) = (place(*on_yes), place(*on_no));
            }
            instruction
        });
        (instructions.collect(), self.stacked)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::condition::plain;

    fn compile(truth: &Truth) -> Option<Program> {
        let names = crate::names::Names::of_the_fuzzer();
        Program::compile(truth, &Scope { names: &names, constants: &[], health_pool: false })
    }

    /// Answers drawn beforehand.
    struct Answers(Vec<f64>, Vec<bool>);

    impl View for Answers {
        fn number(&self, reading: Reading) -> f64 {
            self.0[usize::from(reading.fingerprint()) % self.0.len()]
        }
        fn flag(&self, flag: Flag) -> bool {
            self.1[usize::from(flag.fingerprint()) % self.1.len()]
        }
        fn millionths(&self, reading: Reading) -> Option<i64> {
            // Where it is one: some numbers here are, others are not.
            let number = self.number(reading);
            let whole = (number * 1e6) as i64;
            (whole.abs() < 1 << 50 && (whole as f64 / 1e6).to_bits() == number.to_bits()).then_some(whole)
        }
        fn slope(&self, _: Reading) -> Option<f64> {
            None
        }
        fn resting(&self, _: Reading) -> Option<u16> {
            None
        }
        fn turns_in(&self, _: Flag) -> f64 {
            f64::INFINITY
        }
    }

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

    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![(-3..4i32).prop_map(f64::from), any::<f64>(), Just(f64::NAN), Just(0.0), Just(-0.0)]
    }

    fn number() -> impl Strategy<Value = Number> {
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
                Just(Arithmetic::Divide)
            ];
            prop_oneof![
                inner.clone().prop_map(|of| Number::Negate(Box::new(of))),
                (operator, inner.clone(), inner).prop_map(|(operator, left, right)| Number::Arithmetic(
                    operator,
                    Box::new(left),
                    Box::new(right)
                )),
            ]
        })
    }

    fn truth() -> impl Strategy<Value = Truth> {
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
                (inner.clone(), inner.clone())
                    .prop_map(|(left, right)| Truth::And(Box::new(left), Box::new(right))),
                (inner.clone(), inner).prop_map(|(left, right)| Truth::Or(Box::new(left), Box::new(right))),
            ]
        })
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// Nothing changes before the time foretold. (Numbers are multiples of a half, so that arithmetic is exact.)
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
            if let Some(wait) = program.hinges_on(&Later(&lines, 0.0)).wait && moment < wait * (1.0 - 1e-9) - 1e-9 {
                prop_assert!(!program.evaluate(&Later(&lines, moment)));
            }
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
        let program = compile(&Truth::And(Box::new(test), Box::new(flag))).expect("shallow");
        assert_eq!((program.instructions.len(), program.stacked), (2, false));
        assert!(program.evaluate(&Answers(vec![30.0], vec![false])));
        assert!(!program.evaluate(&Answers(vec![29.0], vec![false])));
        assert!(!program.evaluate(&Answers(vec![30.0], vec![true])));
    }

    #[test]
    fn arithmetic_that_nests_too_deeply_is_refused() {
        let nest = |depth: usize| {
            let one = || Box::new(Number::Constant(1.0));
            let number = (0..depth)
                .fold(*one(), |inner, _| Number::Arithmetic(Arithmetic::Add, one(), Box::new(inner)));
            Truth::Compare(Comparison::Less, Number::Constant(0.0), number)
        };
        assert!(compile(&nest(STACK - 2)).is_some());
        assert!(compile(&nest(STACK - 1)).is_none());
    }
}
