//! Reference implementation of the generator for tests: it tries every meld.

use std::cmp::Ordering;

pub use super::every::every_meld;
use crate::Rank;
use crate::melds::{Hand, Kind, Meld, Order, Trick};

/// Reference for [`leads`](super::leads), given all melds.
pub fn leads(every: &[Meld], hand: Hand, order: Order) -> Vec<Meld> {
    let mut melds: Vec<Meld> = every.iter().copied().filter(|&meld| hand.holds(meld)).collect();
    melds.sort_by(|&one, &other| compare(one, other, hand, order));
    melds
}

/// Reference for [`follows`](super::follows), given all melds.
pub fn follows(every: &[Meld], hand: Hand, trick: Trick, order: Order) -> Vec<Meld> {
    let mut melds = leads(every, hand, order);
    melds.retain(|&meld| trick.answered_by(meld, order).is_ok());
    melds
}

/// Compares melds in the documented order.
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
