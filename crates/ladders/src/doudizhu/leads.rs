//! Workload `leads`: all moves that a hand can lead. The result is the sum of the packed words of
//! all these moves.

use quadrille_lanes::slices;

use super::{Measure, Rung, Workload};
use quadrille_doudizhu::ActionTable;
use quadrille_doudizhu::Hand;
use quadrille_doudizhu::MoveBuffer;
use quadrille_doudizhu::Rules;

const HANDS: usize = Workload::FIRST;

const LEADS: Measure<Workload> =
    Measure::new("leads", "hand", |w| w.hands().min(HANDS), Workload::sum_of_numbers);

pub(super) const RUNGS: [Rung; 3] = [
    LEADS.rung("whole table", "test each of the 27,472 moves against the hand", |_, w| {
        each(w, |hand, _| sum(ActionTable::rlcard().filter(hand, None).map(|mv| mv.cards().bits())));
    }),
    LEADS.rung("whole table, vectors", "test a vector of moves at once against the hand", |level, w| {
        let mut mask = vec![0; w.actions.len().div_ceil(64)];
        let actions = std::mem::take(&mut w.actions);
        each(w, |hand, _| {
            slices::all_le_mask(level, &actions, hand.lanes(), &mut mask);
            let contained = |at: &usize| mask[at / 64] >> (at % 64) & 1 != 0;
            let nonempty = |block: &usize| mask[*block] != 0;
            let blocks = (0..mask.len()).filter(nonempty);
            let moves = blocks.flat_map(|block| 64 * block..actions.len().min(64 * (block + 1)));
            sum(moves.filter(contained).map(|at| actions[at].bits()))
        });
        w.actions = actions;
    }),
    LEADS.rung("generator", "generate moves from the ranks of the hand", |_, w| {
        each(w, |hand, moves| {
            Rules::RLCARD.leads(hand, moves);
            sum(moves.iter().map(|mv| mv.cards().bits()))
        });
    }),
];

fn each(w: &mut Workload, mut leads: impl FnMut(Hand, &mut MoveBuffer) -> u64) {
    for (&hand, number) in w.first.iter().take(HANDS).zip(&mut w.numbers) {
        *number = leads(hand, &mut w.moves);
    }
}

fn sum(cards: impl Iterator<Item = u64>) -> u64 {
    cards.fold(0, u64::wrapping_add)
}
