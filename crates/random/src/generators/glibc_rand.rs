//! `rand` of the GNU C library: 31 bits of an additive feedback generator.
//!
//! Source: the GNU C library, `random` with its default state (`TYPE_3`, after the BSD `random` of
//! 1983), for which `rand` is another name. The generator is that of G. J. Mitchell and D. P. Moore
//! of 1958 with other lags; its state is filled by the "minimal standard" generator of S. K. Park
//! and K. W. Miller of 1988.
//!
//! | | |
//! |---|---|
//! | use | agreement with other programs, and a defective generator that a battery must detect |
//! | seed | 32 bits; 0 is replaced by 1 |
//! | state | 992 bits: the last 31 words |
//! | output | 31 bits: 0 to 2³¹ − 1 |
//! | period | 2³¹ · (2³¹ − 1) |
//! | fails | tests of values 3 and 31 apart, such as birthday spacings: each output is the sum, modulo 2³¹, of the outputs 3 and 31 positions before it, or this sum plus 1 |
//!
//! Reference vector: the first outputs after `srand(1)`, which is the initial state of programs
//! that do not call `srand`.
//!
//! ```
//! use quadrille_random::generators::GlibcRand;
//!
//! let mut generator = GlibcRand::new(1);
//! let expected = [1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335];
//! assert_eq!([(); 6].map(|()| generator.next_raw()), expected);
//! ```

/// The longer lag, which is the number of words in the state.
const WORDS: usize = 31;

/// The shorter lag.
const LAG: usize = 3;

/// Number of outputs discarded after seeding.
const DISCARDED: usize = 10 * WORDS;

/// The generator. Each word is the sum, modulo 2³², of the words 3 and 31 positions before it. The
/// upper 31 bits of the word are the output.
///
/// One call gives 31 bits, so a word of 32 bits is composed of two calls: all bits of the first,
/// then the top bit of the second. `next_u64` returns two such words, the low half first.
/// `fill_bytes` writes such words in little-endian order, and drops the bytes of the last word that
/// do not fit.
///
/// ```
/// use quadrille_random::generators::GlibcRand;
/// use quadrille_random::rand_core::Rng;
///
/// assert_eq!(GlibcRand::new(1).next_u32(), 1804289383 << 1 | 846930886 >> 30);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlibcRand {
    /// The last 31 words in a ring, beginning with the oldest at `oldest`.
    state: [u32; WORDS],
    oldest: usize,
}

impl GlibcRand {
    /// Creates the generator of `srand(seed)`.
    pub fn new(seed: u32) -> Self {
        // The library computes with signed words: a seed of 2³¹ or more is negative.
        let mut word = (if seed == 0 { 1 } else { seed }) as i32;
        let mut state = [word as u32; WORDS];
        for place in &mut state[1..] {
            // Computes 16807 · word modulo 2³¹ − 1, without overflow.
            word = 16807 * (word % 127773) - 2836 * (word / 127773);
            if word < 0 {
                word += i32::MAX;
            }
            *place = word as u32;
        }
        // The first output is the sum of the words 0 and 3, and replaces word 3. The ring therefore
        // begins with word 3, the oldest, and ends with the words 0, 1 and 2.
        let mut generator = Self { state, oldest: LAG };
        for _ in 0..DISCARDED {
            generator.next_raw();
        }
        generator
    }

    /// Returns `rand()`, from 0 to 2³¹ − 1.
    #[inline]
    pub const fn next_raw(&mut self) -> u32 {
        let lagging = if self.oldest < LAG { self.oldest + WORDS - LAG } else { self.oldest - LAG };
        let sum = self.state[self.oldest].wrapping_add(self.state[lagging]);
        self.state[self.oldest] = sum;
        self.oldest = if self.oldest == WORDS - 1 { 0 } else { self.oldest + 1 };
        sum >> 1
    }

    /// Returns the result of one call, divided by 2³¹: one of 2³¹ values in [0, 1).
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_raw()) / 2147483648.0
    }
}

impl GlibcRand {
    /// Returns 32 bits of two calls: all 31 bits of the first, and the highest bit of the second.
    #[inline]
    fn next_word(&mut self) -> u32 {
        let [first, second] = [self.next_raw(), self.next_raw()];
        first << 1 | second >> 30
    }
}

rng_of_u32!(GlibcRand, u32, "The 32-bit seed, little-endian.");
