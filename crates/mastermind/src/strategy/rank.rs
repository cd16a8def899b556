//! Ranking of guesses: an estimate that almost always decides, and an exact comparison where
//! estimates are too close.

#![allow(clippy::inline_always, reason = "kernels must be inlined into code compiled for the vector level")]

use std::cmp::Ordering;

use crate::strategy::{Strategy, compare_entropy};

/// The estimates of n log₂ n are tabulated for sizes n below this number.
const TABLE: u32 = 1 << 16;

/// Estimates of entropy that differ by more than this are in the true order; see [`Ranking::new`].
const DOUBT: u64 = 256;

/// Upper bound on the number of partitions. All eight binary digits are ones, so that a subtraction
/// from this bound inverts the digits.
const MOST_PARTS: u64 = 255;

/// Ranks guesses by their partition sizes, as one strategy does; created once per game.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    strategy: Strategy,
    /// Number of binary places of the fixed-point estimates of n log₂ n.
    places: i32,
    /// Estimates for n below [`TABLE`].
    terms: Vec<u64>,
}

/// The best guess so far.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// Packed pins of the codeword, whose numeric order is lexicographic.
    pub(crate) code: u64,
    /// Whether the guess is not a possible secret.
    pub(crate) outside: bool,
    pub(crate) estimate: u64,
    /// The partition sizes, for strategies whose estimates do not always decide.
    parts: Vec<u32>,
}

impl Ranking {
    /// Creates a ranking of guesses for sets of at most `largest` secrets.
    ///
    /// An estimate of entropy is Σ t(n), where t(n) = n log₂ n · 2^k rounded to an integer, with k
    /// such that N log₂ N · 2^k ≤ 2^50 for N = `largest`. `libm::log2` is accurate to 2 units in
    /// the last place and the product rounds once more, so the error of t(n) is at most ½ + n log₂
    /// n · 2^k · 2^−50; the error of a sum of at most 153 terms with Σ n ≤ N is less than 77 + 1.
    /// Two estimates that differ by more than 2 · 78 < 256 are therefore in the true order. Integer
    /// sums do not depend on the order of the terms.
    pub(crate) fn new(strategy: Strategy, largest: usize) -> Self {
        if strategy != Strategy::Entropy {
            return Self { strategy, places: 0, terms: Vec::new() };
        }
        let all = largest.max(2) as f64;
        let bound = libm::ceil(libm::log2(all * libm::log2(all)) + 1e-6);
        Self::with_places(strategy, largest, 50 - bound as i32)
    }

    fn with_places(strategy: Strategy, largest: usize, places: i32) -> Self {
        let terms = (0..TABLE.min(largest as u32 + 1)).map(|n| term(n, places)).collect();
        Self { strategy, places, terms }
    }

    /// Returns the contribution of one partition of size `n` to the rank of a guess; smaller ranks
    /// are better. The contribution is exact for the expected size. For entropy it is an estimate;
    /// see [`DOUBT`] for the error of a sum.
    ///
    /// Sizes are counted in 32 bits, so Σ n² ≤ (Σ n)² < 2^64.
    #[inline(always)]
    pub(crate) fn term(&self, n: u32) -> u64 {
        match self.strategy {
            Strategy::Entropy => self.terms.get(n as usize).copied().unwrap_or_else(|| term(n, self.places)),
            _ => u64::from(n) * u64::from(n),
        }
    }

    /// Returns the rank of a guess with these partition sizes; smaller is better.
    pub(crate) fn estimate(&self, sizes: &[u32]) -> u64 {
        match self.strategy {
            Strategy::Knuth => sizes.iter().copied().max().unwrap_or(0).into(),
            Strategy::ExpectedSize | Strategy::Entropy => sizes.iter().map(|&size| self.term(size)).sum(),
            Strategy::MostParts => MOST_PARTS - sizes.iter().filter(|&&size| size > 0).count() as u64,
            Strategy::FirstConsistent => 0,
        }
    }

    /// Returns the rank of a guess that distinguishes all secrets.
    pub(crate) fn perfect(&self, secrets: usize) -> u64 {
        match self.strategy {
            Strategy::Knuth => 1,
            Strategy::ExpectedSize => secrets as u64,
            Strategy::Entropy | Strategy::FirstConsistent => 0,
            Strategy::MostParts => MOST_PARTS.saturating_sub(secrets as u64),
        }
    }

    /// Returns an upper bound of four times Σ n log₂ n of the best guess.
    #[inline(always)]
    pub(crate) fn quarters(&self, best: &Best) -> u64 {
        // The error of estimates is below `DOUBT`. The estimates have more than two binary places,
        // so the shift is not negative.
        ((best.estimate + DOUBT) >> (self.places - 2)) + 1
    }

    /// Returns whether a guess of the given rank is certainly worse than `best`.
    #[inline(always)]
    pub(crate) fn is_worse(&self, best: &Best, estimate: u64) -> bool {
        estimate > best.estimate.saturating_add(self.doubt())
    }

    /// Replaces `best` by the guess `code` of the given rank if the guess is better. `sizes`
    /// returns the partition sizes of the guess, which only entropy needs.
    #[inline(always)]
    pub(crate) fn offer(
        &self,
        best: &mut Option<Best>,
        code: u64,
        outside: bool,
        estimate: u64,
        sizes: impl FnOnce() -> Vec<u32>,
    ) {
        if best.as_ref().is_some_and(|best| self.is_worse(best, estimate)) {
            return;
        }
        let parts = if self.strategy == Strategy::Entropy { self::sizes(&sizes()) } else { Vec::new() };
        self.offer_close(best, Best { code, outside, estimate, parts });
    }

    /// Handles the rare case in [`offer`](Self::offer) in which the guess is better or nearly as
    /// good.
    #[inline(never)]
    fn offer_close(&self, best: &mut Option<Best>, offered: Best) {
        match best {
            Some(known) if self.compare(known, &offered).is_le() => {}
            _ => *best = Some(offered),
        }
    }

    /// Compares guesses in a total order, better first: by rank, then possible secrets first, then
    /// lexicographically. The minimum does not depend on the order of comparisons.
    pub(crate) fn compare(&self, a: &Best, b: &Best) -> Ordering {
        let rank = if a.estimate.abs_diff(b.estimate) > self.doubt() {
            a.estimate.cmp(&b.estimate)
        } else if self.strategy == Strategy::Entropy {
            if a.parts == b.parts { Ordering::Equal } else { compare_entropy(&a.parts, &b.parts) }
        } else {
            Ordering::Equal
        };
        rank.then(a.outside.cmp(&b.outside)).then(a.code.cmp(&b.code))
    }

    fn doubt(&self) -> u64 {
        if self.strategy == Strategy::Entropy { DOUBT } else { 0 }
    }
}

/// Returns the non-zero sizes, ascending.
fn sizes(histogram: &[u32]) -> Vec<u32> {
    let mut sizes: Vec<u32> = histogram.iter().copied().filter(|&n| n > 0).collect();
    sizes.sort_unstable();
    sizes
}

/// Returns n log₂ n in fixed point, with `places` binary places.
fn term(n: u32, places: i32) -> u64 {
    let n = f64::from(n.max(1));
    libm::rint(libm::scalbn(n * libm::log2(n), places)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    // Proptest has a trait of this name.
    use crate::strategy::Strategy;
    use num_bigint::BigUint;
    use proptest::{prelude::*, strategy::Strategy as _};

    /// The strategies by their definitions, in integers.
    fn oracle(strategy: Strategy, parts: &[u32]) -> BigUint {
        let parts = parts.iter().filter(|&&n| n > 0);
        match strategy {
            Strategy::Knuth => parts.max().copied().unwrap_or(0).into(),
            Strategy::ExpectedSize => parts.map(|&n| BigUint::from(n) * n).sum(),
            Strategy::Entropy => parts.map(|&n| BigUint::from(n).pow(n)).product(),
            Strategy::MostParts => BigUint::from(1000 - parts.count()),
            Strategy::FirstConsistent => 0u32.into(),
        }
    }

    fn best(ranking: &Ranking, code: u64, outside: bool, parts: &[u32]) -> Best {
        let mut best = None;
        ranking.offer(&mut best, code, outside, ranking.estimate(parts), || parts.to_vec());
        best.unwrap()
    }

    /// Generates two partitions of the same number of codewords into ten classes, some of them
    /// empty.
    fn pair() -> impl proptest::strategy::Strategy<Value = (Vec<u32>, Vec<u32>)> {
        let moves = prop::collection::vec((0usize..10, 0usize..10, 0u32..4), 0..8);
        (prop::collection::vec(0u32..60, 10), moves).prop_map(|(a, moves)| {
            let mut b = a.clone();
            b.reverse();
            for (from, to, n) in moves {
                let n = n.min(b[from]);
                b[from] -= n;
                b[to] += n;
            }
            (a, b)
        })
    }

    proptest! {
        #[test]
        fn ranks_are_exact((a, b) in pair(), swap in any::<bool>()) {
            for strategy in Strategy::ALL {
                // Estimates of few binary places are often wrong, so the exact comparison must
                // decide.
                let coarse = [0, 2, 4].map(|places| Ranking::with_places(strategy, 600, places));
                for ranking in coarse.into_iter().chain([600, 1 << 26].map(|n| Ranking::new(strategy, n))) {
                    let (x, y) = (best(&ranking, 1, swap, &a), best(&ranking, 2, !swap, &b));
                    let expected = oracle(strategy, &a)
                        .cmp(&oracle(strategy, &b))
                        .then(swap.cmp(&!swap))
                        .then(Ordering::Less);
                    prop_assert_eq!(ranking.compare(&x, &y), expected);
                    prop_assert_eq!(ranking.compare(&y, &x), expected.reverse());
                }
            }
        }
    }

    #[test]
    fn equal_entropies_are_equal_whatever_the_estimates_say() {
        // 12^12 = 6^6 · 6^6 · 4^4 · 2^2 · 2^2: the estimates are rounded differently.
        let (a, b) = ([12, 1, 1, 1, 1, 1, 1, 1, 1], [6, 6, 4, 2, 2]);
        let mut wrong = 0;
        for places in 0..48 {
            let ranking = Ranking::with_places(Strategy::Entropy, 20, places);
            wrong += u32::from(ranking.estimate(&a) != ranking.estimate(&b));
            let (x, y) = (best(&ranking, 1, false, &a), best(&ranking, 2, false, &b));
            assert_eq!(ranking.compare(&x, &y), Ordering::Less, "the first of equals, {places} places");
            let (x, y) = (best(&ranking, 2, false, &a), best(&ranking, 1, false, &b));
            assert_eq!(ranking.compare(&x, &y), Ordering::Greater, "the first of equals, {places} places");
        }
        assert!(wrong > 10);
    }

    #[test]
    fn the_doubt_covers_the_estimates() {
        // Compares the terms t, with k = `places` binary places, with exact integers: 2^(t − 1) ≤
        // n^(n · 2^k) ≤ 2^(t + 1).
        for n in 1..200u32 {
            for places in 0..6 {
                let power = BigUint::from(n).pow(n << places);
                let t = term(n, places);
                assert!(power <= BigUint::from(1u32) << (t + 1), "{n} {places}");
                assert!(t == 0 || power >= BigUint::from(1u32) << (t - 1), "{n} {places}");
            }
        }
        // 2^50 is not exceeded for the largest sets that fit in memory.
        for largest in [2, 3, 1296, 32768, 1 << 26] {
            let ranking = Ranking::new(Strategy::Entropy, largest);
            assert!(term(largest as u32, ranking.places) <= 1 << 50, "{largest}");
            assert!(term(largest as u32, ranking.places) >= 1 << 48, "{largest}");
        }
    }
}
