//! Internal functions used by [ladders](https://docs.rs/quadrille-ladders). Not part of the public
//! interface; may change without notice.

use crate::cardset::CardSet;
use crate::dominance::NoDominance;
use crate::melds::{Meld, Melds};
use crate::surewin::{self, Effects, Position};

pub use crate::dominance::slices::{better_ranks, kernel as no_dominance_kernel, located, of_better_ranks};
pub use crate::melds::generate::{ByCount, Located, Transposed, follows_by, groups_by, leads_by};
pub use crate::players::random::one_of;
pub use crate::surewin::groups::kernel as groups_kernel;

/// Returns the groups that the opponents can answer if they get one more joker; `answered` are the
/// groups that they can answer without it.
#[inline(always)]
pub const fn with_joker(answered: NoDominance) -> NoDominance {
    answered.with_joker()
}

/// Returns the groups in `answered` that have at most `largest` cards.
#[inline(always)]
pub const fn up_to(answered: NoDominance, largest: u32) -> NoDominance {
    answered.up_to(largest)
}

/// Reinterprets a slice of sets as a slice of words, without copying.
#[inline(always)]
pub fn as_words(sets: &[CardSet]) -> &[u64] {
    CardSet::as_words(sets)
}

/// Appends a meld to the list.
#[inline(always)]
pub fn push(melds: &mut Melds, meld: Meld) {
    melds.push(meld);
}

/// Returns the packed word of a meld, which is never 0.
#[inline(always)]
pub const fn bits(meld: Meld) -> u32 {
    meld.bits()
}

/// Returns whether the leader surely wins, decided by the search over all melds, without the word
/// operations that decide most positions.
pub fn sure_win_by_search(position: &Position, effects: Effects) -> bool {
    surewin::search(position, effects)
}
