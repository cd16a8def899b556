//! `rand` of Microsoft's C library: fifteen bits of a 32-bit linear congruential generator.
//!
//! Source: the run-time library of Microsoft Visual C++ (`srand`, `rand`, `RAND_MAX` 32767),
//! unchanged for decades. Rosetta Code, "Linear congruential generator", lists outputs after
//! `srand(0)`; the outputs after `srand(1)` are those of all programs that do not call `srand`.
//!
//! | | |
//! |---|---|
//! | use | lowest rung of the ladder of generators, and a generator that a battery must detect |
//! | seed | 32 bits, of which the top one has no effect |
//! | state | 32 bits, of which the lower 31 affect the output |
//! | output | 15 bits: 0 to 32767 |
//! | period | 2³¹ outputs |
//! | fails | serial pairs, collisions, birthday spacings, ranks, walks: the lowest bit of the output repeats after 2¹⁷ values |
//!
//! Reference vector: the first outputs after `srand(1)`, which is the initial state of programs
//! that do not call `srand`.
//!
//! ```
//! use quadrille_random::generators::MsvcRand;
//!
//! let mut generator = MsvcRand::new(1);
//! let expected = [41, 18467, 6334, 26500, 19169, 15724, 11478, 29358, 26962, 24464];
//! assert_eq!([(); 10].map(|()| generator.next_raw()), expected);
//! ```

/// The generator: state · 214013 + 2531011 modulo 2³², whose bits 16 to 30 are the output.
///
/// One call gives 15 bits, so a word of 32 bits is composed of three calls: all bits of the first,
/// then all of the second, then the upper two of the third. `next_u64` returns two such words, the
/// low half first. `fill_bytes` writes such words in little-endian order, and drops the bytes of
/// the last word that do not fit.
///
/// ```
/// use quadrille_random::generators::MsvcRand;
/// use quadrille_random::rand_core::Rng;
///
/// assert_eq!(MsvcRand::new(1).next_u32(), 41 << 17 | 18467 << 2 | 6334 >> 13);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MsvcRand {
    state: u32,
}

impl MsvcRand {
    /// Creates the generator of `srand(seed)`. The seeds s and s + 2³¹ give the same outputs.
    pub const fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// Returns `rand()`, from 0 to 32767.
    #[inline]
    pub const fn next_raw(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214013).wrapping_add(2531011);
        self.state >> 16 & 0x7FFF
    }

    /// Returns the result of one call, divided by 32768: one of only 2¹⁵ values in [0, 1).
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_raw()) / 32768.0
    }
}

impl MsvcRand {
    /// Returns 32 bits of three calls: all 15 bits of the first and of the second, and the two
    /// highest bits of the third.
    #[inline]
    fn next_word(&mut self) -> u32 {
        let [first, second, third] = [self.next_raw(), self.next_raw(), self.next_raw()];
        first << 17 | second << 2 | third >> 13
    }
}

rng_of_u32!(MsvcRand, u32, "The 32-bit seed, little-endian.");
