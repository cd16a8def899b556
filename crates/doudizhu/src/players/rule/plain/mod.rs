//! The rule player as a person would write it down: every rest is sorted into moves, rank by rank, in every
//! order.
//!
//! It is the specification of [`Rule`](super::Rule), which decides the same some times as fast, and what that
//! is tested against.

mod cost;

pub(super) use self::cost::cost;
use super::bidding;
use crate::game::{Action, Decision, Seat, Table, View};
use crate::players::{Player, PlayerError, PlayerRng};
use crate::{Hand, Kind, Move};

/// The plain rule player.
#[derive(Debug, Clone, Copy)]
pub struct PlainRule;

impl PlainRule {
    /// What it plays: one of the moves of the view.
    pub fn choose(&self, view: &View<'_>) -> Move {
        // A pass is the first of all, or there is none.
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

/// A move that ends the game, or one that nobody can beat and that leaves a single move.
fn winning(view: &View<'_>, moves: &[Move]) -> Option<Move> {
    let (hand, rules) = (view.hand(), view.rules());
    if let Some(&last) = moves.iter().find(|chosen| chosen.cards() == hand) {
        return Some(last);
    }
    let leaves_one = |chosen: &Move| rules.classify(rest(hand, *chosen)).is_some();
    // Both others' cards as one hand: what that cannot beat, neither can.
    let unseen = view.unseen();
    let beaten = |chosen: Move| rules.count_follows(unseen, chosen) > 1;
    moves.iter().copied().filter(leaves_one).find(|&chosen| !beaten(chosen))
}

/// What is left of a hand.
fn rest(hand: Hand, chosen: Move) -> Hand {
    hand.remove(chosen.cards()).unwrap_or(hand)
}

/// Of several moves the one of the least price; of equal ones that with more cards, of these the first.
fn cheapest(moves: &[Move], price: impl Fn(Move) -> i32) -> Option<(Move, i32)> {
    let priced = moves.iter().map(|&chosen| (chosen, price(chosen)));
    priced.min_by_key(|&(chosen, price)| (price, std::cmp::Reverse(chosen.cards().len())))
}

fn lead(view: &View<'_>, moves: &[Move]) -> Move {
    let hand = view.hand();
    let price = |chosen: Move| cost(rest(hand, chosen)) + risk_of_leading(view, chosen);
    cheapest(moves, price).map_or(Move::PASS, |(chosen, _)| chosen)
}

/// What it costs that somebody with one or two cards left may go out on this lead.
fn risk_of_leading(view: &View<'_>, chosen: Move) -> i32 {
    let fewest = enemies(view).map(|seat| view.cards_left(seat)).min().unwrap_or(0);
    let rank = chosen.rank().map_or(0, |rank| i32::from(rank.index()));
    match (chosen.kind(), fewest) {
        // The higher the better, whatever else it breaks.
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
    // Nearly done: the lead is worth more than order in what is left.
    let near = if left <= NEARLY_DONE { WORTH_OF_LEAD_WHEN_NEAR } else { 0 };
    if gain + near >= least_gain(view, chosen) { chosen } else { Move::PASS }
}

/// A rest that costs no more than this is nearly played.
const NEARLY_DONE: i32 = 110;
const WORTH_OF_LEAD_WHEN_NEAR: i32 = 100;

/// How much cheaper a hand has to become for it to be worth beating what lies on the view.
fn least_gain(view: &View<'_>, chosen: Move) -> i32 {
    let owner = view.owner();
    let fewest = enemies(view).map(|seat| view.cards_left(seat)).min().unwrap_or(0);
    if view.are_partners(owner, view.seat()) {
        // The partner has the lead: only get rid of low cards on the way, and never of more than is needed.
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
