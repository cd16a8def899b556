//! Counting products of binary digits instead of feedbacks.
//!
//! The mask of scores with *exactly* 5 hits (black plus white pegs) needs all binary digits of the
//! hits, inverted or not. The mask of scores whose hits *have all the ones of* 5 = 101₂ is the AND
//! of two digits, and the masks for 1, 2, 4, … are single digits. The ones of such masks are
//! counted instead: for numbers T ≥ S, the secrets whose number of hits has all the ones of T, and
//! whose number of black pegs has all the ones of S. There are as many pairs (T, S) as feedbacks,
//! and the counts determine the number of secrets for each feedback, which is recovered by
//! subtractions, once per guess (Möbius inversion over subsets). The counted mask, called a
//! product, is:
//!
//! - for S = 0 < T: the plane of T alone,
//! - for T > S > 0: the AND of both planes,
//! - for T = S > 0: the plane of S alone (the secrets in this plane that have more than S hits are
//!   subtracted later), and
//! - for T = S = 0: all secrets, known in advance.
//!
//! An example for hits alone, up to 3 hits. N₀ to N₃ are the counts of the rows; n₀ to n₃ are the
//! numbers of secrets with exactly 0 to 3 hits:
//!
//! ```text
//! hits of a secret     0  1  2  3          number of secrets, computed from the counts
//! T = 0   all          1  1  1  1          n₀ = N₀ − n₁ − n₂ − n₃
//! T = 1   digit 1      .  1  .  1          n₁ = N₁ − N₃
//! T = 2   digit 2      .  .  1  1          n₂ = N₂ − N₃
//! T = 3   both         .  .  .  1          n₃ = N₃
//! ```
//!
//! For each digit, the count of every T with this digit is subtracted from the count of the same T
//! without this digit. After all digits, "has all the ones of" has become "equals". The same is
//! done for S within each number of hits. Each step undoes one of the sums that define the counts,
//! so the result is exact.
//!
//! The count for the lowest digit (T = 1) is not computed from masks. The number of ones of each
//! plane is known, and with it the sum of all hits and of all black. If the higher digits are
//! subtracted from these sums, the counts for the lowest digit remain.
//!
//! The position of a product is the [index](crate::Feedback::index) of T hits with S black. Padding
//! in the last block is in no product.

use quadrille_lanes::simd::{Simd, prelude::*};

use super::gates::{Number, total};
use crate::planes::{Picks, Plane};

/// Expands to `$each!(T S);` for every product of up to `$pins` ≤ 8 pins.
macro_rules! each_product {
    ($pins:expr, $each:ident) => {
        each_product!($pins, $each, 2: 0 1 2);
        each_product!($pins, $each, 3: 0 1 2 3);
        each_product!($pins, $each, 4: 0 1 2 3 4);
        each_product!($pins, $each, 5: 0 1 2 3 4 5);
        each_product!($pins, $each, 6: 0 1 2 3 4 5 6);
        each_product!($pins, $each, 7: 0 1 2 3 4 5 6 7);
        each_product!($pins, $each, 8: 0 1 2 3 4 5 6 7 8);
    };
    ($pins:expr, $each:ident, $hits:literal: $($black:literal)*) => {
        $(if $hits < $pins || $hits == $pins && $black + 1 != $pins {
            $each!($hits $black);
        })*
    };
}
pub(crate) use each_product;

/// Expands to loops over the products, for any number of pins: `$each!(index, at => plane);`, where
/// `index` is the position of a product, and `plane` is an expression for its plane in element `at`
/// of `$scored`.
///
/// Unrolled loops would have forty copies of the same gates for eight pins. They would exceed the
/// first-level instruction cache and dominate the compile time. The loops have three copies: for
/// masks of hits alone, of black pegs alone, and of both.
macro_rules! for_products {
    ($pins:expr, $scored:expr, $each:ident) => {
        for hits in 2..=$pins {
            let first = hits * (hits + 1) / 2;
            $each!(first, at => $scored[at].hits(hits));
            $each!(first + hits, at => $scored[at].black(hits));
            // If all pins but one are black, the last pin cannot be white.
            for black in 1..hits - usize::from(hits == $pins) {
                $each!(first + black, at => $scored[at].both(hits, black));
            }
        }
    };
}
pub(crate) use for_products;

/// Masks for one vector: `hits[n]` marks the positions whose number of hits has all the binary ones
/// of n, and `black[n]` those whose number of black pegs has all of them.
#[derive(Clone, Copy)]
pub(crate) struct Products<S: Simd, const Q: usize> {
    hits: [S::u64s; Q],
    black: [S::u64s; Q],
}

impl<S: Simd, const Q: usize> Products<S, Q> {
    /// Creates products that are 0 everywhere, as if there were no scores.
    #[inline(always)]
    pub(crate) fn none(simd: S) -> Self {
        let zeros = [S::u64s::splat(simd, 0); Q];
        Self { hits: zeros, black: zeros }
    }

    /// Scores the codewords of one vector of a block against the selected planes.
    #[inline(always)]
    pub(crate) fn score<const P: usize>(simd: S, block: &[Plane], part: usize, picks: &Picks<P>) -> Self {
        let load = |pick: u16| block[usize::from(pick)].vector(simd, part);
        let (black, hits) = (&picks.black[..], &picks.hits[..]);
        Self {
            hits: subsets::<S, Q>(simd, &total::<S, P>(simd, |pin| load(hits[pin]))),
            black: subsets::<S, Q>(simd, &total::<S, P>(simd, |pin| load(black[pin]))),
        }
    }

    /// Returns the mask of positions whose number of hits has all the binary ones of `hits`.
    #[inline(always)]
    pub(crate) fn hits(&self, hits: usize) -> S::u64s {
        self.hits[hits]
    }

    /// Returns the mask of positions whose number of black pegs has all the binary ones of `black`.
    #[inline(always)]
    pub(crate) fn black(&self, black: usize) -> S::u64s {
        self.black[black]
    }

    /// Returns the mask of positions whose number of hits has all the binary ones of `hits` and
    /// whose number of black pegs has all those of `black`. Both arguments must be non-zero.
    #[inline(always)]
    pub(crate) fn both(&self, hits: usize, black: usize) -> S::u64s {
        self.hits[hits] & self.black[black]
    }

    /// Returns the product for T = `hits` and S = `black` (see the [module](self)), with `hits` ≥ 2
    /// and `black` ≤ `hits`.
    #[inline(always)]
    pub(crate) fn of(&self, hits: usize, black: usize) -> S::u64s {
        let (has, equal) = (&self.hits[..], &self.black[..]);
        if black == 0 {
            has[hits]
        } else if black == hits {
            equal[black]
        } else {
            has[hits] & equal[black]
        }
    }
}

/// Returns the products of the binary digits of a number: at index 5 = 4 + 1, for example, the AND
/// of the digits of weight 1 and 4.
#[inline(always)]
fn subsets<S: Simd, const Q: usize>(simd: S, digits: &Number<S>) -> [S::u64s; Q] {
    let mut products = [S::u64s::splat(simd, 0); Q];
    macro_rules! write {
        ($($number:literal)*) => {
            $(if $number < Q {
                const LOWEST: usize = 1 << ($number as usize).trailing_zeros();
                products[$number] = if $number == LOWEST {
                    digits[LOWEST.trailing_zeros() as usize]
                } else {
                    products[$number - LOWEST] & products[LOWEST]
                };
            })*
        };
    }
    write!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
    products
}

/// Number of histograms processed together, so that vector instructions work on all of them.
pub(crate) const ABREAST: usize = 8;

/// One number for each of [`ABREAST`] guesses.
pub(crate) type Abreast = [u32; ABREAST];

/// Converts counts of products (see the [module](self)) to counts of feedbacks, for several guesses
/// at once and for scores of up to `P` pins.
///
/// The first three elements of `counts` hold the number of secrets, the sum of hits and the sum of
/// black pegs. The conversion consists of subtractions of counts from one another, which are chosen
/// at compile time; for four pins there are two dozen.
#[inline(always)]
pub(crate) fn unravel<const P: usize, const R: usize>(counts: &mut [Abreast; R]) {
    for digit in 1..5 {
        let value = 1 << digit;
        if value <= P {
            subtract(counts, index(1, 0), index(value, 0), digit);
            subtract(counts, index(1, 1), index(value, value), digit);
        }
    }
    // The counts of the higher digits, times 2, 4, …, have been subtracted from the sum of hits.
    // What remains is the number of secrets with an odd number of hits. The sum of black pegs has
    // become the number of secrets with an odd number of black pegs.
    //
    // The product for T = P and S = P − 1 was not counted. It contains scores with P hits, whose
    // number of black pegs has all the binary ones of P − 1. With P hits, P − 1 black pegs are
    // impossible. P black pegs have these binary ones if P is odd. So for odd P, the product
    // contains exactly the scores with P black pegs, and for even P it is empty.
    counts[index(P, P - 1)] = if P % 2 == 1 { counts[index(P, P)] } else { [0; ABREAST] };
    for &(from, what) in &Subtractions::<P>::STEPS[..Subtractions::<P>::COUNT] {
        subtract(counts, from.into(), what.into(), 0);
    }
}

#[inline(always)]
fn subtract<const R: usize>(counts: &mut [Abreast; R], from: usize, what: usize, shift: u32) {
    let what = counts[what];
    for (count, what) in counts[from].iter_mut().zip(what) {
        // The final counts are never negative; wrapping avoids a check per lane.
        *count = count.wrapping_sub(what << shift);
    }
}

const fn index(hits: usize, black: usize) -> usize {
    hits * (hits + 1) / 2 + black
}

/// The subtractions that convert counts of products to counts of feedbacks, in order.
struct Subtractions<const P: usize>;

impl<const P: usize> Subtractions<P> {
    const STEPS: [(u8, u8); 1024] = subtractions(P).0;
    const COUNT: usize = subtractions(P).1;
}

const fn subtractions(pins: usize) -> ([(u8, u8); 1024], usize) {
    let mut steps = [(0, 0); 1024];
    let mut count = 0;
    // First, for the hits, "has all the ones of T" becomes "equals T": digit by digit, N[T] −= N[T
    // with the digit]. For T = S the count includes all larger numbers of hits; their counts are
    // subtracted after the digits.
    let mut black = 0;
    while black < pins {
        let mut digit = 1;
        while digit <= pins {
            let mut hits = black + 1;
            while hits <= pins {
                if hits & digit == 0 && hits | digit <= pins {
                    steps[count] = (index(hits, black) as u8, index(hits | digit, black) as u8);
                    count += 1;
                }
                hits += 1;
            }
            digit *= 2;
        }
        let mut hits = black + 1;
        while hits <= pins {
            steps[count] = (index(black, black) as u8, index(hits, black) as u8);
            count += 1;
            hits += 1;
        }
        black += 1;
    }
    // Then, for the black pegs, "has all the ones of S" becomes "equals S" in the same way.
    let mut hits = 1;
    while hits <= pins {
        let mut digit = 1;
        while digit <= hits {
            let mut black = 0;
            while black < hits {
                if black & digit == 0 && black | digit <= hits {
                    steps[count] = (index(hits, black) as u8, index(hits, black | digit) as u8);
                    count += 1;
                }
                black += 1;
            }
            digit *= 2;
        }
        hits += 1;
    }
    (steps, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of products of artificial histograms, computed by their definition, are converted
    /// back to the histograms.
    #[test]
    fn counts_of_products_determine_the_histogram() {
        fn check<const P: usize, const R: usize>() {
            let feedbacks = || (0..=P).flat_map(|hits| (0..=hits).map(move |black| (hits, black)));
            for seed in 1..200u32 {
                let mut histogram: Vec<u32> = (1..)
                    .zip(feedbacks())
                    .map(|(at, _)| (at * seed).wrapping_mul(0x9e37_79b1) >> 20)
                    .collect();
                histogram[P * (P + 1) / 2 + P - 1] = 0;
                let mut counts: Vec<u32> = feedbacks()
                    .map(|(t, s)| {
                        let t = if t == s { 0 } else { t };
                        let both = feedbacks().zip(&histogram);
                        both.filter(|((hits, black), _)| hits & t == t && black & s == s)
                            .map(|(_, &n)| n)
                            .sum()
                    })
                    .collect();
                let sum = |number: fn((usize, usize)) -> usize| {
                    feedbacks().zip(&histogram).map(|(score, &n)| number(score) as u32 * n).sum()
                };
                let (hits, black) = (sum(|(hits, _)| hits), sum(|(_, black)| black));
                (counts[1], counts[2]) = (hits, black);
                counts[P * (P + 1) / 2 + P - 1] = 12345;
                // A second guess with twice the counts.
                let mut abreast = [[0; ABREAST]; R];
                for (abreast, count) in abreast.iter_mut().zip(counts) {
                    (abreast[1], abreast[ABREAST - 1]) = (count, 2 * count);
                }
                unravel::<P, R>(&mut abreast);
                for (abreast, count) in abreast.iter().zip(histogram) {
                    assert_eq!((abreast[0], abreast[1], abreast[ABREAST - 1]), (0, count, 2 * count));
                }
            }
        }
        check::<4, 15>();
        check::<5, 21>();
        check::<6, 28>();
        check::<8, 45>();
        check::<16, 153>();
    }
}
