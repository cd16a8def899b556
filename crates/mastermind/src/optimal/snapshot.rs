//! Results of an unfinished search, to be stored and resumed.
//!
//! The results are the costs or lower bounds of sets after two guesses. A search that starts with
//! these results has the same outcome, because it only looks the costs up instead of computing
//! them.

use super::local::CostBound;
use super::search::SetKey;

/// Results of an unfinished search of a task, from which
/// [`Cut::solve_from`](super::Cut::solve_from) resumes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// Results of the search for the least total.
    pub(super) turns: Vec<Entry>,
    /// Results of the second search, whose cost includes the number of secrets at the last turn.
    pub(super) last: Vec<Entry>,
}

impl Snapshot {
    /// Returns the number of sets with results.
    pub fn sets(&self) -> usize {
        self.turns.len() + self.last.len()
    }
}

/// A function that is called when there are new results. Its argument is a function that returns a
/// copy of all results.
pub(super) type Keep<'a> = dyn Fn(&dyn Fn() -> Vec<Entry>) + Sync + 'a;

/// The key of a set, and its cost or lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Entry {
    pair: u64,
    answers: (u8, u8),
    turns: u32,
    cost: u64,
    exact: bool,
}

impl Entry {
    pub(super) const fn new(SetKey { pair, answers, turns }: SetKey, known: CostBound) -> Self {
        Self { pair, answers, turns, cost: known.cost, exact: known.exact }
    }

    pub(super) const fn key(&self) -> SetKey {
        SetKey { pair: self.pair, answers: self.answers, turns: self.turns }
    }

    pub(super) const fn known(&self) -> CostBound {
        CostBound { cost: self.cost, exact: self.exact }
    }
}
