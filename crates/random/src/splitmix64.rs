//! `SplitMix64`: a mixing function applied to a 64-bit counter.
//!
//! Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
//! 2014, with the constants of D. Stafford's thirteenth mixer ("Better Bit Mixing", 2011), as in S.
//! Vigna's public-domain `splitmix64.c`.
//!
//! The generator has two uses here: it fills the state of
//! [`Xoshiro256PlusPlus`](crate::Xoshiro256PlusPlus) from a 64-bit seed, and its mixing function
//! alone ([`mix`]) scrambles the keys of streams.
//!
//! Reference vector, seed 1234567: the first five outputs of the published program.
//!
//! ```
//! use quadrille_random::SplitMix64;
//!
//! let mut generator = SplitMix64::new(1234567);
//! let expected = [
//!     6457827717110365317,
//!     3203168211198807973,
//!     9817491932198370423,
//!     4593380528125082431,
//!     16408922859458223821,
//! ];
//! assert_eq!([(); 5].map(|()| generator.next_u64()), expected);
//! ```

/// The counter's stride: 2⁶⁴ divided by the golden ratio, made odd. With an odd stride the counter
/// takes every 64-bit value once.
pub const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// Scrambles a word: flipping one input bit flips every output bit with probability close to one
/// half.
///
/// It is a bijection of the 64-bit words, so different inputs always give different outputs.
/// `mix(0)` is 0.
///
/// ```
/// use quadrille_random::splitmix64::mix;
///
/// assert_eq!(mix(0), 0);
/// assert_eq!(mix(1), 0x5692161D100B05E5);
/// ```
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The generator: output k (from 1) is `mix(seed + k · GOLDEN_GAMMA)`.
///
/// The period is 2⁶⁴, and within it every 64-bit value occurs exactly once. Truly random values
/// would include a repetition after about 2³² outputs. The generator is therefore suitable for
/// filling states, but not for simulations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    counter: u64,
}

impl SplitMix64 {
    /// Creates the generator of `seed`; all 64-bit seeds are suitable.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// Returns the next output.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(GOLDEN_GAMMA);
        mix(self.counter)
    }
}
