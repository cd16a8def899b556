//! Scoring one guess against a set in planes of bits, a word at a time: 64 secrets by ordinary instructions.
//!
//! The idea of [`sliced`](super::sliced) without vectors and without batches: add up planes, decode the two sums,
//! AND what belongs together, count the ones.

use quadrille_lanes::{
    Level,
    planes::carry_save_add,
    simd::{Simd, dispatch},
};

use super::feedback::for_feedbacks;
use crate::codeword::Codeword;
use crate::planes::{BitPlanes, Picks, Plane, WORDS};

/// How many secrets answer each guess with each feedback, by [`Feedback::index`](crate::Feedback::index); the
/// histograms one after the other.
///
/// O(guesses · secrets).
pub fn histograms(guesses: &[Codeword], secrets: &BitPlanes) -> Vec<u32> {
    let pins = secrets.pins();
    let mut counts = vec![0; guesses.len() * (pins + 1) * (pins + 2) / 2];
    histograms_into(guesses, secrets, &mut counts);
    counts
}

/// As [`histograms`], into memory that is there already and long enough.
pub(super) fn histograms_into(guesses: &[Codeword], secrets: &BitPlanes, counts: &mut [u32]) {
    // For the machine's instruction that counts ones, if it has one.
    dispatch!(Level::best().simd(), simd => match secrets.pins() {
        0..=4 => count::<_, 4, 5>(simd, guesses, secrets, counts),
        5..=6 => count::<_, 6, 7>(simd, guesses, secrets, counts),
        7..=8 => count::<_, 8, 9>(simd, guesses, secrets, counts),
        _ => count::<_, 16, 17>(simd, guesses, secrets, counts),
    });
}

#[inline(always)]
fn count<S: Simd, const P: usize, const Q: usize>(
    _: S,
    guesses: &[Codeword],
    secrets: &BitPlanes,
    counts: &mut [u32],
) {
    let pins = secrets.pins();
    counts.fill(0);
    for (guess, counts) in guesses.iter().zip(counts.chunks_exact_mut((pins + 1) * (pins + 2) / 2)) {
        let picks: Picks<P> = secrets.layout().picks(*guess);
        for block in 0..secrets.blocks() {
            let block = secrets.block(block);
            for word in 0..WORDS {
                let black = decode::<Q>(total(block, word, &picks.black));
                let hits = decode::<Q>(total(block, word, &picks.hits));
                for_feedbacks!(pins, index, has, equal, {
                    counts[index] += (hits[has] & black[equal]).count_ones();
                });
            }
        }
        counts[0] -= (secrets.blocks() * 64 * WORDS - secrets.len()) as u32;
    }
}

/// How many of the planes are set, at every place, digit by digit.
#[inline(always)]
fn total<const P: usize>(block: &[Plane], word: usize, picks: &[u16; P]) -> [u64; 5] {
    let plane = |pin: usize| block[usize::from(picks[pin])][word];
    let mut digits = [0; 5];
    let mut pin = 0;
    while pin < P {
        let (ones, mut carry) = carry_save_add(digits[0], plane(pin), plane(pin + 1));
        digits[0] = ones;
        for digit in &mut digits[1..] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        pin += 2;
    }
    digits
}

/// The places where the number is 0, 1, …
#[inline(always)]
fn decode<const Q: usize>(digits: [u64; 5]) -> [u64; Q] {
    let places = (usize::BITS - (Q - 1).leading_zeros()) as usize;
    std::array::from_fn(|number| {
        let digit = |place: usize| if number >> place & 1 == 1 { digits[place] } else { !digits[place] };
        (1..places).fold(digit(0), |equal, place| equal & digit(place))
    })
}
