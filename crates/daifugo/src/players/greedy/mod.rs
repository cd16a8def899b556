//! A player by simple rules, without lookahead.
//!
//! * If a legal meld is the whole hand, it plays this meld.
//! * It answers with the lowest meld that breaks up no larger group, and passes rather than play a
//!   *strong* card: a joker, an 8, or the best rank. It plays strong cards if they win the trick
//!   (an 8 that clears the table, or a group that can no longer be answered), or if at most four
//!   cards are left.
//! * Among the melds without strong cards, it leads the meld with the most points: every card
//!   counts one point, plus one point for each rank that is better than its own. It leads strong
//!   cards only if there is no other meld, or if they win the trick and the rest of the hand is one
//!   meld.
//! * In the exchange, it returns low cards of ranks of which it holds few cards.
//!
//! The player decides every ply of a playout, so it scans the melds at most once per rule. Three
//! properties make that possible. First, all answers to a meld have the same size, and leads are
//! sorted by descending size, so only the first meld can be the whole hand. Second, the points of a
//! lead follow from its size and its lowest and highest rank, without a loop over the cards. Third,
//! [`is_one_meld`] decides from the cards alone, without the list of melds, whether the rest of the
//! hand is one meld. `plain.rs` searches the list of melds instead, and makes the same decisions.

#[cfg(feature = "oracle")]
pub mod plain;

use crate::dominance::{NoDominance, Order};
use crate::game::{Move, View};
use crate::melds::{Hand, Kind, Meld};
use crate::rules::Rule;
use crate::{Card, CardSet, Rank};

/// Chooses a move.
#[inline]
pub(super) fn choose(view: &View<'_>) -> Move {
    let (hand, melds) = (view.hand(), view.melds());
    // The largest lead comes first, and all answers have the same size. Only the first meld can
    // therefore be the whole hand.
    let Some(&first) = melds.first() else { return Move::Pass };
    if first.size() == hand.len() {
        return Move::Play(first);
    }
    if view.trick().is_some() {
        follow(view, hand, melds).into()
    } else {
        Move::Play(lead(view, hand, melds))
    }
}

fn follow(view: &View<'_>, hand: Hand, melds: &[Meld]) -> Option<Meld> {
    let order = view.order();
    let weak = melds.iter().filter(|meld| !is_strong(**meld, order) && breaks_nothing(**meld, hand));
    if let Some(&meld) = weak.min_by_key(|meld| worth(**meld, order)) {
        return Some(meld);
    }
    // Strong cards are played if they win the trick, or if at most four cards are left.
    let cheapest = |meld: &&Meld| (meld.jokers(), worth(**meld, order));
    let answerable = view.answerable();
    let wins = melds.iter().filter(|meld| wins_table(**meld, answerable) && breaks_nothing(**meld, hand));
    let hurry = || if hand.len() <= 4 { melds.iter().min_by_key(cheapest) } else { None };
    wins.min_by_key(cheapest).or_else(hurry).copied()
}

/// Chooses a lead. `melds` must not be empty; the leader always holds a card.
fn lead(view: &View<'_>, hand: Hand, melds: &[Meld]) -> Meld {
    let order = view.order();
    let answerable = view.answerable();
    let sequences = view.rules().has(Rule::Sequences);
    let (mut best, mut best_key) = (None, (0, 0));
    for &meld in melds {
        if wins_table(meld, answerable) && is_one_meld(without(hand, meld), sequences) {
            return meld;
        }
        if !is_strong(meld, order) {
            // Of several melds with equal keys, the last one is chosen, as by `max_by_key` in
            // `plain.rs`.
            let key = (shed(meld, order), -worth(meld, order));
            if best.is_none() || key >= best_key {
                (best, best_key) = (Some(meld), key);
            }
        }
    }
    let dearest = |meld: &&Meld| (meld.jokers(), -(meld.size() as i32), worth(**meld, order));
    best.or_else(|| melds.iter().min_by_key(dearest).copied()).unwrap_or(melds[0])
}

#[inline]
fn without(mut hand: Hand, meld: Meld) -> Hand {
    hand.remove(meld);
    hand
}

/// Returns whether a whole hand is one meld that can be led.
///
/// Cards of one rank, with any jokers, are a group. Cards of one suit are a sequence if the jokers
/// fill all gaps between the lowest and the highest rank. Further jokers extend it below or above:
/// there is always room, because of the imaginary ranks at both ends.
#[inline]
fn is_one_meld(hand: Hand, sequences: bool) -> bool {
    let (cards, jokers) = (hand.cards, hand.jokers);
    let Some((low, high)) = cards.lowest().zip(cards.highest()) else {
        return (1..=Meld::MOST_JOKERS).contains(&jokers);
    };
    if low.rank() == high.rank() {
        return true;
    }
    let span = high.rank().index() - low.rank().index() + 1;
    sequences && hand.len() >= 3 && span <= hand.len() && cards.is_subset(CardSet::of_suit(low.suit()))
}

/// Returns whether a meld shows an 8 or the best rank, or uses a joker.
#[inline]
fn is_strong(meld: Meld, order: Order) -> bool {
    let best = match order {
        Order::Normal => Rank::TWO,
        Order::Reversed => Rank::THREE,
    };
    meld.jokers() > 0 || meld.shows(Rank::EIGHT) || meld.shows(best)
}

/// Returns whether a meld is expected to win the trick: it shows an 8, it is a group that the
/// unseen cards cannot beat, or it is a single joker. The rules are not considered: an 8 counts
/// also without the eight-cut, and the 3 of spades as an answer to a joker is ignored.
#[inline]
pub(super) fn wins_table(meld: Meld, answerable: NoDominance) -> bool {
    let rank = u8::try_from(meld.low()).ok().and_then(Rank::new);
    meld.shows(Rank::EIGHT)
        || match (meld.kind(), rank) {
            (Kind::Group, Some(rank)) => answerable.dominates(rank, meld.size()),
            _ => meld == Meld::JOKER,
        }
}

/// Returns whether a meld leaves no card of its rank in the hand; always true for 8s, sequences,
/// and jokers alone.
#[inline]
fn breaks_nothing(meld: Meld, hand: Hand) -> bool {
    match (meld.kind(), u8::try_from(meld.low()).ok().and_then(Rank::new)) {
        (Kind::Group, Some(rank)) => {
            rank == Rank::EIGHT || (hand.cards & CardSet::of_rank(rank)).is_subset(meld.cards())
        }
        _ => true,
    }
}

/// Returns the number of ranks that are worse in this order than the worst rank of the meld; −1 for
/// the imaginary rank that is worse than all 13 ranks, and 14 for jokers alone.
#[inline]
fn worth(meld: Meld, order: Order) -> i32 {
    match (meld.kind(), order) {
        (Kind::Jokers, _) => 14,
        (_, Order::Normal) => meld.low(),
        (_, Order::Reversed) => 12 - meld.high(),
    }
}

/// Returns the points of a lead without jokers. Every card of the lead counts one point, plus one
/// point for each rank that is better than its own.
#[inline]
fn shed(meld: Meld, order: Order) -> i32 {
    // `twice` is twice the mean of the lowest and the highest rank, which are equal in a group.
    let twice = meld.low() + meld.high();
    let size = meld.size() as i32;
    match order {
        Order::Normal => 13 * size - size * twice / 2,
        Order::Reversed => size + size * twice / 2,
    }
}

/// Chooses the cards to return in the exchange.
pub(super) fn give(hand: Hand, number: u32) -> Hand {
    // Low cards of ranks with few cards are given first. The 8s and the 3 of diamonds are given
    // last: an 8 clears the table, and the holder of the 3 of diamonds makes the first lead.
    let alike = |card: &Card| (hand.cards & CardSet::of_rank(card.rank())).len();
    let kept = |card: &Card| *card == Card::DIAMOND_3 || card.rank() == Rank::EIGHT;
    let dear = |card: &Card| (kept(card), card.rank().index() + 3 * (alike(card) - 1), card.index());
    let mut given = CardSet::EMPTY;
    for _ in 0..number {
        given |= (hand.cards - given).iter().min_by_key(dear).into();
    }
    // A hand with fewer natural cards than are due returns jokers as well.
    Hand::new(given, number - given.len())
}
