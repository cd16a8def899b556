//! Workload `follows`: all moves that a hand can play on a random lead of another hand. The result
//! is the sum of the packed words of all these moves.

use super::{Measure, Rung, Workload};
use quadrille_doudizhu::ActionTable;
use quadrille_doudizhu::Hand;
use quadrille_doudizhu::Rules;
use quadrille_doudizhu::{Move, MoveBuffer};

const HANDS: usize = Workload::FIRST;

const FOLLOWS: Measure<Workload> =
    Measure::new("follows", "hand", |w| w.hands().min(HANDS), Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung; 2] = [
    FOLLOWS.rung("whole table", "test each of the 27,472 moves against the hand and the lead", |_, w| {
        each(w, |hand, on, _| {
            sum(ActionTable::rlcard().filter(hand, Some(on)).map(|follow| follow.cards().bits()))
        });
    }),
    FOLLOWS.rung("generator", "generate moves from the ranks above the lead", |_, w| {
        each(w, |hand, on, moves| {
            Rules::RLCARD.follows(hand, on, moves);
            sum(moves.iter().map(|follow| follow.cards().bits()))
        });
    }),
];

fn each(w: &mut Workload, mut follows: impl FnMut(Hand, Move, &mut MoveBuffer) -> u64) {
    // Each hand follows the lead of the previous hand.
    let hands = w.first.iter().skip(1);
    for ((&hand, &on), number) in hands.zip(&w.leads).take(HANDS).zip(&mut w.numbers) {
        *number = follows(hand, on, &mut w.moves);
    }
}

fn sum(cards: impl Iterator<Item = u64>) -> u64 {
    cards.fold(0, u64::wrapping_add)
}
