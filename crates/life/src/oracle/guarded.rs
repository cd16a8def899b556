//! What the forms with a cell, or a few bits, for every place have in common: a ring of guard cells around
//! the field.
//!
//! The guards spare a form all questions about edges. Before a generation they are dead, or on a torus copies
//! of the opposite edge.

use crate::field::{Field, Shape};

/// A field with guards: cells (1, 1) to (width, height) are the field's, and the guards lie around them.
pub trait Guarded: Clone + Send + Sync + 'static {
    /// The field's size, guards apart.
    fn shape(&self) -> Shape;

    /// The cell, guards included.
    fn at(&self, x: usize, y: usize) -> bool;

    /// Changes the cell, guards included.
    fn put(&mut self, x: usize, y: usize, alive: bool);

    /// One generation, if the guards are right. Afterwards those on the left and on the right may hold
    /// anything, and those above and below are dead.
    fn step(&mut self);
}

/// Makes the guards right.
fn close(field: &mut impl Guarded) {
    let Shape { width, height, torus } = field.shape();
    for y in 1..=height {
        let [left, right] = if torus { [field.at(width, y), field.at(1, y)] } else { [false; 2] };
        field.put(0, y, left);
        field.put(width + 1, y, right);
    }
    if torus {
        for x in 0..width + 2 {
            let [above, below] = [field.at(x, height), field.at(x, 1)];
            field.put(x, 0, above);
            field.put(x, height + 1, below);
        }
    }
}

impl<G: Guarded> Field for G {
    fn boxed_clone(&self) -> Box<dyn Field> {
        Box::new(self.clone())
    }

    fn read_row(&self, y: usize, words: &mut [u64]) {
        words.fill(0);
        for x in 0..self.shape().width {
            words[x / 64] |= u64::from(self.at(x + 1, y + 1)) << (x % 64);
        }
    }

    fn write_row(&mut self, y: usize, words: &[u64]) {
        for x in 0..self.shape().width {
            self.put(x + 1, y + 1, words[x / 64] >> (x % 64) & 1 == 1);
        }
    }

    fn advance(&mut self, generations: u64) {
        for _ in 0..generations {
            close(self);
            self.step();
        }
    }

    fn get(&self, x: usize, y: usize) -> bool {
        self.at(x + 1, y + 1)
    }

    fn set(&mut self, x: usize, y: usize, alive: bool) {
        self.put(x + 1, y + 1, alive);
    }
}
