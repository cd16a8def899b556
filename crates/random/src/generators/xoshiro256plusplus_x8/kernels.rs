//! Kernels for all lanes at once, with the instructions of the vector level.
//!
//! The state is stored word by word, not lane by lane, so that word w of all eight lanes is one
//! vector of eight:
//!
//! ```text
//!            lane 0   lane 1   …   lane 7
//! [0]   a =  a₀       a₁           a₇        step i of xoshiro256++ on a, b, c, d is step i of
//! [1]   b =  b₀       b₁           b₇        every lane. The lanes are independent, so there is
//! [2]   c =  c₀       c₁           c₇        no shuffling, and the results are output i
//! [3]   d =  d₀       d₁           d₇        of lane 0, of lane 1, …, of lane 7, in that order.
//! ```
//!
//! The code uses vectors of eight words at every level. At 512 bits each vector is one register, at
//! 256 bits two, at 128 bits four. The operations on words are the same, so the numbers are the
//! same. In a single lane each step depends on the previous step; with eight lanes the processor
//! overlaps the steps of different lanes.
//!
//! Every kernel loads the state into registers, performs whole steps, and stores the state.
//! Incomplete steps (fewer than eight numbers) go through the generator's buffer instead.

use quadrille_lanes::simd::{Bytes, Simd, f64x8, prelude::*, u64x8};

use super::{BitWriter, LANES, State};
use crate::roll::Chance;
use crate::splitmix64::{self, GOLDEN_GAMMA};
use crate::stream::StreamKey;

/// The four state words of all lanes, in registers.
struct Lanes<S: Simd> {
    a: u64x8<S>,
    b: u64x8<S>,
    c: u64x8<S>,
    d: u64x8<S>,
}

impl<S: Simd> Lanes<S> {
    #[inline(always)]
    fn load(simd: S, State(words): &State) -> Self {
        let [a, b, c, d] = words.map(|word| u64x8::load_array(simd, word));
        Self { a, b, c, d }
    }

    #[inline(always)]
    fn store(self, State(words): &mut State) {
        *words = [self.a, self.b, self.c, self.d].map(u64x8::to_array);
    }

    /// Returns one output of every lane:
    /// [`Xoshiro256PlusPlus::try_next_u64`](crate::Xoshiro256PlusPlus) in vectors.
    ///
    /// The published step changes the words one after the other, using words that are already
    /// changed:
    ///
    /// ```text
    /// t = b << 17;  c ^= a;  d ^= b;  b ^= c;  a ^= d;  c ^= t;  d = d <<< 45
    /// ```
    ///
    /// Here every new word is computed from the old words (b ^ d occurs twice), so the four
    /// computations are independent.
    #[inline(always)]
    fn step(&mut self) -> u64x8<S> {
        let Self { a, b, c, d } = *self;
        let output = rotate_left(a + d, 23) + a;
        let bd = b ^ d;
        *self = Self { a: a ^ bd, b: a ^ b ^ c, c: a ^ c ^ (b << 17), d: rotate_left(bd, 45) };
        output
    }
}

/// Rotates every word. The compiler emits a single instruction where the CPU has one.
#[inline(always)]
fn rotate_left<S: Simd>(words: u64x8<S>, bits: u32) -> u64x8<S> {
    (words << bits) | (words >> (64 - bits))
}

/// Performs a step for each element of `out`; `write` stores the outputs of the step in the
/// element.
#[inline(always)]
fn steps<S: Simd, T>(
    simd: S,
    state: &mut State,
    out: &mut [[T; LANES]],
    write: impl Fn(u64x8<S>, &mut [T; LANES]),
) {
    let mut lanes = Lanes::load(simd, state);
    for place in out {
        write(lanes.step(), place);
    }
    lanes.store(state);
}

#[inline(always)]
pub(super) fn words<S: Simd>(simd: S, state: &mut State, out: &mut [[u64; LANES]]) {
    steps(simd, state, out, u64x8::store_array);
}

#[inline(always)]
pub(super) fn bytes<S: Simd>(simd: S, state: &mut State, out: &mut [[[u8; 8]; LANES]]) {
    steps(simd, state, out, |words, place| *place = words.to_array().map(u64::to_le_bytes));
}

#[inline(always)]
pub(super) fn upper_halves<S: Simd>(simd: S, state: &mut State, out: &mut [[u32; LANES]]) {
    steps(simd, state, out, |words, place| *place = words.to_array().map(|word| (word >> 32) as u32));
}

#[inline(always)]
pub(super) fn doubles<S: Simd>(simd: S, state: &mut State, out: &mut [[f64; LANES]]) {
    steps(simd, state, out, |words, place| f64_53(words).store_array(place));
}

/// Returns [`f64_53`](crate::f64_53) of every word, without a conversion from integers, which most
/// levels lack.
///
/// The upper 52 bits of a word become the mantissa of a first number with the exponent of 1.0. This
/// number is 1 + h, where h is the value of the 52 bits. Bit 11 of the word has the value 2⁻⁵³. It
/// becomes bit 11 of the mantissa of a second number with the exponent of 2⁻¹², where it also has
/// the value 2⁻⁵³. The second number is therefore 2⁻¹² or 2⁻¹² + 2⁻⁵³. The result is (1 + h) − (1 +
/// 2⁻¹²) plus the second number. Every difference and sum is a multiple of 2⁻⁵³ below 1 in
/// magnitude, so none is rounded.
#[inline(always)]
fn f64_53<S: Simd>(words: u64x8<S>) -> f64x8<S> {
    const LAST: f64 = 1.0 / 4096.0;
    let upper: f64x8<S> = ((words >> 12) | 1.0f64.to_bits()).bitcast();
    let last: f64x8<S> = ((words & (1 << 11)) | LAST.to_bits()).bitcast();
    (upper - (1.0 + LAST)) + last
}

/// Performs 64 · `blocks` rolls.
///
/// A roll succeeds if the draw is below the threshold. One comparison of eight draws gives a mask
/// of eight bits, with lane 0 lowest. Eight steps fill a word, with the first step in its lowest
/// byte, which is the order of the draws:
///
/// ```text
/// bit of the word    63 … 56   …   15 … 8     7 … 0
/// step of the block     7             1          0
/// lane                7 …  0       7 … 0      7 … 0
/// ```
#[inline(always)]
pub(super) fn rolls<S: Simd>(
    simd: S,
    state: &mut State,
    chance: Chance,
    blocks: usize,
    bits: &mut BitWriter<'_>,
) {
    // The threshold 2⁶⁴ does not fit a lane. Rolls with this threshold always succeed.
    let always = if chance == Chance::ALWAYS { u64::MAX } else { 0 };
    let threshold = u64x8::splat(simd, chance.threshold() as u64);
    let mut lanes = Lanes::load(simd, state);
    for _ in 0..blocks {
        let mut block = always;
        for step in 0..64 / LANES {
            block |= lanes.step().simd_lt(threshold).to_bitmask() << (step * LANES);
        }
        bits.push(block, 64);
    }
    lanes.store(state);
}

/// Performs `n` rolls of every lane separately: element i contains the rolls 64·i to 64·i + 63, one
/// word per lane, with the first roll in the lowest bit.
#[inline(always)]
pub(super) fn rolls_abreast<S: Simd>(
    simd: S,
    state: &mut State,
    chance: Chance,
    n: usize,
    out: &mut [[u64; LANES]],
) {
    let always = u64x8::splat(simd, if chance == Chance::ALWAYS { u64::MAX } else { 0 });
    let threshold = u64x8::splat(simd, chance.threshold() as u64);
    let nothing = u64x8::splat(simd, 0);
    let mut lanes = Lanes::load(simd, state);
    for (at, place) in out.iter_mut().enumerate() {
        let (mut words, mut bit) = (nothing, u64x8::splat(simd, 1));
        for _ in 0..64.min(n - 64 * at) {
            let draws = lanes.step();
            // The threshold 2⁶⁴ wraps to 0, with which every comparison fails; `always` then sets
            // the bit.
            words |= draws.simd_lt(threshold).select(bit, always & bit);
            bit = bit + bit;
        }
        words.store_array(place);
    }
    lanes.store(state);
}

/// Returns the initial states of the lanes of the eight-lane generator of `key`. For each lane, a
/// key is derived from `key` by changing the number of the stream. The lane starts in the state of
/// [`StreamKey::rng`] for the derived key.
///
/// Only `q`, which depends on the number of the stream, and the values computed from `q` are
/// vectors; `p` and `r` are the same for all lanes.
#[inline(always)]
pub(super) fn seeded<S: Simd>(simd: S, key: StreamKey) -> State {
    let StreamKey { seed, stream, substream } = key;
    // If n is the stream of `key`, lane l uses the stream 8n + l.
    let streams = u64x8::simd_from(simd, [0, 1, 2, 3, 4, 5, 6, 7]) + stream.wrapping_mul(LANES as u64);
    let p = splitmix64::mix(seed.wrapping_add(GOLDEN_GAMMA));
    let q = mix(offset(streams, 2));
    let r = splitmix64::mix(substream.wrapping_add(GOLDEN_GAMMA.wrapping_mul(3)));
    let t = rotate_left(q, 21) + p.rotate_left(43).wrapping_add(r);
    let [a, b, c, d] = [offset(t, 4), offset(t, 5) ^ p, offset(t, 6) ^ q, offset(t, 7)].map(mix);
    State([a, b, c, d].map(u64x8::to_array))
}

/// Returns word + steps · γ for every word, where γ is [`GOLDEN_GAMMA`].
#[inline(always)]
fn offset<S: Simd>(words: u64x8<S>, steps: u64) -> u64x8<S> {
    words + GOLDEN_GAMMA.wrapping_mul(steps)
}

/// Returns [`splitmix64::mix`] of every word.
#[inline(always)]
fn mix<S: Simd>(words: u64x8<S>) -> u64x8<S> {
    let words = (words ^ (words >> 30)) * 0xBF58_476D_1CE4_E5B9;
    let words = (words ^ (words >> 27)) * 0x94D0_49BB_1331_11EB;
    words ^ (words >> 31)
}
