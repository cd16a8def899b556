//! Which leads are won for sure, by each proof.

use crate::dominance::Opponents;
use crate::game::Game;
use crate::surewin::{Effects, Position, sure_win_under};
use crate::{CardSet, Rank};

/// Leads, and how many of them each predicate calls won. No predicate calls any where rules are on that none
/// knows: see [`has_proofs`](super::has_proofs).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leads {
    /// How many leads were looked at.
    pub all: u64,
    /// By the article's predicate: at most one group that can be answered. Undecided with a joker in the own
    /// hand.
    pub groups: u64,
    /// The same where groups of 8s need not fear an answer; as many as `groups` where the table plays without
    /// 8-cut.
    pub eight_cut: u64,
    /// By [`sure_win_under`] the table's rules.
    pub sure_win: u64,
}

impl Leads {
    /// Adds the other's.
    pub const fn merge(&mut self, other: &Self) {
        self.all += other.all;
        self.groups += other.groups;
        self.eight_cut += other.eight_cut;
        self.sure_win += other.sure_win;
    }

    /// Takes note of a lead.
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
