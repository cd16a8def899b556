//! Scores one guess against a set in bit planes, with one secret per bit of a vector.
//!
//! The number of black pegs is the sum of one plane for each pin, and so is the number of hits.
//! Both sums are computed by carry-save addition. To count the secrets for each feedback, the ones
//! of *products* are counted: masks that are the AND of some binary digits of the sums (see
//! `products.rs`). Fewer masks have to be computed and counted than with one mask per feedback, and
//! each of them takes fewer gates.
//!
//! A product has one mask per vector of secrets. The widest vectors have a population count
//! instruction, which counts the ones of each mask. For narrower vectors, eight or sixteen masks at
//! a time are added to a sum for each bit position, whose binary digits are again vectors (the
//! *running digits*); only the ones of the carries are counted. With five gates per full adder, the
//! addition costs about five gates per mask. In games of up to 8 pins, a set of up to 1536 secrets
//! is counted in a single step.

use quadrille_lanes::{
    Level,
    simd::{Simd, prelude::*},
};

use super::gates::{full, total};
use super::products::{ABREAST, Abreast, Products, each_product, for_products, unravel};
use super::scores::{Decoded, Digits, by_level_and_pins, by_pins, for_feedbacks};
use crate::codeword::Codeword;
use crate::planes::{BitPlanes, Picks, WORDS};

// Counting of one product (say, "hits have the digit 2, black has the digit 1") at a vector level
// without a population count instruction:
//
//     vectors of the product    v0 v1 v2 v3 v4 v5 v6 v7 | v8 … v15 | …       one bit per secret
//                               └──────────┬──────────┘   └──┬───┘
//     running digits 1, 2, 4  ─► seven full adders ─► running digits for the next eight vectors
//                                          │ one carry of weight 8
//                                          ▼
//                               ones counted, added to the count of eights
//
// Invariant: 8 · (eights counted) + Σ (weight of digit · ones of the digit) = ones of all vectors
// so far. At the end the ones of the three digits are counted too. If sixteen vectors are added at
// a time, there is a fourth digit, and each counted one of a carry has the weight 16.

/// Calls the macro `$row` for every number of hits up to 8, each with the possible numbers of black
/// pegs.
macro_rules! rows {
    ($row:ident) => {
        $row!(0: 0);
        $row!(1: 0 1);
        $row!(2: 0 1 2);
        $row!(3: 0 1 2 3);
        $row!(4: 0 1 2 3 4);
        $row!(5: 0 1 2 3 4 5);
        $row!(6: 0 1 2 3 4 5 6);
        $row!(7: 0 1 2 3 4 5 6 7);
        $row!(8: 0 1 2 3 4 5 6 7 8);
    };
}

/// Returns, for each guess, the number of secrets that give each feedback, by
/// [`Feedback::index`](crate::Feedback::index). The histograms of the guesses are concatenated.
///
/// O(guesses · secrets).
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{BitPlanes, Feedback, Game, Repeats, kernels::sliced};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let all = BitPlanes::new(game, game);
/// let histogram = sliced::histograms(Level::best(), &[game.parse("1122")?], &all);
/// assert_eq!(histogram[Feedback { black: 0, white: 0 }.index()], 256);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn histograms(level: Level, guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    let pins = secrets.pins();
    let mut counts = vec![0; guesses.len() * (pins + 1) * (pins + 2) / 2];
    histograms_into(level, guesses, secrets, &mut counts);
    counts
}

/// Writes the result of [`histograms`] to `counts`, which must have the length of that result.
pub fn histograms_into(level: Level, guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    by_level_and_pins!(level, simd, secrets.pins(), P, Q, R => {
        count::<_, P, Q, R>(simd, guesses, secrets, counts);
    });
}

/// Returns, for each guess, the number of partitions, which is the number of feedbacks that at
/// least one secret gives.
///
/// Records only whether a feedback occurs, which takes half the gates of a count. O(guesses ·
/// secrets).
pub fn parts(level: Level, guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    let mut parts = vec![0; guesses.len()];
    by_level_and_pins!(level, simd, secrets.pins(), P, Q, R => {
        occurring::<_, P, Q, R>(simd, guesses, secrets, &mut parts);
    });
    parts
}

#[inline(always)]
fn occurring<S: Simd, const P: usize, const Q: usize, const R: usize>(
    simd: S,
    guesses: &[Codeword],
    secrets: &BitPlanes,
    parts: &mut [u32],
) {
    let pins = secrets.pins();
    let zero = S::u64s::splat(simd, 0);
    let vectors = vectors::<S>(secrets);
    for (guess, parts) in guesses.iter().zip(parts) {
        let picks: Picks<P> = secrets.layout().picks(*guess);
        let mut occurs = [zero; R];
        let mut nothing = zero;
        for vector in 0..vectors {
            let (block, part) = (vector * S::u64s::LEN / WORDS, vector % (WORDS / S::u64s::LEN));
            let Decoded::<S, Q> { black, hits } = Decoded::score(simd, secrets.block(block), part, &picks);
            let (black, hits) = (&black[..], &hits[..]);
            nothing += hits[0].count_ones();
            if P <= 8 {
                macro_rules! row {
                    ($hits:literal: $($black:literal)*) => {
                        if $hits < Q && $hits < 1 + pins {
                            $(occurs[$hits * ($hits + 1) / 2 + $black] |= hits[$hits] & black[$black];)*
                        }
                    };
                }
                rows!(row);
            } else {
                for_feedbacks!(pins, index, has, equal, {
                    occurs[index] |= hits[has] & black[equal];
                });
            }
        }
        // Padding looks like a secret that has no colour in common with the guess.
        let missing = vectors * 64 * S::u64s::LEN - secrets.len();
        *parts = u32::from(nothing.as_slice().iter().sum::<u64>() > missing as u64);
        let any = |occurs: S::u64s| u32::from(occurs.as_slice().iter().fold(0, |any, word| any | word) != 0);
        if P <= 8 {
            // This code is also unrolled, because a loop would keep the sums in memory instead of
            // in registers.
            macro_rules! row {
                ($hits:literal: $($black:literal)*) => {
                    if 0 < $hits && $hits < Q {
                        $(*parts += any(occurs[$hits * ($hits + 1) / 2 + $black]);)*
                    }
                };
            }
            rows!(row);
        } else {
            *parts += occurs[1..].iter().copied().map(any).sum::<u32>();
        }
    }
}

#[inline(always)]
fn vectors<S: Simd>(secrets: &BitPlanes) -> usize {
    secrets.len().div_ceil(64 * S::u64s::LEN)
}

#[inline(always)]
fn count<S: Simd, const P: usize, const Q: usize, const R: usize>(
    simd: S,
    guesses: &[Codeword],
    secrets: &BitPlanes,
    counts: &mut [u32],
) {
    match S::u64s::LEN {
        8 => count_all::<S, P, Q, R, 3, 8>(simd, guesses, secrets, counts),
        4 if P <= 8 => count_all::<S, P, Q, R, 6, 16>(simd, guesses, secrets, counts),
        4 => count_all::<S, P, Q, R, 6, 8>(simd, guesses, secrets, counts),
        _ if P <= 6 => count_all::<S, P, Q, R, 12, 16>(simd, guesses, secrets, counts),
        _ => count_all::<S, P, Q, R, 12, 8>(simd, guesses, secrets, counts),
    }
}

/// Counts the secrets for each guess and feedback. If the secrets fill at most [`FEW`] blocks,
/// which have at most `M` vectors together, they are counted in a single step. Otherwise `N`
/// vectors are counted at a time.
#[inline(always)]
fn count_all<S: Simd, const P: usize, const Q: usize, const R: usize, const M: usize, const N: usize>(
    simd: S,
    guesses: &[Codeword],
    secrets: &BitPlanes,
    histograms: &mut [u32],
) {
    let pins = secrets.pins();
    let feedbacks = (pins + 1) * (pins + 2) / 2;
    let few = P <= 8 && secrets.blocks() <= FEW;
    let mut scored = [Products::<S, Q>::none(simd); M];
    let mut batch = [Products::<S, Q>::none(simd); N];
    let mut counts = [[0; ABREAST]; R];
    for (guesses, histograms) in guesses.chunks(ABREAST).zip(histograms.chunks_mut(ABREAST * feedbacks)) {
        for (at, guess) in guesses.iter().enumerate() {
            let picks: Picks<P> = secrets.layout().picks(*guess);
            let counted: [S::u64s; R] = if few {
                count_few(simd, &picks, secrets, &mut scored)
            } else {
                count_many(simd, &picks, secrets, &mut batch)
            };
            // The first three positions need no counters: they hold the number of secrets, the sum
            // of hits and the sum of black pegs.
            counts[0][at] = secrets.len() as u32;
            counts[1][at] = secrets.ones(&picks.hits);
            counts[2][at] = secrets.ones(&picks.black);
            numbers::<S>(simd, &counted[UNCOUNTED..], secrets.len(), &mut counts[UNCOUNTED..], at);
        }
        // The counts of products are converted to counts of feedbacks by subtractions.
        unravel::<P, R>(&mut counts);
        for (at, histogram) in histograms.chunks_exact_mut(feedbacks).enumerate() {
            for (count, counts) in histogram.iter_mut().zip(&counts) {
                *count = counts[at];
            }
        }
    }
}

/// Number of products at the beginning of each list that need not be counted. Their counts follow
/// from the number of secrets and the numbers of 1 bits in the planes.
const UNCOUNTED: usize = 3;

/// Sums the words of each vector in `counted`, and writes the sum to position `at` of the element
/// of `counts` with the same index. Each sum is at most `most`.
#[inline(always)]
fn numbers<S: Simd>(simd: S, counted: &[S::u64s], most: usize, counts: &mut [Abreast], at: usize) {
    if most < 1 << 16 {
        // Four counts fit in a word, so that one summation over a vector's words serves four
        // products.
        for (counts, counted) in counts.chunks_mut(4).zip(counted.chunks(4)) {
            let mut four = S::u64s::splat(simd, 0);
            for (place, &counted) in (0..).zip(counted) {
                four |= counted << (16 * place);
            }
            let mut four = four.as_slice().iter().sum::<u64>();
            for counts in counts {
                counts[at] = four as u32 & 0xffff;
                four >>= 16;
            }
        }
    } else {
        for (counts, counted) in counts.iter_mut().zip(counted) {
            counts[at] = counted.as_slice().iter().sum::<u64>() as u32;
        }
    }
}

/// Maximum number of blocks, of 512 secrets each, for which every product is counted in a single
/// step.
const FEW: usize = 3;

/// Counts the secrets of each product in a few blocks, which together have at most `M` vectors.
#[inline(always)]
fn count_few<S: Simd, const P: usize, const Q: usize, const R: usize, const M: usize>(
    simd: S,
    picks: &Picks<P>,
    secrets: &BitPlanes,
    scored: &mut [Products<S, Q>; M],
) -> [S::u64s; R] {
    for (scored, block) in scored.chunks_exact_mut(M / FEW).zip(secrets.by_block()) {
        for (part, scored) in scored.iter_mut().enumerate() {
            *scored = Products::score(simd, block, part, picks);
        }
    }
    let mut counts = [S::u64s::splat(simd, 0); R];
    // M is 3 for the widest vectors. Only these have a population count per word. The remaining
    // work per product is so small that the products are unrolled.
    if M == 3 {
        macro_rules! count {
            ($hits:literal $black:literal) => {
                let ones = |at: usize| scored[at].of($hits, $black).count_ones();
                counts[$hits * ($hits + 1) / 2 + $black] = ones(0) + ones(1) + ones(2);
            };
        }
        each_product!(P, count);
    } else {
        macro_rules! count {
            ($index:expr, $at:ident => $plane:expr) => {
                let [one, two, four, eight, _] = total::<S, M>(simd, |$at| $plane);
                counts[$index] = if M == 6 {
                    ones::<S>(simd, &[one, two, four])
                } else {
                    ones::<S>(simd, &[one, two, four, eight])
                };
            };
        }
        for_products!(P, scored, count);
    }
    counts
}

/// Counts the secrets of each product in any number of blocks, `N` vectors at a time.
#[inline(always)]
fn count_many<S: Simd, const P: usize, const Q: usize, const R: usize, const N: usize>(
    simd: S,
    picks: &Picks<P>,
    secrets: &BitPlanes,
    batch: &mut [Products<S, Q>; N],
) -> [S::u64s; R] {
    let parts = WORDS / S::u64s::LEN;
    let zero = S::u64s::splat(simd, 0);
    let mut counts = [zero; R];
    let mut running = [[zero; 4]; R];
    let mut blocks = secrets.by_block();
    while blocks.len() > 0 {
        // An incomplete last batch still contains products of earlier blocks. They are cleared, so
        // that they are not counted again.
        if blocks.len() < N / parts {
            *batch = [Products::none(simd); N];
        }
        for (scored, block) in batch.chunks_exact_mut(parts).zip(&mut blocks) {
            for (part, scored) in scored.iter_mut().enumerate() {
                *scored = Products::score(simd, block, part, picks);
            }
        }
        // Vectors of 8 words have a population count, so the ones are summed directly, in a
        // balanced tree.
        if S::u64s::LEN == 8 {
            macro_rules! count {
                ($hits:tt $black:tt) => {
                    let ones = |at: usize| batch[at].of($hits, $black).count_ones();
                    let two = |at: usize| ones(at) + ones(at + 1);
                    counts[$hits * ($hits + 1) / 2 + $black] += (two(0) + two(2)) + (two(4) + two(6));
                };
            }
            if P <= 8 {
                each_product!(P, count);
            } else {
                for hits in 2..=P {
                    for black in 0..=hits {
                        count!(hits black);
                    }
                }
            }
        } else {
            // Otherwise, adders accumulate planes in binary digits, and only their carries are
            // counted.
            macro_rules! add {
                ($index:expr, $at:ident => $plane:expr) => {
                    let carried = carry_out::<S, N>(simd, &mut running[$index], |$at| $plane);
                    counts[$index] += carried.count_ones();
                };
            }
            for_products!(P, batch, add);
        }
    }
    if S::u64s::LEN < 8 {
        // A carry has the weight N; the digits of the running sums hold the remainder.
        for (count, digits) in counts.iter_mut().zip(&running).skip(UNCOUNTED) {
            *count = (*count << N.trailing_zeros()) + ones::<S>(simd, digits);
        }
    }
    counts
}

/// Adds 8 planes to three digits of a running sum, or 16 planes to four digits; returns the carry.
#[inline(always)]
fn carry_out<S: Simd, const N: usize>(
    simd: S,
    running: &mut [S::u64s; 4],
    plane: impl Fn(usize) -> S::u64s,
) -> S::u64s {
    let [ones, twos, fours, eights] = *running;
    let mut digits = Digits::<S>([ones, twos, fours]);
    let mut carry = digits.add_planes(simd, &plane);
    running[..3].copy_from_slice(&digits.0);
    if N == 16 {
        let more = digits.add_planes(simd, |at| plane(8 + at));
        running[..3].copy_from_slice(&digits.0);
        (running[3], carry) = full(simd, eights, carry, more);
    }
    carry
}

/// Returns, for each word of a vector, the sum of the 64 numbers whose digits (up to four) are
/// given as planes.
#[inline(always)]
fn ones<S: Simd>(simd: S, digits: &[S::u64s]) -> S::u64s {
    let every = |bits: u64| S::u64s::splat(simd, bits);
    // Population count per byte by halving: pairs, nibbles, bytes. Each digit has twice the weight
    // of the previous one, so the sum is doubled from the highest digit down (Horner's rule).
    let (pairs, nibbles, low) =
        (every(0x5555_5555_5555_5555), every(0x3333_3333_3333_3333), every(0x0f0f_0f0f_0f0f_0f0f));
    let mut sum = every(0);
    for &digit in digits.iter().rev() {
        let bytes = if S::u64s::LEN == 4 {
            let bytes: S::u8s = digit.bitcast();
            bytes.count_ones().bitcast()
        } else {
            let two = digit - ((digit >> 1) & pairs);
            let four = (two & nibbles) + ((two >> 2) & nibbles);
            (four + (four >> 4)) & low
        };
        // The sum is at most 8 · 15, so no byte overflows.
        sum = sum + sum + bytes;
    }
    let every = |bits: u64| S::u64s::splat(simd, bits);
    let two = (sum & every(0x00ff_00ff_00ff_00ff)) + ((sum >> 8) & every(0x00ff_00ff_00ff_00ff));
    let four = two + (two >> 32);
    (four + (four >> 16)) & every(0xffff)
}
