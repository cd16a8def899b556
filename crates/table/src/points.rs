//! Mean points per game.

use quadrille_stats::Interval;

/// The mean points per game, with a confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsEstimate {
    /// The mean points per game.
    pub mean: f64,
    /// The confidence interval; `None` for fewer than two rounds.
    pub interval: Option<Interval>,
}
