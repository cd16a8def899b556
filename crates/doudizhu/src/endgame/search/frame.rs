//! Buffers for the moves of a node, and dominance between attached cards.

use super::super::gaps::Class;
use super::Node;
use super::two::TwoNode;
use crate::moves::{links, singles_and_pairs};
use crate::{Hand, Kind, Move, MoveBuffer};

/// Buffers for the moves of one node. They are reused for other nodes to avoid allocations.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) generated: MoveBuffer,
    /// The moves to search, each with its sort key, in ascending order of the keys.
    pub(super) ordered: Vec<(u32, Move)>,
    /// With two hands, the child nodes that have no result in the table.
    pub(super) children: Vec<(Move, TwoNode)>,
    /// With three hands, the child nodes that are not decided at once, with their classes.
    pub(super) nodes: Vec<(Move, Node, Option<Class>)>,
}

/// Cards of a hand that are interchangeable as attachments.
///
/// Suppose that a seat attaches the card `y` and keeps the card `x`. `x` has the lower rank, the
/// seat has no other card of these two ranks, and no chain of its hand contains `x`. If the seat
/// attached `x` instead, it would have `y` in place of `x` in all later positions. Every later use
/// of `x`, as a solo or attached, is then possible with `y`, which beats more and is beaten by
/// less. So it is enough to search the move with `x`. The same holds for two cards of a rank and
/// two cards of another rank if each pair is attached as a whole. It does not hold for one card of
/// a pair (if the 3 of `344` is attached, a pair is left; if a 4 is attached, two solos are left),
/// nor for jokers if the hand has both.
#[derive(Clone, Copy)]
pub(in super::super) struct Alike {
    /// Two masks of ranks that are in no chain of the hand: the ranks with one card, and the ranks
    /// with two cards. The jokers of a rocket are excluded.
    free: [u64; 2],
    /// Two masks: the ranks with one card, and the ranks with two cards. Ranks in chains are
    /// included. The jokers of a rocket are excluded.
    all: [u64; 2],
}

impl Alike {
    pub(in super::super) fn new(hand: Hand) -> Self {
        const ROCKET: u64 = 0x0110_0000_0000_0000;
        let links = links(hand);
        let linked = links | links << 4;
        let (singles, pairs) = singles_and_pairs(hand);
        let no_rocket = if singles & ROCKET == ROCKET { !ROCKET } else { u64::MAX };
        Self { free: [singles & !linked & no_rocket, pairs & !linked], all: [singles & no_rocket, pairs] }
    }

    /// Returns whether another move is at least as good: the same move with a lower card attached.
    pub(in super::super) fn dominates(&self, mv: Move) -> bool {
        self.better(mv).is_some()
    }

    /// Returns the cards of a move that is at least as good as `mv` and differs from it only in the
    /// attached cards; `None` if there is no such move.
    #[inline]
    pub(in super::super) fn better(&self, mv: Move) -> Option<Hand> {
        if !matches!(
            mv.kind(),
            Kind::TrioSolo
                | Kind::TrioPair
                | Kind::AirplaneSolos
                | Kind::AirplanePairs
                | Kind::FourTwoSolos
                | Kind::FourTwoPairs
        ) {
            return None;
        }
        let attached = mv.attached().bits();
        // Three masks: `ones` has the ranks with one attached card, `twos` the ranks with two
        // attached cards, and `ranks` contains both.
        let ranks = attached | attached >> 1;
        let (ones, twos) = (attached & !(attached >> 1), attached >> 1 & !attached);
        let used = [ones & self.all[0], twos & self.all[1]];
        for (count, (used, free)) in (1..).zip(used.into_iter().zip(self.free)) {
            let unused = free & !ranks;
            // If the lowest unused rank is lower than the highest used rank, the lower rank
            // replaces the higher rank.
            let lowest = unused & unused.wrapping_neg();
            if unused != 0 && used > lowest {
                let highest = 1 << used.ilog2();
                return Some(Hand::from_valid_bits(mv.cards().bits() - count * highest + count * lowest));
            }
        }
        None
    }
}
