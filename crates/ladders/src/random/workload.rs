//! What the rungs draw from and write to.

use crate::{Measure, sum_up};
use rand::{SeedableRng, rngs::SmallRng};

use quadrille_random::generators::{
    Asa128, Asa128Doubles, MsvcRand, Sfmt19937, Xoshiro256PlusPlus, Xoshiro256PlusPlusX8,
};
use quadrille_random::{Chance, StreamKey};

/// The probability that is rolled against.
pub(super) const PROBABILITY: f64 = 0.3;

/// 64 KiB of words: the buffer of the generator that the ladder's story is about.
const WORDS: usize = 8192;
/// As many as ASA-128 makes in advance, so that a run pays for the buffer that it uses up, and no other.
const DOUBLES: usize = 8191;
/// Rolls, in words of 64: nearly as many.
const MASKS: usize = 127;

/// Writes a word to every place.
pub(super) const FILL: Measure<Workload> =
    Measure::new("fill", "u64", |w| w.words.len(), |w| sum_up(w.words.iter().copied()));
/// Writes a double to every place, one at a time.
pub(super) const DOUBLE: Measure<Workload> = Measure::new(
    "double",
    "double",
    |w| w.doubles.len(),
    |w| sum_up(w.doubles.iter().map(|number| number.to_bits())),
);
/// Writes a roll to every bit, from the lowest of the first word on.
pub(super) const ROLL: Measure<Workload> =
    Measure::new("roll", "roll", |w| w.masks.len() * 64, |w| sum_up(w.masks.iter().copied()));

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

/// The generators that the rungs draw from, and the memory they write to: 8192 words, 8191 doubles, 8128
/// rolls.
#[derive(Clone, Debug)]
pub struct Workload {
    pub(super) generators: Generators,
    pub(super) words: Vec<u64>,
    pub(super) doubles: Vec<f64>,
    pub(super) masks: Vec<u64>,
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

    /// What the last run of a workload wrote, item by item, as words.
    #[cfg(test)]
    pub(super) fn written(&self, what: &str) -> Vec<u64> {
        match what {
            "fill" => self.words.clone(),
            "double" => self.doubles.iter().map(|number| number.to_bits()).collect(),
            _ => self.masks.iter().flat_map(|mask| (0..64).map(move |bit| mask >> bit & 1)).collect(),
        }
    }
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
