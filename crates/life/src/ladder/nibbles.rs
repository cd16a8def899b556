//! Rung 6: two cells a byte, sixteen lanes of four bits a word; otherwise as rung 5.
//!
//! Even columns lie in the low half of a byte, odd ones in the high half: lane x of a row is column x. The
//! outermost lanes of the adjacent words come in by shifts of 60 bits:
//!
//! ```text
//! lane of the word            0     1     2   …   15
//! middle                     c16   c17   c18  …  c31     columns: sums of three cells, 0 to 3
//! middle << 4 | left >> 60   c15   c16   c17  …  c30     those to the left
//! middle >> 4 | right << 60  c17   c18   c19  …  c32     those to the right
//! ```
//!
//! Two whole columns and the two cells above and below come to 8 at most, which four bits hold; all nine
//! cells would do too, but the formula wants the neighbours alone. (The article ran the form with words of 32
//! bits in a browser.)

use super::words::lanes_formula;
use crate::field::Shape;
use crate::kernels::guarded::Guarded;
use crate::memory::{Memory, MemoryError};

/// One in every lane.
const ONES: u64 = u64::MAX / 15;

#[derive(Clone)]
pub(crate) struct Nibbles {
    shape: Shape,
    /// Words a row.
    stride: usize,
    now: Vec<u64>,
    next: Vec<u64>,
}

impl Nibbles {
    pub(crate) fn new(shape: Shape, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = (shape.width + 2).div_ceil(16);
        let words = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, stride, now: memory.take(words)?, next: memory.take(words)? })
    }
}

impl Guarded for Nibbles {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.now[y * self.stride + x / 16] >> (x % 16 * 4) & 1 == 1
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        let word = &mut self.now[y * self.stride + x / 16];
        let shift = x % 16 * 4;
        *word = *word & !(0xF << shift) | u64::from(alive) << shift;
    }

    fn step(&mut self) {
        let stride = self.stride;
        for y in 1..=self.shape.height {
            let [above, beside, below] = [y - 1, y, y + 1].map(|y| &self.now[y * stride..][..stride]);
            let out = &mut self.next[y * stride..][..stride];
            let column = |at: usize| above[at] + beside[at] + below[at];
            let (mut left, mut middle) = (0, column(0));
            for at in 0..stride {
                let right = if at + 1 < stride { column(at + 1) } else { 0 };
                // Up to eight fit four bits.
                let around =
                    (above[at] + below[at]) + (middle << 4 | left >> 60) + (middle >> 4 | right << 60);
                out[at] = lanes_formula(beside[at], around, ONES);
                (left, middle) = (middle, right);
            }
            let last = (self.shape.width + 1) % 16;
            out[stride - 1] &= u64::MAX >> (60 - 4 * last);
        }
        self.next[..stride].fill(0);
        self.next[(self.shape.height + 1) * stride..].fill(0);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}
