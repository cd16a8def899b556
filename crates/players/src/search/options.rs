//! The constants of a search.

/// The constants of a search. The defaults were chosen by measurement: see `docs/search.md`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SearchOptions {
    /// The maximum number of actions that are played out.
    pub(super) actions: usize,
    /// The largest allowed difference between the highest value and the value of an action that is
    /// played out. Both are values of the policy, in units of a target.
    pub(super) margin: f64,
    /// The number of uniformly dealt worlds from which the chains' first worlds are drawn.
    pub(super) deals: usize,
    /// The number of Markov chains.
    pub(super) chains: usize,
    /// The number of proposed steps of a chain between two worlds that are played out.
    pub(super) steps: usize,
    /// The number of worlds in a batch. After each batch, actions can leave the race.
    pub(super) batch: usize,
    /// The weight of the policy's value of an action in the ranking, as a number of playouts.
    pub(super) prior: f64,
    /// Whether actions can leave the race before its end.
    pub(super) drops: bool,
    /// Whether playouts use exact solutions and proofs.
    pub(super) exact: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            actions: 8,
            margin: 0.7,
            deals: 96,
            chains: 16,
            steps: 3,
            batch: 8,
            prior: 10.0,
            drops: true,
            exact: true,
        }
    }
}
