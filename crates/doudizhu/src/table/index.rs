//! Finds the id of a set of cards in constant time.

use crate::hand::Hand;
use crate::moves::Move;

/// A hash table with open addressing from cards to ids.
///
/// The hash is the highest bits of the product of the packed word and an odd constant. After a
/// collision, the next free slot is used. At most half of the slots are in use, so that a lookup
/// takes one or two probes on average. The table never changes after construction. It stores only
/// the ids, two bytes each, and compares cards with those in the list of moves.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    /// The id in each slot, or [`FREE`].
    places: Box<[u16]>,
    /// The number of bits by which the product is shifted to the right.
    shift: u32,
}

/// The content of an empty slot. All rules have fewer moves than this number.
const FREE: u16 = u16::MAX;

impl Index {
    /// Builds the index of a list of fewer than 65,535 moves with distinct cards.
    pub(crate) fn new(moves: &[Move]) -> Self {
        debug_assert!(moves.len() < usize::from(FREE));
        let bits = (2 * moves.len()).next_power_of_two().trailing_zeros().max(1);
        let mut index = Self { places: vec![FREE; 1 << bits].into(), shift: 64 - bits };
        for (id, mv) in moves.iter().enumerate() {
            let mut place = index.place(mv.cards());
            while index.places[place] != FREE {
                place = index.after(place);
            }
            index.places[place] = id as u16;
        }
        index
    }

    /// Returns the id of a move; `None` if the list does not have it.
    #[inline]
    pub(super) fn find(&self, moves: &[Move], wanted: Move) -> Option<u32> {
        self.find_cards(moves, wanted.cards()).filter(|&id| moves[id as usize] == wanted)
    }

    /// Returns the id of the move that has these cards; `None` if the list has no such move.
    #[inline]
    pub(crate) fn find_cards(&self, moves: &[Move], wanted: Hand) -> Option<u32> {
        let mut place = self.place(wanted);
        // The loop ends, since at least half of the slots are empty.
        loop {
            let id = self.places[place];
            match moves.get(usize::from(id)) {
                None => return None,
                Some(found) if found.cards() == wanted => return Some(u32::from(id)),
                Some(_) => place = self.after(place),
            }
        }
    }

    #[inline]
    const fn place(&self, cards: Hand) -> usize {
        (cards.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    #[inline]
    const fn after(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }
}
