//! What [ladders](https://docs.rs/quadrille-ladders) see of the inside of this crate: no interface, and free to change.

use crate::cardset::CardSet;
use crate::dominance::NoDominance;
use crate::melds::{Meld, Melds};
use crate::surewin::{self, Effects, Position};

pub use crate::dominance::slices::{better_ranks, kernel as no_dominance_kernel, located, of_better_ranks};
pub use crate::melds::generate::{ByCount, Located, Transposed, follows_by, groups_by, leads_by};
pub use crate::players::random::one_of;
pub use crate::surewin::groups::kernel as groups_kernel;

/// One joker more among the opponents' cards.
#[inline(always)]
pub const fn with_joker(answered: NoDominance) -> NoDominance {
    answered.with_joker()
}

/// Limits the answers to melds of at most `largest` cards.
#[inline(always)]
pub const fn up_to(answered: NoDominance, largest: u32) -> NoDominance {
    answered.up_to(largest)
}

/// The words of sets of cards.
#[inline(always)]
pub fn as_words(sets: &[CardSet]) -> &[u64] {
    CardSet::as_words(sets)
}

/// Adds a meld to a list.
#[inline(always)]
pub fn push(melds: &mut Melds, meld: Meld) {
    melds.push(meld);
}

/// The word of a meld, never 0.
#[inline(always)]
pub const fn bits(meld: Meld) -> u32 {
    meld.bits()
}

/// Decides a sure win by the search over all melds alone.
pub fn sure_win_by_search(position: &Position, effects: Effects) -> bool {
    surewin::search(position, effects)
}
