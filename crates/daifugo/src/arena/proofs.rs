//! Counts leads and, for each of three predicates, the leads that are sure wins according to the
//! predicate.

use crate::dominance::Opponents;
use crate::game::Game;
use crate::surewin::{Effects, Position, sure_win_under};
use crate::{CardSet, Rank};

/// The number of a player's leads, and how many of these leads are sure wins according to each of
/// three predicates.
///
/// All numbers except `all` are 0 if sure wins cannot be proved under the rules; see
/// [`has_proofs`](super::has_proofs).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leads {
    /// Number of leads.
    pub all: u64,
    /// Number of leads for which the hand has no joker, and the opponents can beat at most one of
    /// its groups (all cards of a rank form one group). This is the predicate of K. Ohto's
    /// articles, [`sure_win_groups`](crate::surewin::sure_win_groups), except that the opponents
    /// can hold jokers.
    pub groups: u64,
    /// Like `groups`, but under the eight-cut a group of 8s counts as one that cannot be beaten.
    /// Equal to `groups` under rules without the eight-cut.
    pub eight_cut: u64,
    /// Number of leads that are sure wins by [`sure_win_under`] with the rules of the table.
    pub sure_win: u64,
}

impl Leads {
    /// Adds the counts of `other`.
    pub const fn merge(&mut self, other: &Self) {
        self.all += other.all;
        self.groups += other.groups;
        self.eight_cut += other.eight_cut;
        self.sure_win += other.sure_win;
    }

    /// Counts the lead that this seat is about to make.
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
