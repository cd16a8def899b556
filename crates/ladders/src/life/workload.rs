//! Data of the ladder: one field per rung, in the rung's own representation.

use crate::sum_up;
use quadrille_lanes::Level;
use quadrille_random::{Bulk, StreamKey};

use quadrille_life::Rule;
use quadrille_life::internals::Banded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::{Field, Shape, words};
use quadrille_life::{Border, Bounds};

/// A random field of one size, with a separate copy for each rung. A copy is allocated when the
/// rung first runs. The copies of the largest field take about half a gigabyte together.
#[derive(Clone, Debug)]
pub struct Workload {
    shape: Shape,
    seed: u64,
    fields: Vec<Filled>,
    /// Index in `fields` of the field that was advanced last.
    last: Option<usize>,
}

/// The field of a rung at a vector level, after `runs` runs.
#[derive(Clone, Debug)]
struct Filled {
    number: usize,
    level: Level,
    runs: u64,
    field: Box<dyn Field>,
}

impl Workload {
    /// Creates a field of the size `what`, such as `1920x1080`, with random cells from the seed.
    /// Returns `None` if the size is invalid.
    ///
    /// In a field up to 2000 cells wide, the outermost cells form a ring that stays dead, as in the
    /// article.
    pub fn new(what: &str, seed: u64) -> Option<Self> {
        let (width, height) = what.split_once('x')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let border = if width <= 2000 { Border::Ring } else { Border::Dead };
        let shape = Shape::inside(Bounds::new(width, height, border).ok()?)?;
        Some(Self { shape, seed, fields: Vec::new(), last: None })
    }

    /// Returns the number of cells. A ring of dead cells at the edge of the field does not count.
    pub const fn cells(&self) -> u64 {
        self.shape.width as u64 * self.shape.height as u64
    }

    /// Returns the number of generations per run of a rung, at least 1. For rungs 11 and 12, which
    /// compute several generations per pass, the number is at least 32.
    pub(super) fn generations(&self, number: usize) -> u64 {
        let cells: u64 = match number {
            1..=4 | 13..=15 => 1 << 22,
            5..=7 | 16 => 1 << 25,
            8 => 1 << 28,
            _ => 1 << 29,
        };
        (cells / self.cells()).max(if matches!(number, 11 | 12) { 32 } else { 1 })
    }

    /// Returns the number of cell updates per run of a rung.
    pub(super) fn items(&self, number: usize) -> usize {
        (self.generations(number) * self.cells()) as usize
    }

    /// Advances the field of a rung by [`generations`](Self::generations). Does nothing if there is
    /// not enough memory.
    pub(super) fn run(&mut self, number: usize, level: Level) {
        let generations = self.generations(number);
        self.last = self.field(number, level);
        if let Some(filled) = self.last.and_then(|at| self.fields.get_mut(at)) {
            filled.field.advance(generations);
            filled.runs += 1;
        }
    }

    /// Returns the checksum of the field that was advanced last; 0 before the first run. A slow
    /// rung has fewer generations per run than the fastest rung. To make the checksums equal, a
    /// copy of the field is first advanced to the generation that the fastest rung reaches in the
    /// same number of runs.
    pub(super) fn checksum(&self) -> u64 {
        let Some(last) = self.last.and_then(|at| self.fields.get(at)) else { return 0 };
        let memory = &mut Memory::new(u64::MAX);
        let Ok(mut field) = Banded::new(self.shape, Rule::CONWAY, Level::best(), memory) else { return 0 };
        let mut row = vec![0; words(self.shape.width)];
        for y in 0..self.shape.height {
            last.field.read_row(y, &mut row);
            field.write_row(y, &row);
        }
        field.advance(last.runs * (self.generations(super::TOP) - self.generations(last.number)));
        (0..self.shape.height).fold(0, |sum, y| {
            field.read_row(y, &mut row);
            sum_up([sum].into_iter().chain(row.iter().copied()))
        })
    }

    /// Returns the index in `fields` of a rung's field at a vector level. Creates the field if
    /// necessary. Returns `None` if there is not enough memory.
    fn field(&mut self, number: usize, level: Level) -> Option<usize> {
        let wanted = |filled: &Filled| filled.number == number && filled.level == level;
        if let Some(at) = self.fields.iter().position(wanted) {
            return Some(at);
        }
        let memory = &mut Memory::new(u64::MAX);
        let mut field = super::field(number, self.shape, Rule::CONWAY, level, memory).ok()?;
        fill(&mut *field, self.shape, self.seed);
        self.fields.push(Filled { number, level, runs: 0, field });
        Some(self.fields.len() - 1)
    }
}

/// Fills the field at random: each cell is alive with probability one half. Each random word gives
/// 64 cells.
fn fill(field: &mut dyn Field, shape: Shape, seed: u64) {
    let mut rng = StreamKey::new(seed, 0).rng();
    let mut row = vec![0; words(shape.width)];
    for y in 0..shape.height {
        rng.fill_u64(&mut row);
        if let (Some(last), rest @ 1..) = (row.last_mut(), shape.width % 64) {
            *last &= u64::MAX >> (64 - rest);
        }
        field.write_row(y, &row);
    }
}
