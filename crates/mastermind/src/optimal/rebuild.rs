//! Reconstruction of the tree of least cost from the results of a search.

use quadrille_progress::Cancelled;

use super::local::{self, Local};
use super::search::{History, Partition, Solver, SplitSet, lock};
use super::space::{IMPOSSIBLE, List, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;

impl Solver<'_> {
    /// Reconstructs the tree of least cost for the secrets after a history. Its first guess is
    /// `guess`, which a search has found to attain the least cost.
    pub(super) fn tree(
        &self,
        secrets: &[u32],
        guess: u32,
        turns: u32,
        history: History,
    ) -> Result<Node, Cancelled> {
        let space = self.space;
        let left = after_one(turns);
        let (ordered, parts) = self.parts(secrets, guess);
        let pair = match history {
            History::One(first, _) => Some(self.pair(first, guess)?),
            _ => None,
        };
        let split = SplitSet { guess, ordered, parts, pair, history, left };
        let follow = |part: &Partition| {
            let secrets = split.secrets(part);
            // After the first guess, use the subtree that was stored during the search, or else the
            // guess that was chosen during the search.
            if let History::None = history
                && secrets.len() > 2
            {
                if let Some(node) = self.final_subtree(guess, part.feedback) {
                    return Ok(Some(node));
                }
                let below = History::One(guess, part.feedback);
                let known = lock(&self.chosen).get(&(guess, part.feedback, left)).copied();
                let next = match known {
                    Some(next) => next,
                    None => self.choice(secrets, &self.pair(guess, guess)?.list, left, IMPOSSIBLE, below)?,
                };
                return self.tree(secrets, next, left, below).map(Some);
            }
            // If the cost is still stored, the search only has to attain it.
            let known = self.key(&split, part).map(|key| self.recall(key));
            let limit = known.filter(|known| known.exact).map_or(IMPOSSIBLE, |known| known.cost + 1);
            let list = split.pair.as_ref().map_or(&space.all, |pair| &pair.list);
            if secrets.len() <= local::MOST {
                let found = self.scratch(|scratch| {
                    Local::new(space, self.meter, secrets, scratch).tree(left, limit, list)
                })?;
                // A set with known cost has a tree.
                return Ok(found.map(|(_, node)| node));
            }
            let next = self.choice(secrets, list, left, limit, History::Long)?;
            self.tree(secrets, next, left, History::Long).map(Some)
        };
        let parts = &split.parts;
        let nodes = match history {
            History::Long => parts.iter().map(follow).collect::<Result<_, _>>()?,
            _ => self.each(parts, follow)?,
        };
        let feedback = |part: &Partition| Feedback::from_index(part.feedback.into());
        let mut then: Vec<(Feedback, Node)> =
            parts.iter().zip(nodes).filter_map(|(part, node)| Some((feedback(part), node?))).collect();
        then.sort_by_key(|&(feedback, _)| feedback);
        Ok(Node { guess: Codeword::from_valid_bits(space.codes[guess as usize]), then })
    }

    /// Returns the guess of least cost for a set that can be solved, given that the cost is below
    /// `limit`.
    fn choice(
        &self,
        secrets: &[u32],
        list: &List,
        turns: u32,
        limit: u64,
        history: History,
    ) -> Result<u32, Cancelled> {
        let candidates = self.candidates(secrets, list)?;
        let (_, guess) = self.set(secrets, &candidates, turns, limit, history)?;
        Ok(guess.unwrap_or(secrets[0]))
    }
}
