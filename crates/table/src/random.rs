//! The random player.

use std::num::NonZeroU32;

use quadrille_random::bounded;
use quadrille_random::rand_core::Rng;

use crate::{Game, Player, PlayerError, PlayerRng, View};

/// A player that chooses uniformly from the legal actions. It makes one draw with
/// [`bounded::below_u32`] per decision, and none if there is only one legal action.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    #[inline]
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        let place = draw(rng, view.choices());
        Ok(view.choice(place).unwrap_or_else(|| view.fallback()))
    }

    fn listens(&self) -> bool {
        false
    }
}

/// Returns a uniformly distributed number less than `choices`. If `choices` is at most 1, returns 0
/// and draws no random number.
#[inline]
pub fn draw<R: Rng + ?Sized>(rng: &mut R, choices: usize) -> usize {
    if choices < 2 {
        return 0;
    }
    NonZeroU32::new(choices as u32).map_or(0, |choices| bounded::below_u32(rng, choices) as usize)
}
