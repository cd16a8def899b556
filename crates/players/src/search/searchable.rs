//! The interface of a card game that can be searched.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;
use quadrille_table::Sample;

use super::{Budget, Search};
use crate::Learnable;

/// A game that [`Search`](super::Search) can play. Its hidden cards can be dealt again, its games
/// can be copied and replayed, and a policy gives values to its actions.
///
/// The methods with a default are optional. They make a search better and faster.
pub trait Searchable: Learnable<Action: Send + Sync> + Sample + Clone + Send + Sync {
    /// The state of the exact solver that is reused from position to position, such as a table.
    /// Each thread has its own solver.
    type Exact: Default + Debug + Send;
    /// The maximum memory in bytes that one [`Exact`](Self::Exact) allocates.
    const EXACT_MEMORY: u64 = 0;

    /// Returns a player that searches with the shipped policy.
    fn searcher(budget: Budget) -> Search<Self>;

    /// Returns whether the cell [`WINNING`](Learnable::WINNING) can be trusted under the rules of
    /// this game.
    fn wins_hold(view: &Self::View<'_>) -> bool {
        let _ = view;
        true
    }

    /// Returns an action that is proved to be best: for every deal of the hidden cards, it leads to
    /// the best result that the seat can still reach. Returns `None` if no proof is found quickly.
    /// Called only for the decision that is searched. Playouts use the cell
    /// [`WINNING`](Learnable::WINNING).
    fn prove(view: &Self::View<'_>) -> Option<Self::Action> {
        let _ = view;
        None
    }

    /// Proposes a step of a Markov chain: moves some hidden cards between the other seats without
    /// changing the view of seat `own`. Returns the new game, and a bit mask that includes every
    /// seat whose cards have changed at any time of the game.
    ///
    /// If every proposed step is taken, the chain must be reversible with respect to the
    /// distribution of [`sample`](Sample::sample): let q be the probability that `sample` draws a
    /// world; then q of a world, times the probability that a step to another world is proposed,
    /// equals the same product for the reverse step. Returns `None` if the randomly selected cards
    /// cannot be moved, or if the game has no such steps.
    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let _ = (own, rng);
        None
    }

    /// Returns p / q, up to a factor that is the same for all worlds of a decision. Here q is the
    /// probability that [`sample`](Sample::sample) draws this world for seat `own`, and p its prior
    /// probability: the probability that the cards were dealt as in this world, times the
    /// probability of every part of the history that is not among the actions of
    /// [`rewind`](Self::rewind). The likelihood of these actions is not part of p.
    ///
    /// The default, 1 for all worlds, is right if p / q is the same for all worlds: for example, if
    /// `sample` draws every world with the same probability, and every world is dealt with the same
    /// probability.
    fn prior(&self, own: usize) -> f64 {
        let _ = own;
        1.0
    }

    /// Makes this game equal to `other`. Reuses the allocated memory of this game.
    fn copy_from(&mut self, other: &Self);

    /// Returns the game as it was before its first decision, with the same cards. Fills `actions`
    /// with all past actions, the oldest first. Returns `None` if the history is unknown.
    fn rewind(&self, actions: &mut Vec<Self::Action>) -> Option<Self>;

    /// Returns n if this decision is the first of n consecutive decisions of one seat, and the
    /// other seats never learn in which order the seat took the n actions; otherwise returns 1. If
    /// n is above 1, the order of these actions in [`rewind`](Self::rewind) is arbitrary, and their
    /// likelihood is the sum over all n! orders. So n must be small.
    fn unordered(view: &Self::View<'_>) -> usize {
        let _ = view;
        1
    }

    /// Returns the exact [target](Learnable::target) of a seat under perfect play with open hands;
    /// `None` if the computation would take too long.
    fn exact(&self, seat: usize, exact: &mut Self::Exact) -> Option<f32> {
        let _ = (seat, exact);
        None
    }
}
