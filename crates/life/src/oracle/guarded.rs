//! The common part of implementations that store each cell separately: a ring of guard cells around
//! the field.
//!
//! With guards an implementation needs no special case for edges. Before each generation the guards
//! are dead or, on a torus, copies of the opposite edge.

use crate::field::{Field, Shape};

/// A field with guards: cells (1, 1) to (width, height) belong to the field, and the guards
/// surround them.
pub trait Guarded: Clone + Send + Sync + 'static {
    /// Returns the size of the field, without guards.
    fn shape(&self) -> Shape;

    /// Returns whether a cell, which may be a guard, lives.
    fn at(&self, x: usize, y: usize) -> bool;

    /// Sets a cell, which may be a guard.
    fn put(&mut self, x: usize, y: usize, alive: bool);

    /// Advances by one generation, provided that the guards are up to date. Afterwards the left and
    /// right guards are unspecified, and the guards above and below are dead.
    fn step(&mut self);
}

/// Updates the guards.
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
