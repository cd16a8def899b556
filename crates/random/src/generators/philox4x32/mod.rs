//! Philox 4×32-10: the only state is a counter, so any value can be computed without those before
//! it.
//!
//! Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel Random Numbers: As Easy as
//! 1, 2, 3", SC11, 2011, and the authors' library Random123.
//!
//! | | |
//! |---|---|
//! | use | replaying a single draw, and machines with thousands of threads and little memory for each (GPUs) |
//! | seed | 64 bits, and a stream number of 64 bits |
//! | state | 192 bits: key and counter, which the caller can store instead of a generator |
//! | output | 32-bit words, four from each value of the counter |
//! | period | 2⁶⁶ words in each stream |
//! | fails | nothing known: the authors report that it passes `BigCrush`, and that seven rounds suffice |
//!
//! # The rule
//! Value n of stream s under a seed is word n mod 4 of the block for this key and counter:
//!
//! ```text
//! key     = (seed low, seed high)
//! counter = (⌊n/4⌋ low, ⌊n/4⌋ high, s low, s high)
//! ```
//!
//! A block is computed from the four words of the counter in ten rounds. In each round two words
//! are multiplied by constants, and the halves of the products are combined, crosswise, with the
//! other two words and the key. Under a fixed key, the block is a bijective function of the
//! counter, so no block occurs twice.
//!
//! Reference vector: the known answers of Random123.
//!
//! ```
//! use quadrille_random::generators::Philox4x32;
//!
//! assert_eq!(
//!     Philox4x32::block([0; 2], [0; 4]),
//!     [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8],
//! );
//! assert_eq!(
//!     Philox4x32::block([u32::MAX; 2], [u32::MAX; 4]),
//!     [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD],
//! );
//! assert_eq!(
//!     Philox4x32::block([0xA4093822, 0x299F31D0], [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]),
//!     [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
//! );
//! ```

mod bulk;

use std::fmt;

use quadrille_lanes::Level;
use rand_core::{Infallible, Rng, SeedableRng, TryRng, utils};

use crate::double::f64_53;
use crate::splitmix64::mix;
use crate::stream::StreamKey;

/// Number of rounds by which a block is computed.
const ROUNDS: usize = 10;

/// The factors of the words 0 and 2 of the counter.
const FACTORS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];

/// The increments of the key after each round: the fractional parts of the golden ratio and of √3,
/// multiplied by 2³².
const STRIDES: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// The generator: a position in a stream of words.
///
/// `next_u64` returns two words, the low half first. `fill_bytes` writes words in little-endian
/// order, and drops the bytes of the last word that do not fit.
///
/// ```
/// use quadrille_random::generators::Philox4x32;
/// use quadrille_random::rand_core::Rng;
///
/// let mut generator = Philox4x32::at_stream(31459, 7);
/// let drawn = [(); 10].map(|()| generator.next_u32());
/// assert_eq!(drawn[9], Philox4x32::value(31459, 7, 9));
///
/// generator.seek(3);
/// assert_eq!(generator.next_u32(), drawn[3]);
/// ```
#[derive(Clone)]
pub struct Philox4x32 {
    seed: u64,
    stream: u64,
    /// The index of the block that contains the next word.
    index: u64,
    /// The index of the next word within its block, 0 to 3.
    word: usize,
    /// The block with the index `index`; valid only if `word` is not 0.
    block: [u32; 4],
    level: Level,
}

impl Philox4x32 {
    /// Creates the generator of stream 0 under `seed`.
    pub fn new(seed: u64) -> Self {
        Self::at_stream(seed, 0)
    }

    /// Creates the generator of a stream. All pairs of numbers are suitable, including small and
    /// neighbouring numbers.
    pub fn at_stream(seed: u64, stream: u64) -> Self {
        Self::with_level(seed, stream, Level::best())
    }

    /// Creates the generator of a stream. It uses the vector instructions of `level` to fill
    /// slices. They do not affect the numbers.
    pub fn with_level(seed: u64, stream: u64, level: Level) -> Self {
        Self { seed, stream, index: 0, word: 0, block: [0; 4], level }
    }

    /// Returns the block of a key and a counter. All words are in order of significance, lowest
    /// first.
    #[inline]
    pub const fn block(key: [u32; 2], counter: [u32; 4]) -> [u32; 4] {
        let [mut a, mut b, mut c, mut d] = counter;
        let [mut left, mut right] = key;
        let mut round = 0;
        while round < ROUNDS {
            let first = FACTORS[0] as u64 * a as u64;
            let second = FACTORS[1] as u64 * c as u64;
            [a, b, c, d] = [
                (second >> 32) as u32 ^ b ^ left,
                second as u32,
                (first >> 32) as u32 ^ d ^ right,
                first as u32,
            ];
            left = left.wrapping_add(STRIDES[0]);
            right = right.wrapping_add(STRIDES[1]);
            round += 1;
        }
        [a, b, c, d]
    }

    /// Returns value `n` of a stream: the result of `next_u32` after `n` other calls.
    #[inline]
    pub const fn value(seed: u64, stream: u64, n: u64) -> u32 {
        Self::stream_block(seed, stream, n / 4)[(n % 4) as usize]
    }

    /// Returns the result of `next_u64` after `n` other calls: the values 2n and 2n + 1, the low
    /// half first.
    ///
    /// ```
    /// use quadrille_random::generators::Philox4x32;
    ///
    /// let high = u64::from(Philox4x32::value(1, 0, 7));
    /// let low = u64::from(Philox4x32::value(1, 0, 6));
    /// assert_eq!(Philox4x32::value_u64(1, 0, 3), high << 32 | low);
    /// ```
    #[inline]
    pub const fn value_u64(seed: u64, stream: u64, n: u64) -> u64 {
        let [a, b, c, d] = Self::stream_block(seed, stream, n / 2);
        let [low, high] = if n.is_multiple_of(2) { [a, b] } else { [c, d] };
        (high as u64) << 32 | low as u64
    }

    /// Returns the result of [`next_f64`](Self::next_f64) after `n` other calls.
    #[inline]
    pub const fn value_f64(seed: u64, stream: u64, n: u64) -> f64 {
        f64_53(Self::value_u64(seed, stream, n))
    }

    /// Returns block `index` of a stream.
    #[inline]
    const fn stream_block(seed: u64, stream: u64, index: u64) -> [u32; 4] {
        let counter = [index as u32, (index >> 32) as u32, stream as u32, (stream >> 32) as u32];
        Self::block([seed as u32, (seed >> 32) as u32], counter)
    }

    /// Returns the number of words of the stream before the next word, modulo 2⁶⁶.
    pub const fn position(&self) -> u128 {
        (self.index as u128) << 2 | self.word as u128
    }

    /// Moves to the word at `position`, forwards or backwards, modulo 2⁶⁶, in constant time.
    pub const fn seek(&mut self, position: u128) {
        self.index = (position >> 2) as u64;
        self.word = (position & 3) as usize;
        self.block = Self::stream_block(self.seed, self.stream, self.index);
    }

    /// Returns two words as a number in [0, 1): one of the values k·2⁻⁵³, see [`f64_53`].
    #[inline]
    pub fn next_f64(&mut self) -> f64 {
        f64_53(self.next_u64())
    }

    /// Writes the next words, as calls of `next_u32` would return them, and dispatches on the
    /// vector instructions once.
    pub fn fill_u32(&mut self, words: &mut [u32]) {
        // Write the rest of the current block, whole blocks in vectors, and part of a last block.
        let begun = words.len().min((4 - self.word) % 4);
        let (first, rest) = words.split_at_mut(begun);
        first.fill_with(|| self.next_u32());
        let (blocks, last) = rest.as_chunks_mut::<4>();
        bulk::fill(self.level, self.seed, self.stream, self.index, blocks);
        self.index = self.index.wrapping_add(blocks.len() as u64);
        last.fill_with(|| self.next_u32());
    }
}

/// Creates the generator of a key. Its stream is `key.stream`; its seed combines `key.seed` and
/// `key.substream`.
///
/// With ⊕ for exclusive or and [`mix`] for the mixing function, the seed is `key.seed` ⊕
/// `mix(key.substream)`. Because `mix(0)` is 0, substream 0 equals [`Philox4x32::at_stream`]. `mix`
/// is a bijection, so under one seed no two pairs of stream and substream share a block. Under
/// different seeds two substreams of the same stream coincide with probability 2⁻⁶⁴, as two random
/// 64-bit numbers do.
///
/// ```
/// use quadrille_random::StreamKey;
/// use quadrille_random::generators::Philox4x32;
///
/// let key = StreamKey::new(31459, 7);
/// assert_eq!(Philox4x32::from(key), Philox4x32::at_stream(31459, 7));
/// assert_ne!(Philox4x32::from(key.substream(1)), Philox4x32::at_stream(31459, 7));
/// ```
impl From<StreamKey> for Philox4x32 {
    fn from(key: StreamKey) -> Self {
        Self::at_stream(key.seed ^ mix(key.substream), key.stream)
    }
}

impl TryRng for Philox4x32 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        if self.word == 0 {
            self.block = Self::stream_block(self.seed, self.stream, self.index);
        }
        let value = self.block[self.word];
        self.word = (self.word + 1) % 4;
        if self.word == 0 {
            self.index = self.index.wrapping_add(1);
        }
        Ok(value)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
    }
}

impl SeedableRng for Philox4x32 {
    /// The 64-bit seed, little-endian.
    type Seed = [u8; 8];

    fn from_seed(seed: [u8; 8]) -> Self {
        Self::new(u64::from_le_bytes(seed))
    }

    /// Equals [`Philox4x32::new`].
    fn seed_from_u64(seed: u64) -> Self {
        Self::new(seed)
    }
}

// Generators are equal if they have the same seed, stream and position; the level does not matter.
impl PartialEq for Philox4x32 {
    fn eq(&self, other: &Self) -> bool {
        (self.seed, self.stream, self.position()) == (other.seed, other.stream, other.position())
    }
}

impl Eq for Philox4x32 {}

impl fmt::Debug for Philox4x32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Philox4x32")
            .field("seed", &self.seed)
            .field("stream", &self.stream)
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}
