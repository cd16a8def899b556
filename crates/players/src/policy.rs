//! A player that does what a network values most.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_learn::{Judge, Network};
use quadrille_table::{Player, PlayerError, PlayerRng, View as _};

use crate::Learnable;
use crate::choice::Chooser;

/// Does what the network of its role values most, the first of equals; draws nothing.

pub struct Policy<G: Learnable, J: Judge> {
    level: Level,
    judges: Arc<[J]>,
    setup: G::Setup,
    house: Box<dyn Player<G>>,
    chooser: Chooser<J>,
}

/// A policy in `f32`.
pub type NetworkPolicy<G> = Policy<G, Network>;

impl<G: Learnable, J: Judge> Policy<G, J> {
    /// A player by these networks, one for each role.
    pub fn new(level: Level, setup: &G::Setup, judges: Arc<[J]>) -> Self {
        Self { level, judges, setup: setup.clone(), house: G::house(), chooser: Chooser::default() }
    }
}

impl<G: Learnable, J: Judge + Send + Sync> Player<G> for Policy<G, J>
where
    J::Buffer: Send,
    J::Value: Send,
{
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        let Some(role) = G::role(view) else { return self.house.decide(view, rng) };
        let mut place = 0;
        if view.choices() > 1 {
            self.chooser.read::<G>(&self.setup, view);
            place = self.chooser.best(self.level, &self.judges[role]);
        }
        Ok(view.choice(place).unwrap_or_else(|| view.fallback()))
    }

    fn listens(&self) -> bool {
        false
    }
}
