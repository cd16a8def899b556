//! Rungs 3a, 4 and 5: one byte per cell, and eight bytes per word.
//!
//! A generation has two steps for each word. The first step counts the neighbours by additions of
//! whole words, as in rung 3, but with fewer additions: it adds the words of three rows, and then
//! adds the resulting word to two copies of itself. One copy is shifted left by a byte, the other
//! right by a byte; the outermost bytes of the adjacent words are shifted in. No sum exceeds 9, so
//! no byte overflows into the next byte.
//!
//! The second step applies the rule. Only this step differs between the rungs: it looks up each
//! cell in the rule ([`ByByte`]) or in a table of sixteen entries ([`ByTable`]), or applies a
//! formula to eight cells at once ([`ByFormula`]).

use super::lanes_formula::lanes_formula;
use quadrille_life::MemoryError;
use quadrille_life::Rule;
use quadrille_life::internals::Guarded;
use quadrille_life::internals::Memory;
use quadrille_life::internals::Shape;

/// A word in which every byte is 1.
const ONES: u64 = u64::MAX / 255;

/// The second step: computes the next states of the cells of a word from their states and their
/// numbers of living neighbours.
pub(super) trait Second: Clone + Send + Sync + 'static {
    fn next(&self, alive: u64, neighbours: u64) -> u64;
}

/// Rung 3a: applies the rule to each byte separately.
#[derive(Clone)]
pub(super) struct ByByte(pub(super) Rule);

impl Second for ByByte {
    #[inline(always)]
    fn next(&self, alive: u64, neighbours: u64) -> u64 {
        (0..64).step_by(8).fold(0, |next, shift| {
            let byte = |word: u64| (word >> shift & 0xFF) as u32;
            next | u64::from(self.0.next(byte(alive) == 1, byte(neighbours))) << shift
        })
    }
}

/// Rung 4: one table lookup per byte, at index (n & 7) + 8 · alive, where n is the number of living
/// neighbours. Eight neighbours therefore have the same effect as none.
#[derive(Clone)]
pub(super) struct ByTable([u8; 16]);

impl ByTable {
    pub(super) fn new(rule: Rule) -> Self {
        Self(std::array::from_fn(|at| u8::from(rule.next(at >= 8, at as u32 & 7))))
    }
}

impl Second for ByTable {
    #[inline(always)]
    fn next(&self, alive: u64, neighbours: u64) -> u64 {
        let index = (neighbours & (7 * ONES)) | alive << 3;
        u64::from_le_bytes(index.to_le_bytes().map(|index| self.0[usize::from(index & 15)]))
    }
}

/// Rung 5: Conway's rule for eight bytes at once.
#[derive(Clone)]
pub(super) struct ByFormula;

impl Second for ByFormula {
    #[inline(always)]
    fn next(&self, alive: u64, neighbours: u64) -> u64 {
        lanes_formula(alive, neighbours, ONES)
    }
}

#[derive(Clone)]
pub(super) struct Words<S> {
    shape: Shape,
    /// Words per row.
    stride: usize,
    second: S,
    now: Vec<u64>,
    next: Vec<u64>,
}

impl<S: Second> Words<S> {
    pub(super) fn new(shape: Shape, second: S, memory: &mut Memory) -> Result<Self, MemoryError> {
        let stride = (shape.width + 2).div_ceil(8);
        let words = stride as u128 * (shape.height as u128 + 2);
        Ok(Self { shape, stride, second, now: memory.take(words)?, next: memory.take(words)? })
    }
}

impl<S: Second> Guarded for Words<S> {
    fn shape(&self) -> Shape {
        self.shape
    }

    fn at(&self, x: usize, y: usize) -> bool {
        self.now[y * self.stride + x / 8] >> (x % 8 * 8) & 1 == 1
    }

    fn put(&mut self, x: usize, y: usize, alive: bool) {
        let word = &mut self.now[y * self.stride + x / 8];
        let shift = x % 8 * 8;
        *word = *word & !(0xFF << shift) | u64::from(alive) << shift;
    }

    fn step(&mut self) {
        let stride = self.stride;
        for y in 1..=self.shape.height {
            let [above, beside, below] = [y - 1, y, y + 1].map(|y| &self.now[y * stride..][..stride]);
            let column = |at: usize| above[at] + beside[at] + below[at];
            let out = &mut self.next[y * stride..][..stride];
            let (mut left, mut middle) = (0, column(0));
            for at in 0..stride {
                let right = if at + 1 < stride { column(at + 1) } else { 0 };
                let around = middle + (middle << 8 | left >> 56) + (middle >> 8 | right << 56);
                out[at] = self.second.next(beside[at], around - beside[at]);
                (left, middle) = (middle, right);
            }
            // The bytes beyond the right guard are not cells, and are cleared.
            let last = (self.shape.width + 1) % 8;
            out[stride - 1] &= u64::MAX >> (56 - 8 * last);
        }
        self.next[..stride].fill(0);
        self.next[(self.shape.height + 1) * stride..].fill(0);
        std::mem::swap(&mut self.now, &mut self.next);
    }
}
