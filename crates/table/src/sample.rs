//! Random deals that are consistent with a view.

use quadrille_random::rand_core::Rng;

use crate::Game;

/// Sampling of the hidden cards.
pub trait Sample: Game {
    /// Returns a game with the same view and randomly dealt hidden cards. All deals that are
    /// consistent with the view are equally likely, except as documented by the game.
    ///
    /// # Errors
    /// [`SampleError`]: no deal fits the view, which is only possible for views made by hand.
    fn sample<R: Rng + ?Sized>(view: &Self::View<'_>, rng: &mut R) -> Result<Self, SampleError>;
}

/// The error of a view that no deal fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no deal of the hidden cards fits the view")]
pub struct SampleError;
