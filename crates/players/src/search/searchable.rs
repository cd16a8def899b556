//! The interface of a card game that can be searched.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;
use quadrille_table::Sample;

use super::{Budget, Search};
use crate::Learnable;

/// A game that [`Search`](super::Search) can play: hidden cards can be dealt again, games can be
/// copied and replayed, and a policy judges actions.
///
/// The methods with a default provide exact knowledge of the game, which makes a search better and
/// faster.
pub trait Searchable: Learnable<Action: Send + Sync> + Sample + Clone + Send + Sync {
    /// The state of the exact solver, kept between positions. Each thread has its own.
    type Exact: Default + Debug + Send;
    /// The most memory that one [`Exact`](Self::Exact) allocates, in bytes.
    const EXACT_MEMORY: u64 = 0;

    /// Returns a player that searches with the shipped policy.
    fn searcher(budget: Budget) -> Search<Self>;

    /// Returns whether actions with the cell [`PROVED`](Learnable::PROVED) are really proved under
    /// the rules of this game.
    fn proofs_hold(view: &Self::View<'_>) -> bool {
        let _ = view;
        true
    }

    /// Returns an action that is proved to lead to the best result that the seat can still reach,
    /// in every deal of the hidden cards, if one is found quickly. Called only at the decision that
    /// is searched; playouts use [`PROVED`](Learnable::PROVED).
    fn prove(view: &Self::View<'_>) -> Option<Self::Action> {
        let _ = view;
        None
    }

    /// Proposes a step of a Markov chain. Returns a game in which some hidden cards have moved but
    /// seat `own` has the same view, and a bit mask of the seats whose cards have changed.
    ///
    /// The proposal must be symmetric: the reverse step must have the same probability. Returns
    /// `None` if the drawn cards do not fit, or the game has no such steps.
    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let _ = (own, rng);
        None
    }

    /// Copies `other` into this game, and reuses the allocations of this game.
    fn copy_from(&mut self, other: &Self);

    /// Returns the game before its first decision, with the same cards. Fills `actions` with all
    /// actions since then, the oldest first. Returns `None` if the history is unknown.
    fn rewind(&self, actions: &mut Vec<Self::Action>) -> Option<Self>;

    /// Returns the exact [target](Learnable::target) of a seat under perfect play with open hands;
    /// `None` if the computation would take too long.
    fn exact(&self, seat: usize, exact: &mut Self::Exact) -> Option<f32> {
        let _ = (seat, exact);
        None
    }
}
