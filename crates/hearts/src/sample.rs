//! Random deals that are consistent with a view.

use std::num::NonZeroU64;

use quadrille_random::bounded::below_u64;
use quadrille_random::rand_core::Rng;
use quadrille_random::shuffle::deal_mask;
use quadrille_table::{Sample, SampleError};

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
        let dealt = fit(view.unseen(), may_hold, sizes, &mut *rng).ok_or(SampleError)?;
        let (mut hands, mut given) = ([view.hand; 4], [view.given; 4]);
        others.into_iter().zip(dealt).for_each(|(other, hand)| hands[other] = hand);
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
fn passed<R: Rng + ?Sized>(
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

#[cfg(feature = "policy")]
impl Hearts {
    /// Draws a random game that differs from this game in the hidden cards of two or three other
    /// seats. Seat `own` cannot distinguish the two games.
    ///
    /// Either two of the other seats swap cards, or all three of them form a circle, in which each
    /// seat gives cards to one neighbour and gets cards from the other. Every seat involved gives
    /// the same number of random cards, one to three. The circle is necessary: if each seat lacks a
    /// suit, it can happen that no two seats can swap any cards.
    ///
    /// The passed cards are then drawn again: after the pass, the cards that these seats received
    /// from other seats than `own`; during the pass, the cards that these seats have chosen so far.
    ///
    /// Returns the new game, and a bit set of the seats whose cards differ at any time of the game.
    /// Returns `None` if the new hands contradict the information of seat `own`.
    ///
    /// The change is symmetric: the reverse change has the same probability. This also holds for
    /// the passed cards, because the number of ways to draw them does not depend on the hands.
    pub(crate) fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let public = &self.public;
        // The other seats in a random order: the first two swap cards, or all three give cards in a
        // circle.
        let [place, next] = [quadrille_table::draw(rng, 3), 1 + quadrille_table::draw(rng, 2)];
        let others = [0, next, 2 * next].map(|step| (own + 1 + (place + step) % 3) % 4);
        let seats = &others[..2 + quadrille_table::draw(rng, 2)];
        // During the pass, the chosen cards count as part of the hand.
        let mut hands = self.hands;
        if public.is_pass() {
            hands.iter_mut().zip(self.given).for_each(|(hand, given)| *hand |= given);
        }
        let may_give = |seat: usize| {
            let known = !public.is_pass() && public.direction.giver(seat) == own;
            hands[seat] - if known { self.given[own] } else { Cards::NONE }
        };
        // The number of cards is 1 with probability 1/2: the random values 0 and 1 both give 1.
        let most = seats.iter().map(|&seat| may_give(seat).len() as u32).min()?;
        let number = (rng.next_u32() % 4).max(1).min(most);
        let mut passed_on = [Cards::NONE; 4];
        for &seat in seats {
            passed_on[seat] = deal_mask(rng, may_give(seat).0, number).map(Cards)?;
        }
        for (place, &seat) in seats.iter().enumerate() {
            let from = seats[(place + 1) % seats.len()];
            hands[seat] = (hands[seat] - passed_on[seat]) | passed_on[from];
            if number == 0 || !(hands[seat] - public.may_hold[seat]).is_empty() {
                return None;
            }
        }
        let (mut given, mut changed) = (self.given, seats.iter().fold(0, |set, seat| set | 1 << seat));
        for receiver in 0..4 {
            let giver = public.direction.giver(receiver);
            if giver != own && seats.contains(if public.is_pass() { &giver } else { &receiver }) {
                given[giver] = passed(public, receiver, &hands, rng)?;
                changed |= 1 << giver;
            }
        }
        if public.is_pass() {
            hands.iter_mut().zip(given).for_each(|(hand, given)| *hand -= given);
        }
        Some((Self { hands, given, ..self.clone() }, changed))
    }
}

/// Deals the cards into three hands. Hand i gets `sizes[i]` cards, all from the set `may_hold[i]`.
/// All such deals are equally likely; `None` if there is no such deal.
fn fit(cards: Cards, may_hold: [Cards; 3], mut sizes: [usize; 3], mut rng: impl Rng) -> Option<[Cards; 3]> {
    // `ways[n][a][b]` is the number of deals of the first `n` cards in which the first hand gets
    // `a` cards and the second hand gets `b` cards. No number exceeds 39! / (13!)³, which is below
    // 2⁵⁷.
    let mut ways = vec![[[0_u64; 15]; 15]; 53];
    ways[0][0][0] = 1;
    for (dealt, card) in cards.iter().enumerate() {
        let holds = may_hold.map(|cards| u64::from(cards.contains(card)));
        for (a, b) in (0..=sizes[0]).flat_map(|a| (0..=sizes[1]).map(move |b| (a, b))) {
            let here = ways[dealt][a][b];
            ways[dealt + 1][a + 1][b] += here * holds[0];
            ways[dealt + 1][a][b + 1] += here * holds[1];
            ways[dealt + 1][a][b] += here * holds[2] * u64::from(dealt < a + b + sizes[2]);
        }
    }
    // The cards are dealt in reverse order. The probability that a hand gets a card is proportional
    // to the number of ways to deal the remaining cards afterwards.
    let (mut left, mut hands) = (cards, [Cards::NONE; 3]);
    while let Some(card) = left.iter().last() {
        left -= Cards::of(card);
        let rests = [0, 1, 2].map(|hand| {
            let mut rest = sizes;
            rest[hand] = rest[hand].checked_sub(1)?;
            may_hold[hand].contains(card).then(|| ways[left.len()][rest[0]][rest[1]])
        });
        let rests = rests.map(Option::unwrap_or_default);
        let drawn = below_u64(&mut rng, NonZeroU64::new(rests.iter().sum())?);
        let hand = usize::from(drawn >= rests[0]) + usize::from(drawn >= rests[0] + rests[1]);
        sizes[hand] -= 1;
        hands[hand] |= Cards::of(card);
    }
    (sizes == [0; 3]).then_some(hands)
}
