//! Hand-written scoring of a pair: zero lanes of one word for black, vector minimum and sum of
//! absolute differences for the hits.
//!
//! This is the fastest form of the program that the ladder starts from (github mikemag/Mastermind).
//! `psadbw` against zero adds up eight bytes with one instruction. Compilers do not generate it for
//! a sum of minima, so the intrinsic is used where the machine supports it.

use quadrille_lanes::{
    Level, Nibbles64,
    simd::{Simd, dispatch, prelude::*},
};

use quadrille_mastermind::Codeword;

/// Numbers of secrets by hits and differing pins, at index `32 · hits + differing`. The size is a
/// power of two, so that a mask bounds the index.
type Table = [u32; 1024];

/// Codewords as packed pins, and their colour counts with one byte per colour.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    pins: Vec<u64>,
    counts: Vec<[u8; 16]>,
}

impl Counted {
    /// Packs codewords of one game and counts their colours.
    pub fn new(codes: impl IntoIterator<Item = Codeword>) -> Self {
        let (pins, counts) = codes.into_iter().map(|code| (code.bits(), counts(code))).unzip();
        Self { pins, counts }
    }
}

fn counts(code: Codeword) -> [u8; 16] {
    let mut counts = [0; 16];
    counts[..15].copy_from_slice(&code.counts());
    counts
}

/// Counts the feedbacks of the secrets for `guess`.
fn count(guess: Codeword, secrets: &Counted, table: &mut Table) {
    // Colours beyond the eighth are in the upper half of the counts.
    let wide = secrets.counts.iter().any(|counts| counts[8..] != [0; 8]);
    dispatch!(Level::best().simd(), simd => if wide {
        tally::<_, true>(simd, guess, secrets, table);
    } else {
        tally::<_, false>(simd, guess, secrets, table);
    });
}

#[inline(always)]
fn tally<S: Simd, const WIDE: bool>(simd: S, guess: Codeword, secrets: &Counted, table: &mut Table) {
    let mine = counts(guess);
    let low = (!Nibbles64::HIGH_BITS).bits();
    for (&pins, counts) in secrets.pins.iter().zip(&secrets.counts) {
        let differences = pins ^ guess.bits();
        // The top bit of every nonzero lane. The lanes beyond the last pin are zero.
        let unequal = (((differences & low) + low) | differences) & !low;
        let hits = sum_of_minima::<S, WIDE>(simd, counts, &mine) as usize;
        table[(hits << 5 | unequal.count_ones() as usize) % table.len()] += 1;
    }
}

#[cfg(target_arch = "x86_64")]
quadrille_lanes::simd::kernel!(
    /// Returns the sums of the bytewise minima of `a` and `b`: of the lower and of the upper eight
    /// bytes.
    #[inline(always)]
    fn sad(_token: Sse2, a: std::arch::x86_64::__m128i, b: std::arch::x86_64::__m128i) -> [u64; 2] {
        use std::arch::x86_64::{
            _mm_cvtsi128_si64, _mm_min_epu8, _mm_sad_epu8, _mm_setzero_si128, _mm_unpackhi_epi64,
        };
        let sums = _mm_sad_epu8(_mm_min_epu8(a, b), _mm_setzero_si128());
        [_mm_cvtsi128_si64(sums) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums)) as u64]
    }
);

#[inline(always)]
fn sum_of_minima<S: Simd, const WIDE: bool>(simd: S, a: &[u8; 16], b: &[u8; 16]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = simd.level().as_sse2() {
        use quadrille_lanes::simd::u8x16;
        let [low, high] = sad(token, u8x16::from_slice(token, a).into(), u8x16::from_slice(token, b).into());
        return if WIDE { low + high } else { low };
    }
    let _ = simd;
    a.iter().zip(b).map(|(&a, &b)| u64::from(a.min(b))).sum()
}

/// Returns the number of secrets, of one game, for each feedback of `guess`, indexed by
/// [`Feedback::index`](quadrille_mastermind::Feedback::index).
///
/// O(secrets).
pub fn histogram(guess: Codeword, secrets: &Counted) -> Vec<u32> {
    let pins = guess.pins();
    let mut counts = vec![0; (pins + 1) * (pins + 2) / 2];
    histogram_into(guess, secrets, &mut counts);
    counts
}

/// Writes the result of [`histogram`] to an existing buffer of sufficient length.
pub(super) fn histogram_into(guess: Codeword, secrets: &Counted, counts: &mut [u32]) {
    let pins = guess.pins();
    let mut table = [0; 1024];
    count(guess, secrets, &mut table);
    for hits in 0..=pins {
        for black in 0..=hits {
            counts[hits * (hits + 1) / 2 + black] = table[hits << 5 | (pins - black)];
        }
    }
}
