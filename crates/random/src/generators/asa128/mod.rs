//! ASA-128: four 32-bit generators in one 128-bit vector. A historical reference, **not for
//! simulations**.
//!
//! Source: a generator by fhsvengetta, published in 2013 with a text on the random numbers of
//! `SimulationCraft`, where it replaced SFMT. This is an independent implementation from a
//! description of that program. Its outputs equal those of the program bit by bit.
//!
//! | | |
//! |---|---|
//! | use | comparisons, and a rung of the ladder of generators: the speedup by one vector of four lanes |
//! | seed | 32 bits |
//! | state | 512 bits: in each of the four lanes the last four words |
//! | output | blocks of four 32-bit words, lane 0 first |
//! | period | unknown |
//! | speed | limited by latency: every block depends on the previous one, so a vector computes the lanes of one generator only |
//!
//! # The rule
//! Each lane has its last four words A (the oldest), B, C and D. All arithmetic is modulo 2³²:
//!
//! ```text
//! M = m(A), in each half of 16 bits:  bit 9 = 1, bits 10 to 15 = bits 0, 1, 2, 4, 6 and 12 of that half of A, the others 0
//! y = A + B + C + D
//! y = y ^ (y >> 4)
//! y = y ^ ((y << 2) & M)
//! y = y ^ ((y << 20) & M)
//! X = y ^ (y >> 18)                    the output; then A, B, C, D = B, C, D, X
//! ```
//!
//! The lanes are independent. Two of the four initial words of a lane are constants, two depend on
//! the seed.
//!
//! # Defects, and why the generator must not be used for streams
//! * **Seeds share streams.** The transition is not injective: with B, C and D fixed, only about
//!   half of the 2³² words are outputs of some A. So the sequences of different seeds merge, and
//!   stay merged. About 1.6 % of all seeds share a whole lane permanently with another seed: every
//!   second double of one seed is then a double of the other (0x4E9B7884 and 0xD6137884 are such a
//!   pair, in lane 3). A simulation that gives thread k the seed s + k relies on independent
//!   sequences.
//! * **Neighbouring seeds correlate.** Nothing is discarded after seeding, and the doubles (see
//!   [`doubles`]) are drawn from the end of the buffer, so the barely mixed first blocks are drawn
//!   last. The draws 8186 to 8190 (counted from 0) under the seeds s and s + 1 have
//!   correlations of +0.30 to +0.66.
//! * **Seeding is expensive.** The first double costs a refill of 64 KiB, thousands of times the
//!   cost of a stream of [`StreamKey`](crate::StreamKey).
//! * **No period is proved.** The transition is many-to-one and has [fixed points](FIXED_POINTS). A
//!   lane has 2¹²⁸ states; a random function on a set of this size enters a cycle after about 2⁶⁴
//!   steps.
//! * **The words are not uniform.** Bit 31 is 1 with probability 0.50035. The numbers of ones in
//!   words that are five apart have a correlation of +0.0061, which is a hundred standard
//!   deviations over a gigabyte of output. The generator fails tests of `PractRand` after 128 to
//!   256 MiB of output, and the `HammingIndep` test of `SmallCrush` at once.
//! * **The words are predictable.** The outputs of a lane one, four and five steps back determine
//!   its next output.
//!
//! # Reference vector
//! Seed 0: the first blocks and the first doubles of the published program.
//!
//! ```
//! use quadrille_random::generators::{Asa128, Asa128Doubles};
//!
//! let mut blocks = Asa128::new(0);
//! assert_eq!(blocks.next_block(), [571508834, 1179982212, 1575037956, 475188787]);
//! assert_eq!(blocks.next_block(), [1241854335, 2185887983, 3207388149, 944024193]);
//!
//! let mut doubles = Asa128Doubles::new(0);
//! assert_eq!(doubles.next_f64().to_bits(), 0x3FE2513373A6F4B8);
//! assert_eq!(doubles.next_f64().to_bits(), 0x3FE6E61D6643B5C8);
//! ```

pub mod doubles;
mod refill;

use std::fmt;

use quadrille_lanes::Level;
use rand_core::Rng;

pub use doubles::Asa128Doubles;

/// A vector of four lanes, lane 0 first: 128 bits.
pub type Block = [u32; 4];

/// The words x for which a lane in the state (x, x, x, x) stays in this state permanently.
///
/// Because 0 is a fixed point, an unseeded generator in zeroed memory gives only zeros. No seed
/// leads to a fixed point in one step.
pub const FIXED_POINTS: [u32; 5] = [0x00000000, 0x05145101, 0x05B6F1AB, 0x54514110, 0xAA8A2022];

/// The generator of blocks.
///
/// The generator of words (`next_u32`) returns the blocks in order, and the lanes of each block in
/// the order 0 to 3. `next_u64` returns two words, the low half first. `fill_bytes` writes words in
/// little-endian order, and drops the bytes of the last word that do not fit. The doubles of the
/// published program are in another order: see [`Asa128Doubles`].
///
/// The generator is unsuitable for nearly all purposes. The [module](self) describes its defects.
#[derive(Clone)]
pub struct Asa128 {
    /// The last four blocks, oldest first.
    last: [Block; 4],
    /// Number of lanes of the newest block that have been returned as words.
    used: usize,
    level: Level,
}

impl Asa128 {
    /// Creates a generator from `seed`. Every seed is accepted. For 1.6 % of the seeds, a lane
    /// becomes equal to the lane of another seed, and remains so.
    pub fn new(seed: u32) -> Self {
        Self::with_level(seed, Level::best())
    }

    /// Creates a generator that refills with the vector instructions of `level`, which do not
    /// affect the numbers.
    pub fn with_level(seed: u32, level: Level) -> Self {
        Self { last: initial_state(seed), used: 4, level }
    }

    /// Changes the vector instructions, which do not affect the numbers.
    #[inline]
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Returns the last four blocks, oldest first. The four blocks of a new generator are its
    /// initial state, which depends on the seed.
    ///
    /// ```
    /// use quadrille_random::generators::Asa128;
    ///
    /// assert_eq!(Asa128::new(31459).state()[0], [0x00020000, 0x00010000, 0x00000002, 0x00000001]);
    /// ```
    pub const fn state(&self) -> [Block; 4] {
        self.last
    }

    /// Returns the next block. Words of the current block that are not yet drawn are skipped.
    #[inline]
    pub fn next_block(&mut self) -> Block {
        let next = step(&self.last);
        let [_, b, c, d] = self.last;
        self.last = [b, c, d, next];
        self.used = 4;
        next
    }

    /// Writes the next blocks, as calls of [`next_block`](Self::next_block) would return them, and
    /// dispatches on the vector instructions once.
    pub fn fill_blocks(&mut self, blocks: &mut [Block]) {
        if !blocks.is_empty() {
            refill::refill(self.level, &mut self.last, blocks);
            self.used = 4;
        }
    }

    /// Writes the next words in memory order, as calls of `next_u32` would return them.
    pub fn fill_u32(&mut self, words: &mut [u32]) {
        let begun = words.len().min(4 - self.used);
        let (first, rest) = words.split_at_mut(begun);
        first.fill_with(|| self.next_u32());
        let (blocks, last) = rest.as_chunks_mut::<4>();
        self.fill_blocks(blocks);
        last.fill_with(|| self.next_u32());
    }

    /// Returns two words as a number in [0, 1): one of the values k·2⁻⁵², see
    /// [`doubles::from_words`]. The words are taken in memory order, the low half first.
    ///
    /// These are not the doubles of the published program, which are taken from the end of a
    /// buffer: see [`Asa128Doubles::next_f64`].
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        let low = self.next_u32();
        let high = self.next_u32();
        doubles::from_words(high, low)
    }
}

/// Returns the initial state of the published program for a seed.
const fn initial_state(seed: u32) -> [Block; 4] {
    let low = seed as u16;
    let high = (seed >> 16) as u16;
    let [high1, high2] = [high.wrapping_add(1), high.wrapping_add(2)];
    let [low1, low2] = [low.wrapping_add(1), low.wrapping_add(2)];
    [
        [join(high2, high), join(high1, high), join(high, high2), join(high, high1)],
        [join(low, low2), join(low, low1), join(low2, low), join(low1, low)],
        [join(6086, 7939), join(12160, 6087), join(8015, 3571), join(5797, 4262)],
        [join(4851, 4852), join(4849, 4850), join(14614, 14615), join(2306, 14613)],
    ]
}

/// Joins the halves of a word.
const fn join(high: u16, low: u16) -> u32 {
    (high as u32) << 16 | low as u32
}

/// Returns the block that follows the last four blocks, which are given oldest first. This is the
/// plain form of [`refill`].
#[inline]
fn step(last: &[Block; 4]) -> Block {
    std::array::from_fn(|lane| output(last.map(|block| block[lane])))
}

/// Returns the word that follows the last four words of a lane, oldest first, by the rule of the
/// [module](self).
#[inline]
const fn output([a, b, c, d]: [u32; 4]) -> u32 {
    let mask = mask(a);
    let y = a.wrapping_add(b).wrapping_add(c).wrapping_add(d);
    let y = y ^ (y >> 4);
    // The mask is 0 in the lower nine bits of each half. The first AND therefore clears the two
    // bits that the shift by 2 moves from the lower half to the upper half.
    let y = y ^ ((y << 2) & mask);
    let y = y ^ ((y << 20) & mask);
    y ^ (y >> 18)
}

/// Returns m(A): in each half, bit 9 is 1, and six bits of the same half are moved to the bits 10
/// to 15. Bits that would cross the border between the halves are masked out.
#[inline]
const fn mask(a: u32) -> u32 {
    0x0200_0200
        | (a << 10 & 0x1C00_1C00)
        | (a << 9 & 0x2000_2000)
        | (a << 8 & 0x4000_4000)
        | (a << 3 & 0x8000_8000)
}

impl Asa128 {
    /// Returns the next word of the last block, or the first word of a new block.
    #[inline]
    fn next_word(&mut self) -> u32 {
        if self.used == 4 {
            self.next_block();
            self.used = 0;
        }
        let word = self.last[3][self.used];
        self.used += 1;
        word
    }
}

rng_of_u32!(Asa128, u32, "The 32-bit seed, little-endian.");

// The vector level affects only the speed, so it is not compared.
impl PartialEq for Asa128 {
    fn eq(&self, other: &Self) -> bool {
        (self.last, self.used) == (other.last, other.used)
    }
}

impl Eq for Asa128 {}

impl fmt::Debug for Asa128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asa128").field("last", &self.last).field("used", &self.used).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the mask by the description: bit by bit, for each half separately.
    fn mask_of_half(half: u16) -> u16 {
        let bit = |n: u16| half >> n & 1;
        1 << 9 | bit(0) << 10 | bit(1) << 11 | bit(2) << 12 | bit(4) << 13 | bit(6) << 14 | bit(12) << 15
    }

    #[test]
    fn the_mask_is_made_of_each_half_alone() {
        for half in 0..=u16::MAX {
            let expected = mask_of_half(half);
            assert_eq!(mask(join(half, !half)), join(expected, mask_of_half(!half)));
            assert_eq!(mask(join(0, half)), join(0x200, expected));
        }
    }

    #[test]
    fn shifting_the_word_is_shifting_the_halves_where_the_mask_lets_through() {
        for half in 0..=u16::MAX {
            let y = join(half.wrapping_mul(40503), half);
            let halves = join(half.wrapping_mul(40503) << 2, half << 2);
            for a in [0, u32::MAX, y, !y] {
                assert_eq!((y << 2) & mask(a), halves & mask(a));
            }
        }
    }

    #[test]
    fn a_fixed_point_stays() {
        for x in FIXED_POINTS {
            assert_eq!(output([x; 4]), x, "{x:#010X}");
            assert_ne!(output([x ^ 0x100; 4]), x ^ 0x100, "a neighbour of {x:#010X}");
        }
    }
}
