//! How a game at a table ended.

use crate::encodings::Course;
use crate::game::{Outcome, Position};

/// A game that has ended with the last step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ended {
    /// At which table.
    pub table: usize,
    /// The number of the game, from 0.
    pub game: u64,
    /// Who won, what had been agreed, bombs and springs; `None` if the cards were thrown in.
    pub outcome: Option<Outcome>,
    /// The last position and everything played: what Gymnasium's `final_obs` is made of, with
    /// [`rlcard::fill_observation`](crate::encodings::rlcard::fill_observation). `None` if the cards were
    /// thrown in.
    pub last: Option<(Position, Course)>,
}
