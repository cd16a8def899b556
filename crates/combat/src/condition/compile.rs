//! From a tree to a program.
//!
//! Every part of a condition is compiled knowing where to go on if it holds and if it does not
//! ("short-circuit code with true and false exits": Aho, Lam, Sethi, Ullman, *Compilers*, 6.6). `!a` is `a`
//! with the two exchanged, the parts of an `&&` share the exit "no" and each but the last goes on to the next
//! if it holds, and `||` the other way round; so neither needs an instruction of its own.
//!
//! Chains (`a + b + c`, `a && b && c`) are compiled in a loop. What recurses is nesting alone, which the
//! parser bounds.

use super::polled::is_polled;
use super::program::{Instruction, NO, Program, STACK, Target, YES};
use super::reading::Scope;
use super::typed::{Number, Truth};
use super::whole::Whole;

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
        Some(Self { depends: depends.collect(), instructions, polled: is_polled(truth, scope), stacked })
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
    /// The instructions so far; tests with the labels they go to, for their targets are filled in at the end.
    instructions: Vec<(Instruction, Option<(Label, Label)>)>,
    /// Where each label points.
    places: Vec<usize>,
    stacked: bool,
}

impl Compiler {
    /// The code of a truth that goes on at `yes` if it holds, else at `no`.
    fn branch(&mut self, truth: &Truth, yes: Label, no: Label) -> Option<()> {
        match truth {
            Truth::Not(of) => self.branch(of, no, yes),
            Truth::All(parts) => self.chain(parts, |next| (next, no), (yes, no)),
            Truth::Any(parts) => self.chain(parts, |next| (yes, next), (yes, no)),
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

    /// One part after the other: `through` says where each but the last goes on, given the label of the next.
    fn chain(
        &mut self,
        parts: &[Truth],
        through: impl Fn(Label) -> (Label, Label),
        (yes, no): (Label, Label),
    ) -> Option<()> {
        let (last, first) = parts.split_last()?;
        for part in first {
            let next = self.label();
            let (yes, no) = through(Label::Place(next));
            self.branch(part, yes, no)?;
            self.places[next] = self.instructions.len();
        }
        self.branch(last, yes, no)
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
            Number::Floor(of) => {
                self.number(of, height)?;
                Instruction::Floor
            }
            Number::Chain(first, rest) => {
                self.number(first, height)?;
                for (arithmetic, next) in rest {
                    self.number(next, height + 1)?;
                    self.instructions.push((Instruction::Compute(*arithmetic), None));
                }
                return Some(());
            }
        };
        self.instructions.push((instruction, None));
        Some(())
    }

    fn label(&mut self) -> usize {
        self.places.push(0);
        self.places.len() - 1
    }

    /// The instructions with their targets, and whether they need a stack.
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
