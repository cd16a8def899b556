//! SFMT-19937: the Mersenne Twister redesigned for vectors of 128 bits.
//!
//! Source: M. Saito, M. Matsumoto, "SIMD-oriented Fast Mersenne Twister: a 128-bit Pseudorandom
//! Number Generator", Monte Carlo and Quasi-Monte Carlo Methods 2006, Springer 2008; the authors'
//! program SFMT 1.5.1 (2017), whose function names are used here.
//!
//! | | |
//! |---|---|
//! | use | comparisons, and repeating work that used this generator |
//! | seed | 32 bits, or any number of 32-bit words |
//! | state | 19968 bits: 156 vectors of four words |
//! | output | 32-bit words |
//! | period | a multiple of 2¹⁹⁹³⁷ − 1 |
//! | fails | tests of the linear complexity of sequences of bits, because the generator is linear: the `LinearComp` tests of `BigCrush` |
//!
//! After a state in which nearly all bits are 0, many outputs pass until zeros and ones are
//! balanced, but fewer than with MT19937. The seedings below do not produce such states.
//!
//! Reference vector: the first outputs of the published program from `init_gen_rand(1234)` and from
//! `init_by_array` with {0x1234, 0x5678, 0x9ABC, 0xDEF0}.
//!
//! ```
//! use quadrille_random::generators::Sfmt19937;
//! use quadrille_random::rand_core::Rng;
//!
//! let mut generator = Sfmt19937::new(1234);
//! let expected = [3440181298, 1564997079, 1510669302, 2930277156, 1452439940];
//! assert_eq!([(); 5].map(|()| generator.next_u32()), expected);
//!
//! let mut generator = Sfmt19937::init_by_array(&[0x1234, 0x5678, 0x9ABC, 0xDEF0]);
//! let expected = [2920711183, 3885745737, 3501893680, 856470934, 1421864068];
//! assert_eq!([(); 5].map(|()| generator.next_u32()), expected);
//! ```

mod recursion;
mod seeding;

use std::fmt;

use quadrille_lanes::Level;
use rand_core::Rng;

use crate::double::f64_53;

/// Number of vectors in the state.
const VECTORS: usize = 156;

/// Number of words in the state.
const WORDS: usize = 4 * VECTORS;

/// The state: the last 624 words, in the order of output.
type State = [[u32; 4]; VECTORS];

/// The generator.
///
/// `next_u64` returns two words, the low half first. (The published program requires reseeding
/// between drawing an odd number of words and drawing 64 bits; here all draws use one sequence of
/// words.) `fill_bytes` writes words in little-endian order, and drops the bytes of the last word
/// that do not fit.
#[derive(Clone)]
pub struct Sfmt19937 {
    state: Box<State>,
    /// Number of words of the state that have been returned.
    used: usize,
    level: Level,
}

impl Sfmt19937 {
    /// Creates the generator of `init_gen_rand(seed)` of the published program. All seeds are
    /// suitable.
    pub fn new(seed: u32) -> Self {
        Self::with_level(seed, Level::best())
    }

    /// Creates a generator that uses the vector instructions of `level`, which do not affect the
    /// numbers.
    pub fn with_level(seed: u32, level: Level) -> Self {
        Self { state: seeding::init_gen_rand(seed), used: WORDS, level }
    }

    /// Changes the vector instructions, which do not affect the numbers.
    #[inline]
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Creates the generator of `init_by_array(key)` of the published program. All keys are
    /// suitable, including the empty key.
    pub fn init_by_array(key: &[u32]) -> Self {
        Self { state: seeding::init_by_array(key), used: WORDS, level: Level::best() }
    }

    /// Returns `genrand_res53()` of the published program: a number k·2⁻⁵³ in [0, 1), where k is
    /// the upper 53 bits of two words, the low half first. This equals [`f64_53`] of `next_u64`.
    ///
    /// Releases of the program before 1.5.1 converted all 64 bits, and rounding could give 1.0.
    ///
    /// ```
    /// use quadrille_random::generators::Sfmt19937;
    ///
    /// let mut generator = Sfmt19937::new(1234);
    /// let bits = (1564997079u64 << 32 | 3440181298) >> 11;
    /// assert_eq!(generator.next_f64(), bits as f64 / 9007199254740992.0);
    /// ```
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64_53(self.next_u64())
    }

    /// Writes the next words, as calls of `next_u32` would return them.
    pub fn fill_u32(&mut self, words: &mut [u32]) {
        let mut rest = words;
        while !rest.is_empty() {
            if self.used == WORDS {
                self.refill();
            }
            let ready = &self.state.as_flattened()[self.used..];
            let length = ready.len().min(rest.len());
            let (now, later) = rest.split_at_mut(length);
            now.copy_from_slice(&ready[..length]);
            self.used += length;
            rest = later;
        }
    }

    #[cold]
    fn refill(&mut self) {
        recursion::next_state(self.level, &mut self.state);
        self.used = 0;
    }
}

impl Sfmt19937 {
    /// Returns the next word of the state. If all words have been used, the state is first
    /// recomputed.
    #[inline]
    fn next_word(&mut self) -> u32 {
        if self.used == WORDS {
            self.refill();
        }
        let word = self.state.as_flattened()[self.used];
        self.used += 1;
        word
    }
}

rng_of_u32!(Sfmt19937, u32, "The 32-bit seed of `init_gen_rand`, little-endian.");

// The vector level affects only the speed, so it is not compared.
impl PartialEq for Sfmt19937 {
    fn eq(&self, other: &Self) -> bool {
        self.used == other.used && self.state == other.state
    }
}

impl Eq for Sfmt19937 {}

impl fmt::Debug for Sfmt19937 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sfmt19937").field("used", &self.used).finish_non_exhaustive()
    }
}
