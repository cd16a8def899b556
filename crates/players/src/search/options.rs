//! The constants of a search.

/// The constants of a search. The defaults were chosen by measurement: see `docs/search.md`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SearchOptions {
    /// The maximum number of actions that are played out.
    pub(super) actions: usize,
    /// The maximum difference to the best value of the policy, in units of a target, at which an
    /// action is played out.
    pub(super) margin: f64,
    /// The number of uniformly dealt worlds from which the chains' first worlds are drawn.
    pub(super) deals: usize,
    /// The number of Markov chains.
    pub(super) chains: usize,
    /// The number of proposed steps of a chain between two worlds that are played out.
    pub(super) steps: usize,
    /// The number of worlds between two decisions about which actions leave the race.
    pub(super) batch: usize,
    /// The number of playouts to which the policy's value of an action is equivalent.
    pub(super) prior: f64,
    /// Whether actions leave the race before its end.
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
