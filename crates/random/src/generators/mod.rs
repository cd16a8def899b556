//! The generators, one file or folder each.
//!
//! # What a generator is
//! Take a number from 1 to 7. Add 5; if the sum is more than 7, take 7 off. Again, and again:
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
//! From 1 on: 1, 6, 4, 2, 7, 5, 3, and back to 1. It looks shuffled, and is nothing of the kind: the number
//! in memory, the *state*, decides all that follows. Where it starts is the *seed*; that it comes round after
//! seven steps is its *period*; that every number comes up once in a period makes it *uniform*; and whoever
//! looks closer sees that each number is two less than the one before, seven put on where needed: a *test*
//! that it *fails*. Every generator below is this, with more state, a longer way round, and steps whose
//! pattern is harder to see. A good one is one in which no test sees it that has the time of a simulation.
//!
//! # Which one
//!
//! | generator | what for | state, bits | period | fails |
//! |---|---|---|---|---|
//! | [`xoshiro256plusplus`] | everything drawn one at a time: what [`StreamKey`](crate::StreamKey) makes | 256 | 2²⁵⁶ − 1 | nothing known |
//! | [`xoshiro256plusplus_x8`] | numbers in bulk: eight streams in vectors, the same sequence at every vector level | 2048 | 8 · (2²⁵⁶ − 1) | nothing known |
//! | [`philox4x32`] | replaying one draw, GPUs | 192 | 2⁶⁶ in each stream | nothing known |
//! | [`sfmt19937`] | the standard of its day; repeating old work | 19968 | multiple of 2¹⁹⁹³⁷ − 1 | linear complexity |
//! | [`mt19937`] | agreeing with other programs | 19937 | 2¹⁹⁹³⁷ − 1 | linear complexity |
//! | [`net_random`] | agreeing with .NET | 1705 | unknown | birthday spacings, values 34 and 55 apart |
//! | [`glibc_rand`] | the ladder; must be found out by tests | 992 | 2³¹ · (2³¹ − 1) | birthday spacings, values 3 and 31 apart |
//! | [`msvc_rand`] | the ladder; must be found out by tests | 32 | 2³¹ | serial pairs, birthday spacings, ranks, walks |
//! | [`asa128`] | the historical reference; a rung of the ladder | 512 | unknown | Hamming weights of words five apart, bit 31, neighbouring seeds |
//!
//! # Why ASA-128 makes no streams
//! It is the generator that the text on `SimulationCraft` proposes, with the rule that thread k takes the
//! seed s + k. Both fail a simulation that is spread over threads:
//!
//! * About 1.6 % of its seeds share a whole lane, and with it every second double, with some other seed for
//!   ever: its steps are not reversible, so ways flow together.
//! * Under neighbouring seeds, the draws 8186 to 8190 correlate with +0.30 to +0.66.
//! * The seed s + 1 of thread 0 is the seed s of thread 1, so a second experiment with the next seed repeats
//!   nearly all of the first; and the result depends on how many threads there are.
//! * No period is known, and each new stream costs a refill of 64 KiB.
//!
//! [`StreamKey`](crate::StreamKey) has none of these faults. The details are in [`asa128`].
//!
//! # What they have in common
//! Each implements the traits of [`rand_core`], so `rand`'s distributions work on it, and has
//!
//! * `new(seed)`, which takes exactly the seeds that the generator's source takes, and gives the source's
//!   sequence. The trait's `seed_from_u64` scrambles its argument first where the seed has 32 bits;
//! * `next_f64()`, the generator's own double, as its source makes one (that of ASA-128's source is
//!   [`Asa128Doubles`]'s). [`Mt19937`] can give 1.0, the others cannot;
//! * for those whose call gives fewer than 32 bits, `next_raw()`: the result of one call.

/// The traits of [`rand_core`] for a generator that makes 32 bits at a time with its own `next_word`, and
/// starts from a seed of 32 bits: two words make 64 bits, the first the lower half, and bytes are those of
/// words, little-endian.
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
