//! Generators and output buffers of the rungs.

use crate::{Measure, sum_up};
use rand::{SeedableRng, rngs::SmallRng};

use quadrille_random::generators::{
    Asa128, Asa128Doubles, MsvcRand, Sfmt19937, Xoshiro256PlusPlus, Xoshiro256PlusPlusX8,
};
use quadrille_random::{Chance, StreamKey};

/// Success probability of a roll (a Bernoulli trial).
pub(super) const PROBABILITY: f64 = 0.3;

/// Number of words in the buffer. The buffer has 64 KiB, like the buffer in the published program
/// of ASA-128.
const WORDS: usize = 8192;
/// Number of doubles. ASA-128 generates this number of doubles at once, so a run fills the
/// generator's buffer once.
const DOUBLES: usize = 8191;
/// Number of words in the buffer for rolls. Each word has 64 rolls, so there are 8128 rolls, about
/// the number of doubles.
const MASKS: usize = 127;

/// The workload `fill`: fills the buffer with random words.
pub(super) const FILL: Measure<Workload> =
    Measure::new("fill", "u64", |w| w.words.len(), |w| sum_up(w.words.iter().copied()));
/// The workload `double`: fills the buffer with doubles, one at a time.
pub(super) const DOUBLE: Measure<Workload> = Measure::new(
    "double",
    "double",
    |w| w.doubles.len(),
    |w| sum_up(w.doubles.iter().map(|number| number.to_bits())),
);
/// The workload `roll`: writes one bit per roll. The first roll is the lowest bit of the first
/// word.
pub(super) const ROLL: Measure<Workload> =
    Measure::new("roll", "roll", |w| w.masks.len() * 64, |w| sum_up(w.masks.iter().copied()));

/// One generator of each kind, all from the same seed.
#[derive(Clone, Debug)]
pub(super) struct Generators {
    pub(super) rand: MsvcRand,
    pub(super) asa: Asa128,
    pub(super) asa_doubles: Asa128Doubles,
    pub(super) sfmt: Sfmt19937,
    pub(super) xoshiro: Xoshiro256PlusPlus,
    pub(super) small: SmallRng,
    pub(super) x8: Xoshiro256PlusPlusX8,
    /// [`PROBABILITY`] as a threshold for random words, computed in advance.
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

/// The generators of the rungs, and their output buffers: 8192 words, 8191 doubles, 8128 rolls.
#[derive(Clone, Debug)]
pub struct Workload {
    pub(super) generators: Generators,
    pub(super) words: Vec<u64>,
    pub(super) doubles: Vec<f64>,
    pub(super) masks: Vec<u64>,
}

impl Workload {
    /// Creates every generator from `seed`. Generators with a seed of 32 bits get the lower half of
    /// `seed`.
    pub fn new(seed: u64) -> Self {
        Self {
            generators: Generators::new(seed),
            words: vec![0; WORDS],
            doubles: vec![0.0; DOUBLES],
            masks: vec![0; MASKS],
        }
    }

    /// Restarts every generator.
    pub fn reseed(&mut self, seed: u64) {
        self.generators = Generators::new(seed);
    }

    /// Returns the items that the last run of the workload `what` wrote, each as a word.
    #[cfg(test)]
    pub(super) fn written(&self, what: &str) -> Vec<u64> {
        match what {
            "fill" => self.words.clone(),
            "double" => self.doubles.iter().map(|number| number.to_bits()).collect(),
            _ => self.masks.iter().flat_map(|mask| (0..64).map(move |bit| mask >> bit & 1)).collect(),
        }
    }
}

/// Fills the words of `masks` with rolls: one bit per roll, one call of `roll` per bit.
#[inline(always)]
pub(super) fn one_by_one(masks: &mut [u64], mut roll: impl FnMut() -> bool) {
    for mask in masks {
        // Shifting in each bit at the low end costs less than shifting each bit to its final
        // position. The bits are then in reverse order.
        let backwards = (0..64).fold(0u64, |mask, _| mask << 1 | u64::from(roll()));
        *mask = backwards.reverse_bits();
    }
}
