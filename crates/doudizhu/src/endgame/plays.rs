//! The fewest moves into which a hand can be split: the first sort key of the move ordering.
//!
//! The other seats are ignored. One move of every split contains the lowest card of the hand. The
//! recursion therefore tries only the moves with the lowest card, and splits the rest of the hand
//! after each. Results are memoized, since the same hands recur.

use crate::{Hand, MoveBuffer, Rules};

/// Computes and memoizes the fewest moves into which hands can be split.
#[derive(Debug)]
pub(super) struct Plays {
    rules: Rules,
    /// A hash table with one entry per slot. The lower 60 bits of an entry are a hand. The upper
    /// four bits are the fewest moves of this hand. This number is at most 15, since the cards of
    /// each rank can be played on their own.
    known: Vec<u64>,
    /// 64 minus the binary logarithm of the number of slots.
    shift: u32,
    /// The binary logarithm of the largest number of slots.
    most: u32,
    used: usize,
    /// Move buffers by recursion depth.
    moves: Vec<MoveBuffer>,
}

/// The binary logarithm of the initial number of slots.
const FIRST: u32 = 12;
/// The binary logarithm of the largest number of slots that a table may have; they take 8 MiB.
const MOST: u32 = 20;
/// The bits of an entry that hold the hand.
const HAND: u64 = (1 << 60) - 1;

impl Plays {
    /// The initial size of the table in bytes.
    pub(super) const LEAST: u64 = (size_of::<u64>() as u64) << FIRST;

    /// Creates an empty table of at most `memory` bytes, but at least [`LEAST`](Self::LEAST) and at
    /// most 8 MiB. If the table is full, new entries replace older ones.
    pub(super) fn new(rules: Rules, memory: u64) -> Self {
        let (known, most) = (vec![0; 1 << FIRST], Self::slots(memory));
        Self { rules, known, shift: 64 - FIRST, most, used: 0, moves: Vec::new() }
    }

    /// Returns the binary logarithm of the number of slots in a full table of `memory` bytes.
    const fn slots(memory: u64) -> u32 {
        match (memory / size_of::<u64>() as u64).checked_ilog2() {
            Some(slots @ FIRST..MOST) => slots,
            Some(MOST..) => MOST,
            _ => FIRST,
        }
    }

    /// Returns an upper bound, in bytes, of the memory that a table limited to `memory` bytes
    /// takes. While the table grows, the old table, which has half the size, is still allocated.
    pub(super) const fn most_bytes(memory: u64) -> u64 {
        ((3 * size_of::<u64>() as u64) << Self::slots(memory)) / 2
    }

    /// Returns the size of the table in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&*self.known) as u64
    }

    /// Returns the fewest moves that empty the hand; 0 for an empty hand.
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
            // The whole hand is not a single move, so no split has fewer than two moves.
            if fewest == 2 {
                break;
            }
        }
        self.moves[depth] = moves;
        fewest
    }

    fn keep(&mut self, hand: Hand, fewest: u32) {
        if self.used * 2 > self.known.len() && self.shift > 64 - self.most {
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
