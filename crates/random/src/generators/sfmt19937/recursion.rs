//! The recursion, which computes the next 156 vectors from the last 156.
//!
//! In the formula, `<<<` and `>>>` shift a whole vector, `<<` and `>>` shift each of its words, and
//! indices are modulo 156:
//!
//! ```text
//! w[i] = w[i] ^ (w[i] <<< 8) ^ ((w[i + 122] >> 11) & MASK) ^ (w[i − 2] >>> 8) ^ (w[i − 1] << 18)
//! ```
//!
//! The vector form is compiled once for each level; the form on single words is its oracle.

#![allow(
    clippy::inline_always,
    reason = "kernels must be inlined into the function that is compiled for the vector level"
)]

use quadrille_lanes::Level;
use quadrille_lanes::simd::{Simd, dispatch, prelude::*, u8x16, u32x4};

use super::{State, VECTORS};

/// The distance from w[i] to w[i + 122] in the formula.
const AHEAD: usize = 122;

/// The mask for the vector w[i + 122]. Each of the four words of the vector has a mask of its own.
const MASK: [u32; 4] = [0xDFFF_FFEF, 0xDDFE_CB7F, 0xBFFA_FFFF, 0xBFFF_FFF6];

/// Replaces the state by the next 624 words.
pub(super) fn next_state(level: Level, state: &mut State) {
    dispatch!(level.simd(), simd => kernel(simd, state));
}

#[inline(always)]
fn kernel<S: Simd>(simd: S, state: &mut State) {
    let mask = u32x4::from_slice(simd, &MASK);
    let load = |words: &[u32; 4]| u32x4::from_slice(simd, words);
    let mut before = load(&state[VECTORS - 2]);
    let mut last = load(&state[VECTORS - 1]);
    for i in 0..VECTORS {
        let ahead = load(&state[if i < VECTORS - AHEAD { i + AHEAD } else { i + AHEAD - VECTORS }]);
        let here = load(&state[i]);
        let next = here ^ up(simd, here) ^ ((ahead >> 11) & mask) ^ down(simd, before) ^ (last << 18);
        next.store_slice(&mut state[i]);
        before = last;
        last = next;
    }
}

/// Shifts the whole vector up by eight bits.
#[inline(always)]
fn up<S: Simd>(simd: S, vector: u32x4<S>) -> u32x4<S> {
    let bytes: u8x16<S> = vector.bitcast();
    u8x16::splat(simd, 0).slide::<15>(bytes).bitcast()
}

/// Shifts the whole vector down by eight bits.
#[inline(always)]
fn down<S: Simd>(simd: S, vector: u32x4<S>) -> u32x4<S> {
    let bytes: u8x16<S> = vector.bitcast();
    bytes.slide::<1>(u8x16::splat(simd, 0)).bitcast()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(words: [u32; 4]) -> u128 {
        words.iter().rev().fold(0, |wide, &word| wide << 32 | u128::from(word))
    }

    fn words(wide: u128) -> [u32; 4] {
        [0, 32, 64, 96].map(|shift| (wide >> shift) as u32)
    }

    /// The recursion on single words.
    fn plain(state: &mut State) {
        for i in 0..VECTORS {
            let at = |offset: usize| state[(i + offset) % VECTORS];
            let [here, ahead, before, last] = [at(0), at(AHEAD), at(VECTORS - 2), at(VECTORS - 1)];
            let whole = words(wide(here) ^ wide(here) << 8 ^ wide(before) >> 8);
            let by_word = |k: usize| (ahead[k] >> 11 & MASK[k]) ^ last[k] << 18;
            state[i] = std::array::from_fn(|k| whole[k] ^ by_word(k));
        }
    }

    fn start() -> impl Strategy<Value = State> {
        let word = || prop_oneof![any::<u32>(), Just(0), Just(u32::MAX), (0..32u32).prop_map(|bit| 1 << bit)];
        proptest::collection::vec(word(), 4 * VECTORS).prop_map(|drawn| {
            let mut state = [[0; 4]; VECTORS];
            state.as_flattened_mut().copy_from_slice(&drawn);
            state
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn every_level_does_what_the_plain_form_does(start in start()) {
            let mut expected = start;
            plain(&mut expected);
            for level in Level::available() {
                let mut state = start;
                next_state(level, &mut state);
                prop_assert!(state == expected, "{}", level);
            }
        }
    }
}
