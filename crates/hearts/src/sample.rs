//! Random deals that are consistent with a view.

use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::{Sample, SampleError, deal_within};

use crate::{Cards, Hearts, Public, View};

/// The distribution is exactly uniform: all consistent deals of the hidden cards, with all
/// consistent choices of passed cards, have the same probability.
///
/// A deal is consistent if it leads to the same view and every play was legal. The intentions of
/// the other seats are not considered. Three conditions limit the deals:
///
/// * among the other seats, only the receiver can hold the cards that the view's seat passed, and
///   only the first leader can hold the two of clubs;
/// * a seat that did not follow a suit has no cards of that suit;
/// * a seat that led a heart before hearts were broken has no cards but hearts and, under some
///   rules, the queen of spades; a seat that discarded a penalty card in the first trick has only
///   penalty cards, if the rules forbid points in this trick.
impl Sample for Hearts {
    fn sample<R: Rng + ?Sized>(view: &View<'_>, rng: &mut R) -> Result<Self, SampleError> {
        let (public, seat) = (view.public, view.seat % 4);
        let others = [1, 2, 3].map(|place| (seat + place) % 4);
        let sizes = others.map(|other| 13_usize.saturating_sub(public.played[other].len()));
        let may_hold = others.map(|other| {
            let receives = public.direction.giver(other) == seat;
            public.may_hold[other] - if receives { Cards::NONE } else { view.given }
        });
        let dealt =
            deal_within(view.unseen().0, may_hold.map(|cards| cards.0), sizes, rng).ok_or(SampleError)?;
        let (mut hands, mut given) = ([view.hand; 4], [view.given; 4]);
        others.into_iter().zip(dealt).for_each(|(other, hand)| hands[other] = Cards(hand));
        for receiver in 0..4 {
            let other = public.direction.giver(receiver);
            let drawn = passed(public, receiver, &hands, rng).ok_or(SampleError)?;
            if other != seat {
                given[other] = if receiver == seat && !public.is_pass() { view.received } else { drawn };
                // Before the end of the pass, the chosen cards belong to no hand.
                hands[other] -= if public.is_pass() { drawn } else { Cards::NONE };
            }
        }
        Ok(Self {
            public: *public,
            hands,
            given,
            ..Self::starting_with(*view.rules, public.number.wrapping_add(1))
        })
    }
}

/// Draws the cards that were passed to the seat `receiver` so far. During the pass, they are a
/// random subset of the giver's hand. After the pass, they are a random subset of the cards that
/// the receiver holds or has played.
pub(crate) fn passed<R: Rng + ?Sized>(
    public: &Public,
    receiver: usize,
    hands: &[Cards; 4],
    rng: &mut R,
) -> Option<Cards> {
    let giver = public.direction.giver(receiver);
    let number = public.gifts.saturating_sub(3 * giver).min(3) as u32;
    let had = if public.is_pass() { hands[giver] } else { hands[receiver] | public.played[receiver] };
    deal_mask(rng, had.0, number).map(Cards)
}
