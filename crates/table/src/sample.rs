//! Hands that fit what a seat sees.

use quadrille_random::rand_core::Rng;

use crate::Game;

/// Deals the cards that a seat does not see.
pub trait Sample: Game {
    /// A game that the seat cannot tell from the real one: the hidden cards dealt at random, each
    /// deal that fits what the seat knows as likely as the others as far as the documentation of
    /// the game says.
    ///
    /// # Errors
    /// [`SampleError`]: no deal fits the view, which only happens to views that were made by hand.
    fn sample<R: Rng + ?Sized>(view: &Self::View<'_>, rng: &mut R) -> Result<Self, SampleError>;
}

/// No deal fits a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no deal of the hidden cards fits the view")]
pub struct SampleError;
