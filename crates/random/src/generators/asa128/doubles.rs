//! The doubles of ASA-128 in the order of its published program: from the end of a buffer of 64
//! KiB.
//!
//! A refill writes 4096 blocks, the words w\[0\] to w\[16383\]. Each draw then takes two words from
//! the end of the unused part. The last word is the upper half of 64 bits, the word before it the
//! lower half. This has three consequences:
//!
//! * The newest block is drawn first. The blocks computed right after the seeding, which are the
//!   least mixed, are drawn last.
//! * Even draws of a refill (counted from 0) always use lanes 3 and 2, odd draws lanes 1 and 0.
//! * The program refills when only w\[1\] and w\[0\] are left, so a refill provides 8191 draws, and
//!   these two words are never used.

use quadrille_lanes::Level;

use super::{Asa128, Block};

/// Number of blocks in the buffer, which has 64 KiB.
pub const BLOCKS: usize = 4096;

/// Number of draws that a refill provides.
pub const DRAWS_PER_REFILL: usize = 8191;

/// Converts 52 bits to a number in [0, 1): the lower 20 of `high` and all of `low` become the
/// mantissa of a number in [1, 2), from which 1 is subtracted.
///
/// The result is k·2⁻⁵² with k = (`high` mod 2²⁰)·2³² + `low`; the largest is 1 − 2⁻⁵².
///
/// ```
/// use quadrille_random::generators::asa128::doubles::from_words;
///
/// assert_eq!(from_words(0xFFF0_0000, 0), 0.0);
/// assert_eq!(from_words(0x0008_0000, 0), 0.5);
/// assert_eq!(from_words(u32::MAX, u32::MAX), 1.0 - f64::EPSILON);
/// ```
#[inline]
pub const fn from_words(high: u32, low: u32) -> f64 {
    let high = (high & 0x3FFF_FFFF) | 0x3FF0_0000;
    f64::from_bits((high as u64) << 32 | low as u64) - 1.0
}

/// The published program's source of doubles.
///
/// It cannot be constructed without a seed. The published program has no such restriction: without
/// a seed, it draws from uninitialised memory, and returns only 0.0 if the memory is zero.
///
/// ```
/// use quadrille_random::generators::Asa128Doubles;
///
/// let mut generator = Asa128Doubles::new(42);
/// assert!((0.0..1.0).contains(&generator.next_f64()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asa128Doubles {
    generator: Asa128,
    buffer: Box<[Block]>,
    /// Number of words that are not yet drawn, minus one. These words are at the start of the
    /// buffer.
    index: usize,
}

impl Asa128Doubles {
    /// Creates a generator whose first draw already uses `seed`. The first draw costs a refill.
    pub fn new(seed: u32) -> Self {
        Self::with_level(seed, Level::best())
    }

    /// Creates a generator that refills with the vector instructions of `level`, which do not
    /// affect the numbers.
    pub fn with_level(seed: u32, level: Level) -> Self {
        Self {
            generator: Asa128::with_level(seed, level),
            buffer: vec![[0; 4]; BLOCKS].into_boxed_slice(),
            index: 0,
        }
    }

    /// Changes the vector instructions, which do not affect the numbers.
    #[inline]
    pub const fn set_level(&mut self, level: Level) {
        self.generator.level = level;
    }

    /// Seeds the generator again, as the published program does. The numbers of the old seed that
    /// are left in the buffer, up to 8190, are drawn first. Only the next refill uses the new seed.
    ///
    /// ```
    /// use quadrille_random::generators::Asa128Doubles;
    ///
    /// let mut old = Asa128Doubles::new(1);
    /// old.next_f64();
    /// let mut reseeded = old.clone();
    /// reseeded.reseed_with_stale_draws(2);
    /// let stale = (0..8190).all(|_| reseeded.next_f64() == old.next_f64());
    /// assert!(stale);
    /// assert_eq!(reseeded.next_f64(), Asa128Doubles::new(2).next_f64());
    /// ```
    pub fn reseed_with_stale_draws(&mut self, seed: u32) {
        self.generator = Asa128::with_level(seed, self.generator.level);
    }

    /// Returns the next double in [0, 1): one of the values k·2⁻⁵², see [`from_words`].
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        if self.index <= 1 {
            self.refill();
        }
        let words = self.buffer.as_flattened();
        let double = from_words(words[self.index], words[self.index - 1]);
        self.index -= 2;
        double
    }

    /// Returns the blocks of the current refill, all zero before the first draw. The first two
    /// words are never drawn.
    pub fn buffer(&self) -> &[Block] {
        &self.buffer
    }

    #[cold]
    fn refill(&mut self) {
        self.generator.fill_blocks(&mut self.buffer);
        self.index = 4 * BLOCKS - 1;
    }
}
