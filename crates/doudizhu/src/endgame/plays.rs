//! In how few moves a hand could be played if nobody else were there: what moves are ordered by.
//!
//! The fewest moves into which a hand can be split. Whatever the split, one of its moves contains the lowest
//! card: so it is enough to try the moves that do, and to split what each leaves. What was found is
//! remembered, since the rests of a hand are again and again the same.

use crate::{Hand, MoveBuffer, Rules};

/// Remembers how many moves hands take.
#[derive(Debug)]
pub(super) struct Plays {
    rules: Rules,
    /// A hand, and in its empty sixteenth lane the answer, which is at most 15: each rank can be played by
    /// itself.
    known: Vec<u64>,
    /// 64 less the binary logarithm of how many places there are.
    shift: u32,
    used: usize,
    /// Moves of hands that are being split, by depth.
    moves: Vec<MoveBuffer>,
}

const FIRST: u32 = 12;
/// 2^20 places: 8 MiB.
const MOST: u32 = 20;
const HAND: u64 = (1 << 60) - 1;

impl Plays {
    /// Bytes that it takes at first.
    pub(super) const LEAST: u64 = (size_of::<u64>() as u64) << FIRST;

    pub(super) fn new(rules: Rules) -> Self {
        Self { rules, known: vec![0; 1 << FIRST], shift: 64 - FIRST, used: 0, moves: Vec::new() }
    }

    /// Returns the size of the memory in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.known) as u64
    }

    /// The fewest moves that empty the hand; 0 for no cards.
    #[inline]
    pub(super) fn fewest(&mut self, hand: Hand) -> u32 {
        if hand.is_empty() {
            return 0;
        }
        let found = self.known[self.place(hand)];
        if found & HAND == hand.bits() { (found >> 60) as u32 } else { self.split(hand, 0) }
    }

    #[inline]
    const fn place(&self, hand: Hand) -> usize {
        (hand.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn look(&mut self, hand: Hand, depth: usize) -> u32 {
        if hand.is_empty() {
            return 0;
        }
        let found = self.known[self.place(hand)];
        if found & HAND == hand.bits() { (found >> 60) as u32 } else { self.split(hand, depth) }
    }

    #[cold]
    #[inline(never)]
    fn split(&mut self, hand: Hand, depth: usize) -> u32 {
        let fewest = if self.rules.classify(hand).is_some() { 1 } else { self.try_moves(hand, depth) };
        self.keep(hand, fewest);
        fewest
    }

    fn try_moves(&mut self, hand: Hand, depth: usize) -> u32 {
        if self.moves.len() <= depth {
            self.moves.push(MoveBuffer::new());
        }
        let mut moves = std::mem::take(&mut self.moves[depth]);
        self.rules.leads(hand, &mut moves);
        let lowest = 0xf << (hand.bits().trailing_zeros() & !3);
        let mut fewest = 15;
        for mv in moves.iter().filter(|mv| mv.cards().bits() & lowest != 0) {
            let rest = Hand::from_valid_bits(hand.bits() - mv.cards().bits());
            fewest = fewest.min(1 + self.look(rest, depth + 1));
            // Its cards are no single move.
            if fewest == 2 {
                break;
            }
        }
        self.moves[depth] = moves;
        fewest
    }

    fn keep(&mut self, hand: Hand, fewest: u32) {
        if self.used * 2 > self.known.len() && self.shift > 64 - MOST {
            let size = 2 * self.known.len();
            let before = std::mem::replace(&mut self.known, vec![0; size]);
            self.shift -= 1;
            for entry in before.into_iter().filter(|&entry| entry != 0) {
                let place = self.place(Hand::from_valid_bits(entry & HAND));
                self.known[place] = entry;
            }
        }
        let place = self.place(hand);
        self.used += usize::from(self.known[place] == 0);
        self.known[place] = hand.bits() | u64::from(fewest) << 60;
    }
}
