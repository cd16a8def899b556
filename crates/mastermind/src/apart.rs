//! Guesses that tell all secrets apart, or nearly so.
//!
//! Small sets end most games, and most of them end at a guess that tells all secrets apart: nothing has to be ranked there.
//! To look for one among all guesses is cheap even where there is none: of 512 guesses, all have left two secrets together
//! after a few secrets more often than not, and the rest of the secrets need not be scored.
//!
//! Where no guess tells all apart, one that leaves but two together is next best by every rule; for Knuth's, one that
//! leaves no three together is.

#![allow(clippy::inline_always, reason = "kernels must be compiled inside the dispatched vector level")]

use quadrille_lanes::{
    planes::carry_save_add,
    simd::{Simd, prelude::*},
};

use crate::codeword::Codeword;
use crate::ladder::packed::Packed;
use crate::planes::{Picks, Plane};
use crate::strategy::Strategy;

/// From so many secrets on, pairs are too many to be looked at.
pub(crate) const MOST: usize = 32;

/// What members of a set do to it, by their places in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Members {
    /// The first that tells all of the set apart.
    pub(crate) perfect: Option<usize>,
    /// The first of those that are next best, where there is no perfect one.
    pub(crate) nearly: Option<usize>,
}

impl Members {
    /// Of a set of secrets.
    pub(crate) fn of(secrets: &[u64], strategy: Strategy) -> Self {
        let packed: Vec<Packed> =
            secrets.iter().map(|&code| Packed::new(Codeword::from_valid_bits(code))).collect();
        let pins = secrets.first().map_or(0, |&code| Codeword::from_valid_bits(code).pins());
        let judge = if pins <= 9 { coincidences::<1> } else { coincidences::<3> };
        let mut nearly = None;
        for (at, &guess) in packed.iter().enumerate() {
            match judge(guess, &packed, strategy, nearly.is_some()) {
                Coincidences::None => return Self { perfect: Some(at), nearly: None },
                Coincidences::Few => nearly = nearly.or(Some(at)),
                Coincidences::Many => {}
            }
        }
        Self { perfect: None, nearly }
    }
}

/// How many secrets a guess leaves together.
enum Coincidences {
    None,
    /// No more than the next best guess does.
    Few,
    Many,
}

/// Few count as many where they do not matter. Feedback indices are below 64 · `WORDS`.
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

/// Scores of secrets with as many guesses as a vector has bits: digits of black, then digits of hits.
pub(crate) struct Scores<S: Simd>(Vec<[S::u64s; 10]>);

impl<S: Simd> Scores<S> {
    /// With room for so many secrets.
    #[inline(always)]
    pub(crate) fn new(secrets: usize) -> Self {
        Self(Vec::with_capacity(secrets))
    }

    /// Where the guesses are that tell all secrets apart, of those at `places`.
    #[inline(always)]
    pub(crate) fn apart<const P: usize>(
        &mut self,
        simd: S,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
        places: S::u64s,
    ) -> S::u64s {
        match P {
            4..=6 => self.apart_by::<P, 3>(simd, guesses, part, secrets, places),
            8 => self.apart_by::<P, 4>(simd, guesses, part, secrets, places),
            _ => self.apart_by::<P, 5>(simd, guesses, part, secrets, places),
        }
    }

    #[inline(always)]
    fn apart_by<const P: usize, const D: usize>(
        &mut self,
        simd: S,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
        mut places: S::u64s,
    ) -> S::u64s {
        self.0.clear();
        for picks in secrets {
            let score = score::<S, P, D>(simd, guesses, part, picks);
            for earlier in &self.0 {
                let mut differ = earlier[0] ^ score[0];
                for digit in 1..2 * D {
                    differ |= earlier[digit] ^ score[digit];
                }
                places &= differ;
            }
            if places.as_slice().iter().fold(0, |any, word| any | word) == 0 {
                break;
            }
            self.0.push(score);
        }
        places
    }
}

/// The digits of black and of hits.
#[inline(always)]
fn score<S: Simd, const P: usize, const D: usize>(
    simd: S,
    guesses: &[Plane],
    part: usize,
    picks: &Picks<P>,
) -> [S::u64s; 10] {
    let mut score = [S::u64s::splat(simd, 0); 10];
    for (digits, picks) in [(0, &picks.black), (D, &picks.hits)] {
        let plane = |pin: usize| guesses[usize::from(picks[pin])].vector(simd, part);
        let number = &mut score[digits..digits + D];
        for pin in (0..P).step_by(2) {
            let mut carry = plane(pin);
            if pin + 1 < P {
                (number[0], carry) = carry_save_add(number[0], carry, plane(pin + 1));
            } else {
                (number[0], carry) = (number[0] ^ carry, number[0] & carry);
            }
            for digit in &mut number[1..] {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_lanes::{Level, simd::dispatch};

    use crate::game::{Game, Repeats};
    use crate::ladder::feedback::by_pins;
    use crate::ladder::plain;
    use crate::planes::BitPlanes;

    /// Sizes of the parts, those that are not empty.
    fn parts(guess: Codeword, secrets: &[Codeword]) -> Vec<u32> {
        let mut parts = vec![0; 153];
        for &secret in secrets {
            parts[plain::score(secret, guess).index()] += 1;
        }
        parts.retain(|&size| size > 0);
        parts
    }

    /// Small sets of several games, close together and spread out.
    fn sets() -> Vec<(Game, Vec<Codeword>)> {
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
                let nearly = parts.iter().position(|parts| match strategy {
                    Strategy::Knuth => parts.iter().all(|&size| size <= 2),
                    _ => parts.len() + 1 == set.len(),
                });
                let expected = Members { perfect, nearly: nearly.filter(|_| perfect.is_none()) };
                assert_eq!(Members::of(&codes, strategy), expected, "{set:?} {strategy}");
            }
        }
    }

    #[test]
    fn guesses_apart_are_found_at_every_level() {
        #[inline(always)]
        fn check<S: Simd, const P: usize>(simd: S, game: Game, set: &[Codeword]) -> usize {
            let guesses: Vec<Codeword> = game.iter().take(64 * S::u64s::LEN).collect();
            let planes = BitPlanes::new(game, guesses.iter().copied());
            let picks: Vec<Picks<P>> = set.iter().map(|&secret| planes.layout().picks(secret)).collect();
            let ones = S::u64s::splat(simd, u64::MAX);
            let places = Scores::new(set.len()).apart(simd, planes.block(0), 0, &picks, ones);
            let mut apart = 0;
            for (at, &guess) in guesses.iter().enumerate() {
                let there = places.as_slice()[at / 64] >> (at % 64) & 1 == 1;
                assert_eq!(there, parts(guess, set).len() == set.len(), "{guess:?} {set:?}");
                apart += usize::from(there);
            }
            apart
        }
        let mut apart = 0;
        for (game, set) in sets() {
            for level in Level::available() {
                apart += by_pins!(game.pins(), P, Q, _R => {
                    let _ = Q;
                    dispatch!(level.simd(), simd => check::<_, P>(simd, game, &set))
                });
            }
        }
        assert!(apart > 100, "{apart}");
    }
}
