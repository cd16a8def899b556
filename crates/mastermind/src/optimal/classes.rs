//! Kernel that counts the partitions of a set of secrets by each of many guesses.
//!
//! Guesses are in bit planes, secrets are processed one by one. For every feedback a plane records
//! which guesses have produced it; finally, the planes of all feedbacks are added. No score is
//! extracted. The result for each guess is its number of partitions, plus one if the guess is
//! itself one of the secrets (its own partition is finished, which saves a turn). The result is
//! stored as binary digits.

use quadrille_lanes::{
    Level,
    simd::{Simd, dispatch, prelude::*},
};
use quadrille_memory::of;

use crate::game::Game;
use crate::kernels::{gates, scores::by_pins};
use crate::planes::{BitPlanes, WORDS};

/// Number of binary digits of a number in [`Classes`]. The numbers are at most 46: up to 45
/// partitions, plus one if the guess is one of the secrets.
const DIGITS: usize = 6;

/// Maximum number of feedback indices: (p + 1)(p + 2)/2 for p = 8 pins.
const MOST: usize = 45;

/// For each guess, its number of partitions, plus one if the guess is one of the secrets.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The binary digits of the numbers of partitions. Each entry holds the digits for 64 guesses.
    digits: Vec<[u64; DIGITS]>,
    /// Number of guesses; the last entry of `digits` in use can have padding.
    guesses: usize,
    /// The largest number of partitions by any guess. For a guess that is one of the secrets, 1 is
    /// added to the number.
    most: u32,
}

impl Classes {
    /// Returns the largest number of partitions by any guess. For a guess that is one of the
    /// secrets, 1 is added to the number.
    pub(super) const fn most(&self) -> u32 {
        self.most
    }

    /// Iterates over the indices, ascending, of the guesses that make `value` partitions. For a
    /// guess that is one of the secrets, 1 is added to the number of partitions.
    pub(super) fn with(&self, value: u32) -> impl Iterator<Item = usize> + '_ {
        let words = self.guesses.div_ceil(64);
        self.digits[..words].iter().enumerate().flat_map(move |(at, digits)| {
            let mut places = equal(digits, value);
            if at + 1 == words && !self.guesses.is_multiple_of(64) {
                places &= (1 << (self.guesses % 64)) - 1;
            }
            SetBits(places).map(move |place| at * 64 + place)
        })
    }

    fn find_most(&mut self) {
        let words = self.guesses.div_ceil(64);
        let mut most = 0;
        for (at, digits) in self.digits[..words].iter().enumerate() {
            let mut places = u64::MAX;
            if at + 1 == words && !self.guesses.is_multiple_of(64) {
                places = (1 << (self.guesses % 64)) - 1;
            }
            let mut value = 0;
            for digit in (0..DIGITS).rev() {
                if digits[digit] & places != 0 {
                    places &= digits[digit];
                    value |= 1 << digit;
                }
            }
            most = most.max(value);
        }
        self.most = most;
    }
}

/// Returns the mask of the positions whose number, given by its binary digits, is `value`.
fn equal(digits: &[u64; DIGITS], value: u32) -> u64 {
    let mut places = u64::MAX;
    for (at, &digit) in digits.iter().enumerate() {
        places &= if value >> at & 1 == 1 { digit } else { !digit };
    }
    places
}

/// Iterates over the positions of set bits, ascending.
struct SetBits(u64);

impl Iterator for SetBits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let place = self.0.trailing_zeros();
        if place == 64 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(place as usize)
    }
}

/// Indices of the planes that each codeword selects: first those for the black pegs, then those for
/// the hits. Both are padded to the number of pins of the kernel.
#[derive(Debug)]
pub(super) struct AllPicks {
    picks: Vec<u16>,
    pins: usize,
}

impl AllPicks {
    /// Returns the number of bytes for all codewords of a game.
    pub(super) fn bytes(game: Game) -> u64 {
        let pins: usize = by_pins!(game.pins(), P, Q, _R => { let _ = Q; P });
        of::<u16>(game.codewords().saturating_mul(2 * pins as u64))
    }

    /// Returns the number of bytes of the stored plane indices.
    #[cfg(test)]
    pub(super) fn size(&self) -> u64 {
        size_of_val(&*self.picks) as u64
    }

    pub(super) fn new(planes: &BitPlanes, codes: &[u64]) -> Self {
        fn fill<const P: usize>(planes: &BitPlanes, codes: &[u64]) -> Vec<u16> {
            let mut all = Vec::with_capacity(codes.len() * 2 * P);
            for &code in codes {
                let picks = planes.layout().picks::<P>(crate::codeword::Codeword::from_valid_bits(code));
                all.extend_from_slice(&picks.black);
                all.extend_from_slice(&picks.hits);
            }
            all
        }
        let picks = by_pins!(planes.pins(), P, Q, _R => { let _ = Q; fill::<P>(planes, codes) });
        Self { picks, pins: planes.pins() }
    }
}

/// Counts, for every guess, the partitions of the secrets. A secret is given by its index in
/// `picks`.
pub(super) fn count(level: Level, guesses: &BitPlanes, picks: &AllPicks, secrets: &[u32], out: &mut Classes) {
    out.guesses = guesses.len();
    out.digits.resize((guesses.blocks() * WORDS).max(out.digits.len()), [0; DIGITS]);
    match picks.pins {
        0..=4 => dispatch!(level.simd(), simd => run::<_, 4, 3>(simd, guesses, picks, secrets, out)),
        5 => dispatch!(level.simd(), simd => run::<_, 5, 3>(simd, guesses, picks, secrets, out)),
        6 => dispatch!(level.simd(), simd => run::<_, 6, 3>(simd, guesses, picks, secrets, out)),
        _ => dispatch!(level.simd(), simd => run::<_, 8, 4>(simd, guesses, picks, secrets, out)),
    }
    out.find_most();
}

#[inline(always)]
fn run<S: Simd, const P: usize, const D: usize>(
    simd: S,
    guesses: &BitPlanes,
    picks: &AllPicks,
    secrets: &[u32],
    out: &mut Classes,
) {
    let zero = S::u64s::splat(simd, 0);
    let ones = S::u64s::splat(simd, u64::MAX);
    let feedbacks = (P + 1) * (P + 2) / 2;
    let solved = (picks.pins + 1) * (picks.pins + 2) / 2 - 1;
    for (block, planes) in guesses.by_block().enumerate() {
        for part in 0..WORDS / S::u64s::LEN {
            let mut seen = [zero; MOST];
            for &secret in secrets {
                let from = secret as usize * 2 * P;
                let Some(picked) = picks.picks.get(from..from + 2 * P) else { continue };
                let black: gates::Number<S> =
                    gates::total::<S, P>(simd, |at| planes[usize::from(picked[at])].vector(simd, part));
                let hits: gates::Number<S> =
                    gates::total::<S, P>(simd, |at| planes[usize::from(picked[P + at])].vector(simd, part));
                let is = |number: &gates::Number<S>, value: usize| {
                    let mut places = ones;
                    for (digit, &plane) in number[..D].iter().enumerate() {
                        places &= if value >> digit & 1 == 1 { plane } else { !plane };
                    }
                    places
                };
                let mut blacks = [zero; 9];
                for (value, places) in blacks[..=P].iter_mut().enumerate() {
                    *places = is(&black, value);
                }
                for hit in 0..=P {
                    let there = is(&hits, hit);
                    for (value, &places) in blacks[..=hit].iter().enumerate() {
                        seen[hit * (hit + 1) / 2 + value] |= there & places;
                    }
                }
            }
            let mut digits = [zero; DIGITS];
            let mut add = |a: S::u64s, b: S::u64s| {
                let (low, mut carry) = gates::full(simd, digits[0], a, b);
                digits[0] = low;
                for digit in &mut digits[1..] {
                    (*digit, carry) = (*digit ^ carry, *digit & carry);
                }
            };
            let mut at = 0;
            while at + 1 < feedbacks {
                add(seen[at], seen[at + 1]);
                at += 2;
            }
            if at < feedbacks {
                add(seen[at], seen[solved]);
            } else {
                add(seen[solved], zero);
            }
            let to = block * WORDS + part * S::u64s::LEN;
            for (place, digit) in digits.iter().enumerate() {
                for (word, &bits) in digit.as_slice().iter().enumerate() {
                    out.digits[to + word][place] = bits;
                }
            }
        }
    }
}
