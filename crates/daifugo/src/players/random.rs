//! The player that chooses uniformly among the legal actions.

use std::num::NonZeroU32;

use quadrille_random::bounded::below_u32;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;

use crate::game::{Move, View};
use crate::melds::{Hand, Meld};

/// Chooses a move. Draws one number: the index in the list of melds, where the index after the last
/// meld is a pass.
#[inline]
pub(super) fn choose<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Move {
    one_of(view.melds(), view.may_pass(), rng)
}

/// Chooses one of these melds with equal probability. If `may_pass` is true, a pass is one more
/// choice.
#[inline]
pub fn one_of<R: Rng + ?Sized>(melds: &[Meld], may_pass: bool, rng: &mut R) -> Move {
    let choices = NonZeroU32::new(melds.len() as u32 + u32::from(may_pass));
    choices.and_then(|choices| melds.get(below_u32(rng, choices) as usize)).copied().into()
}

/// Chooses a uniformly random subset of `number` cards.
pub(super) fn give<R: Rng + ?Sized>(hand: Hand, number: u32, rng: &mut R) -> Hand {
    Hand::from_packed(deal_mask(rng, hand.packed(), number).unwrap_or(0))
}
