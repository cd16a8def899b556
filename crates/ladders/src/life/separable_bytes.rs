//! Rung 2a: one byte per cell, as rung 2, with four additions per cell instead of eight. The first
//! pass adds each cell and its left and right neighbours. The second pass adds the sums of the cell
//! above, the cell itself and the cell below, and looks up the next state of the cell in a table.
//! There are no branches.

use super::byte_cells::ByteCells;
use quadrille_life::MemoryError;
use quadrille_life::Rule;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

#[derive(Clone)]
pub(super) struct SeparableBytes {
    field: ByteCells,
    /// Next state of a cell, at index 10 · alive + n, where n is the number of living cells among
    /// the cell and its eight neighbours.
    table: [u8; 20],
    /// For each cell, the number of living cells among the cell, its left neighbour and its right
    /// neighbour.
    threes: Vec<u8>,
}

impl SeparableBytes {
    pub(super) fn new(shape: Shape, rule: Rule, memory: &mut Memory) -> Result<Self, MemoryError> {
        let table = std::array::from_fn(|at| {
            let alive = at / 10 == 1;
            let count = (at % 10) as u32;
            u8::from(
                count.checked_sub(u32::from(alive)).is_some_and(|neighbours| rule.next(alive, neighbours)),
            )
        });
        let field = ByteCells::new(shape, 0, memory)?;
        let threes = memory.take(field.cells.len() as u128)?;
        Ok(Self { field, table, threes })
    }
}

impl Guarded for SeparableBytes {
    fn shape(&self) -> Shape {
        self.field.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.field.at(x, y)
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.field.put(x, y, alive);
    }

    fn step(&mut self) {
        let ByteCells { shape, stride, ref mut cells } = self.field;
        for (sum, cells) in self.threes[1..].iter_mut().zip(cells.windows(3)) {
            *sum = cells[0] + cells[1] + cells[2];
        }
        for y in 1..=shape.height {
            let [above, beside, below] = [y - 1, y, y + 1].map(|y| &self.threes[y * stride..][..stride]);
            let sums = above.iter().zip(beside).zip(below);
            for (cell, ((above, beside), below)) in cells[y * stride..][..stride].iter_mut().zip(sums) {
                let at = (above + beside + below + *cell * 10) as usize;
                // At the guards on the left and right, the index can be out of range. The value
                // written to a guard does not matter: it is overwritten before it is read.
                *cell = self.table.get(at).copied().unwrap_or(0);
            }
        }
        self.field.kill_guard_rows();
    }
}
