//! Policies: networks that learned Daifugo by playing against themselves.

use quadrille_players::Learnable;
use quadrille_table::Player;

use crate::game::{Decision, Table};
use crate::players::Greedy;
use crate::rules::Rules;

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

    /// Of an observation: cards in hand, unseen and gone are the deck; the meld on the table has up to 15 cards and 10
    /// cells that say what it is; counts of ranks 13; seats 4 cells each and one for each card of the deck; what was
    /// played at most the deck; flags and rules 41. Of a move: the cards in hand, taken or left, at most the deck; 12
    /// cells that say what it is, and counts of ranks 13.
    fn most_cells(_: &Rules) -> usize {
        const DECK: usize = 54;
        DECK + 15 + 10 + 13 + 6 * 4 + DECK + DECK + 41 + DECK + 12 + 13
    }

    fn house() -> Box<dyn Player<Self>> {
        Box::new(Greedy)
    }
}
