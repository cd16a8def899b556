//! Rung 8: one bit per cell and 64 cells per word. Neighbours are counted by logical adders. Each
//! binary digit of the 64 counts has a separate word.
//!
//! The three cells of each column are added first (see the drawing in `kernels/formula.rs` of the
//! crate `quadrille-life`). One word has the 64 lower digits of the sums, another word the 64 upper
//! digits (carries). To get the sums of the columns to the left, each of the two words is shifted
//! up by one bit, and the top bit of the word before it is shifted in:
//!
//! ```text
//! word before    s63 … s0         word    t63 … t1 t0
//! sums to the left of the word:           t62 … t0 s63
//! ```

use quadrille_life::MemoryError;
use quadrille_life::Rule;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::{Column, Formula, Plan, Recipe, RuleWork, by_rule};
use quadrille_life::internals::{Shape, get_bit, set_bit, words};

#[derive(Clone)]
pub(super) struct Bits {
    shape: Shape,
    plan: Plan,
    /// Words per row.
    stride: usize,
    now: Vec<u64>,
    next: Vec<u64>,
}

impl Bits {
    pub(super) fn new(shape: Shape, rule: Rule, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = words(shape.width + 2);
        let words = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, plan: Plan::new(rule), stride, now: memory.take(words)?, next: memory.take(words)? })
    }
}

impl Guarded for Bits {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        get_bit(&self.now, y * self.stride + x / 64, (x % 64) as u32)
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        set_bit(&mut self.now, y * self.stride + x / 64, (x % 64) as u32, alive);
    }

    fn step(&mut self) {
        by_rule(&self.plan.clone(), Step(self));
        self.next[..self.stride].fill(0);
        self.next[(self.shape.height + 1) * self.stride..].fill(0);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

struct Step<'a>(&'a mut Bits);

impl RuleWork for Step<'_> {
    type Output = ();

    fn run<R: Recipe>(self, recipe: R) {
        let Self(field) = self;
        let formula = recipe.formula(|word: u64| word);
        let stride = field.stride;
        for y in 1..=field.shape.height {
            let [above, centre, below] = [y - 1, y, y + 1].map(|y| &field.now[y * stride..][..stride]);
            let column = |at: usize| Column::new(above[at], centre[at], below[at]);
            let empty = Column::new(0, 0, 0);
            let (mut left, mut middle) = (empty, column(0));
            for (at, out) in field.next[y * stride..][..stride].iter_mut().enumerate() {
                let right = if at + 1 < stride { column(at + 1) } else { empty };
                let from_left = |middle: u64, left: u64| middle << 1 | left >> 63;
                let from_right = |middle: u64, right: u64| middle >> 1 | right << 63;
                let west = Column::counted(
                    from_left(middle.sum(), left.sum()),
                    from_left(middle.carry(), left.carry()),
                );
                let east = Column::counted(
                    from_right(middle.sum(), right.sum()),
                    from_right(middle.carry(), right.carry()),
                );
                *out = formula.next(&west, &middle, &east);
                (left, middle) = (middle, right);
            }
        }
    }
}
