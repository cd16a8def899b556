//! Enumeration of all melds.

use crate::melds::Meld;
use crate::{Rank, Suit, SuitSet};

/// Returns all melds with at most `jokers` jokers: 9,041 melds if `jokers` is 2.
#[cfg_attr(
    not(feature = "oracle"),
    expect(unreachable_pub, reason = "the reference implementation re-exports this function")
)]
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
