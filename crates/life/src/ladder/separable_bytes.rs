//! Rung 2a: a byte a cell, as rung 2, with four additions a cell instead of eight. The first pass adds up each
//! cell's row of three, the second adds these in columns of three and looks up what becomes of a cell with that
//! sum. Nothing branches.

use crate::field::Shape;
use crate::kernels::guarded::Guarded;
use crate::memory::{Memory, MemoryError};
use crate::rule::Rule;

#[derive(Clone)]
pub(crate) struct SeparableBytes {
    shape: Shape,
    stride: usize,
    /// What becomes of a cell: 10 · alive + how many of the nine live.
    table: [u8; 20],
    cells: Vec<u8>,
    /// How many of a cell and those beside it live.
    threes: Vec<u8>,
}

impl SeparableBytes {
    pub(crate) fn new(shape: Shape, rule: Rule, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = shape.width + 2;
        let bytes = stride as u128 * (shape.height as u128 + 2);
        let table = std::array::from_fn(|at| {
            let alive = at / 10 == 1;
            let count = (at % 10) as u32;
            u8::from(
                count.checked_sub(u32::from(alive)).is_some_and(|neighbours| rule.next(alive, neighbours)),
            )
        });
        Ok(Self { shape, stride, table, cells: memory.take(bytes)?, threes: memory.take(bytes)? })
    }
}

impl Guarded for SeparableBytes {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.cells[y * self.stride + x] == 1
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.cells[y * self.stride + x] = u8::from(alive);
    }

    fn step(&mut self) {
        let (stride, height) = (self.stride, self.shape.height);
        for (sum, cells) in self.threes[1..].iter_mut().zip(self.cells.windows(3)) {
            *sum = cells[0] + cells[1] + cells[2];
        }
        for y in 1..=height {
            let [above, beside, below] = [y - 1, y, y + 1].map(|y| &self.threes[y * stride..][..stride]);
            let sums = above.iter().zip(beside).zip(below);
            for (cell, ((above, beside), below)) in self.cells[y * stride..][..stride].iter_mut().zip(sums) {
                let at = (above + beside + below + *cell * 10) as usize;
                // The guards at the sides may come to anything.
                *cell = self.table.get(at).copied().unwrap_or(0);
            }
        }
        self.cells[..stride].fill(0);
        self.cells[(height + 1) * stride..].fill(0);
    }
}
