//! Scores a few secrets against many guesses at once, by determining which pairs of secrets a guess
//! leaves together.
//!
//! Two secrets are in one partition if their scores agree in every binary digit. This test takes
//! one gate per digit. With few secrets there are fewer pairs than feedbacks, and scores need not
//! be decoded. Let m be the number of secrets. For each secret, let k be the number of earlier
//! secrets in the same partition. The largest partition has one secret more than the largest k, the
//! number of partitions is the number of secrets with k = 0, and the number of pairs gives Σ n² = m
//! + 2 · pairs.
//!
//! ```text
//! one guess, secrets  A  B  C  D  E       scores  1,0  0,2  1,0  1,0  0,2
//! in one partition with an earlier secret     A   B   C   D   E
//!                                          B  ·
//!                                          C  1   ·
//!                                          D  1   ·   1
//!                                          E  ·   1   ·   ·
//! earlier secrets, k                       0  0   1   2   1      largest 2 + 1, partitions 2, pairs 4: Σ n² = 5 + 8 = 3² + 2²
//! ```
//!
//! Every entry of the triangle is a plane with a bit per guess, up to 512, and every k is a number
//! in planes. There are m(m − 1)/2 entries. An entry takes 2d gates if black and hits have d digits
//! each. The alternative is to count (p + 1)(p + 2)/2 partition sizes, for p pins. Up to about 32
//! secrets, the triangle is cheaper.

use quadrille_lanes::{
    Level,
    simd::{Simd, prelude::*},
};

use super::gates::{Number, digits_of, full, total};
use super::guesses::numbers;
use super::scores::{by_level_and_pins, by_pins};
use crate::codeword::Codeword;
use crate::planes::{BLOCK, BitPlanes, Picks, Plane, WORDS};

/// Maximum number of secrets for which comparing pairs is cheaper than decoding and counting
/// scores.
pub(crate) const MOST: usize = 32;

/// Scores of a few secrets, for as many guesses as a vector has bits.
pub(crate) struct Pairs<S: Simd> {
    /// For each secret, the binary digits of the number of black pegs, then those of the number of
    /// hits. Unused digits stay 0.
    scores: Vec<[S::u64s; 10]>,
    secrets: usize,
}

impl<S: Simd> Pairs<S> {
    /// Creates an empty list with room for the scores of `secrets` secrets.
    #[inline(always)]
    pub(crate) fn new(simd: S, secrets: usize) -> Self {
        Self { scores: vec![[S::u64s::splat(simd, 0); 10]; secrets], secrets: 0 }
    }

    /// Scores the secrets. There must be at most as many secrets as [`new`](Self::new) made room
    /// for.
    #[inline(always)]
    pub(crate) fn score<const P: usize>(
        &mut self,
        simd: S,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
    ) {
        let digits = const { digits_of(P) };
        self.secrets = secrets.len();
        let scores = self.scores.as_mut_slice();
        // `vectorize` compiles the closure once per level and number of pins, regardless of the
        // number of callers. The closure owns its operands, because references would be reloaded
        // after every store.
        simd.vectorize(
            #[inline(always)]
            move || {
                for (score, picks) in scores.iter_mut().zip(secrets) {
                    let load = |pick: u16| guesses[usize::from(pick)].vector(simd, part);
                    let (black, hits) = (&picks.black[..], &picks.hits[..]);
                    let black: Number<S> = total::<S, P>(simd, |pin| load(black[pin]));
                    let hits: Number<S> = total::<S, P>(simd, |pin| load(hits[pin]));
                    score[..digits].copy_from_slice(&black[..digits]);
                    score[digits..2 * digits].copy_from_slice(&hits[..digits]);
                }
            },
        );
    }

    /// Returns the mask of guesses for which the scores of the secrets `a` and `b` differ.
    #[inline(always)]
    fn differ<const D: usize>(&self, a: usize, b: usize) -> S::u64s {
        let (a, b) = (&self.scores[a], &self.scores[b]);
        let mut differ = a[0] ^ b[0];
        for digit in 1..D {
            differ |= a[digit] ^ b[digit];
        }
        differ
    }

    /// Returns the size of the largest partition by each guess, minus one.
    #[inline(always)]
    pub(crate) fn largest<const D: usize>(&self, simd: S) -> [S::u64s; 5] {
        let zero = S::u64s::splat(simd, 0);
        let mut largest = [zero; 5];
        for later in 1..self.secrets {
            let mut count = [zero; 5];
            let digits = (usize::BITS - later.leading_zeros()) as usize;
            // A full adder adds two comparisons to the lowest digit of the count. Only the carry of
            // the adder is added to the higher digits.
            for pair in 0..later / 2 {
                let (one, other) =
                    (!self.differ::<D>(2 * pair, later), !self.differ::<D>(2 * pair + 1, later));
                let carry;
                (count[0], carry) = full(simd, count[0], one, other);
                carry_into::<S>(&mut count[1..digits.max(1)], carry);
            }
            if later % 2 == 1 {
                carry_into::<S>(&mut count[..digits], !self.differ::<D>(later - 1, later));
            }
            let mut greater = zero;
            for (&digit, &known) in count[..digits].iter().zip(&largest) {
                greater = (digit & !known) | (!(digit ^ known) & greater);
            }
            for (&digit, known) in count[..digits].iter().zip(&mut largest) {
                *known = (digit & greater) | (*known & !greater);
            }
        }
        largest
    }

    /// Returns the number of partitions by each guess.
    #[inline(always)]
    pub(crate) fn parts<const D: usize>(&self, simd: S) -> [S::u64s; 8] {
        let mut parts = [S::u64s::splat(simd, 0); 8];
        for later in 0..self.secrets {
            // The mask of guesses for which the secret's score differs from those of all earlier
            // secrets, so that it is the first of a partition.
            let mut first = S::u64s::splat(simd, u64::MAX);
            for earlier in 0..later {
                first &= self.differ::<D>(earlier, later);
            }
            carry_into::<S>(&mut parts, first);
        }
        parts
    }

    /// Returns the number of pairs of secrets that each guess leaves together.
    #[inline(always)]
    pub(crate) fn together<const D: usize>(&self, simd: S) -> [S::u64s; 9] {
        let mut pairs = [S::u64s::splat(simd, 0); 9];
        for later in 1..self.secrets {
            for earlier in 0..later {
                carry_into::<S>(&mut pairs, !self.differ::<D>(earlier, later));
            }
        }
        pairs
    }
}

/// Returns the size of the largest partition of at most 32 secrets by each guess.
///
/// Takes O(guesses · secrets²) time, but is the fastest kernel for few secrets.
///
/// # Panics
/// If there are more than 32 secrets.
pub fn largest_parts(level: Level, secrets: &[Codeword], guesses: &BitPlanes) -> Vec<u32> {
    assert!(secrets.len() <= MOST, "at most {MOST} secrets are supported");
    by_level_and_pins!(level, simd, guesses.pins(), P, _Q, _R => {
        largest_by_block::<_, P>(simd, secrets, guesses)
    })
}

#[inline(always)]
fn largest_by_block<S: Simd, const P: usize>(simd: S, secrets: &[Codeword], guesses: &BitPlanes) -> Vec<u32> {
    let picks: Vec<Picks<P>> = secrets.iter().map(|&secret| guesses.layout().picks(secret)).collect();
    let mut pairs = Pairs::new(simd, secrets.len());
    let mut largest = vec![0; guesses.blocks() * BLOCK];
    for (at, largest) in largest.chunks_exact_mut(64 * S::u64s::LEN).enumerate() {
        let parts = WORDS / S::u64s::LEN;
        pairs.score(simd, guesses.block(at / parts), at % parts, &picks);
        match const { digits_of(P) } {
            3 => write_largest::<S, 6>(simd, &pairs, largest),
            4 => write_largest::<S, 8>(simd, &pairs, largest),
            _ => write_largest::<S, 10>(simd, &pairs, largest),
        }
    }
    largest.truncate(guesses.len());
    largest
}

/// Extracts the largest sizes from the planes.
#[inline(always)]
fn write_largest<S: Simd, const D: usize>(simd: S, pairs: &Pairs<S>, largest: &mut [u32]) {
    let one = u32::from(pairs.secrets > 0);
    simd.vectorize(
        #[inline(always)]
        move || {
            numbers::<S>(&pairs.largest::<D>(simd), largest);
            for largest in largest {
                *largest += one;
            }
        },
    );
}

/// Adds 1 to the numbers at the positions of the mask `carry`.
#[inline(always)]
fn carry_into<S: Simd>(number: &mut [S::u64s], mut carry: S::u64s) {
    for digit in number {
        (*digit, carry) = (*digit ^ carry, *digit & carry);
    }
}
