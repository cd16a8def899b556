//! The data of the ladder: one field a rung, each in the rung's own form.

use quadrille_lanes::Level;
use quadrille_random::{Bulk, StreamKey};

use crate::bounds::{Border, Bounds};
use crate::field::{Field, Shape};
use crate::fill::rows::rows;
use crate::memory::Memory;
use crate::rule::Rule;

/// A random field of one size, for every rung that is run on it. It takes its memory when a rung is first
/// run: for the largest about half a gigabyte.
#[derive(Clone, Debug)]
pub struct Workload {
    shape: Shape,
    seed: u64,
    fields: Vec<Filled>,
}

/// The field of a rung at a level, some generations after it was filled.
#[derive(Clone, Debug)]
struct Filled {
    number: usize,
    level: Level,
    generation: u64,
    field: Box<dyn Field>,
}

impl Workload {
    /// The field of that size, such as `1920x1080`, filled from the seed; `None` for another text. A field up
    /// to 2000 cells wide is like the article's, with a ring of dead cells.
    pub fn new(what: &str, seed: u64) -> Option<Self> {
        let (width, height) = what.split_once('x')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let border = if width <= 2000 { Border::Ring } else { Border::Dead };
        let shape = Shape::inside(Bounds::new(width, height, border).ok()?)?;
        Some(Self { shape, seed, fields: Vec::new() })
    }

    /// Cells that can live.
    pub const fn cells(&self) -> u64 {
        self.shape.width as u64 * self.shape.height as u64
    }

    /// Generations a run: one at least, and for the fast rungs as many as make a few passes.
    pub(super) fn generations(&self, number: usize) -> u64 {
        let cells: u64 = match number {
            1..=4 => 1 << 22,
            5..=7 => 1 << 25,
            8 => 1 << 28,
            _ => 1 << 29,
        };
        (cells / self.cells()).max(if number > 10 { 32 } else { 1 })
    }

    /// Goes on with a rung's field by as many generations as a run has; does nothing if there is no memory
    /// for it.
    pub(super) fn run(&mut self, number: usize, level: Level) {
        self.advance(number, level, self.generations(number));
    }

    /// Goes on with a rung's field.
    pub(super) fn advance(&mut self, number: usize, level: Level, generations: u64) {
        if let Some(filled) = self.field(number, level) {
            filled.field.advance(generations);
            filled.generation += generations;
        }
    }

    /// Generations of a rung's field since it was filled, and a sum of its rows: equal for all rungs at the
    /// same generation.
    #[cfg(test)]
    pub(super) fn checksum(&mut self, number: usize, level: Level) -> Option<(u64, u64)> {
        let shape = self.shape;
        let Filled { generation, field, .. } = self.field(number, level)?;
        let mut row = vec![0; crate::field::words(shape.width)];
        let sum = (0..shape.height).fold(0, |sum, y| {
            field.read_row(y, &mut row);
            row.iter().fold(sum, |sum, &word| quadrille_random::splitmix64::mix(sum ^ word))
        });
        Some((*generation, sum))
    }

    /// Generations of a rung's field since it was filled.
    #[cfg(test)]
    pub(super) fn generation(&mut self, number: usize, level: Level) -> u64 {
        self.field(number, level).map_or(0, |filled| filled.generation)
    }

    /// The field of a rung; `None` if there is no memory for it.
    fn field(&mut self, number: usize, level: Level) -> Option<&mut Filled> {
        let wanted = |filled: &Filled| filled.number == number && filled.level == level;
        let at = self.fields.iter().position(wanted);
        if at.is_none() {
            let memory = &mut Memory::new(u64::MAX);
            let mut field = super::field(number, self.shape, Rule::CONWAY, level, memory).ok()?;
            fill(&mut *field, self.shape, self.seed);
            self.fields.push(Filled { number, level, generation: 0, field });
        }
        let at = at.unwrap_or(self.fields.len() - 1);
        self.fields.get_mut(at)
    }
}

/// Half of the cells live: one draw for 64 of them.
fn fill(field: &mut dyn Field, shape: Shape, seed: u64) {
    let mut rng = StreamKey::new(seed, 0).rng();
    let draw = |cells: &mut [u64], count: usize| {
        rng.fill_u64(cells);
        if let (Some(last), rest @ 1..) = (cells.last_mut(), count % 64) {
            *last &= u64::MAX >> (64 - rest);
        }
    };
    // Nobody can stop it.
    let _ = rows(field, shape, draw, &());
}
