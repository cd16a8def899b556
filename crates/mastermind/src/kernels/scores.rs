//! Scores in bit planes: sums of planes, decoded to one plane per number.
//!
//! A codeword of p pins selects p planes of a block whose sum is the number of black pegs, and p
//! planes whose sum is the number of hits (black plus white pegs); see [`planes`](crate::planes).
//! The sums are stored as binary digits. Decoding converts them to one plane per number, with ones
//! where the score is that number ("one-hot"):
//!
//! ```text
//! black, digits       4:  0 0 0 1        decoded   0:  1 0 0 0
//!                     2:  0 1 1 0                  1:  0 0 0 0
//!                     1:  0 0 1 0                  2:  0 1 0 0
//!                         0 2 3 4                  3:  0 0 1 0
//!                                                  4:  0 0 0 1
//! ```
//!
//! The mask of codewords with h hits and b black is then the AND of plane h of the hits and plane b
//! of black. A partition size is the number of codewords in such masks. For each bit position, the
//! binary digits of the number so far are stored as planes, the *running digits*. Eight masks at a
//! time ([`BATCH`]) are added to the digits of weight 1, 2 and 4 by seven full adders, with one
//! carry of weight 8, so that higher digits are updated only once for eight masks.

use quadrille_lanes::simd::{Simd, prelude::*};

use super::gates::{Number, digits_of, equals, full, total};
use crate::planes::{Picks, Plane};

/// Number of vectors whose scores are decoded before they are counted.
pub(crate) const BATCH: usize = 8;

/// The masks of positions with 0, 1, … black pegs, and with 0, 1, … hits, for one vector.
pub(crate) struct Decoded<S: Simd, const Q: usize> {
    pub(crate) black: [S::u64s; Q],
    pub(crate) hits: [S::u64s; Q],
}

impl<S: Simd, const Q: usize> Decoded<S, Q> {
    /// Scores the codewords of one vector of a block against the selected planes.
    #[inline(always)]
    pub(crate) fn score<const P: usize>(simd: S, block: &[Plane], part: usize, picks: &Picks<P>) -> Self {
        let load = |pick: u16| block[usize::from(pick)].vector(simd, part);
        let (black, hits) = (&picks.black[..], &picks.hits[..]);
        let zero = S::u64s::splat(simd, 0);
        let mut decoded = Self { black: [zero; Q], hits: [zero; Q] };
        decode::<S, P>(&mut decoded.black, &total::<S, P>(simd, |pin| load(black[pin])));
        decode::<S, P>(&mut decoded.hits, &total::<S, P>(simd, |pin| load(hits[pin])));
        decoded
    }
}

/// The scores of a batch of vectors: for each number of black pegs or hits, and for each position
/// in the batch, the mask of the codewords with this number.
pub(crate) struct Batch<S: Simd, const Q: usize> {
    pub(crate) black: [[S::u64s; BATCH]; Q],
    pub(crate) hits: [[S::u64s; BATCH]; Q],
}

impl<S: Simd, const Q: usize> Batch<S, Q> {
    #[inline(always)]
    pub(crate) fn new(simd: S) -> Self {
        let zeros = [[S::u64s::splat(simd, 0); BATCH]; Q];
        Self { black: zeros, hits: zeros }
    }

    /// Scores the codewords of one vector of a block against the selected planes.
    #[inline(always)]
    pub(crate) fn score<const P: usize>(
        &mut self,
        simd: S,
        at: usize,
        block: &[Plane],
        part: usize,
        picks: &Picks<P>,
    ) {
        let decoded = Decoded::<S, Q>::score(simd, block, part, picks);
        for number in 0..Q {
            self.black[number][at] = decoded.black[number];
            self.hits[number][at] = decoded.hits[number];
        }
    }

    /// Clears the hits of the batch from position `from` on, so that these positions count for no
    /// feedback.
    #[inline(always)]
    pub(crate) fn clear(&mut self, simd: S, from: usize) {
        for hits in &mut self.hits {
            hits[from..].fill(S::u64s::splat(simd, 0));
        }
    }
}

/// Computes, for each value from 0 to `P`, the mask of the positions where `number` has this value.
#[inline(always)]
fn decode<S: Simd, const P: usize>(places: &mut [S::u64s], number: &Number<S>) {
    let digits = const { digits_of(P) };
    macro_rules! write {
        ($($value:literal)*) => {
            $(if $value < P + 1 { places[$value] = equals::<S, $value>(digits, number); })*
        };
    }
    write!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

/// Runs the code `$body` for every possible feedback, in the order of the feedback indices. This is
/// a macro, because a closure would not be compiled for the vector level.
macro_rules! for_feedbacks {
    ($pins:expr, $index:ident, $hits:ident, $black:ident, $body:block) => {
        let mut $index = 0;
        for $hits in 0..=$pins {
            for $black in 0..=$hits {
                if $hits < $pins || $black + 1 != $pins {
                    $body
                }
                $index += 1;
            }
        }
    };
}
pub(crate) use for_feedbacks;

/// A running sum of planes modulo 8 for every bit position, as three binary digits.
#[derive(Clone, Copy)]
pub(crate) struct Digits<S: Simd>(pub(crate) [S::u64s; 3]);

impl<S: Simd> Digits<S> {
    /// Adds the AND of eight pairs of planes; returns the carry of weight 8.
    #[inline(always)]
    pub(crate) fn add(&mut self, simd: S, x: &[S::u64s; BATCH], y: &[S::u64s; BATCH]) -> S::u64s {
        self.add_planes(simd, |at| x[at] & y[at])
    }

    /// Adds eight planes; returns the carry of weight 8.
    #[inline(always)]
    pub(crate) fn add_planes(&mut self, simd: S, plane: impl Fn(usize) -> S::u64s) -> S::u64s {
        // Seven full adders: four of weight 1, two of weight 2, one of weight 4. Each adds two new
        // planes to the running digit of its weight, and its carry is a new plane of the next
        // weight.
        let [ones, twos, fours] = self.0;
        let (ones, two_a) = full(simd, ones, plane(0), plane(1));
        let (ones, two_b) = full(simd, ones, plane(2), plane(3));
        let (twos, four_a) = full(simd, twos, two_a, two_b);
        let (ones, two_c) = full(simd, ones, plane(4), plane(5));
        let (ones, two_d) = full(simd, ones, plane(6), plane(7));
        let (twos, four_b) = full(simd, twos, two_c, two_d);
        let (fours, eights) = full(simd, fours, four_a, four_b);
        self.0 = [ones, twos, fours];
        eights
    }
}

/// Calls a kernel that is compiled for a sufficient number of pins, `$P`. The constant `$Q` is `$P`
/// + 1, the number of possible numbers of black pegs (0 to `$P`), and `$R` the number of feedbacks.
macro_rules! by_pins {
    ($pins:expr, $P:ident, $Q:ident, $R:ident => $call:expr) => {
        match $pins {
            0..=4 => {
                const $P: usize = 4;
                const $Q: usize = 5;
                const $R: usize = 15;
                $call
            }
            5 => {
                const $P: usize = 5;
                const $Q: usize = 6;
                const $R: usize = 21;
                $call
            }
            6 => {
                const $P: usize = 6;
                const $Q: usize = 7;
                const $R: usize = 28;
                $call
            }
            7..=8 => {
                const $P: usize = 8;
                const $Q: usize = 9;
                const $R: usize = 45;
                $call
            }
            _ => {
                const $P: usize = 16;
                const $Q: usize = 17;
                const $R: usize = 153;
                $call
            }
        }
    };
}
pub(crate) use by_pins;

/// Calls a kernel that is compiled for the level, and for a sufficient number of pins as by
/// [`by_pins`]. For superseded levels it is compiled for 8 and 16 pins only.
macro_rules! by_level_and_pins {
    ($level:expr, $simd:ident, $pins:expr, $P:ident, $Q:ident, $R:ident => $call:expr) => {{
        let level: quadrille_lanes::Level = $level;
        let pins: usize = $pins;
        if !level.is_superseded() {
            by_pins!(pins, $P, $Q, $R => quadrille_lanes::dispatch_some!(current, level, $simd => $call))
        } else if pins <= 8 {
            const $P: usize = 8;
            const $Q: usize = 9;
            const $R: usize = 45;
            quadrille_lanes::dispatch_some!(superseded, level, $simd => $call)
        } else {
            const $P: usize = 16;
            const $Q: usize = 17;
            const $R: usize = 153;
            quadrille_lanes::dispatch_some!(superseded, level, $simd => $call)
        }
    }};
}
pub(crate) use by_level_and_pins;
