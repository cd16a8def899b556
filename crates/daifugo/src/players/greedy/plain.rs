//! The test oracle of the player [`Greedy`](super::super::Greedy). It searches the list of melds
//! once per criterion.

use std::cmp::Reverse;

use crate::dominance::{NoDominance, Order};
use crate::game::{Move, View};
use crate::melds::{Hand, Kind, Meld};
use crate::{Card, CardSet, Rank};

/// Returns the same move as [`PlayerKind::choose`](crate::players::PlayerKind::choose) for the
/// greedy player. The time is quadratic in the number of melds.
pub fn greedy(view: &View<'_>) -> Move {
    let (hand, melds) = (view.hand(), view.melds());
    if let Some(&last) = melds.iter().find(|meld| meld.size() == hand.len()) {
        return Move::Play(last);
    }
    let chosen = if view.trick().is_some() { follow(view, hand, melds) } else { lead(view, hand, melds) };
    chosen.into()
}

fn follow(view: &View<'_>, hand: Hand, melds: &[Meld]) -> Option<Meld> {
    let order = view.order();
    let whole = |meld: &&Meld| breaks_nothing(**meld, hand);
    let weak = |meld: &&Meld| !is_strong(**meld, order);
    let lowest = |meld: &Meld| worth(*meld, order);
    if let Some(&meld) = melds.iter().filter(weak).filter(whole).min_by_key(|meld| lowest(meld)) {
        return Some(meld);
    }
    // Strong cards are played if they win the trick, or if at most four cards are left.
    let answerable = view.answerable();
    let wins = |meld: &&Meld| wins_table(**meld, answerable);
    melds.iter().filter(whole).filter(wins).min_by_key(|meld| (meld.jokers(), lowest(meld))).copied().or_else(
        || {
            let hurry = view.hand().len() <= 4;
            melds.iter().filter(|_| hurry).min_by_key(|meld| (meld.jokers(), lowest(meld))).copied()
        },
    )
}

fn lead(view: &View<'_>, hand: Hand, melds: &[Meld]) -> Option<Meld> {
    let order = view.order();
    let answerable = view.answerable();
    let then_ends = |meld: &&Meld| wins_table(**meld, answerable) && is_one_meld(hand, **meld, melds);
    if let Some(&meld) = melds.iter().find(then_ends) {
        return Some(meld);
    }
    let weak = |meld: &&Meld| !is_strong(**meld, order);
    let best =
        melds.iter().filter(weak).max_by_key(|meld| (shed(**meld, order), Reverse(worth(**meld, order))));
    best.or_else(|| {
        melds.iter().min_by_key(|meld| (meld.jokers(), Reverse(meld.size()), worth(**meld, order)))
    })
    .copied()
}

/// Returns whether the rest of the hand after a meld is a single meld.
fn is_one_meld(hand: Hand, meld: Meld, melds: &[Meld]) -> bool {
    let mut left = hand;
    left.remove(meld);
    melds.iter().any(|other| other.size() == left.len() && left.holds(*other))
}

/// Returns whether a meld shows an 8 or the best rank, or uses a joker.
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
fn wins_table(meld: Meld, answerable: NoDominance) -> bool {
    let rank = u8::try_from(meld.low()).ok().and_then(Rank::new);
    meld.shows(Rank::EIGHT)
        || match (meld.kind(), rank) {
            (Kind::Group, Some(rank)) => answerable.dominates(rank, meld.size()),
            _ => meld == Meld::JOKER,
        }
}

/// Returns whether a meld leaves no card of its rank in the hand; always true for 8s, sequences,
/// and jokers alone.
fn breaks_nothing(meld: Meld, hand: Hand) -> bool {
    match (meld.kind(), u8::try_from(meld.low()).ok().and_then(Rank::new)) {
        (Kind::Group, Some(rank)) => {
            (hand.cards & CardSet::of_rank(rank)).is_subset(meld.cards()) || rank == Rank::EIGHT
        }
        _ => true,
    }
}

/// Returns the number of ranks that are worse in this order than the worst rank of the meld; −1 for
/// the imaginary rank that is worse than all 13 ranks, and 14 for jokers alone.
fn worth(meld: Meld, order: Order) -> i32 {
    match (meld.kind(), order) {
        (Kind::Jokers, _) => 14,
        (_, Order::Normal) => meld.low(),
        (_, Order::Reversed) => 12 - meld.high(),
    }
}

/// Returns the points of a lead. Every natural card of the lead counts one point, plus one point
/// for each rank that is better than its own.
fn shed(meld: Meld, order: Order) -> i32 {
    let place = |card: Card| match order {
        Order::Normal => 13 - card.rank().index() as i32,
        Order::Reversed => card.rank().index() as i32 + 1,
    };
    meld.cards().iter().map(place).sum()
}
