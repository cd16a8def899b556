//! Policies: networks that learned Daifugo by playing against themselves.

use quadrille_players::Learnable;
use quadrille_table::Player;

use crate::game::{Decision, Table};
use crate::players::Greedy;

/// One network for all seats, which reads the observation and the move and learns the points of a game. Cards
/// are returned as [`Greedy`] returns them.
impl Learnable for Table {
    /// Half of the way from the mean, 3 points of 1 to 5, is 1.
    const SPREAD: f32 = 2.0;

    /// Ten games, after the first of which cards are exchanged.
    const SITTING: u32 = 10;

    fn role(view: &Decision<'_>) -> Option<usize> {
        matches!(view, Decision::Play(_)).then_some(0)
    }

    fn house() -> Box<dyn Player<Self>> {
        Box::new(Greedy)
    }
}
