//! A sensible player by simple rules, without any looking ahead.
//!
//! * It finishes whenever it can.
//! * It answers with the lowest meld that breaks up no larger group, and passes rather than play a *strong*
//!   card: a joker, an 8, or the best rank. Strong cards are played when the table is won by them: an 8 that
//!   clears it, or a group that nobody can answer any more.
//! * It leads what sheds the most low cards and no strong ones; strong ones only where nothing else is left,
//!   or where they surely win the table and one more meld ends the game.
//! * It gives back its lowest single cards.
//!
//! It is asked in every ply of a playout, and so it goes through the melds once for each of the rules above
//! that it comes to, and asks nothing twice. Three things make that possible. All answers to a meld are of
//! one size, and leads come the largest first: whether a meld ends the game shows at the first. What a lead
//! sheds is a sum over its ranks, which of a group is a product and of a sequence the middle times the
//! length. And whether what is left of a hand is one meld is a question about the hand, not about the list:
//! see [`is_one_meld`]. `plain.rs` looks it all up in the list instead, and decides the same.

#[cfg(feature = "oracle")]
pub mod plain;

use crate::dominance::{NoDominance, Order};
use crate::game::{Move, View};
use crate::melds::{Hand, Kind, Meld};
use crate::rules::Rule;
use crate::{Card, CardSet, Rank};

#[inline]
pub(super) fn choose(view: &View<'_>) -> Move {
    let (hand, melds) = (view.hand(), view.melds());
    // The largest lead comes first, and all answers are of one size.
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
    // Few cards left, or the table surely won: now or never.
    let cheapest = |meld: &&Meld| (meld.jokers(), worth(**meld, order));
    let answerable = view.answerable();
    let wins = melds.iter().filter(|meld| wins_table(**meld, answerable) && breaks_nothing(**meld, hand));
    let hurry = || if hand.len() <= 4 { melds.iter().min_by_key(cheapest) } else { None };
    wins.min_by_key(cheapest).or_else(hurry).copied()
}

/// The melds are not empty: whoever leads holds a card.
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
            // Of equals the last one.
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

/// Whether all of a hand is one meld that can be led.
///
/// Cards of one rank are a group, and jokers stand for what is missing. Cards of one suit are a sequence if,
/// with the jokers, they fill all ranks from the lowest to the highest: jokers left over go below or above,
/// where there is always room, since two more ranks than there are count.
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

/// Whether it shows an 8 or the best rank, or takes a joker.
#[inline]
fn is_strong(meld: Meld, order: Order) -> bool {
    let best = match order {
        Order::Normal => Rank::TWO,
        Order::Reversed => Rank::THREE,
    };
    meld.jokers() > 0 || meld.shows(Rank::EIGHT) || meld.shows(best)
}

/// Whether nobody answers it: it clears the table, or no unseen cards beat it.
#[inline]
pub(super) fn wins_table(meld: Meld, answerable: NoDominance) -> bool {
    let rank = u8::try_from(meld.low()).ok().and_then(Rank::new);
    meld.shows(Rank::EIGHT)
        || match (meld.kind(), rank) {
            (Kind::Group, Some(rank)) => answerable.dominates(rank, meld.size()),
            _ => meld == Meld::JOKER,
        }
}

/// Whether it leaves no rank of a group with some of its cards behind; a group of 8s may.
#[inline]
fn breaks_nothing(meld: Meld, hand: Hand) -> bool {
    match (meld.kind(), u8::try_from(meld.low()).ok().and_then(Rank::new)) {
        (Kind::Group, Some(rank)) => {
            rank == Rank::EIGHT || (hand.cards & CardSet::of_rank(rank)).is_subset(meld.cards())
        }
        _ => true,
    }
}

/// How good a meld's lowest card is: 0 the worst; jokers alone are best.
#[inline]
fn worth(meld: Meld, order: Order) -> i32 {
    match (meld.kind(), order) {
        (Kind::Jokers, _) => 14,
        (_, Order::Normal) => meld.low(),
        (_, Order::Reversed) => 12 - meld.high(),
    }
}

/// How much a lead without jokers sheds: for each card as many points as there are better ranks, and one.
#[inline]
fn shed(meld: Meld, order: Order) -> i32 {
    // Twice the middle rank; of a group low and high are the same.
    let twice = meld.low() + meld.high();
    let size = meld.size() as i32;
    match order {
        Order::Normal => 13 * size - size * twice / 2,
        Order::Reversed => size + size * twice / 2,
    }
}

pub(super) fn give(hand: Hand, number: u32) -> Hand {
    // The lowest cards of ranks with few of them first; 8s are kept, and so is the 3 of diamonds, which
    // brings the lead.
    let alike = |card: &Card| (hand.cards & CardSet::of_rank(card.rank())).len();
    let kept = |card: &Card| *card == Card::DIAMOND_3 || card.rank() == Rank::EIGHT;
    let dear = |card: &Card| (kept(card), card.rank().index() + 3 * (alike(card) - 1), card.index());
    let mut given = CardSet::EMPTY;
    for _ in 0..number {
        given |= (hand.cards - given).iter().min_by_key(dear).into();
    }
    // A hand with fewer cards than are due gives its jokers too.
    Hand::new(given, number - given.len())
}
