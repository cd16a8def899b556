//! The moves of one node, in the order in which they are tried.

use super::super::gaps::Class;
use super::Node;
use super::two::TwoNode;
use crate::moves::{links, singles_and_pairs};
use crate::{Hand, Kind, Move, MoveBuffer};

/// A node's moves; kept from node to node, so that nothing is allocated.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) generated: MoveBuffer,
    /// What to try, with what it is tried by: lowest first.
    pub(super) ordered: Vec<(u32, Move)>,
    /// Two hands: the nodes that moves lead to and the table does not know.
    pub(super) children: Vec<(Move, TwoNode)>,
    /// Three hands: the child nodes without an immediate winner, with their classes.
    pub(super) nodes: Vec<(Move, Node, Option<Class>)>,
}

/// Cards of a hand of which one may stand for another when they are attached to a move.
///
/// Somebody attaches a card `y` of which he has one, and keeps a lower one `x` of which he has one too, and
/// no chain of his contains `x`. Had he attached `x`, he would now have `y` where he has `x`. Whatever he can
/// do with `x`, as a solo or attached once more, he can do with `y`, and it beats more and is beaten by less.
/// So it is enough to try `x`. Likewise two cards of a rank with two of another, which both are attached. It
/// does not hold for a part of a pair (`344` without the 3 leaves a pair, without a 4 two solos), nor for
/// jokers of which the hand has both.
#[derive(Clone, Copy)]
pub(in super::super) struct Alike {
    /// Ranks of which there is one card, and two: those in no chain.
    free: [u64; 2],
    /// The same, whether in a chain or not, without the jokers of a rocket.
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

    /// Whether another move is at least as good: the same with a lower card attached.
    pub(in super::super) fn dominates(&self, mv: Move) -> bool {
        self.better(mv).is_some()
    }

    /// The cards of a move that is at least as good, if there is one that differs in what is attached.
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
        // Of which ranks one card is attached, and of which two.
        let ranks = attached | attached >> 1;
        let (ones, twos) = (attached & !(attached >> 1), attached >> 1 & !attached);
        let used = [ones & self.all[0], twos & self.all[1]];
        for (count, (used, free)) in (1..).zip(used.into_iter().zip(self.free)) {
            let unused = free & !ranks;
            // The lowest that is not used, and whether a higher one is.
            let lowest = unused & unused.wrapping_neg();
            if unused != 0 && used > lowest {
                let highest = 1 << used.ilog2();
                return Some(Hand::from_valid_bits(mv.cards().bits() - count * highest + count * lowest));
            }
        }
        None
    }
}
