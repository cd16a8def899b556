//! The constants of a search.

/// What a search does how often. The usual values were found by measuring: see `docs/search.md`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SearchOptions {
    /// The most actions that are played out.
    pub(super) actions: usize,
    /// How much worse than the best action, by the policy, one may be that is played out: in units of a target.
    pub(super) margin: f64,
    /// Deals of the hidden cards from which the chains begin.
    pub(super) deals: usize,
    /// Chains, each of which gives a world at a time.
    pub(super) chains: usize,
    /// Steps of a chain between two of its worlds.
    pub(super) steps: usize,
    /// Worlds of a batch: those between two decisions about which actions stay in the race.
    pub(super) batch: usize,
    /// The policy's own value of an action counts as this number of playouts.
    pub(super) prior: f64,
    /// Whether actions leave the race before its end.
    pub(super) drops: bool,
    /// Whether playouts use exact parts and proofs.
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
