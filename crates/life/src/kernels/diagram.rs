//! Any rule of the nine-cell neighbourhood as logic: a decision diagram, built once per rule.
//!
//! The cells of the neighbourhood are tested one after another in a fixed order; each test reduces
//! the rule to a function of the remaining cells. Equal functions are merged, and tests without
//! effect are dropped. The result is a reduced ordered binary decision diagram (R. E. Bryant,
//! "Graph-Based Algorithms for Boolean Function Manipulation", IEEE Transactions on Computers C-35,
//! 1986):
//!
//! ```text
//! birth with one living neighbour out of two, a and b:     a?
//!                                                     no /    \ yes
//!                                                      b?      b?
//!                                                    no│ ╲   ╱ │yes
//!                                                      │   ╳   │
//!                                                      │ ╱   ╲ │
//!                                                    dead     alive
//! ```
//!
//! The diagram is evaluated from the bottom up. Each node tests one cell: the word of this cell
//! selects, bit by bit, between two words that are already computed. This takes one instruction on
//! AVX-512 and three elsewhere, for all cells of a vector at once. An isotropic non-totalistic rule
//! has about fifty nodes, and no rule has more than 143. The number of nodes depends on the order
//! of the cells. About a hundred orders were compared; the four in [`ORDERS`] give the smallest
//! diagrams for well-known rules.
//!
//! Rules are not known at compile time, so the nodes are interpreted from a list. To amortise the
//! cost of interpretation, each node is evaluated for [`AT_ONCE`] vectors. Intermediate words are
//! held in *slots*; a slot is reused as soon as its word is no longer needed. On vectors of 512
//! bits, all but the smallest diagrams are replaced by a table look-up (`kernels/table.rs`).

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::formula::{AT_ONCE, Column, Formula, Recipe};
use super::logic::Plane;
use super::table::TransitionTable;
use crate::rule::Rule;

/// The orders of the cells for which a diagram is built. Cell 3y + x is in row y and column x.
const ORDERS: [[u8; 9]; 4] = [
    [0, 6, 2, 8, 3, 5, 7, 4, 1],
    [1, 5, 7, 3, 0, 8, 6, 4, 2],
    [2, 8, 6, 0, 7, 1, 4, 3, 5],
    [8, 5, 7, 6, 3, 2, 1, 0, 4],
];

/// The slot that holds zeros. The slots before it hold the nine cells.
const DEAD: u8 = 9;
/// The slot that holds ones.
const ALIVE: u8 = 10;

/// A rule as a list of selections, one for each node of its decision diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    choices: Vec<Choice>,
    /// The slot of the result.
    answer: u8,
    /// The number of slots.
    slots: u8,
    /// The rule as a look-up table.
    table: TransitionTable,
}

/// One node, which tests the cell `cell` of the neighbourhood: slot `to` becomes slot `yes` where
/// this cell lives, and slot `no` where it is dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    cell: u8,
    no: u8,
    yes: u8,
    to: u8,
}

impl Diagram {
    /// Builds the rule's diagram in each of the [`ORDERS`], and returns the smallest.
    pub(crate) fn new(rule: Rule) -> Self {
        let nodes = ORDERS.map(|order| Nodes::new(rule, order));
        let least = nodes.into_iter().min_by_key(|nodes| nodes.choices.iter().map(Vec::len).sum::<usize>());
        let table = TransitionTable::new(rule);
        match least {
            Some(nodes) => nodes.in_slots(table),
            None => Self { choices: Vec::new(), answer: DEAD, slots: ALIVE + 1, table },
        }
    }
}

/// A diagram with numbered nodes. Nodes 0 and 1 are the constants dead and alive; the other nodes
/// are numbered from 2 on, beginning with those that test the last cell of the order.
struct Nodes {
    order: [u8; 9],
    /// For each cell of the order, the nodes that test this cell. Each node consists of the numbers
    /// of two children: one for a dead and one for a living cell. The numbers of the children are
    /// smaller than the node's own number.
    choices: [Vec<[usize; 2]>; 9],
    answer: usize,
}

impl Nodes {
    fn new(rule: Rule, order: [u8; 9]) -> Self {
        // The truth table of the rule. The bits of an index are the states of the cells, with the
        // first cell of the order as the highest bit.
        let mut left: Vec<usize> = (0..512u16)
            .map(|answers| {
                let asked = order.iter().enumerate();
                let cells =
                    asked.fold(0, |cells, (at, cell)| cells | (answers >> (8 - at) & 1) << (8 - cell));
                usize::from(rule.lives(cells))
            })
            .collect();
        let mut choices: [Vec<[usize; 2]>; 9] = Default::default();
        let mut next = 2;
        // Each round eliminates the last remaining cell of the order. Each pair of entries becomes
        // one node, so the table is halved.
        for choices in choices.iter_mut().rev() {
            let mut known = HashMap::new();
            let pairs = left.chunks_exact(2).map(|pair| {
                let pair = [pair[0], pair[1]];
                if pair[0] == pair[1] {
                    return pair[0];
                }
                *known.entry(pair).or_insert_with(|| {
                    choices.push(pair);
                    next += 1;
                    next - 1
                })
            });
            left = pairs.collect();
        }
        Self { order, choices, answer: left[0] }
    }

    /// Assigns a slot to every node, reusing slots as early as the order of evaluation allows.
    fn in_slots(self, table: TransitionTable) -> Diagram {
        let all = || self.choices.iter().rev().flatten();
        // For each node, the last node that reads it, as its position in the order of evaluation,
        // counted from 1.
        let mut last = vec![0; 2 + all().count()];
        for (number, choice) in (1..).zip(all()) {
            for &from in choice {
                last[from] = number;
            }
        }
        last[self.answer] = usize::MAX;
        let mut slot = vec![DEAD, ALIVE];
        let (mut free, mut slots, mut done) = (Vec::new(), ALIVE + 1, Vec::new());
        for (&cell, choices) in self.order.iter().zip(&self.choices).rev() {
            for &[no, yes] in choices {
                for from in [no, yes] {
                    // A slot is freed only once, even if both children are the same node.
                    if from > 1 && std::mem::replace(&mut last[from], 0) == done.len() + 1 {
                        free.push(slot[from]);
                    }
                }
                let to = free.pop().unwrap_or_else(|| {
                    slots += 1;
                    slots - 1
                });
                done.push(Choice { cell, no: slot[no], yes: slot[yes], to });
                slot.push(to);
            }
        }
        Diagram { choices: done, answer: slot[self.answer], slots, table }
    }
}

impl<'d> Recipe for &'d Diagram {
    type Formula<P: Plane> = Choices<'d, P>;

    #[inline(always)]
    fn formula<P: Plane>(self, _: impl Fn(u64) -> P) -> Choices<'d, P> {
        Choices { diagram: self, slots: RefCell::default() }
    }
}

/// A diagram with the memory for its slots.
pub(crate) struct Choices<'d, P> {
    diagram: &'d Diagram,
    /// Slots of one word each, or of [`AT_ONCE`] words; allocated on first use.
    slots: RefCell<Vec<Cell<P>>>,
}

impl<P: Plane> Choices<'_, P> {
    /// Evaluates N words: `cell(number, at)` returns word `at` of the cell with this number, and
    /// `out(at, word)` receives word `at` of the result. With `KEPT`, the cells are copied to slots
    /// first; use it if `cell` is expensive.
    #[inline(always)]
    fn evaluate<const N: usize, const KEPT: bool>(
        &self,
        cell: impl Fn(usize, usize) -> P,
        mut out: impl FnMut(usize, P),
    ) {
        let slots = &mut *self.slots.borrow_mut();
        let length = N * usize::from(self.diagram.slots);
        if slots.len() != length {
            let some = cell(0, 0);
            let dead = some & !some;
            slots.clear();
            slots.resize(length, Cell::new(dead));
            slots[N * usize::from(ALIVE)..][..N].fill(Cell::new(!dead));
        }
        let (slots, _) = slots.as_chunks::<N>();
        if KEPT {
            for (number, slot) in slots.iter().enumerate().take(9) {
                for (at, slot) in slot.iter().enumerate() {
                    slot.set(cell(number, at));
                }
            }
        }
        for choice in &self.diagram.choices {
            let [kept, no, yes, to] =
                [choice.cell, choice.no, choice.yes, choice.to].map(|slot| &slots[usize::from(slot)]);
            for at in 0..N {
                let asked = if KEPT { kept[at].get() } else { cell(usize::from(choice.cell), at) };
                to[at].set(asked.choose(yes[at].get(), no[at].get()));
            }
        }
        for (at, slot) in slots[usize::from(self.diagram.answer)].iter().enumerate() {
            out(at, slot.get());
        }
    }
}

impl<P: Plane> Formula<P> for Choices<'_, P> {
    const SEVERAL: bool = true;

    #[inline(always)]
    fn table(&self, choices: usize) -> Option<&TransitionTable> {
        (self.diagram.choices.len() > choices).then_some(&self.diagram.table)
    }

    #[inline(always)]
    fn next(&self, left: &Column<P>, middle: &Column<P>, right: &Column<P>) -> P {
        let columns = [left, middle, right];
        let mut next = middle.cell(1);
        self.evaluate::<1, false>(
            #[inline(always)]
            |cell, _| columns[cell % 3].cell(cell / 3),
            #[inline(always)]
            |_, answer| next = answer,
        );
        next
    }

    #[inline(always)]
    fn several<const KEPT: bool>(&self, cell: impl Fn(usize, usize) -> P, out: impl FnMut(usize, P)) {
        self.evaluate::<AT_ONCE, KEPT>(cell, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn choices(rule: Rule) -> usize {
        Diagram::new(rule).choices.len()
    }

    proptest! {
        #[test]
        fn every_diagram_does_what_the_table_says(table: [u64; 8]) {
            let rule = Rule::from_table(table);
            let diagram = Diagram::new(rule);
            prop_assert!(diagram.choices.len() <= 143 && diagram.slots < 128);
            let formula = (&diagram).formula(|word| word);
            for first in (0..512u16).step_by(64 * AT_ONCE) {
                // Bit i of the word is cell c of the neighbourhood with the number `from` + i.
                let word = |from: u16, c: usize| {
                    (0..64).fold(0, |word, i| word | u64::from((from + i) >> (8 - c) & 1) << i)
                };
                let mut several = [0; AT_ONCE];
                formula.several::<true>(|c, at| word(first + 64 * at as u16, c), |at, next| several[at] = next);
                let mut again = [0; AT_ONCE];
                formula.several::<false>(|c, at| word(first + 64 * at as u16, c), |at, next| again[at] = next);
                prop_assert_eq!(several, again);
                for (at, next) in several.into_iter().enumerate() {
                    let from = first + 64 * at as u16;
                    let column = |x: usize| Column::new(word(from, x), word(from, x + 3), word(from, x + 6));
                    prop_assert_eq!(formula.next(&column(0), &column(1), &column(2)), next);
                    for i in 0..64 {
                        prop_assert_eq!(next >> i & 1 == 1, rule.lives(from + i));
                    }
                }
            }
        }
    }

    #[test]
    fn known_rules_are_small() {
        for (text, most) in [("B2-a/S12", 36), ("B3/S2-i34q", 40), ("B/S", 0), ("B3/S23", 30)] {
            assert!(choices(text.parse().unwrap()) <= most, "{text}");
        }
    }
}
