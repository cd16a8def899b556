//! Numbers of leads that each proof shows to be sure wins.

use crate::dominance::Opponents;
use crate::game::Game;
use crate::surewin::{Effects, Position, sure_win_under};
use crate::{CardSet, Rank};

/// The number of leads and, for each predicate, the number of leads that it proves won.
///
/// Under rules without proofs, all numbers except `all` are 0: see
/// [`has_proofs`](super::has_proofs).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leads {
    /// Number of leads.
    pub all: u64,
    /// Number of leads with at most one group in the hand that can be answered: the predicate of
    /// the articles. Leads with a joker in the leader's hand do not count.
    pub groups: u64,
    /// Number of leads that satisfy the same predicate with groups of 8s counted as unanswered;
    /// equal to `groups` without the 8-cut.
    pub eight_cut: u64,
    /// Number of leads that [`sure_win_under`] proves won under the rules of the table.
    pub sure_win: u64,
}

impl Leads {
    /// Adds the numbers of `other`.
    pub const fn merge(&mut self, other: &Self) {
        self.all += other.all;
        self.groups += other.groups;
        self.eight_cut += other.eight_cut;
        self.sure_win += other.sure_win;
    }

    /// Counts the lead of a seat.
    pub(super) fn note(&mut self, game: &Game, seat: usize, effects: Option<Effects>) {
        self.all += 1;
        let Some(effects) = effects else { return };
        let (mine, others) = (game.hand(seat), game.unseen(seat));
        if mine.jokers == 0 {
            let answered = Opponents::new(others.cards).with_jokers(others.jokers).answers(game.order());
            let open = answered.answered(mine.cards.one_hot());
            let eights = if effects.eight_cut { CardSet::of_rank(Rank::EIGHT) } else { CardSet::EMPTY };
            let but_eights = open & !eights.bits();
            self.groups += u64::from(open & open.wrapping_sub(1) == 0);
            self.eight_cut += u64::from(but_eights & but_eights.wrapping_sub(1) == 0);
        }
        let position = Position::new(mine.cards, mine.jokers, others.cards, others.jokers, game.order());
        if let Ok(position) = position {
            self.sure_win += u64::from(sure_win_under(&position, effects));
        }
    }
}
