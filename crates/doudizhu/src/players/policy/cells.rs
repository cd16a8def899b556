//! The input features of the networks.
//!
//! A set of cards takes 54 cells. Each rank from the 3 to the 2 has four cells. If the set has n
//! cards of the rank, the first n of these cells are 1. Each joker has a cell of its own.
//!
//! | first cell of a state | number of cells | content |
//! |---|---|---|
//! | 0 | 54 | cards of both other hands together |
//! | 54 | 54 | the move to beat; none when leading |
//! | 108 | 54 | cards that the next seat has played |
//! | 162 | 54 | cards that the previous seat has played |
//! | 216 | 54 | the latest move of the next seat |
//! | 270 | 54 | the latest move of the previous seat |
//! | 324 | 54 | cards of the stock that the landlord has not played |
//! | 378 | 16 | the kind of the move to beat, in the order of [`Kind::ALL`] |
//! | 394 | 3 | the owner of the move to beat: the seat itself (it leads), the next seat, the previous seat |
//! | 397 | 20 | number of cards of the next seat, 1 to 20 |
//! | 417 | 20 | number of cards of the previous seat, 1 to 20 |
//! | 437 | 6 | number of bombs and rockets played: 0 to 4, or 5 and more |
//!
//! | first cell of an action | number of cells | content |
//! |---|---|---|
//! | 0 | 54 | the hand after the move |
//! | 54 | 54 | the move |
//! | 108 | 16 | the kind of the move |
//! | 124 | 21 | number of cards after the move, 0 to 20 |
//! | 145 | 30 | cost of the hand after the move as estimated by [`Rule`](crate::players::Rule), in half turns: 0 to 28, or 29 and more |
//! | 175 | 1 | the move has cards, and no unseen cards beat it within its kind |
//! | 176 | 1 | the move has cards, and no unseen bomb or rocket beats it |

use crate::game::View;
use crate::moves::Kind;
use crate::players::rule::cost::cost;
use crate::{Hand, Move};

use crate::encodings::CARDS;

/// The number of cells of a state.
pub(super) const STATE: usize = 443;
/// The number of cells of an action.
pub(super) const ACTION: usize = 177;
/// The largest number of cells that can be 1: 54 for the played and unseen cards together, 20 for
/// each of three moves, 3 for the stock, 20 for the hand and the chosen move together, and 10 for
/// one-hot features and flags.
pub(super) const MOST: usize = CARDS + 3 * 20 + 3 + 20 + 10;

const KINDS: usize = Kind::ALL.len();

/// Calls `set` with the index of each cell that is 1 in the encoding of a seat's view.
#[inline]
pub(super) fn state(view: &View<'_>, mut set: impl FnMut(usize)) {
    let [next, last] = [view.seat().next(), view.seat().next().next()];
    // `played` has the cards that each seat has played. The row of the stock, below, lacks the
    // cards that the landlord has played.
    let mut played = [Hand::EMPTY; 3];
    let mut latest = [Hand::EMPTY; 3];
    for &(seat, chosen) in view.history() {
        let seat = seat.index();
        played[seat] = Hand::from_valid_bits(played[seat].bits() + chosen.cards().bits());
        latest[seat] = chosen.cards();
    }
    let [next_at, last_at] = [next.index(), last.index()];
    let stock = kept(view.stock(), played[view.landlord().index()]);
    let rows = [
        view.unseen(),
        view.on_table().cards(),
        played[next_at],
        played[last_at],
        latest[next_at],
        latest[last_at],
        stock,
    ];
    for (row, hand) in rows.into_iter().enumerate() {
        cards(row * CARDS, hand, &mut set);
    }
    let mut at = rows.len() * CARDS;
    set(at + view.on_table().kind() as usize);
    at += KINDS;
    let owner = view.owner();
    set(at
        + if owner == view.seat() {
            0
        } else if owner == next {
            1
        } else {
            2
        });
    at += 3;
    for seat in [next, last] {
        set(at + (view.cards_left(seat).clamp(1, 20) - 1) as usize);
        at += 20;
    }
    set(at + usize::from(view.bombs().min(5)));
}

/// Calls `set` with the index of each cell that is 1 in the encoding of a move.
#[inline]
pub(super) fn action(view: &View<'_>, chosen: Move, mut set: impl FnMut(usize)) {
    let left = Hand::from_valid_bits(view.hand().bits() - chosen.cards().bits());
    cards(0, left, &mut set);
    cards(CARDS, chosen.cards(), &mut set);
    set(2 * CARDS + chosen.kind() as usize);
    set(2 * CARDS + KINDS + left.len() as usize);
    let half_turns = (cost(left).max(0) / 50).min(29) as usize;
    let at = 2 * CARDS + KINDS + 21;
    set(at + half_turns);
    if !chosen.is_pass() {
        let answers = view.rules().answers(view.unseen(), chosen.shape);
        if answers.of_kind == 0 {
            set(at + 30);
        }
        if answers.bombs == 0 {
            set(at + 31);
        }
    }
}

/// Returns the cards of `hand` without those that are also in `other`, rank by rank.
fn kept(hand: Hand, other: Hand) -> Hand {
    let covered = hand.lanes().min_lanes(other.lanes());
    Hand::from_valid_bits(hand.bits() - covered.bits())
}

/// Calls `set` with the index of each cell that is 1 in the encoding of a card set. The first cell
/// has the index `first`.
#[inline]
fn cards(first: usize, hand: Hand, set: &mut impl FnMut(usize)) {
    let mut left = thermometer(hand);
    while left != 0 {
        set(first + left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// Returns the 54 cells of a card set as bits.
///
/// The lane of a rank has four bits and holds the count of its cards, c. In the result, bit k − 1
/// of the lane is set if c ≥ k, for k = 1, 2, 3, 4. The lane is then the row of cells of the rank.
/// The red joker's lane begins at bit 56 and has to be moved, since the joker's cell is 53.
#[inline]
fn thermometer(hand: Hand) -> u64 {
    let lanes = hand.lanes();
    let at_least = |count: u8| lanes.ge_lanes(quadrille_lanes::Nibbles64::splat(count)).bits() >> 3;
    let full = at_least(1) | at_least(2) << 1 | at_least(3) << 2 | at_least(4) << 3;
    let jokers = full >> 52 & 1 | (full >> 56 & 1) << 1;
    full & ((1 << 52) - 1) | jokers << 52
}
