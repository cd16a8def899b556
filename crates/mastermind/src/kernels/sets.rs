//! Scores one guess against a set of secrets, in vectors of packed words.
//!
//! The feedback indices of eight secrets are collected in the eight bytes of a 64-bit lane before
//! they are stored, so scores leave the vector registers as bytes. If there are few indices and the
//! vectors are wide, the bytes are then counted by comparing whole vectors with every index.
//! Otherwise, each byte increments a counter in one of several tables. All levels give the same
//! result.

#![allow(clippy::inline_always, reason = "kernels must be inlined into code compiled for the vector level")]

use std::ops::Range;

use quadrille_lanes::{
    Level, Nibbles64,
    simd::{Simd, dispatch, prelude::*},
    vector,
};

use crate::codeset::{CodeSet, Entry, unary, vectors};
use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// Number of secrets that are scored before their indices are counted. The bytes of the indices
/// stay in the first-level cache.
const CHUNK: usize = 2048;

/// Returns, by [`Feedback::index`], the number of secrets that give each feedback to `guess`.
///
/// O(secrets).
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{CodeSet, Feedback, Game, Repeats, kernels::sets};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let all = CodeSet::all(game);
/// let histogram = sets::histogram(Level::best(), game.parse("1122")?, &all);
/// assert_eq!(histogram[Feedback { black: 0, white: 0 }.index()], 256);
/// assert_eq!(histogram[Feedback { black: 4, white: 0 }.index()], 1);
/// assert_eq!(histogram.iter().sum::<u32>(), 1296);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn histogram(level: Level, guess: Codeword, secrets: &CodeSet) -> Vec<u32> {
    let guess = unary(secrets.game(), guess);
    match secrets.plane_count() {
        1 => dispatch!(level.simd(), simd => count::<_, 1>(simd, guess, secrets)),
        2 => dispatch!(level.simd(), simd => count::<_, 2>(simd, guess, secrets)),
        3 => dispatch!(level.simd(), simd => count::<_, 3>(simd, guess, secrets)),
        _ => dispatch!(level.simd(), simd => count::<_, 4>(simd, guess, secrets)),
    }
}

/// Returns the [`Feedback::index`] of every secret for `guess`, in the order of the set.
///
/// O(secrets).
pub fn indices(level: Level, guess: Codeword, secrets: &CodeSet) -> Vec<u8> {
    let guess = unary(secrets.game(), guess);
    match secrets.plane_count() {
        1 => dispatch!(level.simd(), simd => list::<_, 1>(simd, guess, secrets)),
        2 => dispatch!(level.simd(), simd => list::<_, 2>(simd, guess, secrets)),
        3 => dispatch!(level.simd(), simd => list::<_, 3>(simd, guess, secrets)),
        _ => dispatch!(level.simd(), simd => list::<_, 4>(simd, guess, secrets)),
    }
}

/// One guess, broadcast to all lanes.
#[derive(Clone, Copy)]
struct Spread<S: Simd, const K: usize> {
    code: S::u64s,
    planes: [S::u64s; K],
    /// A mask with the top bit of every lane that holds a pin. It excludes the lanes beyond the
    /// last pin, which are equal in all codewords.
    pins: S::u64s,
}

impl<S: Simd, const K: usize> Spread<S, K> {
    #[inline(always)]
    fn new(simd: S, guess: Entry, pins: usize) -> Self {
        let top = Nibbles64::HIGH_BITS.bits() >> (64 - 4 * pins);
        Self {
            code: S::u64s::splat(simd, guess.code),
            planes: std::array::from_fn(|word| S::u64s::splat(simd, guess.planes[word])),
            pins: S::u64s::splat(simd, top),
        }
    }

    /// Returns the feedback indices of one vector of secrets; padding gets index 0.
    #[inline(always)]
    fn indices(&self, simd: S, codes: &[u64], planes: [&[u64]; K], vector: usize) -> S::u64s {
        let range = vector * S::u64s::LEN..(vector + 1) * S::u64s::LEN;
        let codes = S::u64s::from_slice(simd, &codes[range.clone()]);
        let equal = vector::eq_lanes::<Nibbles64, S, S::u64s>(codes, self.code);
        let black = (equal & self.pins).count_ones();
        let mut hits = S::u64s::splat(simd, 0);
        for (plane, guessed) in planes.iter().zip(self.planes) {
            hits += (S::u64s::from_slice(simd, &plane[range.clone()]) & guessed).count_ones();
        }
        // With h ≤ 16 hits, h(h + 1) ≤ 272 fits in sixteen bits, and every level has a 16-bit
        // multiplication.
        let hits: S::u16s = hits.bitcast();
        let triangle: S::u64s = (hits * (hits + S::u16s::splat(simd, 1))).bitcast();
        (triangle >> 1) + black
    }

    /// Writes the feedback indices of the secrets in `vectors` to `out`, as bytes. Eight vectors
    /// form a block: byte k of lane j is the index of the secret in lane j of vector k. If the last
    /// block has fewer than eight vectors, the bytes of the missing vectors are 0. Returns the
    /// number of bytes written.
    #[inline(always)]
    fn fill(
        &self,
        simd: S,
        codes: &[u64],
        planes: [&[u64]; K],
        vectors: Range<usize>,
        out: &mut [u8; CHUNK],
    ) -> usize {
        let mut written = 0;
        let mut vector = vectors.start;
        while vector < vectors.end {
            let mut block = S::u64s::splat(simd, 0);
            if vector + 8 <= vectors.end {
                for k in 0..8 {
                    block |= self.indices(simd, codes, planes, vector + k) << (8 * k as u32);
                }
            } else {
                for k in 0..vectors.end - vector {
                    block |= self.indices(simd, codes, planes, vector + k) << (8 * k as u32);
                }
            }
            let bytes: S::u8s = block.bitcast();
            bytes.store_slice(&mut out[written..written + S::u8s::LEN]);
            written += S::u8s::LEN;
            vector += 8;
        }
        written
    }
}

#[inline(always)]
fn count<S: Simd, const K: usize>(simd: S, guess: Entry, secrets: &CodeSet) -> Vec<u32> {
    let (codes, planes) = secrets.arrays::<K>();
    let guess = Spread::<S, K>::new(simd, guess, secrets.game().pins());
    let vectors = vectors::<S>(codes);
    let mut bytes = [0; CHUNK];
    let mut histogram = vec![0u32; secrets.game().feedbacks()];
    let mut padding = 0;
    for from in (0..vectors).step_by(CHUNK / S::u64s::LEN) {
        let to = vectors.min(from + CHUNK / S::u64s::LEN);
        let written = guess.fill(simd, codes, planes, from..to, &mut bytes);
        tally::<S>(simd, &bytes[..written], &mut histogram);
        padding += written;
    }
    histogram[0] -= (padding - secrets.len()) as u32;
    histogram
}

/// Counts the bytes by value: adds to `histogram[v]` the number of bytes equal to v.
#[inline(always)]
fn tally<S: Simd>(simd: S, bytes: &[u8], histogram: &mut [u32]) {
    // Comparisons take about five instructions per vector and value, tables about three per byte.
    if histogram.len() * 5 <= S::u8s::LEN * 3 {
        if bytes.len() == S::u8s::LEN {
            let bytes = S::u8s::from_slice(simd, bytes);
            for (value, count) in (0..).zip(histogram) {
                *count += bytes.simd_eq(S::u8s::splat(simd, value)).to_bitmask().count_ones();
            }
            return;
        }
        for (value, count) in histogram.iter_mut().enumerate() {
            let value = S::u8s::splat(simd, value as u8);
            for chunk in bytes.chunks_exact(S::u8s::LEN) {
                let equal = S::u8s::from_slice(simd, chunk).simd_eq(value);
                *count += equal.to_bitmask().count_ones();
            }
        }
    } else if bytes.len() <= 128 {
        for &byte in bytes {
            histogram[usize::from(byte)] += 1;
        }
    } else {
        // Four tables are used in turn, so that equal consecutive bytes increment different
        // counters.
        let mut tables = [[0u16; 256]; 4];
        for four in bytes.chunks_exact(4) {
            for (table, &byte) in tables.iter_mut().zip(four) {
                table[usize::from(byte)] += 1;
            }
        }
        for (value, count) in histogram.iter_mut().enumerate() {
            *count += tables.iter().map(|table| u32::from(table[value])).sum::<u32>();
        }
    }
}

#[inline(always)]
fn list<S: Simd, const K: usize>(simd: S, guess: Entry, secrets: &CodeSet) -> Vec<u8> {
    let (codes, planes) = secrets.arrays::<K>();
    let guess = Spread::<S, K>::new(simd, guess, secrets.game().pins());
    let vectors = vectors::<S>(codes);
    let mut list = vec![0; codes.len()];
    let mut bytes = [0; CHUNK];
    for from in (0..vectors).step_by(CHUNK / S::u64s::LEN) {
        let to = vectors.min(from + CHUNK / S::u64s::LEN);
        let written = guess.fill(simd, codes, planes, from..to, &mut bytes);
        for (block, bytes) in bytes[..written].chunks_exact(S::u8s::LEN).enumerate() {
            for k in 0..8.min(to - from - 8 * block) {
                for lane in 0..S::u64s::LEN {
                    list[(from + 8 * block + k) * S::u64s::LEN + lane] = bytes[8 * lane + k];
                }
            }
        }
    }
    list.truncate(secrets.len());
    list
}

/// Returns the feedback of every secret for `guess`, in the order of the set.
///
/// O(secrets).
pub fn feedbacks(level: Level, guess: Codeword, secrets: &CodeSet) -> Vec<Feedback> {
    indices(level, guess, secrets).into_iter().map(|index| Feedback::from_index(index.into())).collect()
}
