//! The numeric form of actions and observations, for learners.

use crate::Game;

/// Conversion of actions to fixed ids, and of observations to cells that contain 0 or 1.
///
/// The ids depend only on the setup. They must never change, because trained networks and recorded
/// data rely on them. Observations are sparse: only the indices of cells that contain 1 are listed,
/// and most cells contain 0.
pub trait Encode: Game {
    /// Returns the number of action ids. Ids are consecutive from 0.
    fn action_count(setup: &Self::Setup) -> usize;

    /// Returns the id of an action; `None` if the action does not exist with this setup.
    fn action_id(setup: &Self::Setup, action: Self::Action) -> Option<usize>;

    /// Returns the action with this id; `None` if the id is out of range.
    fn action_of(setup: &Self::Setup, id: usize) -> Option<Self::Action>;

    /// Returns the number of cells of an observation.
    fn observation_len(setup: &Self::Setup) -> usize;

    /// Calls `set` once for each cell of the observation that contains 1, with the index of the
    /// cell. In the observation, seats are counted from the seat of the view.
    fn observe(view: &Self::View<'_>, set: impl FnMut(usize));

    /// Returns the number of cells that describe an action.
    fn feature_len(setup: &Self::Setup) -> usize {
        Self::action_count(setup)
    }

    /// Calls `set` once for each cell that contains 1 in the description of an action, with the
    /// index of the cell. The description may depend on the view. By default, only one cell of the
    /// description contains 1. Its index is the id of the action.
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
