//! Hands, and for each hand a meld that it plays or a card that it exchanges.

use quadrille_random::bounded::within_u32;
use quadrille_random::rand_core::Rng;

use crate::aligned::Aligned;

use quadrille_daifugo::Card;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::Rank;
use quadrille_daifugo::Ranks;
use quadrille_daifugo::Suit;
use quadrille_daifugo::{Counts, OneHotCounts};

/// Hands, and for each hand a meld that it plays or a card that it exchanges.
#[derive(Clone, Debug)]
pub(super) struct Played<M> {
    pub(super) hands: Aligned<CardSet>,
    /// For each hand, its counts: a word with the number of cards of each rank.
    pub(super) counts: Aligned<Counts>,
    /// For each hand, its one-hot counts: bit k − 1 of a rank is set if the hand has k cards of the
    /// rank.
    pub(super) located: Aligned<OneHotCounts>,
    /// For each hand, the cards of the meld, or the given and the taken card of the exchange.
    pub(super) cards: Aligned<CardSet>,
    /// For each hand, the meld or the exchange, in the form that an update of the counts needs.
    pub(super) melds: Vec<M>,
}

impl<M> FromIterator<(CardSet, CardSet, M)> for Played<M> {
    /// Collects triples: a hand, the played or exchanged cards, and the meld or exchange.
    fn from_iter<I: IntoIterator<Item = (CardSet, CardSet, M)>>(plays: I) -> Self {
        let (mut hands, mut cards, mut melds) = (Vec::new(), Vec::new(), Vec::new());
        for (hand, played, meld) in plays {
            hands.push(hand);
            cards.push(played);
            melds.push(meld);
        }
        Self {
            counts: hands.iter().map(|hand| hand.counts()).collect(),
            located: hands.iter().map(|hand| hand.one_hot()).collect(),
            hands: hands.into_iter().collect(),
            cards: cards.into_iter().collect(),
            melds,
        }
    }
}

impl Played<(Rank, u32)> {
    /// Chooses a random group for each hand: one or more of the hand's cards of one rank. No hand
    /// may be empty.
    pub(super) fn groups(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let play = |&hand: &CardSet| {
            let cards: Vec<Card> = hand.iter().collect();
            let rank = cards[drawn(rng, 0, hand.len() - 1) as usize].rank();
            let held = hand & CardSet::of_rank(rank);
            let count = drawn(rng, 1, held.len());
            (hand, held.iter().take(count as usize).collect(), (rank, count))
        };
        hands.iter().map(play).collect()
    }
}

impl Played<Ranks> {
    /// Adds the cards of a random sequence of three to five cards to each hand. The hand then plays
    /// this sequence.
    pub(super) fn sequences(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let play = |&hand: &CardSet| {
            let n = drawn(rng, 3, 5);
            let lowest = drawn(rng, 0, Rank::COUNT as u32 - n);
            let suit = Suit::ALL[drawn(rng, 0, 3) as usize];
            let ranks: Ranks = Rank::all().skip(lowest as usize).take(n as usize).collect();
            let cards: CardSet = ranks.iter().map(|rank| Card::new(rank, suit)).collect();
            (hand | cards, cards, ranks)
        };
        hands.iter().map(play).collect()
    }
}

impl Played<Exchange> {
    /// Chooses a random exchange for each hand: the hand gives one of its cards, and takes a card
    /// that it does not hold. Empty hands and hands of all cards are omitted.
    pub(super) fn exchanges(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let mut any = |cards: CardSet| cards.iter().nth(drawn(rng, 1, cards.len()) as usize - 1);
        let exchange = |&hand: &CardSet| {
            let (given, taken) = (any(hand)?, any(!hand)?);
            let both = CardSet::only(given) | CardSet::only(taken);
            Some((hand, both, Exchange { given: given.rank(), taken: taken.rank() }))
        };
        hands.iter().filter_map(exchange).collect()
    }
}

/// The ranks of the given and the taken card of an exchange.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) given: Rank,
    pub(super) taken: Rank,
}

/// Returns a random number from `least` to `most`.
fn drawn(rng: &mut impl Rng, least: u32, most: u32) -> u32 {
    within_u32(rng, least..=most).unwrap_or(least)
}
