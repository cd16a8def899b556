//! The data of the ladder: one field a rung, each in the rung's own form.

use quadrille_lanes::Level;
use quadrille_random::{Bulk, StreamKey};

use crate::engine::Engine;
use crate::grid::{Grid, Settings};
use crate::rule::Rule;
use crate::universe::{Border, Bounds};

/// A random field of one size, for every rung that is run on it. It takes its memory when a rung is first run: for the largest about
/// half a gigabyte.
#[derive(Debug)]
pub struct Workload {
    bounds: Bounds,
    seed: u64,
    grids: Vec<Grid>,
}

impl Workload {
    /// The field of that size, such as `1920x1080`, filled from the seed; `None` for another text. A field up to 2000 cells wide is
    /// like the article's, with a ring of dead cells.
    pub fn new(what: &str, seed: u64) -> Option<Self> {
        let (width, height) = what.split_once('x')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        let border = if width <= 2000 { Border::Ring } else { Border::Dead };
        let bounds = Bounds::new(width, height, border).ok()?;
        Some(Self { bounds, seed, grids: Vec::new() })
    }

    /// Cells that can live.
    pub const fn cells(&self) -> u64 {
        let ring = 2 * matches!(self.bounds.border(), Border::Ring) as u64;
        (self.bounds.width() - ring) * (self.bounds.height() - ring)
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

    /// The field of a rung; `None` if there is no memory for it.
    pub(super) fn grid(&mut self, number: usize, level: Level) -> Option<&mut Grid> {
        let wanted = |grid: &Grid| grid.rung() == number && grid.settings().level == level;
        let at = self.grids.iter().position(wanted);
        if at.is_none() {
            let settings = Settings { engine: Engine::Rung(number), level, ..Settings::default() };
            let mut grid = Grid::new(Rule::CONWAY, self.bounds, settings).ok()?;
            fill(&mut grid, self.seed);
            self.grids.push(grid);
        }
        let at = at.unwrap_or(self.grids.len() - 1);
        self.grids.get_mut(at)
    }
}

/// Half of the cells live.
fn fill(grid: &mut Grid, seed: u64) {
    let mut rng = StreamKey::new(seed, 0).rng();
    let width = (grid.width() - 2 * grid.margin()) as usize;
    let mut row = vec![0; width.div_ceil(64)];
    for y in 0..grid.height() - 2 * grid.margin() {
        rng.fill_u64(&mut row);
        if let (Some(last), rest @ 1..) = (row.last_mut(), width % 64) {
            *last &= u64::MAX >> (64 - rest);
        }
        grid.write_inside(y, &row);
    }
}
