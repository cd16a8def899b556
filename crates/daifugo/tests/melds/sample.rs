//! Strategies for random and extreme hands.

use proptest::prelude::*;
use quadrille_daifugo::melds::Hand;
use quadrille_daifugo::{CardSet, Rank, Suit};

/// Hands of every size and shape: dealt hands, arbitrary sets, runs of a suit, whole ranks, the
/// whole deck.
pub(super) fn hands() -> impl Strategy<Value = Hand> {
    let word = any::<u64>().prop_map(CardSet::from_low_bits);
    let dealt = proptest::sample::subsequence((0..52u32).collect::<Vec<_>>(), 0..14)
        .prop_map(|cards| CardSet::from_low_bits(cards.iter().map(|card| 1 << card).sum()));
    let runs = (0..4u8, 0..13u8, 0..13u8, any::<u64>()).prop_map(|(suit, one, other, noise)| {
        let ranks = (Rank::new(one.min(other)), Rank::new(one.max(other)));
        let (Some(low), Some(high), Some(suit)) = (ranks.0, ranks.1, Suit::new(suit)) else {
            return CardSet::EMPTY;
        };
        CardSet::between(low, high) & CardSet::of_suit(suit)
            | CardSet::from_low_bits(noise & noise >> 13 & noise << 7)
    });
    let ranks = (any::<u16>(), any::<u64>()).prop_map(|(ranks, holes)| {
        let full = Rank::all().filter(|rank| ranks >> rank.index() & 1 == 1).map(CardSet::of_rank);
        full.fold(CardSet::EMPTY, |all, rank| all | rank)
            - CardSet::from_low_bits(holes & holes >> 11 & holes << 5)
    });
    let cards = prop_oneof![2 => word, 6 => dealt, 3 => runs, 3 => ranks, 1 => Just(CardSet::ALL)];
    (cards, 0..=2u32).prop_map(|(cards, jokers)| Hand::new(cards, jokers))
}
