//! Hands that each play a meld, or exchange a card.

use quadrille_random::bounded::within_u32;
use quadrille_random::rand_core::Rng;

use quadrille_daifugo::Card;
use quadrille_daifugo::CardSet;
use quadrille_daifugo::Rank;
use quadrille_daifugo::Ranks;
use quadrille_daifugo::Suit;
use quadrille_daifugo::{Counts, OneHotCounts};

/// Hands, each with what it plays or exchanges.
#[derive(Clone, Debug)]
pub(super) struct Played<M> {
    pub(super) hands: Vec<CardSet>,
    /// The same hands, as counts and as located counts.
    pub(super) counts: Vec<Counts>,
    pub(super) located: Vec<OneHotCounts>,
    /// The cards of the melds, or both cards of the exchanges.
    pub(super) cards: Vec<CardSet>,
    /// The same melds or exchanges, as an update takes them.
    pub(super) melds: Vec<M>,
}

impl<M> Default for Played<M> {
    fn default() -> Self {
        Self {
            hands: Vec::new(),
            counts: Vec::new(),
            located: Vec::new(),
            cards: Vec::new(),
            melds: Vec::new(),
        }
    }
}

impl<M> Played<M> {
    fn push(&mut self, hand: CardSet, cards: CardSet, meld: M) {
        self.hands.push(hand);
        self.counts.push(hand.counts());
        self.located.push(hand.one_hot());
        self.cards.push(cards);
        self.melds.push(meld);
    }
}

impl Played<(Rank, u32)> {
    /// Each of the hands, none of them empty, and a group of it: one of its cards, alone or with others of
    /// the rank.
    pub(super) fn groups(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let mut played = Self::default();
        for &hand in hands {
            let cards: Vec<Card> = hand.iter().collect();
            let rank = cards[drawn(rng, 0, hand.len() - 1) as usize].rank();
            let held = hand & CardSet::of_rank(rank);
            let count = drawn(rng, 1, held.len());
            played.push(hand, held.iter().take(count as usize).collect(), (rank, count));
        }
        played
    }
}

impl Played<Ranks> {
    /// Each of the hands together with a sequence of three to five cards, and that sequence.
    pub(super) fn sequences(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let mut played = Self::default();
        for &hand in hands {
            let n = drawn(rng, 3, 5);
            let lowest = drawn(rng, 0, Rank::COUNT as u32 - n);
            let suit = Suit::ALL[drawn(rng, 0, 3) as usize];
            let ranks: Ranks = Rank::all().skip(lowest as usize).take(n as usize).collect();
            let cards: CardSet = ranks.iter().map(|rank| Card::new(rank, suit)).collect();
            played.push(hand | cards, cards, ranks);
        }
        played
    }
}

impl Played<Exchange> {
    /// Each of the hands, which are neither empty nor full, and an exchange: a card of it is given, and one
    /// that it does not hold taken.
    pub(super) fn exchanges(rng: &mut impl Rng, hands: &[CardSet]) -> Self {
        let mut played = Self::default();
        let mut any = |cards: CardSet| cards.iter().nth(drawn(rng, 1, cards.len()) as usize - 1);
        for &hand in hands {
            if let (Some(given), Some(taken)) = (any(hand), any(!hand)) {
                let both = CardSet::only(given) | CardSet::only(taken);
                played.push(hand, both, Exchange { given: given.rank(), taken: taken.rank() });
            }
        }
        played
    }
}

/// The ranks of two cards, of which one goes and the other comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) given: Rank,
    pub(super) taken: Rank,
}

/// A number from `least` to `most`.
fn drawn(rng: &mut impl Rng, least: u32, most: u32) -> u32 {
    within_u32(rng, least..=most).unwrap_or(least)
}
