//! Rungs 6 and 6a: two cells per byte, with the formula of rung 5. Rung 6, known as
//! `LifeIsABitMagic`, has sixteen lanes of four bits in a 64-bit word. Rung 6a has eight lanes in a
//! 32-bit word; the article ran this form in a browser, whose integers have 32 bits.
//!
//! The low half of a byte is an even column, the high half an odd column, so lane x of a row is
//! column x. When a word is shifted by one lane, the outermost lane of the adjacent word is shifted
//! in. This takes a shift by 60 bits, or by 28 bits in rung 6a. In the drawing, `middle` is a word
//! of sums, and `left` and `right` are the adjacent words. Each lane holds the number of living
//! cells among three cells of a column: a cell, the cell above it and the cell below it.
//!
//! ```text
//! lane of the word            0     1     2   …   15
//! middle                     c16   c17   c18  …  c31     sums of the cells' own columns, 0 to 3
//! middle << 4 | left >> 60   c15   c16   c17  …  c30     sums of the columns to the left
//! middle >> 4 | right << 60  c17   c18   c19  …  c32     sums of the columns to the right
//! ```
//!
//! The neighbours of a cell are the three cells of the column to the left, the three of the column
//! to the right, the cell above and the cell below. Their sum is at most 8, which fits in four
//! bits.

use super::lanes_formula::{Word, lanes_formula};
use quadrille_life::MemoryError;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

#[derive(Clone)]
pub(super) struct Nibbles<W> {
    shape: Shape,
    /// Words per row.
    stride: usize,
    now: Vec<W>,
    next: Vec<W>,
}

impl<W: Word> Nibbles<W> {
    /// Bits per word.
    const BITS: u32 = 8 * size_of::<W>() as u32;
    /// Lanes per word.
    const LANES: usize = Self::BITS as usize / 4;

    pub(super) fn new(shape: Shape, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = (shape.width + 2).div_ceil(Self::LANES);
        let words = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, stride, now: memory.take(words)?, next: memory.take(words)? })
    }
}

impl<W: Word> Guarded for Nibbles<W> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        let word = self.now[y * self.stride + x / Self::LANES];
        word >> (x % Self::LANES * 4) as u32 & W::from(1) == W::from(1)
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        let word = &mut self.now[y * self.stride + x / Self::LANES];
        let shift = (x % Self::LANES * 4) as u32;
        *word = *word & !(W::from(0xF) << shift) | W::from(u8::from(alive)) << shift;
    }

    fn step(&mut self) {
        let (stride, top) = (self.stride, Self::BITS - 4);
        let (none, all) = (W::default(), !W::default());
        // A word in which every lane is 1.
        let ones = all / W::from(15);
        for y in 1..=self.shape.height {
            let [above, beside, below] = [y - 1, y, y + 1].map(|y| &self.now[y * stride..][..stride]);
            let out = &mut self.next[y * stride..][..stride];
            let column = |at: usize| above[at] + beside[at] + below[at];
            let next = |at: usize, left: W, middle: W, right: W| {
                // The sum is at most 8, so it fits in the four bits of a lane.
                let around =
                    (above[at] + below[at]) + (middle << 4 | left >> top) + (middle >> 4 | right << top);
                lanes_formula(beside[at], around, ones)
            };
            let (mut left, mut middle) = (none, column(0));
            for (at, out) in out[..stride - 1].iter_mut().enumerate() {
                let right = column(at + 1);
                *out = next(at, left, middle, right);
                (left, middle) = (middle, right);
            }
            out[stride - 1] = next(stride - 1, left, middle, none);
            let last = (self.shape.width + 1) % Self::LANES;
            out[stride - 1] = out[stride - 1] & all >> (top - 4 * last as u32);
        }
        self.next[..stride].fill(none);
        self.next[(self.shape.height + 1) * stride..].fill(none);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}
