//! xoshiro256++ in eight lanes: eight interleaved streams of
//! [`Xoshiro256PlusPlus`](crate::Xoshiro256PlusPlus), for bulk draws.
//!
//! By definition, output 8·i + l is output i of lane l. The sequence is therefore the same at every
//! vector [`Level`]; wider levels are faster. The state is eight times 256 bits.
//!
//! # The lanes
//! | created by | lane l |
//! |---|---|
//! | [`StreamKey::rng_x8`] of (seed, stream, substream) | the stream (seed, 8·stream + l modulo 2⁶⁴, substream) |
//! | [`seed_from_u64`](Xoshiro256PlusPlusX8::seed_from_u64) of a seed | the stream (seed, l, 0): the same as `StreamKey::new(seed, 0).rng_x8()` |
//! | [`from_seed`](Xoshiro256PlusPlusX8::from_seed) of 256 bytes | the state in the bytes 32·l to 32·l + 31 |
//!
//! **Overlap.** Eight-lane streams are composed of single streams. Under one seed and substream,
//! lane l of the eight-lane stream s is the single stream 8·s + l. An experiment that uses both
//! kinds must give them different substreams. Different eight-lane streams are composed of
//! different single streams, provided that their numbers are below 2⁶¹.
//!
//! # Quality
//! Each lane is a xoshiro256++ of period 2²⁵⁶ − 1, so the whole repeats after 8·(2²⁵⁶ − 1) outputs.
//! The lanes are streams, so the proofs and measurements for [streams](crate::stream) also hold for
//! them. The steps are linear, so later outputs can be computed from a few outputs: the generator
//! must not be used for cryptography.
//!
//! # Single draws
//! A single draw passes through a buffer in memory and costs more than a draw of the scalar
//! generator, whose state stays in registers. For single draws use [`StreamKey::rng`].
//!
//! # Reference vector
//! ```
//! use quadrille_random::rand_core::{Rng, SeedableRng};
//! use quadrille_random::{StreamKey, Xoshiro256PlusPlusX8};
//!
//! let mut generator = Xoshiro256PlusPlusX8::seed_from_u64(31459);
//! let mut lanes = [0, 1, 2, 3, 4, 5, 6, 7].map(|lane| StreamKey::new(31459, lane).rng());
//! for _ in 0..100 {
//!     for lane in &mut lanes {
//!         assert_eq!(generator.next_u64(), lane.next_u64());
//!     }
//! }
//! ```
//!
//! Source: D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM
//! Transactions on Mathematical Software 47(4), 2021. The authors' page also proposes to run
//! several generators in vectors.

mod abreast;
mod kernels;

use std::fmt;

use quadrille_lanes::Level;
use quadrille_lanes::simd::dispatch;
use rand_core::{Infallible, Rng, SeedableRng, TryRng, utils};

pub use abreast::Abreast;

use crate::bulk::{Bulk, assert_one_bit_a_roll};
use crate::double::f64_53;
use crate::roll::Chance;
use crate::stream::StreamKey;

/// Number of lanes, at every vector level.
pub const LANES: usize = 8;

/// Number of outputs that are computed in advance for single draws: those of two steps. More
/// outputs would increase the cost of seeding by more than they reduce the cost of draws.
const BUFFER: usize = 2 * LANES;

/// The four state words of every lane: word w of lane l is `[w][l]`. Aligned for the widest vector.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct State([[u64; LANES]; 4]);

/// The generator. See the [module](self) for its sequence.
///
/// Single draws are taken from a small buffer. A [`Bulk`] call takes the rest of the buffer, writes
/// whole steps of all lanes directly to the slice, and takes the remainder from a refilled buffer.
/// Single draws and bulk calls can therefore be mixed in any way, and yield the same sequence.
///
/// `next_u32` returns the upper half of an output of `next_u64`. `fill_bytes` writes outputs of
/// `next_u64` in little-endian order, and drops the bytes of the last output that do not fit.
///
/// ```
/// use quadrille_random::rand_core::Rng;
/// use quadrille_random::{Bulk, StreamKey};
///
/// let mut rng = StreamKey::new(31459, 7).rng_x8();
/// let mut numbers = vec![0.0; 10_000];
/// rng.fill_f64(&mut numbers);
/// assert!((numbers.iter().sum::<f64>() / 10_000.0 - 0.5).abs() < 0.01);
/// assert_ne!(rng.next_u64(), rng.next_u64());
/// ```
#[derive(Clone)]
pub struct Xoshiro256PlusPlusX8 {
    state: State,
    buffer: [u64; BUFFER],
    /// Index in the buffer of the next output; [`BUFFER`] if the buffer is used up.
    next: usize,
    level: Level,
}

impl Xoshiro256PlusPlusX8 {
    const fn from_state(state: State, level: Level) -> Self {
        Self { state, buffer: [0; BUFFER], next: BUFFER, level }
    }

    /// Changes the vector instructions, which do not affect the sequence.
    #[inline]
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Returns the next output as a number in [0, 1): one of the values k·2⁻⁵³, see [`f64_53`].
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64_53(self.next_u64())
    }

    /// Refills the buffer and returns its first output.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> u64 {
        let (steps, _) = self.buffer.as_chunks_mut();
        dispatch!(self.level.simd(), simd => kernels::words(simd, &mut self.state, steps));
        self.next = 1;
        self.buffer[0]
    }

    /// Writes an output to every element of `out`. The first elements, and the elements of a last
    /// incomplete step, are single outputs from the buffer; `steps` writes the whole steps in
    /// between.
    fn fill<T>(
        &mut self,
        out: &mut [T],
        one: impl Fn(u64) -> T,
        steps: impl FnOnce(Level, &mut State, &mut [[T; LANES]]),
    ) {
        // The state is ahead of the buffer, so the outputs of the buffer are written first.
        let (buffered, out) = out.split_at_mut(out.len().min(BUFFER - self.next));
        let (whole, tail) = out.as_chunks_mut();
        for place in buffered {
            *place = one(self.next_u64());
        }
        steps(self.level, &mut self.state, whole);
        for place in tail {
            *place = one(self.next_u64());
        }
    }
}

impl StreamKey {
    /// Returns the eight-lane generator of this stream in its initial state. It is intended for
    /// bulk draws.
    ///
    /// Its sequence differs from that of [`rng`](Self::rng) with the same key: it interleaves the
    /// sequences of eight [other keys](crate::generators::xoshiro256plusplus_x8#the-lanes).
    #[inline]
    pub fn rng_x8(self) -> Xoshiro256PlusPlusX8 {
        self.rng_x8_at(Level::best())
    }

    /// Returns the eight-lane generator of this stream, using the vector instructions of `level`,
    /// which do not affect the numbers.
    ///
    /// ```
    /// use quadrille_lanes::Level;
    /// use quadrille_random::StreamKey;
    /// use quadrille_random::rand_core::Rng;
    ///
    /// let key = StreamKey::new(31459, 7);
    /// for level in Level::available() {
    ///     assert_eq!(key.rng_x8_at(level).next_u64(), key.rng_x8().next_u64());
    /// }
    /// ```
    #[inline]
    pub fn rng_x8_at(self, level: Level) -> Xoshiro256PlusPlusX8 {
        let state = dispatch!(level.simd(), simd => kernels::seeded(simd, self));
        Xoshiro256PlusPlusX8::from_state(state, level)
    }
}

impl TryRng for Xoshiro256PlusPlusX8 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        match self.buffer.get(self.next) {
            Some(&word) => {
                self.next += 1;
                Ok(word)
            }
            None => Ok(self.refill()),
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let (words, cut) = bytes.as_chunks_mut();
        self.fill(words, u64::to_le_bytes, |level, state, out| {
            dispatch!(level.simd(), simd => kernels::bytes(simd, state, out));
        });
        if !cut.is_empty() {
            cut.copy_from_slice(&self.next_u64().to_le_bytes()[..cut.len()]);
        }
        Ok(())
    }
}

impl Bulk for Xoshiro256PlusPlusX8 {
    fn fill_u32(&mut self, out: &mut [u32]) {
        self.fill(
            out,
            |word| (word >> 32) as u32,
            |level, state, out| dispatch!(level.simd(), simd => kernels::upper_halves(simd, state, out)),
        );
    }

    fn fill_u64(&mut self, out: &mut [u64]) {
        self.fill(
            out,
            |word| word,
            |level, state, out| dispatch!(level.simd(), simd => kernels::words(simd, state, out)),
        );
    }

    fn fill_f64(&mut self, out: &mut [f64]) {
        self.fill(
            out,
            f64_53,
            |level, state, out| dispatch!(level.simd(), simd => kernels::doubles(simd, state, out)),
        );
    }

    fn roll(&mut self, chance: Chance, masks: &mut [u64], n: usize) {
        assert_one_bit_a_roll(masks, n);
        // As in `fill`, the first rolls use the rest of the buffer, vectors compute blocks of 64
        // rolls, and the remaining rolls use single draws.
        let buffered = n.min(BUFFER - self.next);
        let (blocks, tail) = ((n - buffered) / 64, (n - buffered) % 64);
        let mut bits = BitWriter::new(masks);
        bits.push(self.few_rolls(chance, buffered), buffered);
        dispatch!(self.level.simd(), simd => kernels::rolls(simd, &mut self.state, chance, blocks, &mut bits));
        bits.push(self.few_rolls(chance, tail), tail);
        bits.finish();
    }
}

impl Xoshiro256PlusPlusX8 {
    /// Returns a mask of `n` rolls, at most 64, which are performed one by one.
    fn few_rolls(&mut self, chance: Chance, n: usize) -> u64 {
        (0..n).fold(0, |mask, i| mask | u64::from(chance.roll(self)) << i)
    }
}

/// Appends bits to words, the lowest bit first.
///
/// Each bit is the outcome of one roll. The first rolls use the draws that are left in the
/// generator's buffer, fewer than 16. Blocks of 64 rolls follow, which are computed in vectors. A
/// block therefore usually begins within a word, and is split at the end of this word:
///
/// ```text
/// pushed      |  5 bits  |      64 bits      |      64 bits      | …
/// words       |       64 bits      |       64 bits      |          lowest bit on the left
///                        ^ the lower 59 bits fill the word, the upper 5 stay in `partial`
/// ```
struct BitWriter<'a> {
    /// The words to be written.
    words: std::slice::IterMut<'a, u64>,
    /// The bits of an incomplete word.
    partial: u64,
    /// The number of bits in `partial`, fewer than 64.
    filled: usize,
}

impl<'a> BitWriter<'a> {
    fn new(words: &'a mut [u64]) -> Self {
        Self { words: words.iter_mut(), partial: 0, filled: 0 }
    }

    /// Appends the `n` lowest bits, up to 64; the higher bits must be 0.
    #[inline(always)]
    fn push(&mut self, bits: u64, n: usize) {
        self.partial |= bits << self.filled;
        if self.filled + n < 64 {
            self.filled += n;
            return;
        }
        if let Some(word) = self.words.next() {
            *word = self.partial;
        }
        self.partial = bits.checked_shr(64 - self.filled as u32).unwrap_or(0);
        self.filled = self.filled + n - 64;
    }

    /// Writes the last word, if it is incomplete.
    fn finish(mut self) {
        if let Some(word) = self.words.next() {
            *word = self.partial;
        }
    }
}

/// The states of all lanes as bytes: lane by lane, each in the format of
/// [`Xoshiro256PlusPlus`](crate::Xoshiro256PlusPlus).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(
    /// 32 bytes per lane, lane 0 first.
    pub [u8; 32 * LANES],
);

impl Default for Seed {
    /// Returns the seed whose bytes are all 0.
    fn default() -> Self {
        Self([0; 32 * LANES])
    }
}

impl AsRef<[u8]> for Seed {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsMut<[u8]> for Seed {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl SeedableRng for Xoshiro256PlusPlusX8 {
    type Seed = Seed;

    /// Uses the bytes of the seed as the states of the lanes. An all-zero state, which would give
    /// only zeros, is replaced by the state of the same lane of `seed_from_u64(0)`.
    fn from_seed(seed: Seed) -> Self {
        let Self { mut state, level, .. } = Self::seed_from_u64(0);
        for (lane, bytes) in seed.0.as_chunks::<32>().0.iter().enumerate() {
            let words: [u64; 4] = utils::read_words(bytes);
            if words != [0; 4] {
                for (row, word) in state.0.iter_mut().zip(words) {
                    row[lane] = word;
                }
            }
        }
        Self::from_state(state, level)
    }

    #[inline]
    fn seed_from_u64(seed: u64) -> Self {
        StreamKey::new(seed, 0).rng_x8()
    }
}

impl fmt::Debug for Xoshiro256PlusPlusX8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Xoshiro256PlusPlusX8")
            .field("state", &self.state.0)
            .field("buffered", &self.buffer.get(self.next..).unwrap_or_default())
            .field("level", &self.level)
            .finish()
    }
}
