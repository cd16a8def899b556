//! Random deals that are consistent with a view.

use quadrille_random::rand_core::Rng;

use crate::Game;

/// A game whose hidden cards can be sampled.
pub trait Sample: Game {
    /// Returns a game with the same view, in which the hidden cards are dealt at random. All deals
    /// that are consistent with the view are equally likely, unless the documentation of the game
    /// states otherwise.
    ///
    /// # Errors
    /// [`SampleError`]: no deal is consistent with the view. This cannot happen for views of games
    /// that were actually played.
    fn sample<R: Rng + ?Sized>(view: &Self::View<'_>, rng: &mut R) -> Result<Self, SampleError>;
}

/// The error of a view with which no deal is consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no deal of the hidden cards is consistent with the view")]
pub struct SampleError;
