//! Guesses to which the secrets of a set give pairwise different feedback, or nearly so.
//!
//! A *perfect* guess distinguishes all secrets of a set. Most games end with a small set that has a
//! perfect guess; if there is one, no guesses need to be ranked. Among equally good guesses,
//! strategies prefer the members of the set. Members are therefore tested first, one by one, in
//! this module; other guesses are tested by [a kernel](crate::kernels::distinguish).
//!
//! If no guess distinguishes all secrets, a *near-perfect* guess is next best. For Knuth's rule,
//! this is a guess whose largest partition has 2 secrets. For all other rules, it is a guess that
//! leaves a single pair of secrets together: it divides m secrets into m − 1 non-empty partitions,
//! which always have the sizes 2, 1, 1, …, 1. Strategies minimise sums such as Σ n² and Σ n log n
//! over the partition sizes n; only a perfect guess has smaller sums.

use crate::codeword::Codeword;
use crate::kernels::packed::Packed;
use crate::strategy::Strategy;

/// The best guesses for a set of secrets among the members of the set, as indices in the set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Members {
    /// The first member that distinguishes all secrets.
    pub(crate) perfect: Option<usize>,
    /// If no member distinguishes all secrets: the first member that is near-perfect, as defined at
    /// the top of this [module](self).
    pub(crate) near_perfect: Option<usize>,
}

impl Members {
    /// Tests the members of a set of secrets.
    pub(crate) fn of(secrets: &[u64], strategy: Strategy) -> Self {
        let packed: Vec<Packed> =
            secrets.iter().map(|&code| Packed::new(Codeword::from_valid_bits(code))).collect();
        let pins = secrets.first().map_or(0, |&code| Codeword::from_valid_bits(code).pins());
        let judge = if pins <= 9 { coincidences::<1> } else { coincidences::<3> };
        let mut near_perfect = None;
        for (at, &guess) in packed.iter().enumerate() {
            match judge(guess, &packed, strategy, near_perfect.is_some()) {
                Coincidences::None => return Self { perfect: Some(at), near_perfect: None },
                Coincidences::Few => near_perfect = near_perfect.or(Some(at)),
                Coincidences::Many => {}
            }
        }
        Self { perfect: None, near_perfect }
    }
}

/// Classification of a guess by the number of secrets that share a partition.
enum Coincidences {
    None,
    /// The guess is near-perfect, as defined at the top of this [module](self).
    Few,
    Many,
}

/// Classifies one guess. If `few_are_many`, returns `Many` instead of `Few`. All feedback indices
/// must be below 64 · `WORDS`.
///
/// One bit per feedback records its first occurrence, and another bit its second occurrence, so no
/// counters are needed.
fn coincidences<const WORDS: usize>(
    guess: Packed,
    secrets: &[Packed],
    strategy: Strategy,
    few_are_many: bool,
) -> Coincidences {
    let (mut once, mut twice) = ([0u64; WORDS], [0u64; WORDS]);
    let mut found = Coincidences::None;
    for secret in secrets {
        let index = secret.score(guess).index();
        let (word, bit) = (index / 64 % WORDS, 1u64 << (index % 64));
        if once[word] & bit == 0 {
            once[word] |= bit;
            continue;
        }
        let too_many = match strategy {
            Strategy::Knuth => twice[word] & bit != 0,
            _ => matches!(found, Coincidences::Few),
        };
        if few_are_many || too_many {
            return Coincidences::Many;
        }
        twice[word] |= bit;
        found = Coincidences::Few;
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::game::{Game, Repeats};
    use crate::plain;

    /// Returns the sizes of the non-empty partitions.
    pub(crate) fn parts(guess: Codeword, secrets: &[Codeword]) -> Vec<u32> {
        let mut parts = vec![0; 153];
        for &secret in secrets {
            parts[plain::score(secret, guess).index()] += 1;
        }
        parts.retain(|&size| size > 0);
        parts
    }

    /// Returns small sets of several games, clustered and spread out.
    pub(crate) fn sets() -> Vec<(Game, Vec<Codeword>)> {
        let mut sets = Vec::new();
        for (pins, colors) in [(3, 5), (4, 6), (5, 4), (6, 3), (8, 2), (10, 2)] {
            let game = Game::new(pins, colors, Repeats::Allowed).unwrap();
            for (size, step) in [(2, 3), (3, 1), (5, 7), (6, 1), (9, 11), (13, 17), (20, 5), (32, 3)] {
                let set: Vec<Codeword> = game.iter().skip(7 * size % 20).step_by(step).take(size).collect();
                sets.push((game, set));
            }
        }
        sets
    }

    #[test]
    fn members_are_judged_by_their_parts() {
        for (_, set) in sets() {
            let codes: Vec<u64> = set.iter().map(|code| code.bits()).collect();
            for strategy in Strategy::ALL {
                let parts: Vec<Vec<u32>> = set.iter().map(|&guess| parts(guess, &set)).collect();
                let perfect = parts.iter().position(|parts| parts.len() == set.len());
                let near_perfect = parts.iter().position(|parts| match strategy {
                    Strategy::Knuth => parts.iter().all(|&size| size <= 2),
                    _ => parts.len() + 1 == set.len(),
                });
                let expected = Members { perfect, near_perfect: near_perfect.filter(|_| perfect.is_none()) };
                assert_eq!(Members::of(&codes, strategy), expected, "{set:?} {strategy}");
            }
        }
    }
}
