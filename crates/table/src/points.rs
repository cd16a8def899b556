//! Points a game.

use quadrille_stats::Interval;

/// Points a game, with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsEstimate {
    /// Points a game.
    pub mean: f64,
    /// The interval; `None` where there are fewer than two rounds.
    pub interval: Option<Interval>,
}
