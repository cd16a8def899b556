//! Scoring one guess against a set in planes of bits: as many secrets at once as a vector has bits.
//!
//! Black is the sum of as many planes as there are pins, and so are the hits; both sums are added bit by bit,
//! carries kept, and decoded into one plane a number. The AND of a plane for black and a plane for hits has a
//! one for every secret that answers that feedback. The ones are counted: eight vectors are added into running
//! digits, and only what these carry out is ever counted as a number.

use quadrille_lanes::{
    Level,
    simd::{Simd, dispatch, prelude::*},
};

use super::feedback::{BATCH, Batch, Decoded, Digits, by_pins, for_feedbacks};
use crate::codeword::Codeword;
use crate::planes::{BitPlanes, Picks, WORDS};

/// Writes out what is to be done for every number of hits and the numbers of black that go with it.
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

/// How many secrets answer each guess with each feedback, by [`Feedback::index`](crate::Feedback::index); the
/// histograms one after the other.
///
/// O(guesses · secrets).
///
/// ```
/// use quadrille_lanes::Level;
/// use quadrille_mastermind::{BitPlanes, Feedback, Game, Repeats, ladder::sliced};
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

/// As [`histograms`], into memory that is there already and long enough.
pub(super) fn histograms_into(level: Level, guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    by_pins!(secrets.pins(), P, Q, R => {
        dispatch!(level.simd(), simd => count::<_, P, Q, R>(simd, guesses, secrets, counts));
    });
}

/// How many parts each guess leaves: feedbacks that at least one secret answers.
///
/// Nothing is counted but what occurs, which takes half the gates. O(guesses · secrets).
pub fn parts(level: Level, guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    let mut parts = vec![0; guesses.len()];
    by_pins!(secrets.pins(), P, Q, R => {
        dispatch!(level.simd(), simd => occurring::<_, P, Q, R>(simd, guesses, secrets, &mut parts));
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
            let Decoded { black, hits } = score::<S, P, Q>(simd, &picks, secrets, vector);
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
        // Missing secrets look like one that has nothing in common with the guess.
        let missing = vectors * 64 * S::u64s::LEN - secrets.len();
        *parts = u32::from(nothing.as_slice().iter().sum::<u64>() > missing as u64);
        for occurs in &occurs[1..] {
            *parts += u32::from(occurs.as_slice().iter().fold(0, |any, word| any | word) != 0);
        }
    }
}

#[inline(always)]
fn count<S: Simd, const P: usize, const Q: usize, const R: usize>(
    simd: S,
    guesses: &[Codeword],
    secrets: &BitPlanes,
    counts: &mut [u32],
) {
    let pins = secrets.pins();
    let feedbacks = (pins + 1) * (pins + 2) / 2;
    for (guess, counts) in guesses.iter().zip(counts.chunks_exact_mut(feedbacks)) {
        let picks: Picks<P> = secrets.layout().picks(*guess);
        // The widest vectors, and they alone, have an instruction that counts the ones of their words.
        if S::u64s::LEN == 8 && P <= 8 {
            count_at_once::<S, P, Q, R>(simd, &picks, secrets, counts);
        } else {
            count_in_batches::<S, P, Q, R>(simd, &picks, secrets, counts);
        }
        counts[0] -= (vectors::<S>(secrets) * 64 * S::u64s::LEN - secrets.len()) as u32;
    }
}

#[inline(always)]
fn vectors<S: Simd>(secrets: &BitPlanes) -> usize {
    secrets.len().div_ceil(64 * S::u64s::LEN)
}

/// Scores the secrets of vector number `vector`.
#[inline(always)]
fn score<S: Simd, const P: usize, const Q: usize>(
    simd: S,
    picks: &Picks<P>,
    secrets: &BitPlanes,
    vector: usize,
) -> Decoded<S, Q> {
    let (block, part) = (vector * S::u64s::LEN / WORDS, vector % (WORDS / S::u64s::LEN));
    Decoded::score(simd, secrets.block(block), part, picks)
}

/// Where vectors count their ones: every class of every vector as soon as it is scored.
#[inline(always)]
fn count_at_once<S: Simd, const P: usize, const Q: usize, const R: usize>(
    simd: S,
    picks: &Picks<P>,
    secrets: &BitPlanes,
    counts: &mut [u32],
) {
    let pins = secrets.pins();
    let zero = S::u64s::splat(simd, 0);
    let mut running = [zero; R];
    let vectors = vectors::<S>(secrets);
    for pair in 0..vectors / 2 {
        let (a, b) = (
            score::<S, P, Q>(simd, picks, secrets, 2 * pair),
            score::<S, P, Q>(simd, picks, secrets, 2 * pair + 1),
        );
        let (a_black, a_hits, b_black, b_hits) = (&a.black[..], &a.hits[..], &b.black[..], &b.hits[..]);
        macro_rules! row {
            ($hits:literal: $($black:literal)*) => {
                if $hits < Q && $hits < 1 + pins {
                    $(if $hits < P || $black + 1 != P {
                        let ones = (a_hits[$hits] & a_black[$black]).count_ones();
                        let more = (b_hits[$hits] & b_black[$black]).count_ones();
                        running[$hits * ($hits + 1) / 2 + $black] += ones + more;
                    })*
                }
            };
        }
        rows!(row);
    }
    if vectors % 2 == 1 {
        let Decoded { black, hits } = score::<S, P, Q>(simd, picks, secrets, vectors - 1);
        let (black, hits) = (&black[..], &hits[..]);
        macro_rules! row {
            ($hits:literal: $($black:literal)*) => {
                if $hits < Q && $hits < 1 + pins {
                    $(running[$hits * ($hits + 1) / 2 + $black] += (hits[$hits] & black[$black]).count_ones();)*
                }
            };
        }
        rows!(row);
    }
    if secrets.len() < 1 << 16 {
        // Four counts fit a word.
        for (counts, running) in counts.chunks_mut(4).zip(running.chunks(4)) {
            let mut four = zero;
            for (at, running) in (0..).zip(running) {
                four |= *running << (16 * at);
            }
            let four = four.as_slice().iter().sum::<u64>();
            for (at, count) in counts.iter_mut().enumerate() {
                *count = (four >> (16 * at)) as u32 & 0xffff;
            }
        }
    } else {
        for (count, running) in counts.iter_mut().zip(&running) {
            *count = running.as_slice().iter().sum::<u64>() as u32;
        }
    }
}

/// Fewer vectors than this are not worth a batch.
const FEW: usize = 4;

/// Where they do not: eight vectors are added into running digits first.
#[inline(always)]
fn count_in_batches<S: Simd, const P: usize, const Q: usize, const R: usize>(
    simd: S,
    picks: &Picks<P>,
    secrets: &BitPlanes,
    counts: &mut [u32],
) {
    let pins = secrets.pins();
    let vectors = vectors::<S>(secrets);
    let mut running = [Running::<S>::new(simd); R];
    let running = &mut running[..counts.len()];
    let mut batch = Batch::<S, Q>::new(simd);
    for from in (0..vectors).step_by(BATCH) {
        let size = BATCH.min(vectors - from);
        for at in 0..size {
            let vector = from + at;
            let (block, part) = (vector * S::u64s::LEN / WORDS, vector % (WORDS / S::u64s::LEN));
            batch.score(simd, at, secrets.block(block), part, picks);
        }
        if size < FEW {
            for_feedbacks!(pins, index, hits, black, {
                let (hits, black) = (&batch.hits[hits], &batch.black[black]);
                for at in 0..size {
                    running[index].ones += (hits[at] & black[at]).count_ones();
                }
            });
        } else {
            batch.clear(simd, size);
            for_feedbacks!(pins, index, hits, black, {
                let (hits, black) = (&batch.hits[hits], &batch.black[black]);
                let eights = running[index].digits.add(simd, hits, black);
                running[index].eights += eights.count_ones();
            });
        }
    }
    for (count, running) in counts.iter_mut().zip(&*running) {
        *count = running.total(vectors >= FEW);
    }
}

/// One feedback's count under way.
#[derive(Clone, Copy)]
struct Running<S: Simd> {
    digits: Digits<S>,
    eights: S::u64s,
    ones: S::u64s,
}

impl<S: Simd> Running<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let zero = S::u64s::splat(simd, 0);
        Self { digits: Digits::zero(simd), eights: zero, ones: zero }
    }

    #[inline(always)]
    fn total(&self, batches: bool) -> u32 {
        let mut total = self.ones;
        if batches {
            let [ones, twos, fours] = self.digits.0;
            let low = ones.count_ones() + (twos.count_ones() << 1) + (fours.count_ones() << 2);
            total += (self.eights << 3) + low;
        }
        total.as_slice().iter().sum::<u64>() as u32
    }
}
