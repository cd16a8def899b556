//! The sequence of a generator in every format, behind one trait whose methods process whole
//! slices.
//!
//! The formats are those of `quadrille random sample` and `stream`:
//!
//! | format | generators of 32 bits | of 15 and 31 bits | of 64 bits |
//! |---|---|---|---|
//! | u32 | each word | each call's result | the upper half of each word |
//! | u64 | two words, the low half first | `next_u64`, which combines the results of several calls | each word |
//! | f64 | the generator's own double | one call's result, scaled to [0, 1) | the upper 53 bits |
//! | bytes | each u32, little-endian | each u32, little-endian | each u64, little-endian |
//! | values | each word | each call's result | each word |

use crate::bulk::Bulk;
use crate::double::f64_53;
use crate::generators::{
    Asa128, Asa128Doubles, GlibcRand, MsvcRand, Mt19937, NetRandom, Philox4x32, Sfmt19937,
    Xoshiro256PlusPlus, Xoshiro256PlusPlusX8,
};
use crate::rand_core::Rng;

/// A running generator. Use **one format only** for each generator: the sequence of doubles, for
/// example, is defined from the start, but not after some bytes have been written.
///
/// Within a format a sequence can be split in any way: two fills write the same numbers as one fill
/// of their total length.
pub trait Sequence {
    /// Writes the next 32-bit values.
    fn fill_u32(&mut self, values: &mut [u32]);

    /// Writes the next 64-bit values.
    fn fill_u64(&mut self, values: &mut [u64]);

    /// Writes the next doubles, as the generator itself defines them. They are in [0, 1), except
    /// those of `mt19937`, which are in [0, 1].
    fn fill_f64(&mut self, values: &mut [f64]);

    /// Writes the next bytes of the sequence. They are the bytes of 32-bit values if the output of
    /// the generator has up to 32 bits, and of 64-bit values if it has 64 bits.
    fn fill_bytes(&mut self, bytes: &mut [u8]);

    /// Returns the number of bits of each of [the values](Self::fill_values): 15, 31, 32 or 64.
    fn value_bits(&self) -> u32;

    /// Writes the results of the generator's calls. A result has [`value_bits`](Self::value_bits)
    /// bits, and zeros above them. Intended for tests of the generator itself.
    fn fill_values(&mut self, values: &mut [u64]);
}

/// Number of words that are converted to another format at once.
const CHUNK: usize = 1024;

/// The unused bytes of a word that was split at the end of a byte slice.
#[derive(Default)]
struct Remainder {
    word: [u8; 8],
    left: usize,
}

impl Remainder {
    /// Fills `bytes` with the unused bytes, then with words of `N` bytes from `fill`, and keeps the
    /// remainder of the last word.
    fn fill<const N: usize>(&mut self, bytes: &mut [u8], mut fill: impl FnMut(&mut [[u8; N]])) {
        // Consecutive slices receive the same bytes as one slice of their total length:
        //
        //   words      0123 4567 89ab cdef
        //   slices     01234|56|789abc|…          after the first, 567 are unused: `left` is 3
        //                  ^ split: the word is kept, and its last `left` bytes are used next
        let ready = self.left.min(bytes.len());
        let (first, rest) = bytes.split_at_mut(ready);
        first.copy_from_slice(&self.word[N - self.left..][..ready]);
        self.left -= ready;
        let (words, cut) = rest.as_chunks_mut::<N>();
        fill(words);
        if !cut.is_empty() {
            let mut word = [[0; N]];
            fill(&mut word);
            cut.copy_from_slice(&word[0][..cut.len()]);
            self.word[..N].copy_from_slice(&word[0]);
            self.left = N - cut.len();
        }
    }
}

/// A generator of 32-bit words.
pub(super) trait Source32 {
    fn words(&mut self, words: &mut [u32]);
    fn doubles(&mut self, values: &mut [f64]);
}

/// Computes words in chunks, and converts each word to one value.
fn through<W: Copy + Default, T>(out: &mut [T], mut words: impl FnMut(&mut [W]), value: impl Fn(W) -> T) {
    let mut buffer = [W::default(); CHUNK];
    for places in out.chunks_mut(CHUNK) {
        let made = &mut buffer[..places.len()];
        words(made);
        for (place, &mut word) in places.iter_mut().zip(made) {
            *place = value(word);
        }
    }
}

/// Computes each value from two words, the low half first.
fn from_pairs<T>(generator: &mut impl Source32, values: &mut [T], value: impl Fn(u64) -> T) {
    let words = |pairs: &mut [[u32; 2]]| generator.words(pairs.as_flattened_mut());
    through(values, words, |[low, high]| value(u64::from(high) << 32 | u64::from(low)));
}

/// The sequence of a generator of 32-bit words.
pub(super) struct Words32<G> {
    generator: G,
    remainder: Remainder,
}

impl<G> Words32<G> {
    pub(super) fn new(generator: G) -> Self {
        Self { generator, remainder: Remainder::default() }
    }
}

impl<G: Source32> Sequence for Words32<G> {
    fn fill_u32(&mut self, values: &mut [u32]) {
        self.generator.words(values);
    }

    fn fill_u64(&mut self, values: &mut [u64]) {
        from_pairs(&mut self.generator, values, |word| word);
    }

    fn fill_f64(&mut self, values: &mut [f64]) {
        self.generator.doubles(values);
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.remainder
            .fill(bytes, |places| through(places, |words| self.generator.words(words), u32::to_le_bytes));
    }

    fn value_bits(&self) -> u32 {
        32
    }

    fn fill_values(&mut self, values: &mut [u64]) {
        through(values, |words| self.generator.words(words), u64::from);
    }
}

/// ASA-128, whose words are in memory order and whose doubles are taken from the end of its buffer.
pub(super) struct AsaOrders {
    pub(super) words: Asa128,
    pub(super) doubles: Asa128Doubles,
}

impl Source32 for AsaOrders {
    fn words(&mut self, words: &mut [u32]) {
        self.words.fill_u32(words);
    }

    fn doubles(&mut self, values: &mut [f64]) {
        values.fill_with(|| self.doubles.next_f64());
    }
}

impl Source32 for Mt19937 {
    fn words(&mut self, words: &mut [u32]) {
        self.fill_u32(words);
    }

    fn doubles(&mut self, values: &mut [f64]) {
        values.fill_with(|| self.next_f64());
    }
}

impl Source32 for Sfmt19937 {
    fn words(&mut self, words: &mut [u32]) {
        self.fill_u32(words);
    }

    fn doubles(&mut self, values: &mut [f64]) {
        from_pairs(self, values, f64_53);
    }
}

impl Source32 for Philox4x32 {
    fn words(&mut self, words: &mut [u32]) {
        self.fill_u32(words);
    }

    fn doubles(&mut self, values: &mut [f64]) {
        from_pairs(self, values, f64_53);
    }
}

/// A generator of 64-bit words.
pub(super) trait Source64 {
    fn words(&mut self, words: &mut [u64]);
}

/// The sequence of a generator of 64-bit words.
pub(super) struct Words64<G> {
    generator: G,
    remainder: Remainder,
}

impl<G> Words64<G> {
    pub(super) fn new(generator: G) -> Self {
        Self { generator, remainder: Remainder::default() }
    }
}

impl<G: Source64> Sequence for Words64<G> {
    fn fill_u32(&mut self, values: &mut [u32]) {
        through(values, |words| self.generator.words(words), |word| (word >> 32) as u32);
    }

    fn fill_u64(&mut self, values: &mut [u64]) {
        self.generator.words(values);
    }

    fn fill_f64(&mut self, values: &mut [f64]) {
        through(values, |words| self.generator.words(words), f64_53);
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.remainder
            .fill(bytes, |places| through(places, |words| self.generator.words(words), u64::to_le_bytes));
    }

    fn value_bits(&self) -> u32 {
        64
    }

    fn fill_values(&mut self, values: &mut [u64]) {
        self.generator.words(values);
    }
}

impl Source64 for Xoshiro256PlusPlusX8 {
    fn words(&mut self, words: &mut [u64]) {
        self.fill_u64(words);
    }
}

impl Source64 for Xoshiro256PlusPlus {
    fn words(&mut self, words: &mut [u64]) {
        words.fill_with(|| self.next_u64());
    }
}

/// A generator of fewer than 32 bits per call.
pub(super) trait SourceOfCalls: Rng {
    const BITS: u32;

    fn call(&mut self) -> u32;
    fn double(&mut self) -> f64;
}

/// The sequence of a generator of fewer than 32 bits per call.
pub(super) struct Calls<G> {
    generator: G,
    remainder: Remainder,
}

impl<G> Calls<G> {
    pub(super) fn new(generator: G) -> Self {
        Self { generator, remainder: Remainder::default() }
    }
}

impl<G: SourceOfCalls> Sequence for Calls<G> {
    fn fill_u32(&mut self, values: &mut [u32]) {
        values.fill_with(|| self.generator.call());
    }

    fn fill_u64(&mut self, values: &mut [u64]) {
        values.fill_with(|| self.generator.next_u64());
    }

    fn fill_f64(&mut self, values: &mut [f64]) {
        values.fill_with(|| self.generator.double());
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.remainder.fill(bytes, |places: &mut [[u8; 4]]| {
            places.fill_with(|| self.generator.call().to_le_bytes());
        });
    }

    fn value_bits(&self) -> u32 {
        G::BITS
    }

    fn fill_values(&mut self, values: &mut [u64]) {
        values.fill_with(|| u64::from(self.generator.call()));
    }
}

macro_rules! source_of_calls {
    ($($generator:ty: $bits:literal),+) => {$(
        impl SourceOfCalls for $generator {
            const BITS: u32 = $bits;

            #[inline]
            fn call(&mut self) -> u32 {
                self.next_raw()
            }

            #[inline]
            fn double(&mut self) -> f64 {
                self.next_f64()
            }
        }
    )+};
}

source_of_calls!(MsvcRand: 15, GlibcRand: 31, NetRandom: 31);
