//! The generators by name, with their properties.
//!
//! ```
//! use quadrille_random::catalogue;
//!
//! let entry = catalogue::find("mt19937").expect("a known name");
//! assert_eq!(entry.period, Some("2^19937-1"));
//!
//! let mut values = [0; 3];
//! entry.start(5489)?.fill_u32(&mut values);
//! assert_eq!(values, [3499211612, 581869302, 3890346734]);
//! # Ok::<(), catalogue::SeedError>(())
//! ```

pub mod sequence;

use std::ops::RangeInclusive;

use quadrille_lanes::Level;

use crate::generators::{
    Asa128, Asa128Doubles, GlibcRand, MsvcRand, Mt19937, NetRandom, Philox4x32, Sfmt19937, Xoshiro256PlusPlus,
};
use crate::rand_core::SeedableRng;
use crate::stream::StreamKey;
use sequence::{AsaOrders, Calls, Sequence, Words32, Words64};

/// A running generator.
pub type Started = Box<dyn Sequence + Send>;

/// A generator that is available by name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The name, in lower case.
    pub name: &'static str,
    /// Number of bits of the state.
    pub state_bits: u32,
    /// The period in outputs, as a text such as `2^256-1`; `None` if unknown.
    pub period: Option<&'static str>,
    /// Number of bits of one output: 15, 31, 32 or 64.
    pub output_bits: u32,
    /// A description in one line.
    pub notes: &'static str,
    /// The uses of the generator.
    pub purpose: &'static str,
    /// The tests that the generator fails.
    pub fails: &'static str,
    largest_seed: u64,
    start: fn(u64, Level) -> Started,
    /// The function that starts a stream, given a seed, a stream number and the vector level.
    /// `None` for generators without streams, for which consecutive seeds are used.
    start_stream: Option<fn(u64, u64, Level) -> Started>,
}

impl Entry {
    /// Returns the range of seeds.
    ///
    /// ```
    /// use quadrille_random::catalogue;
    ///
    /// assert_eq!(catalogue::find("net-random").unwrap().seeds(), 0..=2147483647);
    /// ```
    pub const fn seeds(&self) -> RangeInclusive<u64> {
        0..=self.largest_seed
    }

    /// Starts the sequence of a seed, using the widest vector instructions of this CPU.
    ///
    /// # Errors
    /// [`SeedError`] for a seed outside the range.
    pub fn start(&self, seed: u64) -> Result<Started, SeedError> {
        self.start_with_level(seed, Level::best())
    }

    /// Starts the sequence of a seed, using the vector instructions of `level`, which do not affect
    /// the numbers.
    ///
    /// # Errors
    /// [`SeedError`] for a seed outside the range.
    pub fn start_with_level(&self, seed: u64, level: Level) -> Result<Started, SeedError> {
        self.check(seed)?;
        Ok((self.start)(seed, level))
    }

    /// Starts stream number `stream` of a seed.
    ///
    /// Generators with streams start the stream of the [`StreamKey`] (seed, stream). The others
    /// start the sequence of the seed `seed + stream`, as the text that introduced ASA-128
    /// proposes. The sequences of consecutive seeds are not independent.
    ///
    /// # Errors
    /// [`SeedError`] for a seed outside the range. A sum `seed + stream` outside the range is not
    /// an error: it wraps around.
    pub fn start_stream(&self, seed: u64, stream: u64, level: Level) -> Result<Started, SeedError> {
        self.check(seed)?;
        Ok(match self.start_stream {
            Some(start) => start(seed, stream, level),
            None => (self.start)(seed.wrapping_add(stream) & self.largest_seed, level),
        })
    }

    fn check(&self, seed: u64) -> Result<(), SeedError> {
        let Self { name: generator, largest_seed: largest, .. } = *self;
        if seed > largest { Err(SeedError { generator, seed, largest }) } else { Ok(()) }
    }
}

/// A seed outside the range of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("generator `{generator}` does not support seed {seed}; expected 0 to {largest}")]
#[non_exhaustive]
pub struct SeedError {
    /// The name of the generator.
    pub generator: &'static str,
    /// The seed.
    pub seed: u64,
    /// The largest supported seed.
    pub largest: u64,
}

/// Returns all generators, in the order in which they are listed.
pub const fn entries() -> &'static [Entry] {
    ENTRIES
}

/// Returns the generator with exactly this name.
///
/// ```
/// use quadrille_random::catalogue;
///
/// assert_eq!(catalogue::find("msvc-rand").map(|entry| entry.output_bits), Some(15));
/// assert!(catalogue::find("MSVC").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

const SEED_32: u64 = u32::MAX as u64;

const ENTRIES: &[Entry] = &[
    Entry {
        name: "asa128",
        state_bits: 512,
        period: None,
        output_bits: 32,
        notes: "ASA-128 of 2013, with the output bits of the published program; a historical reference, unsuitable for streams",
        purpose: "comparisons; a rung of the ladder of random number generators",
        fails: "Hamming weights of words that are five apart in a lane (20 apart in the output); frequency of ones at bit 31; \
                correlation between neighbouring seeds, and between seeds that share a lane; the tests of PractRand, after 128 to 256 MiB of output",
        largest_seed: SEED_32,
        start: |seed, level| {
            let seed = seed as u32;
            Box::new(Words32::new(AsaOrders {
                words: Asa128::with_level(seed, level),
                doubles: Asa128Doubles::with_level(seed, level),
            }))
        },
        start_stream: None,
    },
    Entry {
        name: "sfmt19937",
        state_bits: 19968,
        period: Some("a multiple of 2^19937-1"),
        output_bits: 32,
        notes: "SIMD-oriented Fast Mersenne Twister of 2006, seeded by init_gen_rand",
        purpose: "comparisons, and reproduction of earlier work",
        fails: "linear complexity (BigCrush LinearComp)",
        largest_seed: SEED_32,
        start: |seed, level| Box::new(Words32::new(Sfmt19937::with_level(seed as u32, level))),
        start_stream: None,
    },
    Entry {
        name: "msvc-rand",
        state_bits: 32,
        period: Some("2^31"),
        output_bits: 15,
        notes: "rand of Microsoft's C library: 15 bits of a linear congruential generator",
        purpose: "the lowest rung of the ladder of random number generators; a defective generator that a battery must detect",
        fails: "serial pairs, collisions, birthday spacings, ranks, walks; independence of consecutive seeds. The period is short, and the low bits have an even shorter one",
        largest_seed: SEED_32,
        start: |seed, _| Box::new(Calls::new(MsvcRand::new(seed as u32))),
        start_stream: None,
    },
    Entry {
        name: "glibc-rand",
        state_bits: 992,
        period: Some("2^31*(2^31-1)"),
        output_bits: 31,
        notes: "rand of the GNU C library: an additive feedback generator of 31-bit outputs, with lags 3 and 31",
        purpose: "compatibility with other programs; a defective generator that a battery must detect",
        fails: "linear complexity, ranks of large matrices, and walks, if computed from the last bit of each value; birthday spacings of single values; \
                dependence of each value on the values 3 and 31 positions before it; independence of consecutive seeds",
        largest_seed: SEED_32,
        start: |seed, _| Box::new(Calls::new(GlibcRand::new(seed as u32))),
        start_stream: None,
    },
    Entry {
        name: "mt19937",
        state_bits: 19937,
        period: Some("2^19937-1"),
        output_bits: 32,
        notes: "Mersenne Twister of 2002, seeded by init_genrand; doubles in [0, 1] by genrand_real1",
        purpose: "the same numbers as other programs, such as the UECda server for Daifugo",
        fails: "linear complexity (BigCrush LinearComp)",
        largest_seed: SEED_32,
        start: |seed, _| Box::new(Words32::new(Mt19937::new(seed as u32))),
        start_stream: None,
    },
    Entry {
        name: "net-random",
        state_bits: 1705,
        period: None,
        output_bits: 31,
        notes: "System.Random of .NET with a seed: a subtractive generator with outputs from 0 to 2^31-2",
        purpose: "the same numbers as .NET programs, among them an older program for the Game of Life",
        fails: "birthday spacings of single values; long gap tests; dependence of each value on the values 34 and 55 positions before it; \
                independence of consecutive seeds",
        largest_seed: i32::MAX as u64,
        start: |seed, _| Box::new(Calls::new(NetRandom::new(seed as i32))),
        start_stream: None,
    },
    Entry {
        name: "xoshiro256++",
        state_bits: 256,
        period: Some("2^256-1"),
        output_bits: 64,
        notes: "the default where numbers are drawn one at a time; seeded by SplitMix64",
        purpose: "simulations that draw numbers one at a time",
        fails: "nothing known",
        largest_seed: u64::MAX,
        start: |seed, _| Box::new(Words64::new(Xoshiro256PlusPlus::seed_from_u64(seed))),
        start_stream: Some(|seed, stream, _| Box::new(Words64::new(StreamKey::new(seed, stream).rng()))),
    },
    Entry {
        name: "xoshiro256++x8",
        state_bits: 2048,
        period: Some("8*(2^256-1)"),
        output_bits: 64,
        notes: "the default for bulk draws: eight streams of xoshiro256++ in vectors",
        purpose: "simulations with bulk draws",
        fails: "nothing known",
        largest_seed: u64::MAX,
        start: |seed, level| Box::new(Words64::new(StreamKey::new(seed, 0).rng_x8_at(level))),
        start_stream: Some(|seed, stream, level| {
            Box::new(Words64::new(StreamKey::new(seed, stream).rng_x8_at(level)))
        }),
    },
    Entry {
        name: "philox4x32-10",
        state_bits: 192,
        period: Some("2^66"),
        output_bits: 32,
        notes: "counter-based: computes any value directly; the seed is the key, and the stream is 0",
        purpose: "replaying single draws; simulations on GPUs",
        fails: "nothing known",
        largest_seed: u64::MAX,
        start: |seed, level| Box::new(Words32::new(Philox4x32::with_level(seed, 0, level))),
        start_stream: Some(|seed, stream, level| {
            Box::new(Words32::new(Philox4x32::with_level(seed, stream, level)))
        }),
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unlike_and_found() {
        let names: HashSet<_> = entries().iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), entries().len());
        for entry in entries() {
            assert_eq!(find(entry.name).map(|found| found.notes), Some(entry.notes));
            assert_eq!(entry.name, entry.name.to_lowercase());
        }
        for unknown in ["", "mt", "MT19937", "xoshiro", " asa128"] {
            assert!(find(unknown).is_none(), "{unknown}");
        }
    }

    #[test]
    fn a_seed_out_of_range_is_refused_and_the_range_named() {
        for entry in entries() {
            let largest = *entry.seeds().end();
            assert!(entry.start(largest).is_ok());
            let Some(seed) = largest.checked_add(1) else { continue };
            let Err(error) = entry.start(seed) else { panic!("{} takes {seed}", entry.name) };
            assert_eq!(error, SeedError { generator: entry.name, seed, largest });
        }
        assert_eq!(
            find("mt19937").unwrap().start(1 << 40).err().unwrap().to_string(),
            "generator `mt19937` does not support seed 1099511627776; expected 0 to 4294967295"
        );
    }

    #[test]
    fn a_value_has_the_bits_that_the_list_says() {
        for entry in entries() {
            let mut sequence = entry.start(1).unwrap();
            assert_eq!(sequence.value_bits(), entry.output_bits, "{}", entry.name);
            let mut values = vec![0; 4096];
            sequence.fill_values(&mut values);
            let all = values.iter().fold(0, |all, value| all | value);
            assert_eq!(64 - all.leading_zeros(), entry.output_bits, "{}", entry.name);
        }
    }
}
