//! Eight independent generators in vectors.

use std::fmt;

use quadrille_lanes::Level;
use quadrille_lanes::simd::dispatch;

use super::{LANES, State, kernels};
use crate::generators::xoshiro256plusplus::Xoshiro256PlusPlus;
use crate::roll::Chance;

/// Eight independent [`Xoshiro256PlusPlus`] generators, whose draws are computed in vectors.
///
/// The draws form eight separate sequences, unlike the interleaved sequence of
/// [`Xoshiro256PlusPlusX8`](super::Xoshiro256PlusPlusX8). Eight generators at different positions
/// of one stream draw eight parts of the stream at once.
///
/// ```
/// use quadrille_random::generators::xoshiro256plusplus_x8::Abreast;
/// use quadrille_random::{Bulk, Chance, Level, StreamKey};
///
/// let streams = std::array::from_fn(|stream| StreamKey::new(5, stream as u64).rng());
/// let chance = Chance::ratio(1, 3)?;
/// let mut words = [[0; 8]; 2];
/// Abreast::new(&streams, Level::best()).roll(chance, &mut words, 100);
///
/// let mut last = [0; 2];
/// StreamKey::new(5, 7).rng().roll(chance, &mut last, 100);
/// assert_eq!([words[0][7], words[1][7]], last);
/// # Ok::<(), quadrille_random::ChanceError>(())
/// ```
#[derive(Clone)]
pub struct Abreast {
    state: State,
    level: Level,
}

impl Abreast {
    /// Creates a vector of eight generators in their current states, using the vector instructions
    /// of `level`, which do not affect the numbers.
    #[must_use]
    pub fn new(generators: &[Xoshiro256PlusPlus; LANES], level: Level) -> Self {
        let states = generators.each_ref().map(Xoshiro256PlusPlus::state);
        let state = State(std::array::from_fn(|word| states.map(|state| state[word])));
        Self { state, level }
    }

    /// Rolls `n` times with each generator, as [`Bulk::roll`](crate::Bulk::roll) does with a single
    /// generator. The word `masks[i][l]` holds the rolls 64·i to 64·i + 63 of generator l.
    ///
    /// # Panics
    /// If the length of `masks` is not `n` / 64, rounded up.
    pub fn roll(&mut self, chance: Chance, masks: &mut [[u64; LANES]], n: usize) {
        assert!(
            masks.len() == n.div_ceil(64),
            "{n} rolls need {} elements of `masks`, not {}",
            n.div_ceil(64),
            masks.len()
        );
        let state = &mut self.state;
        dispatch!(self.level.simd(), simd => kernels::rolls_abreast(simd, state, chance, n, masks));
    }
}

impl fmt::Debug for Abreast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Abreast").field("state", &self.state.0).field("level", &self.level).finish()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Bulk, StreamKey};

    fn chance() -> impl Strategy<Value = Chance> {
        prop_oneof![
            Just(Chance::NEVER),
            Just(Chance::ALWAYS),
            (0.0..=1.0f64).prop_map(|p| Chance::new(p).unwrap()),
        ]
    }

    proptest! {
        #[test]
        fn each_draws_what_it_would_draw_alone(seed: u64, chance in chance(), calls in prop::collection::vec(0..300usize, 1..4)) {
            for level in Level::available() {
                let mut alone: [_; LANES] = std::array::from_fn(|lane| StreamKey::new(seed, lane as u64).rng());
                let mut abreast = Abreast::new(&alone, level);
                for &n in &calls {
                    let mut places = vec![[u64::MAX; LANES]; n.div_ceil(64)];
                    abreast.roll(chance, &mut places, n);
                    for (lane, generator) in alone.iter_mut().enumerate() {
                        let mut masks = vec![0; n.div_ceil(64)];
                        generator.roll(chance, &mut masks, n);
                        prop_assert_eq!(places.iter().map(|place| place[lane]).collect::<Vec<_>>(), masks);
                    }
                }
            }
        }
    }
}
