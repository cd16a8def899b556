//! Who decides.

pub use quadrille_random::Xoshiro256PlusPlus as PlayerRng;

use crate::{Game, PlayerError};

/// Decides for a seat.
///
/// Only [`decide`](Self::decide) has to be written.
///
/// A decision depends on the view and the generator that is lent, and on nothing else: the same
/// draws and the same view give the same decision. A player may keep memory between its calls, for speed or
/// of what it observed; it must not keep it from one game or match to the next in a way that changes what it
/// decides, because contests play them in any order.
///
/// A player that fails, or wants what is not legal, does not end a game: the
/// [fallback](crate::View::fallback) is done in its place, and counted ([`Faults`](crate::Faults)).
pub trait Player<G: Game>: Send {
    /// A new game begins. Called before the first decision, and again with the new cards after a throw-in.
    fn begin(&mut self, start: &G::Start<'_>) {
        let _ = start;
    }

    /// What to do: one of the legal actions of the view.
    ///
    /// # Errors
    /// The player has no answer; the fallback of the view is done instead.
    fn decide(&mut self, view: &G::View<'_>, rng: &mut PlayerRng) -> Result<G::Action, PlayerError>;

    /// Something happened that every seat can see, what the player did itself included.
    fn observe(&mut self, event: &G::Event) {
        let _ = event;
    }

    /// The game is over.
    fn end(&mut self, outcome: &G::Outcome) {
        let _ = outcome;
    }

    /// Whether `begin`, `observe` and `end` are called for this player; asked once a game. A player without
    /// memory returns `false`, which saves some nanoseconds a move. A contest can be cancelled before each
    /// decision of a player that returns `true`: slow players should.
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
