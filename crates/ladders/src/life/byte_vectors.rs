//! Rung 7: one byte per cell, one vector at a time. A cell is alive in the next generation if it
//! has three living neighbours, or if it is alive and has two.
//!
//! There are no shifts. The left and right neighbours are loaded from memory: one byte lower and
//! one byte higher. Such a load costs little, because the row is in the first-level cache. Each
//! comparison gives a mask, which selects the byte 1 (three neighbours) or the cell's own byte (two
//! neighbours). After the right guard, a row has up to a whole vector of bytes that are not cells.
//! These bytes never affect a cell: the guard is between them and the cells, and the guard is
//! rewritten before each generation.

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*};

use quadrille_life::MemoryError;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

#[derive(Clone)]
pub(super) struct ByteVectors {
    shape: Shape,
    level: Level,
    stride: usize,
    now: Vec<u8>,
    next: Vec<u8>,
}

/// Size in bytes of the largest vector.
const WIDEST: usize = 64;

impl ByteVectors {
    pub(super) fn new(shape: Shape, level: Level, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = shape.width.next_multiple_of(WIDEST) + 2;
        let bytes = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, level, stride, now: memory.take(bytes)?, next: memory.take(bytes)? })
    }
}

impl Guarded for ByteVectors {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.now[y * self.stride + x] == 1
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        self.now[y * self.stride + x] = u8::from(alive);
    }

    fn step(&mut self) {
        dispatch!(self.level.simd(), simd => step(simd, self.shape, self.stride, &self.now, &mut self.next));
        self.next[..self.stride].fill(0);
        self.next[(self.shape.height + 1) * self.stride..].fill(0);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}

#[inline(always)]
fn step<S: Simd>(simd: S, shape: Shape, stride: usize, now: &[u8], next: &mut [u8]) {
    let [zero, one, two, three] = [0, 1, 2, 3].map(|byte| S::u8s::splat(simd, byte));
    for y in 1..=shape.height {
        let [above, beside, below] = [y - 1, y, y + 1].map(|y| &now[y * stride..][..stride]);
        let out = &mut next[y * stride..][..stride];
        for x in (1..=shape.width).step_by(S::u8s::LEN) {
            let load = |row: &[u8], x: usize| S::u8s::from_slice(simd, &row[x..][..S::u8s::LEN]);
            let row = |row: &[u8]| load(row, x - 1) + load(row, x) + load(row, x + 1);
            let alive = load(beside, x);
            let neighbours = row(above) + load(beside, x - 1) + load(beside, x + 1) + row(below);
            let born: S::u8s = neighbours.simd_eq(three).select(one, zero);
            let kept: S::u8s = neighbours.simd_eq(two).select(alive, zero);
            (born | kept).store_slice(&mut out[x..][..S::u8s::LEN]);
        }
        // The right guard and the bytes after it are not cells, and are set to dead.
        out[shape.width + 1..].fill(0);
    }
}
