//! The constants of a search.

/// The constants of a search. The defaults were chosen by measurement: see `docs/search.md`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SearchOptions {
    /// The maximum number of actions that are played out.
    pub(super) actions: usize,
    /// An action is played out only if its value is at most this much below the highest value of
    /// all actions. The values are the policy's values, in units of a target.
    pub(super) margin: f64,
    /// The number of uniformly dealt worlds. The first world of each chain is drawn from them.
    pub(super) deals: usize,
    /// The number of Markov chains.
    pub(super) chains: usize,
    /// The number of steps that are proposed to each chain before its world is played out.
    pub(super) steps: usize,
    /// The number of worlds in a batch. After each batch, actions that are clearly worse are
    /// removed.
    pub(super) batch: usize,
    /// The weight of the policy's value when actions are ranked. The policy's value counts like
    /// this number of playouts.
    pub(super) prior: f64,
    /// Whether playouts use exact solutions and the cell [`WINNING`](crate::Learnable::WINNING).
    pub(super) exact: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { actions: 8, margin: 0.7, deals: 96, chains: 16, steps: 3, batch: 8, prior: 10.0, exact: true }
    }
}
