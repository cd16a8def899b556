//! A byte a cell, row behind row with their guards: what the forms that work on single bytes keep.

use quadrille_life::MemoryError;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

#[derive(Clone)]
pub(super) struct ByteCells {
    pub(super) shape: Shape,
    /// Bytes a row.
    pub(super) stride: usize,
    /// 1 for a cell that lives; behind the last row as many bytes more as were asked for.
    pub(super) cells: Vec<u8>,
}

impl ByteCells {
    pub(super) fn new(shape: Shape, beyond: usize, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = shape.width + 2;
        let bytes = stride as u128 * (shape.height as u128 + 2) + beyond as u128;
        Ok(Self { shape, stride, cells: memory.take(bytes)? })
    }

    pub(super) fn at(&self, x: usize, y: usize) -> bool {
        self.cells[y * self.stride + x] == 1
    }

    pub(super) fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.cells[y * self.stride + x] = u8::from(alive);
    }

    /// Kills the guards above and below, whatever a pass has made of them.
    pub(super) fn kill_guard_rows(&mut self) {
        self.cells[..self.stride].fill(0);
        self.cells[(self.shape.height + 1) * self.stride..].fill(0);
    }
}
