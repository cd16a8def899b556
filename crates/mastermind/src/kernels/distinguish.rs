//! Looking for a guess that tells a handful of secrets apart, 128 to 512 guesses at a time.
//!
//! To look for one among all guesses is cheap even where there is none. The secrets are scored one after the
//! other; a mask has a bit for every guess that has told apart all secrets scored so far. Two scores differ
//! where a digit of black or of hits does, which is an exclusive or a digit:
//!
//! ```text
//! guesses                        a b c d e f …
//! score of secret 1, low digit   0 1 1 0 0 1
//! score of secret 2, low digit   1 1 0 0 1 1
//!   differ there                 1 0 1 0 1 0
//! … or in another digit          1 0 1 1 1 0
//! still telling all apart        1 . 1 1 1 .      of b and f it is known that they do not
//! ```
//!
//! Each further secret is held against all before it. After a few of them the mask is empty more often than
//! not (a guess must give each secret an answer of its own), and the rest of the secrets need not be scored.

use quadrille_lanes::{
    planes::carry_save_add,
    simd::{Simd, prelude::*},
};

use crate::planes::{Picks, Plane};

/// From so many secrets on, pairs are too many to be looked at.
pub(crate) const MOST: usize = 32;

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

    use crate::codeword::Codeword;
    use crate::distinguish::tests::{parts, sets};
    use crate::game::Game;
    use crate::kernels::scores::by_pins;
    use crate::planes::BitPlanes;

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
