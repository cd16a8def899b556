//! What a search has found out so far, to be kept and handed back.
//!
//! Sets after two guesses whose cost was worked out, or what it is at least. A search that begins with them
//! comes to the same end: it asks for them on its way and finds them known.

use super::local::Known;
use super::search::Name;

/// What the search of a piece has found out so far; [`Cut::solve_from`](super::Cut::solve_from) goes on from
/// it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// Where a turn alone counts.
    pub(super) turns: Vec<Entry>,
    /// Where the secrets of the last turn count too, in a search of its own.
    pub(super) last: Vec<Entry>,
}

impl Snapshot {
    /// How many sets of secrets are known in it.
    pub fn sets(&self) -> usize {
        self.turns.len() + self.last.len()
    }
}

/// Hears of what is found out; makes a copy of it where it wants one.
pub(super) type Keep<'a> = dyn Fn(&dyn Fn() -> Vec<Entry>) + Sync + 'a;

/// A set by its name, and what it costs, exactly or at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Entry {
    pair: u128,
    answers: (u8, u8),
    turns: u32,
    cost: u64,
    exact: bool,
}

impl Entry {
    pub(super) const fn new((pair, first, second, turns): Name, known: Known) -> Self {
        Self { pair, answers: (first, second), turns, cost: known.cost, exact: known.exact }
    }

    pub(super) const fn name(&self) -> Name {
        (self.pair, self.answers.0, self.answers.1, self.turns)
    }

    pub(super) const fn known(&self) -> Known {
        Known { cost: self.cost, exact: self.exact }
    }
}
