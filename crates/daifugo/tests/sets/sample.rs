//! The published cases, and random and extreme sets for tests.

use quadrille_daifugo::dominance::Order;
use quadrille_daifugo::{CardSet, Rank, Suit};
use quadrille_random::StreamKey;
use quadrille_random::rand_core::Rng as _;
use serde::de::DeserializeOwned;

/// Reads the cases of one file.
pub(crate) fn cases<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Converts the published number of an order: 0 is normal, 1 is reversed.
pub(crate) fn order(number: u8) -> Order {
    [Order::Normal, Order::Reversed][usize::from(number)]
}

/// Random sets of every size: the probability of a card varies from set to set.
pub(crate) fn random_sets(seed: u64, n: usize) -> impl Iterator<Item = CardSet> {
    let mut rng = StreamKey::new(seed, 0).rng();
    (0..n).map(move |_| {
        let [a, b, c, choice] = [(); 4].map(|()| rng.next_u64());
        CardSet::from_low_bits(match choice % 8 {
            0 => a & b & c,
            1 => a & b,
            2 => a & (b | c),
            3 => a,
            4 => a | b & c,
            5 => a | b,
            6 => a | b | c,
            // The set consists mostly of whole ranks, with some cards of one suit.
            _ => (a & b & 0x1111_1111_1111_1111) | ((c & 0x1111_1111_1111_1111) * 0xf),
        })
    })
}

/// Extreme sets: empty, full, one card or all but one, one rank or all but one, single suits, every
/// second rank, and runs.
pub(crate) fn hostile_sets() -> Vec<CardSet> {
    let mut sets = vec![CardSet::EMPTY, CardSet::ALL];
    sets.extend((0..16).map(|digit| CardSet::from_low_bits(0x1111_1111_1111_1111 * digit)));
    sets.extend((1..16).map(|digit| CardSet::from_low_bits(0x0101_0101_0101_0101 * digit)));
    for card in CardSet::ALL {
        sets.extend([
            CardSet::only(card),
            !CardSet::only(card),
            CardSet::from_low_bits((1 << card.index()) - 1),
        ]);
    }
    for rank in Rank::all() {
        sets.extend([
            CardSet::of_rank(rank),
            !CardSet::of_rank(rank),
            CardSet::above(rank),
            CardSet::below(rank),
        ]);
    }
    for suit in Suit::ALL {
        for gap in Rank::all() {
            sets.push(CardSet::of_suit(suit) - CardSet::of_rank(gap));
        }
    }
    sets
}
