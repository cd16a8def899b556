//! Fields with joined edges other than a plain torus. A wrapper adds a margin to the field of any
//! engine.
//!
//! The inner field has a dead border. It contains the field with joined edges, surrounded by a
//! margin that is one cell wide. Before each generation the margin is filled with the cells that
//! the topology places there; the next state of the margin itself is ignored.
//!
//! In every topology, each cell beyond an edge is a copy of a cell at some edge. So the four edges
//! are read, the four sides of the margin are assembled from them, and the sides are written. The
//! mapping is computed once, as *seams*. A seam is a run of adjacent edge cells that are adjacent
//! in the margin, too, in the same or in reverse order. It is copied word by word.

use crate::bounds::Bounds;
use crate::field::{Field, Shape, words};

/// A field with joined edges, inside a margin.
#[derive(Clone)]
pub(super) struct Joined {
    shape: Shape,
    /// The inner field, two columns wider and two rows higher than this field.
    inner: Box<dyn Field>,
    seams: Vec<Seam>,
    /// The cells at the edges of the field, as they were last read.
    edges: Sides,
    /// The cells of the margin, as they were last written.
    margin: Sides,
}

/// The cells of four sides, one bit each, in the order top, bottom, left, right. Top and bottom run
/// from left to right, left and right from top to bottom. Each side starts at a word boundary.
#[derive(Clone)]
struct Sides {
    words: Vec<u64>,
    starts: [usize; 5],
}

impl Sides {
    /// Creates sides of dead cells. Top and bottom have the length `across`, left and right the
    /// length `down`.
    fn new(across: usize, down: usize) -> Self {
        let lengths = [across, across, down, down].map(words);
        let mut starts = [0; 5];
        for (side, length) in lengths.into_iter().enumerate() {
            starts[side + 1] = starts[side] + length;
        }
        Self { words: vec![0; starts[4]], starts }
    }

    fn side(&self, side: usize) -> &[u64] {
        &self.words[self.starts[side]..self.starts[side + 1]]
    }

    fn side_mut(&mut self, side: usize) -> &mut [u64] {
        &mut self.words[self.starts[side]..self.starts[side + 1]]
    }

    /// Returns the index of the bit that represents cell `at` of a side.
    const fn place(&self, side: usize, at: usize) -> usize {
        self.starts[side] * 64 + at
    }
}

/// A run of adjacent edge cells that is copied to the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seam {
    /// The index of the first bit in the margin.
    to: usize,
    /// The index of the first bit in the edges; it is copied to the bit `to` of the margin.
    from: usize,
    length: usize,
    /// Whether the edge cells are read backwards: from the bit `from` to bits with lower indices.
    backwards: bool,
}

impl Seam {
    /// Combines pairs of a margin bit and an edge bit, ordered by margin bit, into runs.
    fn all(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Self> {
        let mut seams: Vec<Self> = Vec::new();
        for (to, from) in pairs {
            if let Some(last) = seams.last_mut().filter(|last| last.to + last.length == to) {
                let backwards = if last.length == 1 { from + 1 == last.from } else { last.backwards };
                let next = if backwards {
                    last.from.checked_sub(last.length)
                } else {
                    Some(last.from + last.length)
                };
                if next == Some(from) {
                    (last.length, last.backwards) = (last.length + 1, backwards);
                    continue;
                }
            }
            seams.push(Self { to, from, length: 1, backwards: false });
        }
        seams
    }

    /// Copies the cells from `edges` to `margin`. The bits of `margin` that receive them must be 0.
    fn copy(self, edges: &[u64], margin: &mut [u64]) {
        for done in (0..self.length).step_by(64) {
            let count = (self.length - done).min(64);
            let bits = if self.backwards {
                bits(edges, self.from + 1 - done - count, count).reverse_bits() >> (64 - count)
            } else {
                bits(edges, self.from + done, count)
            };
            let (word, bit) = ((self.to + done) / 64, (self.to + done) % 64);
            margin[word] |= bits << bit;
            if bit + count > 64 {
                margin[word + 1] |= bits >> (64 - bit);
            }
        }
    }
}

/// Returns `count` bits of `words`, from bit `from` on. `count` must be from 1 to 64.
fn bits(words: &[u64], from: usize, count: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let mut bits = words[word] >> bit;
    if bit + count > 64 {
        bits |= words[word + 1] << (64 - bit);
    }
    bits & u64::MAX >> (64 - count)
}

impl Joined {
    /// Creates a field of this shape inside `inner`, which must have the shape
    /// [`with_margin`](Self::with_margin) and only dead cells.
    pub(super) fn new(bounds: Bounds, shape: Shape, inner: Box<dyn Field>) -> Self {
        let Shape { width, height, .. } = shape;
        let (edges, margin) = (Sides::new(width, height), Sides::new(width + 2, height));
        // Returns the cells of one side of the margin. Each item consists of the side, the index of
        // the cell in the side, and the cell's column and row, counted from the first cell of the
        // field.
        let side = |side: usize, x: i128, y: i128, down: bool, length: usize| {
            (0..length).map(move |at| {
                let along = at as i128;
                (side, at, if down { x } else { x + along }, if down { y + along } else { y })
            })
        };
        let (right, below) = (width as i128, height as i128);
        let places = side(0, -1, -1, false, width + 2)
            .chain(side(1, -1, below, false, width + 2))
            .chain(side(2, -1, 0, true, height))
            .chain(side(3, right, 0, true, height));
        let pairs = places.filter_map(|(side, at, x, y)| {
            let (x, y) = bounds.seen(x, y)?;
            let (x, y) = (x as usize, y as usize);
            let from = match (x, y) {
                (_, 0) => edges.place(0, x),
                _ if y + 1 == height => edges.place(1, x),
                (0, _) => edges.place(2, y),
                _ => edges.place(3, y),
            };
            Some((margin.place(side, at), from))
        });
        let seams = Seam::all(pairs);
        Self { shape, inner, seams, edges, margin }
    }

    /// Returns the shape of the inner field for a field of this shape.
    pub(super) const fn with_margin(shape: Shape) -> Shape {
        Shape { width: shape.width + 2, height: shape.height + 2, torus: false }
    }

    /// Fills the margin.
    fn fill_margin(&mut self) {
        let Shape { width, height, .. } = self.shape;
        let mut wide = vec![0; words(width + 2)];
        for (side, y) in [(0, 1), (1, height)] {
            self.inner.read_row(y, &mut wide);
            narrow(&wide, self.edges.side_mut(side), width);
        }
        for (side, x) in [(2, 1), (3, width)] {
            self.inner.read_column(x, 1..height + 1, self.edges.side_mut(side));
        }
        self.margin.words.fill(0);
        for seam in &self.seams {
            seam.copy(&self.edges.words, &mut self.margin.words);
        }
        for (side, y) in [(0, 0), (1, height + 1)] {
            self.inner.write_row(y, self.margin.side(side));
        }
        for (side, x) in [(2, 0), (3, width + 1)] {
            self.inner.write_column(x, 1..height + 1, self.margin.side(side));
        }
    }
}

/// Extracts the `width` cells of the field from a row that includes the margin.
fn narrow(wide: &[u64], row: &mut [u64], width: usize) {
    let next = wide.iter().skip(1).chain(&[0]);
    for (word, (wide, next)) in row.iter_mut().zip(wide.iter().zip(next)) {
        *word = wide >> 1 | next << 63;
    }
    // Clear the right margin.
    if !width.is_multiple_of(64) {
        row[width / 64] &= u64::MAX >> (64 - width % 64);
    }
}

impl Field for Joined {
    fn boxed_clone(&self) -> Box<dyn Field> {
        Box::new(self.clone())
    }

    fn read_row(&self, y: usize, row: &mut [u64]) {
        let mut wide = vec![0; words(self.shape.width + 2)];
        self.inner.read_row(y + 1, &mut wide);
        narrow(&wide, row, self.shape.width);
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

    use super::Seam;
    use crate::oracle::PLAIN;
    use crate::{Bounds, Engine, EngineSettings, Grid, Rule};

    #[test]
    fn seams_are_as_long_as_they_can_be() {
        let seam = |to, from, length, backwards| Seam { to, from, length, backwards };
        let pairs = [(0, 5), (1, 6), (2, 7), (3, 3), (4, 2), (5, 1), (6, 0), (9, 9), (10, 9), (11, 9)];
        let expected = [
            seam(0, 5, 3, false),
            seam(3, 3, 4, true),
            seam(9, 9, 1, false),
            seam(10, 9, 1, false),
            seam(11, 9, 1, false),
        ];
        assert_eq!(Seam::all(pairs.into_iter()), expected);
    }

    /// Returns the next generation, cell by cell.
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
        fn every_cell_has_the_neighbours_of_the_topology(
            table: [u64; 8],
            conway: bool,
            width in prop_oneof![1..12u64, 60..70u64, 120..140u64],
            height in 1..12u64,
            which in 0..10usize,
            shift in -20..20i64,
            seed: u64,
            engine in prop::sample::select(vec![Engine::Auto, Engine::Form(&PLAIN)]),
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
            let mut grid = Grid::new(rule, bounds, EngineSettings::default().engine(engine)).unwrap();
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
