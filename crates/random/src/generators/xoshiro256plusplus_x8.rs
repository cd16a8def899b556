//! xoshiro256++ in eight lanes: eight streams of [`Xoshiro256PlusPlus`](crate::Xoshiro256PlusPlus), dealt out
//! in turn. For numbers in bulk.
//!
//! Output 8·i + l is output i of lane l. That is the definition, so the sequence is the same at every vector
//! [`Level`]; a wide one only makes it faster. The state is eight times 256 bits.
//!
//! # The lanes
//! | made by | lane l |
//! |---|---|
//! | [`StreamKey::rng_x8`] of (seed, stream, substream) | the stream (seed, 8·stream + l, substream), numbers modulo 2⁶⁴ |
//! | [`seed_from_u64`](Xoshiro256PlusPlusX8::seed_from_u64) of a seed | the stream (seed, l, 0): the same as `StreamKey::new(seed, 0).rng_x8()` |
//! | [`from_seed`](Xoshiro256PlusPlusX8::from_seed) of 256 bytes | the state of its 32 bytes |
//!
//! **Mind the overlap.** Streams of eight lanes and streams of one are made of the same ones: with one seed
//! and one substream, the lanes of `rng_x8` of stream s are what `rng` of the streams 8·s to 8·s + 7 draws.
//! An experiment that uses both kinds gives each a substream of its own. Among themselves neither kind has
//! two streams in common, as long as the numbers of eight-lane streams stay below 2⁶¹.
//!
//! # Quality
//! Each lane is a xoshiro256++ of period 2²⁵⁶ − 1, and so the whole repeats after 8·(2²⁵⁶ − 1) outputs. What
//! is proved and measured about [streams](crate::stream) holds between lanes. Like every linear generator it
//! must not keep secrets.
//!
//! # One at a time
//! A single draw passes through a buffer in memory and costs more than one of the scalar generator, whose
//! state stays in registers. Whoever draws one by one takes [`StreamKey::rng`].
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
//! Source: D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM Transactions on
//! Mathematical Software 47(4), 2021, whose authors' page also has the idea of running several side by side
//! in vectors.

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

/// How many lanes there are, at every vector level.
pub const LANES: usize = 8;

/// Outputs made in advance for draws one at a time: two steps. More would make seeding dearer than it makes
/// draws cheaper.
const BUFFER: usize = 2 * LANES;

/// The four state words of every lane: word w of lane l is `[w][l]`. Aligned as the widest vector wants it.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct State([[u64; LANES]; 4]);

/// The generator. The [module](self) says which sequence it yields.
///
/// Single draws come from a small buffer; a [`Bulk`] call takes what is left in it, writes whole steps of all
/// lanes straight to the slice, and takes the rest from the buffer again. So single draws and bulk calls can
/// be mixed in any way and yield one and the same sequence.
///
/// `next_u32` is the upper half of `next_u64`; bytes are the outputs of `next_u64`, little-endian, the last
/// one cut.
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
    /// Where in the buffer the next output is; [`BUFFER`] if none is left.
    next: usize,
    level: Level,
}

impl Xoshiro256PlusPlusX8 {
    const fn from_state(state: State, level: Level) -> Self {
        Self { state, buffer: [0; BUFFER], next: BUFFER, level }
    }

    /// Goes on with the vector instructions of `level`. The sequence stays the same.
    #[inline]
    pub const fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Returns the next output as a number in [0, 1): one of the values k·2⁻⁵³, see [`f64_53`].
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64_53(self.next_u64())
    }

    /// Fills the buffer and takes the first output of it.
    #[cold]
    #[inline(never)]
    fn refill(&mut self) -> u64 {
        let (steps, _) = self.buffer.as_chunks_mut();
        dispatch!(self.level.simd(), simd => kernels::words(simd, &mut self.state, steps));
        self.next = 1;
        self.buffer[0]
    }

    /// Gives every place of `out` its output: one by one while the buffer lasts and for what is less than a
    /// step, by `steps` in between.
    fn fill<T>(
        &mut self,
        out: &mut [T],
        one: impl Fn(u64) -> T,
        steps: impl FnOnce(Level, &mut State, &mut [[T; LANES]]),
    ) {
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
    /// Returns the eight-lane generator of this stream, at its first draw. For numbers in bulk.
    ///
    /// It does not draw what [`rng`](Self::rng) of the same key draws, but it has numbers in common with
    /// other streams of that kind: [which](crate::generators::xoshiro256plusplus_x8#the-lanes).
    #[inline]
    pub fn rng_x8(self) -> Xoshiro256PlusPlusX8 {
        self.rng_x8_at(Level::best())
    }

    /// The same generator, made and run with the vector instructions of `level`, on which its numbers do not
    /// depend.
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
    /// Up to 64 rolls, one by one.
    fn few_rolls(&mut self, chance: Chance, n: usize) -> u64 {
        (0..n).fold(0, |mask, i| mask | u64::from(chance.roll(self)) << i)
    }
}

/// Appends bits to words, the lowest bit first.
///
/// A call for rolls begins with what is left in the generator's buffer, any number of draws below 16, so the
/// blocks of 64 from the vectors seldom begin at the beginning of a word. Each is cut in two where the word
/// ends:
///
/// ```text
/// pushed      |  5 bits  |      64 bits      |      64 bits      | …
/// words       |       64 bits      |       64 bits      |          lowest bit on the left
///                        ^ the lower 59 bits fill the word, the upper 5 wait in `partial`
/// ```
struct BitWriter<'a> {
    /// The words to come.
    words: std::slice::IterMut<'a, u64>,
    /// The bits that do not fill a word yet; fewer than 64.
    partial: u64,
    filled: usize,
}

impl<'a> BitWriter<'a> {
    fn new(words: &'a mut [u64]) -> Self {
        Self { words: words.iter_mut(), partial: 0, filled: 0 }
    }

    /// Appends the `n` lowest of the bits, up to 64; those above must be 0.
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

    /// Writes the last word, if it is not full.
    fn finish(mut self) {
        if let Some(word) = self.words.next() {
            *word = self.partial;
        }
    }
}

/// The state of all lanes as bytes: lane by lane, each as [`Xoshiro256PlusPlus`](crate::Xoshiro256PlusPlus)
/// takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(
    /// 32 bytes a lane, lane 0 first.
    pub [u8; 32 * LANES],
);

impl Default for Seed {
    /// Returns all bytes 0.
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

    /// Takes the states as they are. A lane whose state is all zero, from which nothing but zeros would ever
    /// come, is replaced by that lane of `seed_from_u64(0)`.
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
