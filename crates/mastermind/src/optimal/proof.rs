//! The proof that a strategy is optimal: the incumbent, which is the best strategy so far, and a
//! lower bound on the cost of each first guess.
//!
//! ```text
//! least floor of all first guesses  ≤  optimal cost  ≤  cost of the incumbent
//!         rises: `bound`                                falls: `improve`
//! ```
//!
//! Both ends are valid at any time, so they can be reported while the search runs. The incumbent is
//! built before the search, by a beam search for each feedback to the most promising first guess.
//! In large games, wider beams then look for cheaper subtrees. A subtree is replaced only by a
//! cheaper one, or by the final one, so the upper end never rises. The search is complete when no
//! first guess can be cheaper than the upper end.

use std::sync::atomic::Ordering::Relaxed;

use quadrille_progress::Cancelled;

use super::beam::{BEAM_WIDTHS, INCUMBENT_BEAM};
use super::local::Local;
use super::search::{Candidate, History, Partition, Solver, SplitSet, lock};
use super::space::{IMPOSSIBLE, UNLIMITED, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// Subtree of the incumbent after one feedback to the first guess.
#[derive(Debug, Clone)]
struct Subtree {
    feedback: u8,
    cost: u64,
    node: Node,
    /// Whether this is the final subtree, which has the least cost and is the first such subtree in
    /// the order of the search.
    proved: bool,
}

/// The incumbent, and the state of the proof.
#[derive(Debug, Default)]
pub(super) struct State {
    /// First guess of the incumbent.
    first: u32,
    /// Subtrees of the incumbent, one for each feedback to its first guess.
    parts: Vec<Subtree>,
    /// Each first guess, with a lower bound on its cost.
    floors: Vec<(u32, u64)>,
}

impl State {
    /// Returns the total cost of the subtrees.
    fn cost(&self) -> u64 {
        self.parts.iter().map(|part| part.cost).sum()
    }

    /// Returns the subtree after a first guess and its feedback; `None` if the incumbent has
    /// another first guess.
    fn subtree(&self, first: u32, feedback: u8) -> Option<&Subtree> {
        self.parts.iter().find(|part| self.first == first && part.feedback == feedback)
    }

    /// Returns the lower bound over all first guesses.
    fn floor(&self) -> u64 {
        self.floors.iter().map(|&(_, floor)| floor).min().unwrap_or(0)
    }
}

impl Solver<'_> {
    /// Returns the tree of least cost, if there is one within `turns` turns.
    pub(super) fn prove(&self, first_guesses: &[u32], turns: u32) -> Result<Option<Node>, Cancelled> {
        let all = &self.space.all.places;
        if all.len() <= 2 {
            let list = self.space.list(first_guesses.to_vec());
            let found = self.scratch(|scratch| {
                Local::new(self.space, self.meter, all, scratch).tree(turns, IMPOSSIBLE, &list)
            })?;
            return Ok(found.map(|(_, node)| node));
        }
        let candidates = self.candidates(all, &self.space.list(first_guesses.to_vec()))?;
        let floors = candidates.iter().map(|candidate| (candidate.guess, candidate.floor)).collect();
        lock(&self.state).floors = floors;
        let limit =
            if self.space.options.incumbent { self.find_incumbent(&candidates, turns)? } else { IMPOSSIBLE };
        let (_, first) = self.set(all, &candidates, turns, limit, History::None)?;
        first.map(|first| self.tree(all, first, turns, History::None)).transpose()
    }

    /// Returns the depth of a good tree that is found quickly.
    pub(super) fn turns_at_most(&self, candidates: &[Candidate]) -> Result<u32, Cancelled> {
        if let Some(&first) = candidates.first() {
            self.build_incumbent(first, UNLIMITED)?;
        }
        Ok(self.best().map_or(1, |root| root.turns()))
    }

    /// Builds the first incumbent, which uses the most promising guess for every set, except that
    /// small sets are solved exactly. Returns whether there is such a tree within `turns` turns.
    fn build_incumbent(&self, first: Candidate, turns: u32) -> Result<bool, Cancelled> {
        let left = after_one(turns);
        let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
        let pair = self.pair(first.guess, first.guess)?;
        let found = self.each(&parts, |part| {
            let below = History::One(first.guess, part.feedback);
            let secrets = &ordered[part.from..part.to];
            let found = self.beam(secrets, INCUMBENT_BEAM, left, IMPOSSIBLE, (below, &pair.list))?;
            let kept = |(cost, node)| Subtree { feedback: part.feedback, cost, node, proved: false };
            Ok(found.map(kept))
        })?;
        let Some(found) = found.into_iter().collect() else { return Ok(false) };
        let mut state = lock(&self.state);
        state.first = first.guess;
        state.parts = found;
        self.reporter.high.store(self.whole(&state), Relaxed);
        Ok(true)
    }

    /// Searches for an incumbent, and returns an exclusive upper bound on the optimal cost.
    fn find_incumbent(&self, candidates: &[Candidate], turns: u32) -> Result<u64, Cancelled> {
        let Some(&first) = candidates.first() else { return Ok(IMPOSSIBLE) };
        if !self.build_incumbent(first, turns)? {
            return Ok(IMPOSSIBLE);
        }
        if self.space.codes.len() as u64 > super::LARGE {
            let left = after_one(turns);
            let (ordered, parts) = self.parts(&self.space.all.places, first.guess);
            let pair = self.pair(first.guess, first.guess)?;
            for breadth in BEAM_WIDTHS {
                for part in parts.iter().rev() {
                    let limit = self.incumbent_cost(first.guess, part.feedback);
                    let below = History::One(first.guess, part.feedback);
                    let secrets = &ordered[part.from..part.to];
                    if let Some((cost, node)) =
                        self.beam(secrets, breadth, left, limit, (below, &pair.list))?
                    {
                        self.improve(part.feedback, cost, node, false);
                    }
                }
            }
        }
        Ok(self.reporter.high.load(Relaxed) + 1)
    }

    /// Returns the cost of the incumbent.
    fn whole(&self, state: &State) -> u64 {
        self.space.codes.len() as u64 * self.space.turn + state.cost()
    }

    /// Returns the cost of the incumbent after a first guess and its feedback; `IMPOSSIBLE` if the
    /// incumbent has another first guess.
    pub(super) fn incumbent_cost(&self, first: u32, feedback: u8) -> u64 {
        lock(&self.state).subtree(first, feedback).map_or(IMPOSSIBLE, |known| known.cost)
    }

    /// Replaces a subtree of the incumbent by a cheaper subtree, or by the final subtree.
    fn improve(&self, feedback: u8, cost: u64, node: Node, proved: bool) {
        let mut state = lock(&self.state);
        if let Some(known) = state.parts.iter_mut().find(|known| known.feedback == feedback)
            && (cost < known.cost || proved)
        {
            *known = Subtree { feedback, cost, node, proved };
            let whole = self.whole(&state);
            self.reporter.high.store(whole, Relaxed);
        }
    }

    /// Stores the solved subtree of a partition in the incumbent, if the incumbent has the same
    /// first guess.
    pub(super) fn store_subtree(
        &self,
        split: &SplitSet,
        part: &Partition,
        cost: u64,
    ) -> Result<(), Cancelled> {
        let (first, feedback, turns) = (split.guess, part.feedback, split.left);
        if lock(&self.state).first != first {
            return Ok(());
        }
        let next = lock(&self.chosen).get(&(first, feedback, turns)).copied();
        if let Some(next) = next {
            let node = self.tree(split.secrets(part), next, turns, History::One(first, feedback))?;
            self.improve(feedback, cost, node, true);
        }
        Ok(())
    }

    /// Returns the final subtree after a feedback to the first guess, if it was stored.
    pub(super) fn final_subtree(&self, first: u32, feedback: u8) -> Option<Node> {
        let state = lock(&self.state);
        state.subtree(first, feedback).filter(|known| known.proved).map(|known| known.node.clone())
    }

    /// Returns the incumbent.
    pub(super) fn best(&self) -> Option<Node> {
        let state = lock(&self.state);
        if state.parts.is_empty() {
            return None;
        }
        let then = state
            .parts
            .iter()
            .map(|part| (Feedback::from_index(part.feedback.into()), part.node.clone()))
            .collect();
        let guess = Codeword::from_valid_bits(self.space.codes[state.first as usize]);
        Some(Node { guess, then })
    }

    /// Returns the proven lower bound on the total cost.
    pub(super) fn floor(&self) -> u64 {
        lock(&self.state).floor()
    }

    /// Raises the lower bound of a first guess.
    pub(super) fn bound(&self, first: u32, floor: u64) {
        let mut state = lock(&self.state);
        if let Some(known) = state.floors.iter_mut().find(|(guess, _)| *guess == first) {
            known.1 = known.1.max(floor);
        }
        let low = state.floor();
        self.reporter.low.store(low, Relaxed);
    }
}
