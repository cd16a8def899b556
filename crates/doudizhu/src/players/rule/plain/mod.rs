//! The reference implementation of the rule player. For each possible move, it sorts the rest of
//! the hand into moves, rank by rank, in every order of the categories.
//!
//! It is the specification of [`Rule`](super::Rule): tests compare `Rule` with it. `Rule` makes the
//! same decisions several times as fast.

mod cost;

pub(super) use self::cost::cost;
use super::bidding;
use crate::game::{Action, Decision, Seat, Table, View};
use crate::players::{Player, PlayerError, PlayerRng};
use crate::{Hand, Kind, Move};

/// The reference implementation of the rule player.
#[derive(Debug, Clone, Copy)]
pub struct PlainRule;

impl PlainRule {
    /// Returns the move to play, one of the view's legal moves.
    pub fn choose(&self, view: &View<'_>) -> Move {
        // If a pass is legal, it is the first move.
        let moves = &view.moves()[usize::from(view.may_pass()).min(view.moves().len())..];
        winning(view, moves)
            .unwrap_or_else(|| if view.may_pass() { follow(view, moves) } else { lead(view, moves) })
    }
}

impl Player<Table> for PlainRule {
    fn decide(&mut self, view: &Decision<'_>, _: &mut PlayerRng) -> Result<Action, PlayerError> {
        Ok(match view {
            Decision::Call(view) => Action::Call(bidding::call(view)),
            Decision::Play(view) => Action::Play(self.choose(view)),
        })
    }

    fn listens(&self) -> bool {
        false
    }
}

/// Returns a move that wins: it ends the game, or no seat can beat it and the rest of the hand is a
/// single move.
fn winning(view: &View<'_>, moves: &[Move]) -> Option<Move> {
    let (hand, rules) = (view.hand(), view.rules());
    if let Some(&last) = moves.iter().find(|chosen| chosen.cards() == hand) {
        return Some(last);
    }
    let leaves_one = |chosen: &Move| rules.classify(rest(hand, *chosen)).is_some();
    // The two other hands are combined: if the combined hand cannot beat a move, neither hand can.
    // The count of answers includes the pass.
    let unseen = view.unseen();
    let beaten = |chosen: Move| rules.count_follows(unseen, chosen) > 1;
    moves.iter().copied().filter(leaves_one).find(|&chosen| !beaten(chosen))
}

/// Returns the rest of a hand after a move.
fn rest(hand: Hand, chosen: Move) -> Hand {
    hand.remove(chosen.cards()).unwrap_or(hand)
}

/// Returns the move for which the function `price` has the lowest value, and this value. Among
/// moves of equal value, the move with the most cards is taken, then the first move.
fn cheapest(moves: &[Move], price: impl Fn(Move) -> i32) -> Option<(Move, i32)> {
    let priced = moves.iter().map(|&chosen| (chosen, price(chosen)));
    priced.min_by_key(|&(chosen, price)| (price, std::cmp::Reverse(chosen.cards().len())))
}

fn lead(view: &View<'_>, moves: &[Move]) -> Move {
    let hand = view.hand();
    let price = |chosen: Move| cost(rest(hand, chosen)) + risk_of_leading(view, chosen);
    cheapest(moves, price).map_or(Move::PASS, |(chosen, _)| chosen)
}

/// Returns the cost of the risk that an opponent with one or two cards can play its last cards on
/// this lead.
fn risk_of_leading(view: &View<'_>, chosen: Move) -> i32 {
    let fewest = enemies(view).map(|seat| view.cards_left(seat)).min().unwrap_or(0);
    let rank = chosen.rank().map_or(0, |rank| i32::from(rank.index()));
    match (chosen.kind(), fewest) {
        // High ranks are preferred. This preference outweighs the cost of the rest of the hand.
        (Kind::Solo, 1) => 400 - 20 * rank,
        (Kind::Pair, 2) => 200 - 12 * rank,
        (Kind::Solo, 2) => 60 - 4 * rank,
        _ => 0,
    }
}

fn follow(view: &View<'_>, moves: &[Move]) -> Move {
    let hand = view.hand();
    let Some((chosen, left)) = cheapest(moves, |chosen| cost(rest(hand, chosen))) else { return Move::PASS };
    let gain = cost(hand) - left;
    // If few turns remain, the lead is worth more than a well-ordered rest of the hand.
    let near = if left <= NEARLY_DONE { WORTH_OF_LEAD_WHEN_NEAR } else { 0 };
    if gain + near >= least_gain(view, chosen) { chosen } else { Move::PASS }
}

/// The largest cost at which the rest of a hand counts as nearly played.
const NEARLY_DONE: i32 = 110;
/// The value of the lead if the rest of the hand is nearly played.
const WORTH_OF_LEAD_WHEN_NEAR: i32 = 100;

/// Returns the least gain for which the answer `chosen` is played; otherwise this seat passes. The
/// gain is the reduction of the hand's cost. If few turns remain, the caller adds the value of the
/// lead to the gain.
fn least_gain(view: &View<'_>, chosen: Move) -> i32 {
    let owner = view.owner();
    let fewest = enemies(view).map(|seat| view.cards_left(seat)).min().unwrap_or(0);
    if view.are_partners(owner, view.seat()) {
        // The partner owns the move on the table, and may get the lead. This seat therefore plays
        // only low cards here, and no bomb.
        if view.cards_left(owner) <= 2 || chosen.is_bomb_or_rocket() {
            return i32::MAX;
        }
        let high = chosen.rank().is_some_and(|rank| rank.index() >= 10);
        return if high { i32::MAX } else { 80 };
    }
    match fewest {
        0..=2 => -300,
        3..=5 => -60,
        6..=10 => 10,
        _ => 30,
    }
}

fn enemies(view: &View<'_>) -> impl Iterator<Item = Seat> {
    let (own, view) = (view.seat(), *view);
    Seat::ALL.into_iter().filter(move |&seat| !view.are_partners(own, seat))
}
