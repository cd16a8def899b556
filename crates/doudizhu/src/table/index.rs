//! From cards to ids in constant time.

use crate::hand::Hand;
use crate::moves::Move;

/// A hash table from cards to ids, with open addressing.
///
/// A move's packed word is multiplied by an odd constant, and the product's highest bits say where its id
/// stands; where that place is taken, it stands in the next free one. At most half of the places are taken,
/// so a look-up ends after one or two of them on average; the table is made once and never changes, so nobody
/// can make it worse. It holds ids alone, two bytes each: the cards are looked up in the list of moves.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    places: Box<[u16]>,
    /// The product is shifted down by so many bits.
    shift: u32,
}

/// No id: there are fewer moves than that under all rules.
const FREE: u16 = u16::MAX;

impl Index {
    /// The index of a list of moves, which has fewer than 65,535 of them, each with its own cards.
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

    /// The id of a move of the list.
    #[inline]
    pub(super) fn find(&self, moves: &[Move], wanted: Move) -> Option<u32> {
        self.find_cards(moves, wanted.cards()).filter(|&id| moves[id as usize] == wanted)
    }

    /// The id of the move of the list that has these cards.
    #[inline]
    pub(crate) fn find_cards(&self, moves: &[Move], wanted: Hand) -> Option<u32> {
        let mut place = self.place(wanted);
        // Half of the places are free, so this ends.
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
