//! The rule player's calls before cards are played.

use crate::game::{Call, Stage};
use crate::players::CallView;
use crate::{Hand, Rank};

/// Returns the highest legal call for which the hand is strong enough, or a pass.
pub(super) fn call(view: &CallView<'_>) -> Call {
    let strength = strength(view.hand());
    let bidding = view.bidding();
    let wanted = |call: Call| match (call, bidding.stage()) {
        (Call::Bid(bid), _) => strength >= FOR_BID[usize::from(bid).min(FOR_BID.len()) - 1],
        (Call::Call, _) => strength >= FOR_BID[1],
        (Call::Rob, _) => strength >= FOR_BID[2],
        (Call::Double, Stage::Doubling(contract, seat)) => {
            strength >= if seat == contract.landlord { TO_DOUBLE_AS_LANDLORD } else { TO_DOUBLE_AS_PEASANT }
        }
        // The hand is never opened, since an open hand helps the opponents.
        (Call::Open | Call::Double | Call::Pass, _) => false,
    };
    // Calls are in ascending order, so the last suitable call is the highest.
    view.calls().filter(|&call| wanted(call)).last().unwrap_or(Call::Pass)
}

/// The minimum strengths for bids of 1, 2 and 3.
const FOR_BID: [u32; 3] = [6, 8, 10];
const TO_DOUBLE_AS_LANDLORD: u32 = 14;
const TO_DOUBLE_AS_PEASANT: u32 = 11;

/// Returns the strength of a hand in high cards and bombs: 4 for the red joker, 3 for the black
/// joker, 2 for each 2, 1 for each ace, 4 more for each four of a kind, and 1 more for the rocket.
fn strength(hand: Hand) -> u32 {
    let count = |rank: Rank| u32::from(hand.count(rank));
    let (black, red) = (count(Rank::BLACK_JOKER), count(Rank::RED_JOKER));
    let bombs = hand.iter().filter(|&(_, count)| count == 4).count() as u32;
    4 * red + 3 * black + black * red + 2 * count(Rank::TWO) + count(Rank::ACE) + 4 * bombs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_counts_what_wins() {
        for (hand, expected) in [("", 0), ("345", 0), ("BR", 8), ("2222", 12), ("AA2R", 8), ("7777", 4)] {
            assert_eq!(strength(hand.parse().unwrap()), expected, "{hand}");
        }
    }
}
