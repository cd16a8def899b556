//! The interface of players.

pub use quadrille_random::Xoshiro256PlusPlus as PlayerRng;

use crate::{Game, PlayerError};

/// An action that a player compared with others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed<A> {
    /// The action.
    pub action: A,
    /// The expected result of the seat. The unit depends on the game: for example points.
    pub value: f64,
    /// The number of playouts behind the value; 0 for a value without playouts.
    pub playouts: u64,
}

/// A player, which decides for a seat.
///
/// Only [`decide`](Self::decide) is required.
///
/// A decision may depend only on the view, on the events of the game, and on the generator: equal
/// draws and views give equal decisions. A player may keep state between calls, for speed or to
/// remember events. State that lasts longer than a game or match must not affect decisions, because
/// contests play games in any order.
///
/// A failure or an illegal action does not end a game. The [fallback](crate::View::fallback)
/// replaces the action and is counted ([`Faults`](crate::Faults)).
pub trait Player<G: Game>: Send {
    /// Called at the beginning of a game, and again with the new cards after a throw-in.
    fn begin(&mut self, start: &G::Start<'_>) {
        let _ = start;
    }

    /// Returns one of the legal actions of the view.
    ///
    /// # Errors
    /// The player has no answer; the fallback of the view is used.
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError>;

    /// Returns the actions that the player compared for its last decision, which was for this view
    /// and a game with this setup; empty, the default, if it compared none. Called right after
    /// [`decide`](Self::decide), if at all.
    fn explain(&mut self, view: &G::View<'_>, setup: &G::Setup) -> Vec<Weighed<G::Action>> {
        let _ = (view, setup);
        Vec::new()
    }

    /// Called for each public event, including events caused by the player.
    fn observe(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// Called at the end of a game.
    fn end(&mut self, outcome: &G::Outcome) {
        let _ = outcome;
    }

    /// Returns whether `begin`, `observe` and `end` are to be called; queried once per game.
    /// Players without state return `false`, which saves some nanoseconds per move. Slow players
    /// return `true`, because a contest can be cancelled only before decisions of such players.
    fn listens(&self) -> bool {
        true
    }

    /// Returns the most memory that the player may allocate, in bytes. The default is 0, for
    /// players that need no more than some kilobytes.
    fn memory(&self) -> u64 {
        0
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn begin(&mut self, start: &G::Start<'_>) {
        (**self).begin(start);
    }

    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError> {
        (**self).decide(view, rng)
    }

    fn explain(&mut self, view: &G::View<'_>, setup: &G::Setup) -> Vec<Weighed<G::Action>> {
        (**self).explain(view, setup)
    }

    fn observe(&mut self, event: &G::Event) {
        (**self).observe(event);
    }

    fn end(&mut self, outcome: &G::Outcome) {
        (**self).end(outcome);
    }

    fn listens(&self) -> bool {
        (**self).listens()
    }

    fn memory(&self) -> u64 {
        (**self).memory()
    }
}
