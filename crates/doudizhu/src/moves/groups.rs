//! Tables of the moves without attached cards, grouped by category and length.

use super::chains::{FOUR, PAIR, SOLO, TRIO};
use super::holding::{JOKERS, run};
use super::{Kind, Move, Shape};
use crate::hand::Hand;

/// The moves of one category and length, indexed by their lowest rank; entries without a move have
/// arbitrary content.
pub(super) type Group = [Move; 16];

/// For each category, the number of cards of each rank, the shortest length and the longest length.
const KINDS: [(Kind, u32, u32, u32); 8] = [
    (Kind::Solo, 1, 1, 1),
    (Kind::Pair, 2, 1, 1),
    (Kind::Trio, 3, 1, 1),
    (Kind::Bomb, 4, 1, 1),
    (SOLO.kind, SOLO.count, SOLO.shortest, SOLO.longest),
    (PAIR.kind, PAIR.count, PAIR.shortest, PAIR.longest),
    (TRIO.kind, TRIO.count, TRIO.shortest, TRIO.longest),
    (FOUR.kind, FOUR.count, FOUR.shortest, FOUR.longest),
];

/// For each category, an offset modulo 256: the offset plus a length is the index in `GROUPS`. The
/// offset is 0 for categories without groups.
static BEFORE: [u8; 16] = {
    let mut before = [0; 16];
    let (mut at, mut next) = (0, 0);
    while at < KINDS.len() {
        let (kind, _, shortest, longest) = KINDS[at];
        before[kind as usize] = (next as u8).wrapping_sub(shortest as u8);
        next += longest - shortest + 1;
        at += 1;
    }
    before
};

/// The groups of all categories and lengths.
static GROUPS: [Group; 32] = {
    let mut groups = [[Move::PASS; 16]; 32];
    let (mut at, mut next) = (0, 0);
    while at < KINDS.len() {
        let (kind, count, shortest, longest) = KINDS[at];
        let mut length = shortest;
        while length <= longest {
            groups[next] = group(kind, count, length);
            next += 1;
            length += 1;
        }
        at += 1;
    }
    groups
};

/// Returns the group of moves with this category and length; an arbitrary group for categories with
/// attached cards.
#[inline(always)]
pub(super) fn of(shape: Shape) -> &'static Group {
    let at = u32::from(BEFORE[shape.index() & 15]).wrapping_add(shape.length());
    &GROUPS[at as usize & 31]
}

/// The rocket.
pub(super) const ROCKET: Move = Move::new(Hand::from_valid_bits(JOKERS), Shape::new(Kind::Rocket, 1, 13));

/// The bombs by rank. The rocket is at the index of the black joker.
pub(super) static BOMBS: Group = {
    let mut bombs = group(Kind::Bomb, 4, 1);
    bombs[13] = ROCKET;
    bombs
};

const fn group(kind: Kind, count: u32, length: u32) -> Group {
    let mut moves = [Move::PASS; 16];
    let mut first = 0;
    while first + length <= 15 {
        let cards = (run(length) * count as u64) << (4 * first);
        moves[first as usize] = Move::new(Hand::from_valid_bits(cards), Shape::new(kind, length, first));
        first += 1;
    }
    moves
}
