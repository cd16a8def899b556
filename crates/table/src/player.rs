//! The interface that every player implements.

use quadrille_progress::Meter;
pub use quadrille_random::Xoshiro256PlusPlus as PlayerRng;

use crate::{Game, PlayerError};

/// An action that a player has compared with other actions, with its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighed<A> {
    /// The action.
    pub action: A,
    /// The expected result of the seat. The unit depends on the game; in some games, it is points.
    pub value: f64,
    /// The number of playouts from which the value was computed; 0 if it was computed without
    /// playouts.
    pub playouts: u64,
}

/// A player, which decides for a seat.
///
/// Only [`decide`](Self::decide) is required. Contests call
/// [`decide_cancellable`](Self::decide_cancellable), which calls `decide` by default.
///
/// A decision may depend only on the view, on the events of the game and on the random numbers. If
/// all of these are equal, the decisions must be equal. A player may keep state between calls, for
/// speed or to remember events. State from earlier games must not affect decisions, because
/// contests play games in any order.
///
/// A failure or an illegal action does not end a game. The [fallback](crate::View::fallback)
/// replaces the action, and the replacement is counted in [`Faults`](crate::Faults).
pub trait Player<G: Game>: Send {
    /// Called at the beginning of a game, and again with the new cards after a throw-in.
    fn begin(&mut self, start: &G::Start<'_>) {
        let _ = start;
    }

    /// Returns one of the legal actions of the view.
    ///
    /// # Errors
    /// The player has no answer. The [fallback](crate::View::fallback) of the view is then used.
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError>;

    /// Decides like [`decide`](Self::decide), with the meter of the contest. A player that can
    /// think for longer than a tenth of a second should call [`Meter::check`] while it thinks. If
    /// the contest is cancelled, the player should return soon, and the contest ignores its answer.
    ///
    /// # Errors
    /// As for [`decide`](Self::decide).
    fn decide_cancellable(
        &mut self,
        view: &G::View<'_>,
        rng: &mut PlayerRng,
        meter: &Meter<'_>,
    ) -> Result<G::Action, PlayerError> {
        let _ = meter;
        self.decide(view, rng)
    }

    /// Returns the actions that the player has compared for its last decision; empty if it has
    /// compared none, which is the default. If this method is called, it is called immediately
    /// after [`decide`](Self::decide) or [`decide_cancellable`](Self::decide_cancellable), with the
    /// same view.
    fn explain(&mut self, view: &G::View<'_>, setup: &G::Setup) -> Vec<Weighed<G::Action>> {
        let _ = (view, setup);
        Vec::new()
    }

    /// Called for each public event, including events that this player has caused.
    fn observe(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// Called at the end of a game that was not thrown in.
    fn end(&mut self, outcome: &G::Outcome) {
        let _ = outcome;
    }

    /// Returns whether `begin`, `observe` and `end` should be called. This method is called once
    /// per game. Players without state should return `false`, which saves some nanoseconds per
    /// move. Slow players should return `true`, because a contest can be cancelled only before and
    /// after decisions of players that return `true`.
    fn listens(&self) -> bool {
        true
    }

    /// Returns the maximum number of bytes that the player may allocate. The default is 0, for
    /// players that allocate at most a few kilobytes.
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

    fn decide_cancellable(
        &mut self,
        view: &G::View<'_>,
        rng: &mut PlayerRng,
        meter: &Meter<'_>,
    ) -> Result<G::Action, PlayerError> {
        (**self).decide_cancellable(view, rng, meter)
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
