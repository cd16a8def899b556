//! The same in plain words: every meld there is, tried one after the other. The oracle of the generator.

use std::cmp::Ordering;

use crate::melds::{Hand, Kind, Meld, Order, Trick};
use crate::{Rank, Suit, SuitSet};

/// Every meld there is with up to so many jokers, whoever may hold it. Some 14,000 with two jokers.
pub fn every_meld(jokers: u32) -> Vec<Meld> {
    let mut melds = Vec::new();
    for rank in Rank::all() {
        for (shown, stand_ins) in (0..16).flat_map(|shown| (0..16).map(move |stand_ins| (shown, stand_ins))) {
            for fifths in 0..=Meld::MOST_JOKERS {
                let suits = (SuitSet::from_low_bits(shown), SuitSet::from_low_bits(stand_ins));
                melds.extend(Meld::group(rank, suits.0, suits.1, fifths));
            }
        }
    }
    for suit in Suit::ALL {
        for (low, size) in (-1..=11).flat_map(|low| (3..=15).map(move |size| (low, size))) {
            melds.extend(Meld::sequence(suit, low, size, 0));
            for first in 0..size {
                melds.extend(Meld::sequence(suit, low, size, 1 << first));
                let second = first + 1..size;
                melds.extend(
                    second.filter_map(|second| Meld::sequence(suit, low, size, 1 << first | 1 << second)),
                );
            }
        }
    }
    melds.extend((1..=Meld::MOST_JOKERS).filter_map(Meld::only_jokers));
    melds.retain(|meld| meld.jokers() <= jokers);
    melds
}

/// What [`leads`](super::leads) gives, found among all melds there are.
pub fn leads(every: &[Meld], hand: Hand, order: Order) -> Vec<Meld> {
    let mut melds: Vec<Meld> = every.iter().copied().filter(|&meld| hand.holds(meld)).collect();
    melds.sort_by(|&one, &other| compare(one, other, hand, order));
    melds
}

/// What [`follows`](super::follows) gives, found among all melds there are.
pub fn follows(every: &[Meld], hand: Hand, trick: Trick, order: Order) -> Vec<Meld> {
    let mut melds = leads(every, hand, order);
    melds.retain(|&meld| trick.answered_by(meld, order).is_ok());
    melds
}

/// The documented order.
fn compare(one: Meld, other: Meld, hand: Hand, order: Order) -> Ordering {
    let upwards = |by: Ordering| if order == Order::Reversed { by.reverse() } else { by };
    let alone = |meld: Meld| meld.kind() == Kind::Jokers;
    let held = |meld: Meld| match (meld.kind(), u8::try_from(meld.low()).ok().and_then(Rank::new)) {
        (Kind::Group, Some(rank)) => hand.cards.suits(rank).len(),
        _ => 0,
    };
    let suit = |meld: Meld| if meld.kind() == Kind::Sequence { meld.suits().bits() } else { 0 };
    let sequence = |meld: Meld| meld.kind() == Kind::Sequence;
    (other.size().cmp(&one.size()))
        .then(alone(one).cmp(&alone(other)))
        .then(sequence(one).cmp(&sequence(other)))
        .then(one.jokers().cmp(&other.jokers()))
        .then(held(one).cmp(&held(other)))
        .then(upwards(one.low().cmp(&other.low())))
        .then(upwards(suit(one).cmp(&suit(other))))
        .then(one.suits().cmp(&other.suits()))
        .then(one.stand_ins_in_order().cmp(&other.stand_ins_in_order()))
}
