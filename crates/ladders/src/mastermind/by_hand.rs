//! Hand-written scoring of a secret and a guess. The black pegs are the zero lanes of one word. The
//! hits (black and white pegs) are the sum of a vector minimum.
//!
//! This is the fastest method of the program from which the ladder starts (mikemag/Mastermind on
//! GitHub). The instruction `psadbw`, with zero as its second operand, adds up eight bytes.
//! Compilers do not generate `psadbw` for a sum of minima, so the intrinsic is used if the machine
//! supports it.

use quadrille_lanes::{
    Level, Nibbles64,
    simd::{Simd, dispatch, prelude::*},
};

use quadrille_mastermind::Codeword;

/// The number of secrets for each number of hits and of differing pins, at index `32 · hits +
/// differing`. The size is a power of two, so the remainder that keeps the index in bounds is
/// computed by a mask, without a division.
type SumTable = [u32; 1024];

/// Codewords with packed pins, and for each codeword the number of pins of each colour.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    pins: Vec<u64>,
    counts: Vec<[u8; 16]>,
}

impl Counted {
    /// Packs codewords of the same game, and counts their colours.
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

/// Counts the secrets in `table` by their feedback for `guess`.
fn count(guess: Codeword, secrets: &Counted, table: &mut SumTable) {
    // Only colours beyond the eighth have a count in the upper eight bytes.
    let wide = secrets.counts.iter().any(|counts| counts[8..] != [0; 8]);
    dispatch!(Level::best().simd(), simd => if wide {
        tally::<_, true>(simd, guess, secrets, table);
    } else {
        tally::<_, false>(simd, guess, secrets, table);
    });
}

#[inline(always)]
fn tally<S: Simd, const WIDE: bool>(simd: S, guess: Codeword, secrets: &Counted, table: &mut SumTable) {
    let mine = counts(guess);
    let low = (!Nibbles64::HIGH_BITS).bits();
    for (&pins, counts) in secrets.pins.iter().zip(&secrets.counts) {
        let differences = pins ^ guess.bits();
        // Sets the top bit of every lane in which the codewords differ. The lanes beyond the last
        // pin are always equal.
        let unequal = (((differences & low) + low) | differences) & !low;
        let hits = sum_of_minima::<S, WIDE>(simd, counts, &mine) as usize;
        table[(hits << 5 | unequal.count_ones() as usize) % table.len()] += 1;
    }
}

#[cfg(target_arch = "x86_64")]
quadrille_lanes::simd::kernel!(
    /// Computes the bytewise minima of `a` and `b`. Returns two sums: of the minima of the lower
    /// eight bytes, and of the minima of the upper eight bytes.
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

/// Returns the number of secrets for each feedback to `guess`, at index
/// [`Feedback::index`](quadrille_mastermind::Feedback::index). The guess and the secrets must
/// belong to the same game.
///
/// Takes O(secrets) time.
pub fn histogram(guess: Codeword, secrets: &Counted) -> Vec<u32> {
    let pins = guess.pins();
    let mut counts = vec![0; (pins + 1) * (pins + 2) / 2];
    histogram_into(guess, secrets, &mut counts);
    counts
}

/// Writes the result of [`histogram`] to `counts`, which must be long enough.
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
