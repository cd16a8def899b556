//! Anything that is legal.

use std::num::NonZeroU32;

use quadrille_random::bounded::below_u32;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;

use crate::CardSet;
use crate::game::View;
use crate::melds::{Hand, Meld};

/// Bit of the first joker in a hand as one word.
const JOKERS_AT: u32 = 52;

#[inline]
pub(super) fn play<R: Rng + ?Sized>(view: View<'_>, melds: &[Meld], rng: &mut R) -> Option<Meld> {
    let passes = u32::from(view.standing().is_some());
    let choices = NonZeroU32::new(melds.len() as u32 + passes)?;
    // The place after the last meld is a pass.
    melds.get(below_u32(rng, choices) as usize).copied()
}

pub(super) fn give<R: Rng + ?Sized>(hand: Hand, number: u32, rng: &mut R) -> Hand {
    let jokers = (1 << hand.jokers) - 1;
    let all = hand.cards.bits() | jokers << JOKERS_AT;
    let given = deal_mask(rng, all, number).unwrap_or(0);
    Hand::new(CardSet::from_low_bits(given), (given >> JOKERS_AT).count_ones())
}
