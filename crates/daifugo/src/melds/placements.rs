//! Precomputed table of the groups that the cards of one rank form with jokers.

use super::list::CHUNK;
use super::meld::JOKERS_AT;
use crate::melds::Meld;

/// The groups of one rank, given the suits held of that rank. One entry takes one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Placements {
    /// The lower bits of the words of the melds: the suits shown, and the suits that jokers
    /// represent. The maximum of twelve entries occurs for pairs with one joker if all four suits
    /// are held.
    pub(super) words: [u32; CHUNK],
    pub(super) number: u32,
}

const SIZES: usize = 6;
const LISTS: usize = SIZES * (Meld::MOST_JOKERS as usize + 1);

/// The groups, indexed by size and number of jokers, then by the suits held.
static PLACEMENTS: [[Placements; 16]; LISTS] = list_all();

/// Returns the groups of `size` (1..=6) with exactly `jokers` jokers (0..=2), indexed by the suits
/// held of a rank.
///
/// Each entry is sorted by the suits of the group, then by the suits that jokers represent.
#[inline]
pub(super) fn placements(size: u32, jokers: u32) -> &'static [Placements; 16] {
    &PLACEMENTS[((size as usize - 1) * 3 + jokers as usize) % LISTS]
}

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn list_all() -> [[Placements; 16]; LISTS] {
    let mut lists = [[Placements { words: [0; CHUNK], number: 0 }; 16]; LISTS];
    let mut list = 0;
    while list < LISTS {
        let mut held = 0;
        while held < 16 {
            lists[list][held] = list_of(held as u32, list as u32 / 3 + 1, list as u32 % 3);
            held += 1;
        }
        list += 1;
    }
    lists
}

const fn list_of(held: u32, size: u32, jokers: u32) -> Placements {
    let mut list = Placements { words: [0; CHUNK], number: 0 };
    // Cards beyond the four suits of a group are jokers.
    let fifths = size.saturating_sub(4);
    let mut shown = 1u32;
    while shown < 16 {
        let mut stand_ins = 0;
        while stand_ins < 16 {
            let natural = shown & !stand_ins;
            let fits = shown.count_ones() + fifths == size
                && stand_ins & !shown == 0
                && stand_ins.count_ones() + fifths == jokers
                && natural != 0
                && natural & !held == 0;
            if fits {
                list.words[list.number as usize] = shown | stand_ins << JOKERS_AT;
                list.number += 1;
            }
            stand_ins += 1;
        }
        shown += 1;
    }
    list
}
