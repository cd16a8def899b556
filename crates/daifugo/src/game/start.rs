//! Information for a player at the start of a game.

use crate::melds::Hand;
use crate::rules::Rules;

/// The start of a game as seen from one seat.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// The player's seat.
    pub seat: usize,
    /// Rules, number of players and number of jokers.
    pub rules: Rules,
    /// The hand as dealt; the exchange may change it before the first lead.
    pub hand: Hand,
    /// Number of finished games in the series.
    pub game: u32,
    /// Class of each seat in the previous game, 0 for the richest; `None` in the first game of a
    /// series.
    pub classes: Option<&'a [u8]>,
    /// Random seed, unique to this player and game, for players with their own generator, such as
    /// players in other processes. Players that use the generator passed to them can ignore it.
    pub seed: u64,
}

impl<'a> Start<'a> {
    /// Creates the start of the first game of a series, for tables implemented elsewhere; set
    /// `game` and `classes` afterwards for later games.
    pub const fn new(seat: usize, rules: Rules, hand: Hand, seed: u64) -> Start<'a> {
        Self { seat, rules, hand, game: 0, classes: None, seed }
    }
}
