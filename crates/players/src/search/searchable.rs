//! The interface of a card game that can be searched.

use std::fmt::Debug;

use quadrille_random::rand_core::Rng;
use quadrille_table::Sample;

use crate::Learnable;

/// A game that [`Search`](super::Search) can play: hidden cards can be dealt anew, games can be copied and
/// replayed, and a policy judges actions.
///
/// Only [`copy_from`](Self::copy_from) and [`rewind`](Self::rewind) have to be written. The other items are
/// exact knowledge of the game, by which a search plays better and faster.
pub trait Searchable: Learnable<Action: Send + Sync> + Sample + Clone + Send + Sync {
    /// Memory of the exact parts, kept between positions; each thread has one.
    type Exact: Default + Debug + Send;

    /// Whether [`PROVED`](Learnable::PROVED) is a proof under these rules.
    fn proofs_hold(view: &Self::View<'_>) -> bool {
        let _ = view;
        true
    }

    /// Returns an action that is proved to lead to the best end that the seat can still reach, in every deal of the
    /// hidden cards, if one is found quickly. Called at the decision that is searched; playouts have
    /// [`PROVED`](Learnable::PROVED) alone.
    fn prove(view: &Self::View<'_>) -> Option<Self::Action> {
        let _ = view;
        None
    }

    /// Returns another game that seat `own` cannot tell from this one, in which some hidden cards lie elsewhere, and the
    /// seats whose cards have changed, a bit each. It must be as likely to become this one in the same way as this one
    /// is to become it. `None` if the cards that were drawn do not fit, or the game has no such step.
    fn vary<R: Rng + ?Sized>(&self, own: usize, rng: &mut R) -> Option<(Self, u32)> {
        let _ = (own, rng);
        None
    }

    /// Makes this game a copy of another one and keeps its memory.
    fn copy_from(&mut self, other: &Self);

    /// Returns the game as it was before its first decision, with the cards of this one, and fills `actions` with
    /// what was done since then, the oldest first. `None` if that is not known.
    fn rewind(&self, actions: &mut Vec<Self::Action>) -> Option<Self>;

    /// Returns the exact [target](Learnable::target) of a seat if all hands are known to all and everyone plays
    /// best from here on; `None` if that would take too long.
    fn exact(&self, seat: usize, exact: &mut Self::Exact) -> Option<f32> {
        let _ = (seat, exact);
        None
    }
}
