//! Actions and observations as learners read them.

use crate::Game;

/// Fixed numbers for actions, and observations as cells that are 0 or 1.
///
/// The numbers depend on the setup alone and never change: trained networks and recorded data rely
/// on them. Cells are sparse: of the many cells of an observation few are 1, and only these are
/// named.
pub trait Encode: Game {
    /// The number of action ids: each action has an id below it.
    fn action_count(setup: &Self::Setup) -> usize;

    /// The id of an action; `None` of one that the setup does not know.
    fn action_id(setup: &Self::Setup, action: Self::Action) -> Option<usize>;

    /// The action of an id; `None` from [`action_count`](Self::action_count) on.
    fn action_of(setup: &Self::Setup, id: usize) -> Option<Self::Action>;

    /// The number of cells of an observation.
    fn observation_len(setup: &Self::Setup) -> usize;

    /// Calls `set` with the number of each cell that is 1, each once: what a seat sees, from its
    /// own place.
    fn observe(view: &Self::View<'_>, set: impl FnMut(usize));

    /// The number of cells that describe an action.
    fn feature_len(setup: &Self::Setup) -> usize {
        Self::action_count(setup)
    }

    /// Calls `set` with the number of each cell that is 1 for an action in a position: its id, if
    /// the game has nothing better.
    fn features(
        view: &Self::View<'_>,
        setup: &Self::Setup,
        action: Self::Action,
        mut set: impl FnMut(usize),
    ) {
        let _ = view;
        if let Some(id) = Self::action_id(setup, action) {
            set(id);
        }
    }
}
