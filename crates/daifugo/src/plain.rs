//! Reference implementations of the set operations as loops over ranks and suits, for testing the
//! bit operations.

use quadrille_lanes::Nibbles64;

use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// Returns the number of cards of a rank.
pub fn count(cards: CardSet, rank: Rank) -> u32 {
    Suit::ALL.into_iter().map(|suit| u32::from(cards.contains(Card::new(rank, suit)))).sum()
}

/// Reference for [`CardSet::counts`]; returns the packed word.
pub fn counts(cards: CardSet) -> u64 {
    digits(|rank| count(cards, rank))
}

/// Reference for [`CardSet::one_hot`]; returns the packed word.
pub fn one_hot(cards: CardSet) -> u64 {
    digits(|rank| match count(cards, rank) {
        0 => 0,
        held => 1 << (held - 1),
    })
}

/// Reference for [`CardSet::smeared`]; returns the packed word.
pub fn smeared(cards: CardSet) -> u64 {
    digits(|rank| (1 << count(cards, rank)) - 1)
}

/// Reference for [`CardSet::exactly`].
pub fn exactly(cards: CardSet, wanted: u32) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) == wanted).collect()
}

/// Reference for [`CardSet::at_least`].
pub fn at_least(cards: CardSet, wanted: u32) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) >= wanted).collect()
}

/// Reference for [`CardSet::odd`].
pub fn odd(cards: CardSet) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) % 2 == 1).collect()
}

/// Reference for [`CardSet::ranks_with`].
pub fn ranks_with(cards: CardSet, suits: SuitSet) -> Ranks {
    Rank::all().filter(|&rank| suits.iter().all(|suit| cards.contains(Card::new(rank, suit)))).collect()
}

/// Reference for [`CardSet::sequence_starts`].
pub fn sequence_starts(cards: CardSet, n: u32) -> CardSet {
    every_card().filter(|&card| (0..n as i32).all(|step| holds(cards, card, step))).collect()
}

/// Reference for [`CardSet::sequence_cards`].
pub fn sequence_cards(starts: CardSet, n: u32) -> CardSet {
    every_card().filter(|&card| (0..n as i32).any(|step| holds(starts, card, -step))).collect()
}

/// Reference for [`CardSet::joker_sequence_starts`] or, if `reduced` is true, for
/// [`CardSet::joker_sequence_starts_reduced`].
pub fn joker_sequence_starts(cards: CardSet, n: u32, place: u32, reduced: bool) -> CardSet {
    if n < 3 || place >= n {
        return CardSet::EMPTY;
    }
    let (n, place) = (n as i32, place as i32);
    let lowest = i32::from(place == 0);
    every_card()
        .filter(|&card| {
            // `at - lowest` is the distance from the lowest natural card, in ranks. Every natural
            // card must have one of the 13 ranks; the joker can also be one rank below the 3 or one
            // rank above the 2.
            let held = (0..n).filter(|&at| at != place).all(|at| holds(cards, card, at - lowest));
            let joker = card.rank().index() as i32 + place - lowest;
            held && (-1..=13).contains(&joker) && !(reduced && holds(cards, card, place - lowest))
        })
        .collect()
}

/// Reference for [`NoDominance`](crate::dominance::NoDominance); returns the packed word.
///
/// Bit k − 1 of a rank is set iff k is at most `largest` and a better rank has at least k cards,
/// jokers included.
pub fn no_dominance(cards: CardSet, jokers: u32, largest: u32, order: Order) -> u64 {
    let mut counts = [0; Rank::COUNT];
    for (held, rank) in counts.iter_mut().zip(Rank::all()) {
        *held = count(cards, rank);
    }
    digits(|rank| {
        let better = Rank::all().zip(counts).filter(|&(other, _)| order.is_better(other, rank));
        let most = better.map(|(_, held)| held).max().unwrap_or(0);
        (1 << (most + jokers).min(4).min(largest)) - 1
    })
}

/// Reference for [`sure_win_groups`](crate::surewin::sure_win_groups).
pub fn sure_win_groups(mine: CardSet, opponents: CardSet, order: Order) -> bool {
    let answered = |rank: &Rank| {
        let size = count(mine, *rank);
        size > 0 && Rank::all().any(|other| order.is_better(other, *rank) && count(opponents, other) >= size)
    };
    Rank::all().filter(answered).count() <= 1
}

fn every_card() -> impl Iterator<Item = Card> {
    CardSet::ALL.iter()
}

/// Returns whether the set contains the card `ranks_above` ranks above `card` in the same suit.
fn holds(cards: CardSet, card: Card, ranks_above: i32) -> bool {
    let rank = card.rank().index() as i32 + ranks_above;
    u8::try_from(rank)
        .ok()
        .and_then(Rank::new)
        .is_some_and(|rank| cards.contains(Card::new(rank, card.suit())))
}

fn digits(value: impl Fn(Rank) -> u32) -> u64 {
    let mut lanes = [0; Rank::COUNT];
    for (lane, rank) in lanes.iter_mut().zip(Rank::all()) {
        *lane = value(rank) as u8;
    }
    Nibbles64::from_lanes(&lanes).bits()
}
