//! Rung 2, known as `LifeBytes`: a byte a cell, in two passes. The first adds the eight neighbours of every
//! cell, the second compares: alive stays what has two or three, and what has three comes alive.
//!
//! The rows lie one behind the other, guards included, so that both passes are one loop from the first cell
//! to the last. What they make of the guards between two rows is written over before the next generation.

use crate::field::Shape;
use crate::kernels::guarded::Guarded;
use crate::memory::{Memory, MemoryError};

#[derive(Clone)]
pub(crate) struct Bytes {
    shape: Shape,
    stride: usize,
    cells: Vec<u8>,
    neighbours: Vec<u8>,
}

impl Bytes {
    pub(crate) fn new(shape: Shape, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = shape.width + 2;
        let bytes = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, stride, cells: memory.take(bytes)?, neighbours: memory.take(bytes)? })
    }
}

/// Conway's rule for a cell of 0 or 1, by comparisons.
#[inline(always)]
pub(super) fn compared(cell: u8, neighbours: u8) -> u8 {
    let keep = cell == 1 && (neighbours == 2 || neighbours == 3);
    let born = cell == 0 && neighbours == 3;
    u8::from(keep || born)
}

impl Guarded for Bytes {
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
        // From the first cell of the field to the last.
        let field = stride + 1..(height + 1) * stride - 1;
        let [above, beside, below] = [field.start - stride, field.start, field.start + stride]
            .map(|middle| [middle - 1, middle, middle + 1].map(|at| &self.cells[at..][..field.len()]));
        for (at, sum) in self.neighbours[field.clone()].iter_mut().enumerate() {
            *sum = above[0][at]
                + above[1][at]
                + above[2][at]
                + beside[0][at]
                + beside[2][at]
                + below[0][at]
                + below[1][at]
                + below[2][at];
        }
        for (cell, &neighbours) in self.cells[field.clone()].iter_mut().zip(&self.neighbours[field]) {
            *cell = compared(*cell, neighbours);
        }
        self.cells[..stride].fill(0);
        self.cells[(height + 1) * stride..].fill(0);
    }
}
