//! Sums over partition sizes, for as many guesses at once as a vector has bits.
//!
//! The sizes n are stored as digits in bit planes, and so are the sums. Numbers are extracted only
//! for the few guesses that can be the best.
//!
//! **Σ n².** The square is added row by row, as in long multiplication. Digit i of n, which has the
//! weight 2^i, contributes itself with the weight 2^(2i), and its AND with every digit j > i with
//! the weight 2^(i + j + 1).
//!
//! ```text
//! n = abc in digits 4, 2, 1         weight    32  16   8   4   2   1
//! row of digit 1 (c):                                 a∧c b∧c  .   c
//! row of digit 2 (b):                             a∧b  .   b   .   .
//! row of digit 4 (a):                         .    a   .   .   .   .
//! ```
//!
//! The product of two different digits i < j occurs twice in the square, so it is added once with
//! twice its weight 2^(i + j).
//!
//! **Σ n log n**, approximately. The function n log₂ n is approximated by a piecewise linear
//! function L(n). Its slope is e + 1¾ between 2^e and 1½ · 2^e, and e + 2¼ between 1½ · 2^e and
//! 2^(e + 1). L(n) equals n log₂ n at every 2^e; elsewhere it is at most 0.029 n larger or 0.002 n
//! smaller. The slope grows by ½ at the bends n = 2, 3, 4, 6, 8, 12, … In integers, 4 · L(n) is
//! therefore 9n − 10 + [n = 1] + 2 Σ max(0, n − b) over the bends b = 2, 3, 4, 6, 8, 12, … for n >
//! 0, and 0 for n = 0.

#![allow(clippy::inline_always, reason = "kernels must be inlined into code compiled for the vector level")]

use quadrille_lanes::{
    planes::carry_save_add,
    simd::{Simd, prelude::*},
};

use crate::kernels::guesses::{MOST_DIGITS, Sizes};

/// Maximum number of digits of a sum.
const MOST: usize = 2 * MOST_DIGITS;

/// One sum for each guess. The binary digits of the sums are bit planes, the lowest digit first.
pub(crate) struct Sums<S: Simd> {
    digits: [S::u64s; MOST],
    /// Number of digits in use.
    width: usize,
}

impl<S: Simd> Sums<S> {
    #[inline(always)]
    fn zero(simd: S, width: usize) -> Self {
        Self { digits: [S::u64s::splat(simd, 0); MOST], width: width.min(MOST) }
    }

    /// Computes Σ n².
    #[inline(always)]
    pub(crate) fn squares(simd: S, sizes: &Sizes<S>) -> Self {
        let zero = S::u64s::splat(simd, 0);
        let mut sums = Self::zero(simd, 2 * sizes.digits());
        for size in sizes.by_feedback() {
            let size = without_zeros::<S>(size);
            for (at, &digit) in size.iter().enumerate() {
                let above = &size[at + 1..];
                let mut row = [zero; MOST_DIGITS + 1];
                row[0] = digit;
                for (place, &other) in row[2..].iter_mut().zip(above) {
                    *place = digit & other;
                }
                add::<S>(zero, &mut sums.digits[2 * at..sums.width], &row[..2 + above.len()]);
            }
        }
        sums
    }

    /// Computes four times a piecewise linear approximation of Σ n log₂ n, without the terms whose
    /// sum is the same for all guesses. [`Lines`] accounts for these terms.
    #[inline(always)]
    pub(crate) fn lines(simd: S, sizes: &Sizes<S>) -> Self {
        let zero = S::u64s::splat(simd, 0);
        // The term 9n − 10 of each partition is left out here, because its sum is the same for all
        // guesses. A partition of size 1 adds 1. An empty partition adds 10 = 1010₂, because the
        // approximation is 0 there but the omitted term is −10. At each point b where the slope of
        // the approximation increases, 2 · max(0, n − b) is added: n − b, shifted up by one digit.
        let mut sums = Self::zero(simd, sizes.digits() + 11);
        for size in sizes.by_feedback() {
            let size = without_zeros::<S>(size);
            let many = size.iter().skip(1).fold(zero, |any, &digit| any | digit);
            let ones = size.first().map_or(zero, |&digit| digit & !many);
            let none = !(size.first().copied().unwrap_or(zero) | many);
            add::<S>(zero, &mut sums.digits[..sums.width], &[ones, none, zero, none]);
            for digit in 1..size.len() {
                for three in [false, true] {
                    // The slope increases at b · 2^low, which is 2^digit or one and a half times
                    // 2^digit.
                    let (low, b) = if three { (digit - 1, 3) } else { (digit, 1) };
                    let beyond = beyond::<S>(zero, size, low, b);
                    add::<S>(zero, &mut sums.digits[1..sums.width], &beyond[..size.len()]);
                }
            }
        }
        sums
    }

    /// Returns the digits, lowest first.
    #[inline(always)]
    pub(crate) fn digits(&self) -> &[S::u64s] {
        &self.digits[..self.width]
    }

    /// Returns the mask of guesses whose sum is at most `limit`.
    #[inline(always)]
    pub(crate) fn at_most(&self, simd: S, limit: u64) -> S::u64s {
        let (zero, ones) = (S::u64s::splat(simd, 0), S::u64s::splat(simd, u64::MAX));
        if self.width < 64 && limit >> self.width != 0 {
            return ones;
        }
        // Compares the digits from the highest down. `less` marks the sums that are already less
        // than the limit, `equal` those that are equal so far.
        let (mut less, mut equal) = (zero, ones);
        for (at, &digit) in self.digits().iter().enumerate().rev() {
            if limit >> at & 1 == 1 {
                less |= equal & !digit;
                equal &= digit;
            } else {
                equal &= !digit;
            }
        }
        less | equal
    }
}

/// Computes max(0, n − b · 2^low), for b of 1 or 3.
#[inline(always)]
fn beyond<S: Simd>(zero: S::u64s, size: &[S::u64s], low: usize, b: u64) -> [S::u64s; MOST_DIGITS] {
    // Subtraction with borrow; a final borrow means that n is less than the number subtracted, and
    // the result is 0.
    let mut rest = [zero; MOST_DIGITS];
    let mut borrow = zero;
    for (at, (&digit, rest)) in size.iter().zip(&mut rest).enumerate() {
        if at < low {
            *rest = digit;
        } else if b >> (at - low) & 1 == 1 {
            *rest = !(digit ^ borrow);
            borrow |= !digit;
        } else {
            *rest = digit ^ borrow;
            borrow &= !digit;
        }
    }
    for rest in &mut rest[..size.len()] {
        *rest &= !borrow;
    }
    rest
}

/// Adds a number; a carry beyond the last digit is lost.
#[inline(always)]
fn add<S: Simd>(zero: S::u64s, sum: &mut [S::u64s], number: &[S::u64s]) {
    let (low, high) = sum.split_at_mut(number.len().min(sum.len()));
    let mut carry = zero;
    for (digit, &number) in low.iter_mut().zip(number) {
        (*digit, carry) = carry_save_add(*digit, number, carry);
    }
    for digit in high {
        (*digit, carry) = (*digit ^ carry, *digit & carry);
    }
}

/// Strips leading digits that are 0 for all guesses.
#[inline(always)]
fn without_zeros<S: Simd>(mut number: &[S::u64s]) -> &[S::u64s] {
    while let [rest @ .., last] = number {
        if last.as_slice().iter().fold(0, |any, word| any | word) != 0 {
            break;
        }
        number = rest;
    }
    number
}

/// Converts bounds on Σ n log₂ n to bounds on [`Sums::lines`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// Number of secrets.
    secrets: u64,
    /// Number of feedbacks, and therefore of partitions; some of the partitions are empty.
    parts: u64,
}

impl Lines {
    pub(crate) const fn new(secrets: usize, parts: usize) -> Self {
        Self { secrets: secrets as u64, parts: parts as u64 }
    }

    /// Returns an upper bound on [`Sums::lines`] of the guesses whose Σ n log₂ n is at most
    /// `quarters` / 4; `None` if there can be no such guess.
    pub(crate) const fn most(self, quarters: u64) -> Option<u64> {
        // 4 · L(n) exceeds 4 n log₂ n by at most 4 · 0.029 n. Over all partitions, these errors add
        // up to at most `above`, so Σ 4 · L(n) is at most `quarters` + `above`. [`Sums::lines`]
        // leaves out the term 9n − 10 of each partition, so the sum of these terms is subtracted.
        let above = self.secrets * 118 / 1000 + 1;
        (quarters + above + 10 * self.parts).checked_sub(9 * self.secrets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lanes::{Level, simd::dispatch};

    use crate::codeword::Codeword;
    use crate::game::{Game, Repeats};
    use crate::kernels::guesses::numbers;
    use crate::kernels::scores::Batch;
    use crate::plain;
    use crate::planes::{BitPlanes, Picks};

    /// Returns 4 · L(n), computed by the formula of the module documentation.
    fn line(n: u64) -> u64 {
        let bends = (1..32).flat_map(|e| [1u64 << e, 3 << (e - 1)]);
        let rise: u64 = bends.map(|b| n.saturating_sub(b)).sum();
        if n == 0 { 0 } else { 9 * n + 2 * rise + u64::from(n == 1) - 10 }
    }

    #[test]
    fn the_lines_are_near_the_curve() {
        for n in (1..70_000u64).chain([1 << 20, 5 << 20, 11 << 18, (1 << 28) - 1, 1 << 28]) {
            let curve = 4.0 * n as f64 * libm::log2(n as f64);
            let difference = line(n) as f64 - curve;
            assert!(
                (-0.007 * n as f64 - 1e-6..=0.1175 * n as f64).contains(&difference),
                "{n}: {difference}"
            );
        }
    }

    #[test]
    fn sums_are_those_of_the_parts() {
        #[inline(always)]
        fn check<S: Simd>(simd: S, game: Game, secrets: &[Codeword]) {
            let all: Vec<Codeword> = game.iter().take(64 * S::u64s::LEN).collect();
            let planes = BitPlanes::new(game, all.iter().copied());
            let picks: Vec<Picks<4>> = secrets.iter().map(|&secret| planes.layout().picks(secret)).collect();
            let mut sizes = Sizes::<S>::new(simd, game.pins(), secrets.len());
            let mut batch = Batch::<S, 5>::new(simd);
            sizes.add(simd, &mut batch, planes.block(0), 0, &picks);
            let mut squares = vec![0; 64 * S::u64s::LEN];
            numbers::<S>(Sums::squares(simd, &sizes).digits(), &mut squares);
            let mut lines = vec![0; 64 * S::u64s::LEN];
            let sums = Sums::lines(simd, &sizes);
            numbers::<S>(sums.digits(), &mut lines);
            let bounds = Lines::new(secrets.len(), game.feedbacks());
            for (at, &guess) in all.iter().enumerate() {
                let mut parts = vec![0u64; game.feedbacks()];
                for &secret in secrets {
                    parts[plain::score(secret, guess).index()] += 1;
                }
                assert_eq!(u64::from(squares[at]), parts.iter().map(|n| n * n).sum::<u64>());
                let expected: u64 = parts.iter().map(|&n| line(n)).sum();
                let (given, more) = (9 * secrets.len() as u64, 10 * game.feedbacks() as u64);
                assert_eq!(u64::from(lines[at]) + given, expected + more);
                // A better guess is never excluded.
                let curve: f64 = parts.iter().map(|&n| n as f64 * libm::log2(n.max(1) as f64)).sum();
                let most = bounds.most(libm::ceil(4.0 * curve) as u64).unwrap();
                assert!(u64::from(lines[at]) <= most, "{parts:?}");
            }
            for limit in [0, 5, 40, 77, 150, 1 << 20, u64::MAX] {
                let places = sums.at_most(simd, limit);
                for (at, &line) in lines.iter().enumerate() {
                    let there = places.as_slice()[at / 64] >> (at % 64) & 1 == 1;
                    assert_eq!(there, u64::from(line) <= limit, "{line} {limit}");
                }
            }
        }
        let game = Game::new(4, 6, Repeats::Allowed).unwrap();
        for level in Level::available() {
            for (step, most) in [(1, 1296), (7, 100), (100, 13), (400, 3), (1, 9)] {
                let secrets: Vec<Codeword> = game.iter().step_by(step).take(most).collect();
                dispatch!(level.simd(), simd => check(simd, game, &secrets));
            }
        }
    }
}
