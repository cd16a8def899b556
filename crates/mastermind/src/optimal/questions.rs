//! Searches of single sets: the cost and the tree of the secrets after one feedback to a first
//! guess, as in a [`Cut`](super::Cut), and the best guess for any set of secrets.

use quadrille_progress::Cancelled;

use super::beam::{BEAM_WIDTHS, INCUMBENT_BEAM};
use super::local::{self, Local};
use super::search::{Candidate, History, Solver};
use super::space::{IMPOSSIBLE, List, UNLIMITED};
use super::tree::Node;
use crate::feedback::Feedback;
use crate::symmetry;

impl Solver<'_> {
    /// Returns the first guesses, the most promising first.
    pub(super) fn openings(&self, first_guesses: &[u32]) -> Result<Vec<Candidate>, Cancelled> {
        self.candidates(&self.space.all.places, &self.space.list(first_guesses.to_vec()))
    }

    /// Splits all codewords by a first guess; returns the partitions, small partitions first, each
    /// with a lower bound on its cost.
    pub(super) fn bounded_parts(&self, first: u32) -> Result<Vec<(Feedback, u64, Vec<u32>)>, Cancelled> {
        let (ordered, parts) = self.parts(&self.space.all.places, first);
        let bounded = parts.iter().map(|part| {
            let secrets = &ordered[part.from..part.to];
            let mut floor = part.floor;
            if secrets.len() > 2 {
                let below = History::One(first, part.feedback);
                floor = floor.max(self.part(secrets, UNLIMITED, IMPOSSIBLE, None, below, false)?.cost);
            }
            Ok((Feedback::from_index(part.feedback.into()), floor, secrets.to_vec()))
        });
        bounded.collect()
    }

    /// Returns the cost of the secrets after a first guess and its feedback, and their tree, if the
    /// cost is below the limit.
    pub(super) fn task(
        &self,
        first: u32,
        feedback: u8,
        secrets: &[u32],
        turns: u32,
        limit: u64,
    ) -> Result<Option<(u64, Node)>, Cancelled> {
        let below = History::One(first, feedback);
        let pair = self.pair(first, first)?;
        if secrets.len() <= 2 {
            return self.scratch(|scratch| {
                Local::new(self.space, self.meter, secrets, scratch).tree(turns, limit, &self.space.all)
            });
        }
        // A beam search provides an upper bound on the cost.
        let mut limit = limit;
        let widths = if self.space.codes.len() as u64 > super::LARGE { &BEAM_WIDTHS[..] } else { &[] };
        for &breadth in [INCUMBENT_BEAM].iter().chain(widths) {
            let found = self.beam(secrets, breadth, turns, limit, (below, &pair.list))?;
            limit = found.map_or(limit, |(cost, _)| cost + 1);
        }
        let candidates = self.candidates(secrets, &pair.list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, limit, below)?;
        let Some(guess) = guess else { return Ok(None) };
        Ok(Some((cost, self.tree(secrets, guess, turns, below)?)))
    }

    /// Returns the best guess for a set of secrets, and the total turns from this guess on; `None`
    /// if there are not enough turns.
    pub(super) fn best_of(
        &self,
        secrets: &[u32],
        list: &List,
        turns: u32,
    ) -> Result<Option<(u32, u64)>, Cancelled> {
        if secrets.len() <= local::MOST {
            let found = self.scratch(|scratch| {
                Local::new(self.space, self.meter, secrets, scratch).tree(turns, IMPOSSIBLE, list)
            })?;
            let guess = |node: Node| self.space.game.position(node.guess) as u32;
            return Ok(found.map(|(cost, node)| (guess(node), cost)));
        }
        if secrets.len() == self.space.codes.len() {
            let game = self.space.game;
            let first_guesses: Vec<u32> =
                symmetry::opening_guesses(game).iter().map(|&first| game.position(first) as u32).collect();
            let candidates = self.candidates(secrets, &self.space.list(first_guesses))?;
            let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::None)?;
            return Ok(guess.map(|guess| (guess, cost)));
        }
        let candidates = self.candidates(secrets, list)?;
        let (cost, guess) = self.set(secrets, &candidates, turns, IMPOSSIBLE, History::Long)?;
        Ok(guess.map(|guess| (guess, cost)))
    }

    /// Returns the partition of a set by a guess, without the secret that equals the guess.
    pub(super) fn answers(&self, secrets: &[u32], guess: u32) -> Vec<Vec<u32>> {
        let (ordered, parts) = self.parts(secrets, guess);
        parts.iter().map(|part| ordered[part.from..part.to].to_vec()).collect()
    }
}
