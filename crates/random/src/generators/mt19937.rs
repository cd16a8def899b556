//! MT19937, the Mersenne Twister of 2002.
//!
//! Source: M. Matsumoto, T. Nishimura, "Mersenne Twister: A 623-Dimensionally Equidistributed
//! Uniform Pseudo-Random Number Generator", ACM Transactions on Modeling and Computer Simulation
//! 8(1), 1998; the authors' program `mt19937ar.c` with the seeding of 2002, whose function names
//! are used here.
//!
//! | | |
//! |---|---|
//! | use | agreement with the many programs that use it, such as the `UECda` server, which deals the cards of Daifugo with it |
//! | seed | 32 bits, or any number of 32-bit words |
//! | state | 19937 bits: 623 words and the top bit of one more |
//! | output | 32-bit words |
//! | period | 2¹⁹⁹³⁷ − 1 |
//! | fails | tests of the linear complexity of sequences of bits, because the generator is linear: the `LinearComp` tests of `BigCrush` |
//!
//! After a state in which nearly all bits are 0, several hundred thousand outputs pass until zeros
//! and ones are balanced. The seedings below do not produce such states. 624 consecutive outputs
//! determine the state.
//!
//! Reference vector: the first outputs of the published program, from `init_by_array` with {0x123,
//! 0x234, 0x345, 0x456}, and the first from `init_genrand(5489)`, the default seed of
//! `std::mt19937` in C++.
//!
//! ```
//! use quadrille_random::generators::Mt19937;
//! use quadrille_random::rand_core::Rng;
//!
//! let mut generator = Mt19937::init_by_array(&[0x123, 0x234, 0x345, 0x456]);
//! let expected = [1067595299, 955945823, 477289528, 4107218783, 4228976476];
//! assert_eq!([(); 5].map(|()| generator.next_u32()), expected);
//!
//! assert_eq!(Mt19937::new(5489).next_u32(), 3499211612);
//! ```

use std::fmt;

use rand_core::Rng;

/// Number of words in the state.
const WORDS: usize = 624;

/// The distance between the first and the third word that the recurrence uses.
const AHEAD: usize = 397;

/// The bottom row of the matrix of the recurrence.
const MATRIX: u32 = 0x9908_B0DF;

/// The Mersenne Twister.
///
/// `next_u64` returns two words, the low half first. `fill_bytes` writes words in little-endian
/// order, and drops the bytes of the last word that do not fit.
#[derive(Clone, PartialEq, Eq)]
pub struct Mt19937 {
    state: Box<[u32; WORDS]>,
    /// Number of words of the state that have been returned.
    used: usize,
}

impl Mt19937 {
    /// Creates the generator of `init_genrand(seed)` of the published program. All seeds are
    /// suitable.
    pub fn new(seed: u32) -> Self {
        let mut previous = seed;
        let mut state = Box::new([seed; WORDS]);
        for (i, word) in state.iter_mut().enumerate().skip(1) {
            previous = (previous ^ (previous >> 30)).wrapping_mul(1812433253).wrapping_add(i as u32);
            *word = previous;
        }
        Self { state, used: WORDS }
    }

    /// Creates the generator of `init_by_array(key)` of the published program. All keys are
    /// suitable. The empty key, for which the program would read outside its array, is replaced by
    /// the single word 0.
    pub fn init_by_array(key: &[u32]) -> Self {
        let key = if key.is_empty() { &[0] } else { key };
        let mut generator = Self::new(19650218);
        let words = &mut generator.state;
        // The words 1 to 623 form a ring; word 0 always contains the last value of word 623.
        let mut i = 1;
        let mut stir = |factor: u32, mix: &dyn Fn(u32, u32, usize) -> u32| {
            let before = words[i - 1];
            words[i] = mix(words[i], (before ^ (before >> 30)).wrapping_mul(factor), i);
            i += 1;
            if i == WORDS {
                words[0] = words[WORDS - 1];
                i = 1;
            }
        };
        // Every word of the key is mixed in at least once, and every word of the ring is changed.
        for k in 0..key.len().max(WORDS) {
            let j = k % key.len();
            stir(1664525, &|word, mixed, _| (word ^ mixed).wrapping_add(key[j]).wrapping_add(j as u32));
        }
        // A second pass over the ring, without the key.
        for _ in 1..WORDS {
            stir(1566083941, &|word, mixed, i| (word ^ mixed).wrapping_sub(i as u32));
        }
        // The recurrence uses only the top bit of word 0. With this bit set, the state is not zero.
        words[0] = 0x8000_0000;
        generator
    }

    /// Returns `genrand_real1()` of the published program: one word divided by 2³² − 1, in [0, 1],
    /// **both ends included**. More exactly, the word is multiplied by the double nearest to 1/(2³²
    /// − 1).
    ///
    /// ```
    /// use quadrille_random::generators::Mt19937;
    ///
    /// assert_eq!(Mt19937::new(5489).next_f64(), 3499211612.0 * (1.0 / 4294967295.0));
    /// ```
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_u32()) * (1.0 / 4294967295.0)
    }

    /// Writes the next words, as calls of `next_u32` would return them.
    pub fn fill_u32(&mut self, words: &mut [u32]) {
        let mut rest = words;
        while !rest.is_empty() {
            if self.used == WORDS {
                self.refill();
            }
            let ready = &self.state[self.used..];
            let length = ready.len().min(rest.len());
            let (now, later) = rest.split_at_mut(length);
            for (word, &untempered) in now.iter_mut().zip(ready) {
                *word = temper(untempered);
            }
            self.used += length;
            rest = later;
        }
    }

    /// Replaces the state by the next 624 words.
    #[cold]
    fn refill(&mut self) {
        let words = &mut self.state;
        // The recurrence uses the words i, i + 1 and i + 397, with indices modulo 624. The range of
        // i is divided into three parts, so that no modulus is computed. An index beyond the end
        // refers to a word that has already been replaced.
        for i in 0..WORDS - AHEAD {
            words[i] = words[i + AHEAD] ^ twist(words[i], words[i + 1]);
        }
        for i in WORDS - AHEAD..WORDS - 1 {
            words[i] = words[i + AHEAD - WORDS] ^ twist(words[i], words[i + 1]);
        }
        words[WORDS - 1] = words[AHEAD - 1] ^ twist(words[WORDS - 1], words[0]);
        self.used = 0;
    }
}

/// Joins the top bit of `this` with the other bits of `next`, and multiplies the result by the
/// matrix.
#[inline]
const fn twist(this: u32, next: u32) -> u32 {
    let joined = (this & 0x8000_0000) | (next & 0x7FFF_FFFF);
    (joined >> 1) ^ (if next & 1 == 1 { MATRIX } else { 0 })
}

/// Returns the output for a word of the state.
#[inline]
const fn temper(y: u32) -> u32 {
    let y = y ^ (y >> 11);
    let y = y ^ ((y << 7) & 0x9D2C_5680);
    let y = y ^ ((y << 15) & 0xEFC6_0000);
    y ^ (y >> 18)
}

impl Mt19937 {
    /// Returns `genrand_int32()` of the published program.
    #[inline]
    fn next_word(&mut self) -> u32 {
        if self.used == WORDS {
            self.refill();
        }
        let word = temper(self.state[self.used]);
        self.used += 1;
        word
    }
}

rng_of_u32!(Mt19937, u32, "The 32-bit seed of `init_genrand`, little-endian.");

impl fmt::Debug for Mt19937 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mt19937").field("used", &self.used).finish_non_exhaustive()
    }
}
