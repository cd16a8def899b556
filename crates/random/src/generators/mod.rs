//! The generators, with one module each.
//!
//! # Introduction
//! Take a number from 1 to 7. Add 5; if the sum is more than 7, subtract 7. Repeat:
//!
//! ```
//! let mut state = 1;
//! let mut next = || {
//!     state += 5;
//!     if state > 7 {
//!         state -= 7;
//!     }
//!     state
//! };
//! let numbers = [(); 8].map(|()| next());
//! assert_eq!(numbers, [6, 4, 2, 7, 5, 3, 1, 6]);
//! ```
//!
//! Starting from 1, the numbers are 1, 6, 4, 2, 7, 5, 3, and 1 again. They look shuffled, but the
//! number in memory, the *state*, determines all numbers that follow. Its initial value is the
//! *seed*. The number of steps until the state repeats, seven, is the *period*. Every number occurs
//! once in a period, so the numbers are *uniform*. On closer examination, each number is two less
//! than the previous one, plus seven if needed. A check for this pattern is a *test*, which the
//! generator *fails*. All generators below follow this principle, with more state, longer periods,
//! and steps whose pattern is harder to detect. A generator is good if no test within the resources
//! of a simulation detects its pattern.
//!
//! # Selection
//!
//! | generator | use | state, bits | period | fails |
//! |---|---|---|---|---|
//! | [`xoshiro256plusplus`] | single draws; the generator of [`StreamKey`](crate::StreamKey) | 256 | 2²⁵⁶ − 1 | nothing known |
//! | [`xoshiro256plusplus_x8`] | bulk draws: eight streams in vectors, with the same sequence at every vector level | 2048 | 8 · (2²⁵⁶ − 1) | nothing known |
//! | [`philox4x32`] | replaying single draws, GPUs | 192 | 2⁶⁶ in each stream | nothing known |
//! | [`sfmt19937`] | comparisons; repeating work that used it | 19968 | multiple of 2¹⁹⁹³⁷ − 1 | linear complexity |
//! | [`mt19937`] | agreement with other programs | 19937 | 2¹⁹⁹³⁷ − 1 | linear complexity |
//! | [`net_random`] | agreement with .NET | 1705 | unknown | birthday spacings, values 34 and 55 apart |
//! | [`glibc_rand`] | agreement with other programs; a battery must detect it | 992 | 2³¹ · (2³¹ − 1) | birthday spacings, values 3 and 31 apart |
//! | [`msvc_rand`] | the lowest rung of the ladder of generators; a battery must detect it | 32 | 2³¹ | serial pairs, collisions, birthday spacings, ranks, walks |
//! | [`asa128`] | the historical reference; a rung of the ladder of generators | 512 | unknown | Hamming weights of words five apart, bit 31, neighbouring seeds |
//!
//! # Why ASA-128 has no streams
//! A text on `SimulationCraft` proposes ASA-128, with the seed s + k for thread k. Both the
//! generator and the seeding are unsuitable for simulations with several threads:
//!
//! * About 1.6 % of the seeds of ASA-128 share a whole lane, and thus every second double,
//!   permanently with some other seed. The steps of the generator are not reversible, so sequences
//!   merge.
//! * Under two neighbouring seeds, the draws 8186 to 8190 correlate. The correlation increases from
//!   +0.30 for draw 8186 to +0.66 for draw 8190.
//! * With seed s + 1, thread 0 uses the same sequence as thread 1 with seed s. A second experiment
//!   with the next seed therefore repeats nearly all sequences of the first. In addition, the
//!   result depends on the number of threads.
//! * The period of ASA-128 is unknown, and each new stream costs a refill of 64 KiB.
//!
//! [`StreamKey`](crate::StreamKey) has none of these defects. See [`asa128`] for details.
//!
//! # Common interface
//! Each generator implements the traits of [`rand_core`], so `rand`'s distributions support it, and
//! has
//!
//! * `new(seed)`, which accepts exactly the seeds of the generator's cited source, and gives the
//!   same sequence. The method `seed_from_u64` of `SeedableRng` first scrambles its argument if the
//!   generator's seed has 32 bits. The xoshiro generators have no `new`: they are created by
//!   `seed_from_u64`, or from a [`StreamKey`](crate::StreamKey);
//! * `next_f64()`, the double as defined by the generator's source (for ASA-128, by
//!   [`Asa128Doubles`]). Only [`Mt19937`] can return 1.0;
//! * `next_raw()`, the result of one call, for generators whose calls give fewer than 32 bits.

/// Implements the traits of [`rand_core`] for a generator with 32-bit words (`next_word`) and a
/// seed of 32 bits. `next_u64` returns two words, the low half first. `fill_bytes` writes words in
/// little-endian order.
macro_rules! rng_of_u32 {
    ($Generator:ty, $seed:ty, $the_seed:literal) => {
        impl rand_core::TryRng for $Generator {
            type Error = core::convert::Infallible;

            #[inline]
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                Ok(self.next_word())
            }

            #[inline]
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                rand_core::utils::next_u64_via_u32(self)
            }

            fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
                rand_core::utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
            }
        }

        impl rand_core::SeedableRng for $Generator {
            #[doc = $the_seed]
            type Seed = [u8; 4];

            fn from_seed(seed: [u8; 4]) -> Self {
                Self::new(<$seed>::from_le_bytes(seed))
            }
        }
    };
}

pub mod asa128;
pub mod glibc_rand;
pub mod msvc_rand;
pub mod mt19937;
pub mod net_random;
pub mod philox4x32;
pub mod sfmt19937;
pub mod xoshiro256plusplus;
pub mod xoshiro256plusplus_x8;

pub use asa128::{Asa128, Asa128Doubles};
pub use glibc_rand::GlibcRand;
pub use msvc_rand::MsvcRand;
pub use mt19937::Mt19937;
pub use net_random::NetRandom;
pub use philox4x32::Philox4x32;
pub use sfmt19937::Sfmt19937;
pub use xoshiro256plusplus::Xoshiro256PlusPlus;
pub use xoshiro256plusplus_x8::Xoshiro256PlusPlusX8;
