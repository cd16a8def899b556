//! Random deals that are consistent with a view.

use std::num::NonZeroU64;

use quadrille_random::bounded::below_u64;
use quadrille_random::rand_core::Rng;

use crate::Game;

/// A game whose hidden cards can be sampled.
pub trait Sample: Game {
    /// Returns a game with the same view, in which the hidden cards are dealt at random. All deals
    /// that are consistent with the view are equally likely, unless the documentation of the game
    /// states otherwise.
    ///
    /// # Errors
    /// [`SampleError`]: no deal is consistent with the view. This cannot happen for views of games
    /// that were actually played.
    fn sample<R: Rng + ?Sized>(view: &Self::View<'_>, rng: &mut R) -> Result<Self, SampleError>;
}

/// The error of a view with which no deal is consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no deal of the hidden cards is consistent with the view")]
pub struct SampleError;

/// Deals cards into three hands. `cards` and the sets of cards that each hand may hold are bit
/// sets; hand i gets `sizes[i]` cards, all from the set `may_hold[i]`. All such deals are equally
/// likely.
///
/// Returns `None` if there is no such deal, if the sizes do not add up to the number of cards, or
/// if there are more than 40 cards. Time and memory are proportional to the number of cards times
/// (`sizes[0]` + 1) times (`sizes[1]` + 1).
///
/// ```
/// use quadrille_random::StreamKey;
/// use quadrille_table::deal_within;
///
/// // The first hand cannot hold card 0, and the third can hold only card 0.
/// let may_hold = [0b1110, 0b1111, 0b0001];
/// let mut rng = StreamKey::new(31459, 0).rng();
/// let hands = deal_within(0b1111, may_hold, [1, 2, 1], &mut rng).expect("a deal");
/// assert_eq!((hands[2], hands[0] | hands[1]), (0b0001, 0b1110));
/// assert_eq!(deal_within(0b1111, may_hold, [1, 1, 2], &mut rng), None);
/// ```
pub fn deal_within<R: Rng + ?Sized>(
    cards: u64,
    may_hold: [u64; 3],
    mut sizes: [usize; 3],
    rng: &mut R,
) -> Option<[u64; 3]> {
    let number = cards.count_ones() as usize;
    if number > 40 || sizes.iter().any(|size| *size > number) || sizes.iter().sum::<usize>() != number {
        return None;
    }
    // `ways[at(n, a, b)]` is the number of deals of the lowest `n` cards in which the first hand
    // gets `a` cards and the second hand gets `b` cards. No number exceeds 3⁴⁰, which is below 2⁶⁴.
    let [rows, columns] = [sizes[0] + 2, sizes[1] + 2];
    let at = |dealt: usize, a: usize, b: usize| (dealt * rows + a) * columns + b;
    let mut ways = vec![0_u64; at(number + 1, 0, 0)];
    ways[0] = 1;
    let mut left = cards;
    for dealt in 0..number {
        let holds = may_hold.map(|hand| hand >> left.trailing_zeros() & 1);
        left &= left - 1;
        for (a, b) in (0..=sizes[0]).flat_map(|a| (0..=sizes[1]).map(move |b| (a, b))) {
            let here = ways[at(dealt, a, b)];
            ways[at(dealt + 1, a + 1, b)] += here * holds[0];
            ways[at(dealt + 1, a, b + 1)] += here * holds[1];
            ways[at(dealt + 1, a, b)] += here * holds[2] * u64::from(dealt < a + b + sizes[2]);
        }
    }
    // The cards are dealt in reverse order. The probability that a hand gets a card is proportional
    // to the number of ways to deal the remaining cards afterwards.
    let (mut left, mut hands) = (cards, [0; 3]);
    for dealt in (0..number).rev() {
        let card = 1 << left.ilog2();
        left -= card;
        let rests = [0, 1, 2].map(|hand| {
            let mut rest = sizes;
            rest[hand] = rest[hand].checked_sub(1)?;
            (may_hold[hand] & card != 0).then(|| ways[at(dealt, rest[0], rest[1])])
        });
        let rests = rests.map(Option::unwrap_or_default);
        let drawn = below_u64(rng, NonZeroU64::new(rests.iter().sum())?);
        let hand = usize::from(drawn >= rests[0]) + usize::from(drawn >= rests[0] + rests[1]);
        sizes[hand] -= 1;
        hands[hand] |= card;
    }
    Some(hands)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use quadrille_random::StreamKey;

    use super::*;

    /// Returns all deals, found by trial of all assignments of the cards to the three hands.
    fn all_deals(cards: u64, may_hold: [u64; 3], sizes: [usize; 3]) -> Vec<[u64; 3]> {
        let mut deals = vec![[0; 3]];
        for card in (0..64).map(|bit| 1 << bit).filter(|card| cards & card != 0) {
            deals = deals
                .into_iter()
                .flat_map(|deal| {
                    (0..3).filter(|&hand| may_hold[hand] & card != 0).map(move |hand| {
                        let mut next: [u64; 3] = deal;
                        next[hand] |= card;
                        next
                    })
                })
                .collect();
        }
        deals.retain(|deal| deal.map(|hand| hand.count_ones() as usize) == sizes);
        deals
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Every deal is one of those found by trial, and each of them is equally likely: with 200
        /// draws per deal, no count is six standard deviations away from its mean.
        #[test]
        fn deals_are_uniform_among_those_found_by_trial(
            bits in prop::collection::btree_set(0..64_u32, 0..7),
            may_hold in any::<[u64; 3]>(),
            more in any::<[u64; 3]>(),
            sizes in [0..4_usize, 0..4, 0..4],
            free in any::<bool>(),
            seed in any::<u64>(),
        ) {
            let cards = bits.iter().fold(0, |set, bit| set | 1 << bit);
            let may_hold = [0, 1, 2].map(|hand| may_hold[hand] | more[hand]);
            let mut sizes = sizes;
            if !free {
                sizes[2] = bits.len().saturating_sub(sizes[0] + sizes[1]);
            }
            let deals = all_deals(cards, may_hold, sizes);
            let mut rng = StreamKey::new(seed, 0).rng();
            let mut counts = BTreeMap::new();
            for _ in 0..200 * deals.len().max(1) {
                *counts.entry(deal_within(cards, may_hold, sizes, &mut rng)).or_insert(0_u32) += 1;
            }
            if deals.is_empty() {
                prop_assert_eq!(counts.keys().collect::<Vec<_>>(), [&None]);
            } else {
                let found: Vec<_> = counts.keys().copied().collect();
                let mut expected: Vec<_> = deals.into_iter().map(Some).collect();
                expected.sort_unstable();
                prop_assert_eq!(found, expected);
                prop_assert!(counts.values().all(|count| (115..285).contains(count)), "{counts:?}");
            }
        }
    }

    #[test]
    fn forty_cards_are_dealt_and_more_are_refused() {
        let mut rng = StreamKey::new(31459, 0).rng();
        let cards = (1_u64 << 40) - 1;
        let hands = deal_within(cards, [u64::MAX; 3], [13, 13, 14], &mut rng).expect("a deal");
        assert_eq!(hands.map(u64::count_ones), [13, 13, 14]);
        assert_eq!(hands[0] | hands[1] | hands[2], cards);
        assert_eq!(deal_within(2 * cards + 1, [u64::MAX; 3], [13, 14, 14], &mut rng), None);
        assert_eq!(deal_within(1, [1; 3], [usize::MAX, 1, 1], &mut rng), None);
        assert_eq!(deal_within(0, [0; 3], [0; 3], &mut rng), Some([0; 3]));
    }
}
