//! Kernel that searches for a guess that distinguishes a few secrets, with 128 to 512 guesses per
//! vector.
//!
//! The search is cheap even if there is no such guess. The secrets are scored one by one; a mask
//! has a bit for every guess that has distinguished all secrets so far. Two scores differ if a
//! binary digit of the black pegs or of the hits (black plus white pegs) differs. The test takes
//! one exclusive or per digit:
//!
//! ```text
//! guesses                        a b c d e f …
//! score of secret 1, low digit   0 1 1 0 0 1
//! score of secret 2, low digit   1 1 0 0 1 1
//!   differ there                 1 0 1 0 1 0
//! … or in another digit          1 0 1 1 1 0
//! still distinguishing all       1 . 1 1 1 .      b and f give both secrets the same score
//! ```
//!
//! Each secret is compared with all earlier secrets. After a few of them the mask is usually empty
//! (the feedback must differ for every two secrets), and the remaining secrets need not be
//! scored.

use quadrille_lanes::{
    planes::carry_save_add,
    simd::{Simd, prelude::*},
};

use super::gates::digits_of;
use crate::planes::{Picks, Plane};

/// All pairs of secrets are compared if there are at most this number of secrets. With more
/// secrets, the comparisons take too long.
pub(crate) const MOST: usize = 32;

/// For each secret, its scores with the guesses of a vector: the binary digits of the number of
/// black pegs, then those of the number of hits.
pub(crate) struct Scores<S: Simd>(Vec<[S::u64s; 10]>);

impl<S: Simd> Scores<S> {
    /// Creates an empty list with room for `secrets` secrets.
    #[inline(always)]
    pub(crate) fn new(secrets: usize) -> Self {
        Self(Vec::with_capacity(secrets))
    }

    /// Returns the mask of those guesses in `places` that distinguish all secrets.
    #[inline(always)]
    pub(crate) fn distinguishing<const P: usize>(
        &mut self,
        simd: S,
        guesses: &[Plane],
        part: usize,
        secrets: &[Picks<P>],
        places: S::u64s,
    ) -> S::u64s {
        match const { digits_of(P) } {
            3 => self.distinguishing_by::<P, 3>(simd, guesses, part, secrets, places),
            4 => self.distinguishing_by::<P, 4>(simd, guesses, part, secrets, places),
            _ => self.distinguishing_by::<P, 5>(simd, guesses, part, secrets, places),
        }
    }

    #[inline(always)]
    fn distinguishing_by<const P: usize, const D: usize>(
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

/// Computes the binary digits of the black pegs and of the hits, for one secret and all guesses of
/// a vector.
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
            let places = Scores::new(set.len()).distinguishing(simd, planes.block(0), 0, &picks, ones);
            let mut distinguishing = 0;
            for (at, &guess) in guesses.iter().enumerate() {
                let there = places.as_slice()[at / 64] >> (at % 64) & 1 == 1;
                assert_eq!(there, parts(guess, set).len() == set.len(), "{guess:?} {set:?}");
                distinguishing += usize::from(there);
            }
            distinguishing
        }
        let mut distinguishing = 0;
        for (game, set) in sets() {
            for level in Level::available() {
                distinguishing += by_pins!(game.pins(), P, Q, _R => {
                    let _ = Q;
                    dispatch!(level.simd(), simd => check::<_, P>(simd, game, &set))
                });
            }
        }
        assert!(distinguishing > 100, "{distinguishing}");
    }
}
