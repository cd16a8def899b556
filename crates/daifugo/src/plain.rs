//! The operations on sets of cards as loops over ranks and suits: what the bit operations are tested against.

use quadrille_lanes::Nibbles64;

use crate::card::Card;
use crate::cardset::CardSet;
use crate::dominance::Order;
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::suit::Suit;
use crate::suitset::SuitSet;

/// How many cards of a rank are held.
pub fn count(cards: CardSet, rank: Rank) -> u32 {
    Suit::ALL.into_iter().map(|suit| u32::from(cards.contains(Card::new(rank, suit)))).sum()
}

/// What [`CardSet::counts`] packs.
pub fn counts(cards: CardSet) -> u64 {
    digits(|rank| count(cards, rank))
}

/// What [`CardSet::one_hot`] packs.
pub fn one_hot(cards: CardSet) -> u64 {
    digits(|rank| match count(cards, rank) {
        0 => 0,
        held => 1 << (held - 1),
    })
}

/// What [`CardSet::smeared`] packs.
pub fn smeared(cards: CardSet) -> u64 {
    digits(|rank| (1 << count(cards, rank)) - 1)
}

/// What [`CardSet::exactly`] picks.
pub fn exactly(cards: CardSet, wanted: u32) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) == wanted).collect()
}

/// What [`CardSet::at_least`] picks.
pub fn at_least(cards: CardSet, wanted: u32) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) >= wanted).collect()
}

/// What [`CardSet::odd`] picks.
pub fn odd(cards: CardSet) -> Ranks {
    Rank::all().filter(|&rank| count(cards, rank) % 2 == 1).collect()
}

/// What [`CardSet::ranks_with`] picks.
pub fn ranks_with(cards: CardSet, suits: SuitSet) -> Ranks {
    Rank::all().filter(|&rank| suits.iter().all(|suit| cards.contains(Card::new(rank, suit)))).collect()
}

/// What [`CardSet::sequence_starts`] finds.
pub fn sequence_starts(cards: CardSet, n: u32) -> CardSet {
    every_card().filter(|&card| (0..n as i32).all(|step| holds(cards, card, step))).collect()
}

/// What [`CardSet::sequence_cards`] gives back.
pub fn sequence_cards(starts: CardSet, n: u32) -> CardSet {
    every_card().filter(|&card| (0..n as i32).any(|step| holds(starts, card, -step))).collect()
}

/// What [`CardSet::joker_sequence_starts`] finds, or, if `reduced`, what
/// [`CardSet::joker_sequence_starts_reduced`] does.
pub fn joker_sequence_starts(cards: CardSet, n: u32, place: u32, reduced: bool) -> CardSet {
    if n < 3 || place >= n {
        return CardSet::EMPTY;
    }
    let (n, place) = (n as i32, place as i32);
    let lowest = i32::from(place == 0);
    every_card()
        .filter(|&card| {
            // Steps from the lowest card held; the ranks must be real, or imaginary by one and the joker's.
            let held = (0..n).filter(|&at| at != place).all(|at| holds(cards, card, at - lowest));
            let joker = card.rank().index() as i32 + place - lowest;
            held && (-1..=13).contains(&joker) && !(reduced && holds(cards, card, place - lowest))
        })
        .collect()
}

/// What [`NoDominance`](crate::dominance::NoDominance) packs: bit k − 1 of a rank is set iff a better rank
/// has at least k cards, each joker standing for one more, and k is at most `largest`.
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

/// What [`sure_win_groups`](crate::surewin::sure_win_groups) says.
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

/// Whether the card of the same suit, so many ranks above, is there.
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
