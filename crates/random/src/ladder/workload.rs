//! What the rungs draw from and write to.

use quadrille_lanes::Level;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::generators::{
    Asa128, Asa128Doubles, MsvcRand, Sfmt19937, Xoshiro256PlusPlus, Xoshiro256PlusPlusX8,
};
use crate::roll::Chance;
use crate::stream::StreamKey;

/// The probability that is rolled against.
pub(super) const PROBABILITY: f64 = 0.3;

/// 64 KiB of words: the buffer of the generator that the ladder's story is about.
const WORDS: usize = 8192;
/// As many as ASA-128 makes in advance, so that a run pays for the buffer that it uses up, and no other.
const DOUBLES: usize = 8191;
/// Rolls, in words of 64: nearly as many.
const MASKS: usize = 127;

/// A job, done by a rung's function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Job {
    /// Writes a word to every place.
    Fill(fn(Level, &mut Generators, &mut [u64])),
    /// Writes a double to every place.
    Double(fn(Level, &mut Generators, &mut [f64])),
    /// Writes a roll to every bit, from the lowest of the first word on.
    Roll(fn(Level, &mut Generators, &mut [u64])),
}

impl Job {
    /// Where the job stands among the jobs.
    pub(super) const fn place(self) -> u8 {
        match self {
            Self::Fill(_) => 0,
            Self::Double(_) => 1,
            Self::Roll(_) => 2,
        }
    }
}

/// One generator of each kind, all from one seed.
#[derive(Clone, Debug)]
pub(super) struct Generators {
    pub(super) rand: MsvcRand,
    pub(super) asa: Asa128,
    pub(super) asa_doubles: Asa128Doubles,
    pub(super) sfmt: Sfmt19937,
    pub(super) xoshiro: Xoshiro256PlusPlus,
    pub(super) small: SmallRng,
    pub(super) x8: Xoshiro256PlusPlusX8,
    /// The probability, made ready once.
    pub(super) chance: Chance,
}

impl Generators {
    fn new(seed: u64) -> Self {
        let key = StreamKey::new(seed, 0);
        let half = seed as u32;
        Self {
            rand: MsvcRand::new(half),
            asa: Asa128::new(half),
            asa_doubles: Asa128Doubles::new(half),
            sfmt: Sfmt19937::new(half),
            xoshiro: key.rng(),
            small: SmallRng::seed_from_u64(seed),
            x8: key.rng_x8(),
            chance: Chance::new(PROBABILITY).unwrap_or(Chance::NEVER),
        }
    }
}

/// The generators that the rungs draw from, and the memory they write to: 8192 words, 8191 doubles, 8128 rolls.
#[derive(Clone, Debug)]
pub struct Workload {
    generators: Generators,
    words: Vec<u64>,
    doubles: Vec<f64>,
    masks: Vec<u64>,
}

impl Workload {
    /// Every generator started from `seed`, or from its lower half where the generator takes 32 bits.
    pub fn new(seed: u64) -> Self {
        Self {
            generators: Generators::new(seed),
            words: vec![0; WORDS],
            doubles: vec![0.0; DOUBLES],
            masks: vec![0; MASKS],
        }
    }

    /// Starts every generator anew.
    pub fn reseed(&mut self, seed: u64) {
        self.generators = Generators::new(seed);
    }

    #[inline]
    pub(super) fn run(&mut self, job: Job, level: Level) {
        match job {
            Job::Fill(run) => run(level, &mut self.generators, &mut self.words),
            Job::Double(run) => run(level, &mut self.generators, &mut self.doubles),
            Job::Roll(run) => run(level, &mut self.generators, &mut self.masks),
        }
    }

    pub(super) fn items(&self, job: Job) -> usize {
        match job {
            Job::Fill(_) => self.words.len(),
            Job::Double(_) => self.doubles.len(),
            Job::Roll(_) => self.masks.len() * 64,
        }
    }

    /// What the last run of the job wrote, item by item, as words.
    #[cfg(test)]
    pub(super) fn written(&self, job: Job) -> Vec<u64> {
        match job {
            Job::Fill(_) => self.words.clone(),
            Job::Double(_) => self.doubles.iter().map(|number| number.to_bits()).collect(),
            Job::Roll(_) => {
                self.masks.iter().flat_map(|mask| (0..64).map(move |bit| mask >> bit & 1)).collect()
            }
        }
    }

    pub(super) fn checksum(&self, job: Job) -> u64 {
        match job {
            Job::Fill(_) => fold(self.words.iter().copied()),
            Job::Double(_) => fold(self.doubles.iter().map(|number| number.to_bits())),
            Job::Roll(_) => fold(self.masks.iter().copied()),
        }
    }
}

/// Every word and its place change the sum.
fn fold(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0, |sum, word| (sum.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Rolls one by one, a bit each.
#[inline(always)]
pub(super) fn one_by_one(masks: &mut [u64], mut roll: impl FnMut() -> bool) {
    for mask in masks {
        // Doubling and adding is cheaper than putting each into its place.
        let backwards = (0..64).fold(0u64, |mask, _| mask << 1 | u64::from(roll()));
        *mask = backwards.reverse_bits();
    }
}
