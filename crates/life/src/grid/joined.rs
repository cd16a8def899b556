//! Fields whose edges are joined in other ways than a plain torus: any engine does them, inside a margin.
//!
//! The engine has a field with a dead border that is wider by a cell on every side. Before each generation the
//! margin is filled with what the topology says is seen there; what becomes of the margin itself does not
//! matter.

use crate::bounds::Bounds;
use crate::field::{Field, Shape, words};

/// A field within a margin.
#[derive(Clone)]
pub(super) struct Joined {
    bounds: Bounds,
    shape: Shape,
    /// Two columns wider and two rows higher.
    inner: Box<dyn Field>,
}

impl Joined {
    /// The field of that shape within one with a margin, all cells dead.
    pub(super) const fn new(bounds: Bounds, shape: Shape, inner: Box<dyn Field>) -> Self {
        Self { bounds, shape, inner }
    }

    /// The shape that the engine's field needs.
    pub(super) const fn with_margin(shape: Shape) -> Shape {
        Shape { width: shape.width + 2, height: shape.height + 2, torus: false }
    }

    /// Fills the margin.
    fn fill_margin(&mut self) {
        let Shape { width, height, .. } = self.shape;
        let columns = (0..width + 2).flat_map(|x| [(x, 0), (x, height + 1)]);
        let rows = (1..=height).flat_map(|y| [(0, y), (width + 1, y)]);
        // The margin is seen by nobody while it is filled.
        for (x, y) in columns.chain(rows) {
            let seen = self.bounds.seen(x as i128 - 1, y as i128 - 1);
            let alive = seen.is_some_and(|(x, y)| self.get(x as usize, y as usize));
            self.inner.set(x, y, alive);
        }
    }
}

impl Field for Joined {
    fn boxed_clone(&self) -> Box<dyn Field> {
        Box::new(self.clone())
    }

    fn read_row(&self, y: usize, row: &mut [u64]) {
        let width = self.shape.width;
        let mut wide = vec![0; words(width + 2)];
        self.inner.read_row(y + 1, &mut wide);
        let next = wide.iter().skip(1).chain(&[0]);
        for (word, (wide, next)) in row.iter_mut().zip(wide.iter().zip(next)) {
            *word = wide >> 1 | next << 63;
        }
        // The margin on the right.
        if !width.is_multiple_of(64) {
            row[width / 64] &= u64::MAX >> (64 - width % 64);
        }
    }

    fn write_row(&mut self, y: usize, row: &[u64]) {
        let mut wide = vec![0; words(self.shape.width + 2)];
        let mut carry = 0;
        for (wide, word) in wide.iter_mut().zip(row.iter().chain(&[0])) {
            *wide = word << 1 | carry;
            carry = word >> 63;
        }
        self.inner.write_row(y + 1, &wide);
    }

    fn advance(&mut self, generations: u64) {
        for _ in 0..generations {
            self.fill_margin();
            self.inner.advance(1);
        }
    }

    fn get(&self, x: usize, y: usize) -> bool {
        self.inner.get(x + 1, y + 1)
    }

    fn set(&mut self, x: usize, y: usize, alive: bool) {
        self.inner.set(x + 1, y + 1, alive);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Bounds, Engine, Grid, Rule, Settings};

    /// The next generation, cell by cell.
    fn next(cells: &[bool], rule: Rule, bounds: Bounds) -> Vec<bool> {
        let (width, height) = (bounds.width(), bounds.height());
        let alive =
            |x: i128, y: i128| bounds.seen(x, y).is_some_and(|(x, y)| cells[(y * width + x) as usize]);
        let lives = |x: i128, y: i128| {
            let around = (0..9).map(|at| alive(x + at % 3 - 1, y + at / 3 - 1));
            rule.lives(around.fold(0, |cells, alive| cells << 1 | u16::from(alive)))
        };
        (0..i128::from(height))
            .flat_map(|y| (0..i128::from(width)).map(move |x| (x, y)))
            .map(|(x, y)| lives(x, y))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn every_cell_sees_what_the_topology_says(
            table: [u64; 8],
            conway: bool,
            width in prop_oneof![1..12u64, 60..70u64, 120..140u64],
            height in 1..12u64,
            which in 0..10usize,
            shift in -20..20i64,
            seed: u64,
            engine in prop::sample::select(&[Engine::Auto, Engine::Rung(1), Engine::Rung(10)]),
        ) {
            let suffix = [
                format!("P{width},{height}"),
                format!("T{width},{height}"),
                format!("T{width}{shift:+},{height}"),
                format!("T{width},{height}{shift:+}"),
                format!("K{width}*,{height}"),
                format!("K{width},{height}*"),
                format!("K{width}*{shift:+},{height}"),
                format!("K{width},{height}*{shift:+}"),
                format!("C{width},{height}"),
                format!("S{width}"),
            ];
            let bounds = Bounds::from_suffix(&suffix[which]).unwrap();
            let rule = if conway { Rule::CONWAY } else { Rule::from_table(table) };
            let mut grid = Grid::new(rule, bounds, Settings::default().engine(engine)).unwrap();
            let mut random = seed;
            let mut cells = vec![false; (bounds.width() * bounds.height()) as usize];
            for (cell, at) in cells.iter_mut().zip(0..) {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *cell = random >> 63 == 1;
                grid.set(at % bounds.width(), at / bounds.width(), *cell).unwrap();
            }
            for generation in 0..4 {
                let there: Vec<bool> = (0..cells.len() as u64)
                    .map(|at| grid.get(at % bounds.width(), at / bounds.width()))
                    .collect();
                prop_assert_eq!(&there, &cells, "{} on {}, generation {}", rule, bounds, generation);
                prop_assert_eq!(grid.population(), cells.iter().map(|&alive| u64::from(alive)).sum::<u64>());
                grid = Grid::from_snapshot(&grid.snapshot(), grid.settings()).unwrap();
                grid.step();
                cells = next(&cells, rule, bounds);
            }
        }
    }
}
