//! Beam search: good trees that are found quickly, as upper bounds for the exact search.

use quadrille_progress::Cancelled;

use super::local::{self, Local};
use super::search::{History, Solver};
use super::space::{List, after_one};
use super::tree::Node;
use crate::codeword::Codeword;
use crate::feedback::Feedback;

/// The beam searches that precede the exact search of large games, in order. Each has a beam width,
/// and the maximum size of sets that are solved exactly.
pub(super) const BEAM_WIDTHS: [(usize, usize); 5] = [(2, 24), (4, 32), (8, 40), (16, 48), (32, 64)];

/// The beam search for the first incumbent: a width of 1, and the maximum size of sets that are
/// solved exactly.
pub(super) const INCUMBENT_BEAM: (usize, usize) = (1, 20);

impl Solver<'_> {
    /// Performs a beam search, which tries only the `width` most promising guesses on each set, and
    /// solves sets of up to `exact` secrets exactly. `None` if the cost is not below `limit`.
    pub(super) fn beam(
        &self,
        secrets: &[u32],
        (width, exact): (usize, usize),
        turns: u32,
        limit: u64,
        (history, list): (History, &List),
    ) -> Result<Option<(u64, Node)>, Cancelled> {
        let space = self.space;
        if secrets.len() <= exact.min(local::MOST) {
            return self
                .scratch(|scratch| Local::new(space, self.meter, secrets, scratch).tree(turns, limit, list));
        }
        if !space.fits(secrets.len(), turns) {
            return Ok(None);
        }
        let candidates = self.candidates(secrets, list)?;
        let left = after_one(turns);
        let mut best: Option<(u64, Node)> = None;
        for candidate in candidates.iter().take(width) {
            // A later guess replaces the best guess so far only if its cost is less.
            let limit = best.as_ref().map_or(limit, |best| best.0);
            let (ordered, parts) = self.parts(secrets, candidate.guess);
            let mut cost = candidate.floor;
            if cost >= limit {
                continue;
            }
            let pair = match history {
                History::One(first, _) => Some(self.pair(first, candidate.guess)?),
                _ => None,
            };
            let mut then = Vec::new();
            // Large partitions are solved first, because they are the most likely to exceed the
            // limit.
            for part in parts.iter().rev() {
                if cost >= limit {
                    break;
                }
                let rest = cost - part.floor;
                let list = pair.as_ref().map_or(&space.all, |pair| &pair.list);
                let below = (History::Long, list);
                let secrets = &ordered[part.from..part.to];
                let found = self.beam(secrets, (width, exact), left, limit - rest, below)?;
                let Some((found, node)) = found else {
                    cost = limit;
                    break;
                };
                cost = rest + found;
                then.push((Feedback::from_index(part.feedback.into()), node));
            }
            if cost < limit {
                then.sort_by_key(|&(feedback, _)| feedback);
                let guess = Codeword::from_valid_bits(space.codes[candidate.guess as usize]);
                best = Some((cost, Node { guess, then }));
            }
        }
        Ok(best)
    }
}
