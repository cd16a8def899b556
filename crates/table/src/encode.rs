//! Actions and observations in the form that learners read.

use crate::Game;

/// Fixed ids of actions, and observations as 0/1 cells.
///
/// The ids depend only on the setup and never change, because trained networks and recorded data
/// rely on them. Cells are sparse: few cells of an observation are 1, and only these are listed.
pub trait Encode: Game {
    /// Returns the number of action ids. Ids are consecutive from 0.
    fn action_count(setup: &Self::Setup) -> usize;

    /// Returns the id of an action; `None` if the action does not exist under the setup.
    fn action_id(setup: &Self::Setup, action: Self::Action) -> Option<usize>;

    /// Returns the action of an id; `None` if the id is out of range.
    fn action_of(setup: &Self::Setup, id: usize) -> Option<Self::Action>;

    /// Returns the number of cells of an observation.
    fn observation_len(setup: &Self::Setup) -> usize;

    /// Calls `set` once with the index of each cell that is 1. The observation is relative to the
    /// seat of the view.
    fn observe(view: &Self::View<'_>, set: impl FnMut(usize));

    /// Returns the number of cells that describe an action.
    fn feature_len(setup: &Self::Setup) -> usize {
        Self::action_count(setup)
    }

    /// Calls `set` once with the index of each cell that is 1 for an action in a position. The
    /// default is the id of the action.
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
