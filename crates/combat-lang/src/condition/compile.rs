//! Compilation of a typed tree into a program.
//!
//! Every part of a condition is compiled with two jump targets, one for true and one for false
//! ("short-circuit code with true and false exits": Aho, Lam, Sethi, Ullman, *Compilers*, 6.6).
//! `!a` is compiled as `a` with the two targets exchanged. In an `&&`, all parts have the same
//! target for false. Each part except the last has the next part as its target for true. In an
//! `||`, the roles of true and false are exchanged. `!`, `&&` and `||` therefore need no
//! instructions of their own.
//!
//! Chains (`a + b + c`, `a && b && c`) are compiled in a loop. Only nested parts recurse, and
//! [`DEEPEST`](super::DEEPEST) limits the depth of the tree.

use super::polled::is_polled;
use super::program::{Instruction, NO, Program, STACK, Target, YES};
use super::reading::Scope;
use super::typed::{Number, Truth};
use super::whole::IntegerRange;

impl Program {
    /// Compiles a condition; `None` if its arithmetic needs more than [`STACK`] numbers on the
    /// stack.
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

/// A jump target, used while the indices of later instructions are not known yet.
#[derive(Clone, Copy, Debug)]
enum Label {
    Yes,
    No,
    Place(usize),
}

#[derive(Default)]
struct Compiler {
    /// The instructions so far. A test is stored with the labels of its two jump targets, and
    /// [`Self::finish`] replaces the labels by the targets.
    instructions: Vec<(Instruction, Option<(Label, Label)>)>,
    /// For each label: index of the instruction to which it refers.
    places: Vec<usize>,
    stacked: bool,
}

impl Compiler {
    /// Emits code that evaluates a Boolean expression. The code jumps to `yes` if the expression is
    /// true, and otherwise to `no`.
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
                let whole = IntegerRange::new(comparison, constant);
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

    /// Emits the code of all parts, in order. `through` computes the two jump targets of a part
    /// from the label of the next part. The last part has the targets `yes` and `no`.
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

    /// Emits code that pushes a number on the stack. Before the push, the stack holds `height`
    /// numbers.
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

    /// Returns the instructions with their jump targets, and whether they need a stack.
    fn finish(self) -> (Box<[Instruction]>, bool) {
        let place = |label: Label| match label {
            Label::Yes => YES,
            Label::No => NO,
            // A condition has at most 10,000 nodes, and at most two instructions per node, so its
            // number of instructions is far below 2^16 − 2.
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
