//! Storage with one byte per cell, and a border of guard cells around the field. Used by rungs 2,
//! 2a, 3 and 5a.

use quadrille_life::MemoryError;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

#[derive(Clone)]
pub(super) struct ByteCells {
    pub(super) shape: Shape,
    /// Bytes per row.
    pub(super) stride: usize,
    /// One byte per cell: 1 for a live cell, 0 for a dead cell. The requested number of extra bytes
    /// follows the last row.
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

    /// Clears the guard rows above and below the field, which a pass may have changed.
    pub(super) fn kill_guard_rows(&mut self) {
        self.cells[..self.stride].fill(0);
        self.cells[(self.shape.height + 1) * self.stride..].fill(0);
    }
}
