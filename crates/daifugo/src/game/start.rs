//! What a player learns when the cards are dealt.

use crate::melds::Hand;
use crate::rules::Rules;

/// How a game begins for a seat.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Start<'a> {
    /// Whose beginning this is.
    pub seat: usize,
    /// What the game is played by: rules, players and jokers.
    pub rules: Rules,
    /// The own hand as it was dealt; cards may be given and returned before the first lead.
    pub hand: Hand,
    /// How many games of the series are over.
    pub game: u32,
    /// By seat, each player's class in the game before, 0 the richest; `None` in the first game of a series.
    pub classes: Option<&'a [u8]>,
    /// A number of this player and game alone, for players with a generator of their own, such as those in
    /// another process. Those who draw from the generator that they are lent have no use for it.
    pub seed: u64,
}

impl<'a> Start<'a> {
    /// The first game of a series, for tables that are not this crate's; `game` and `classes` are set
    /// afterwards.
    pub const fn new(seat: usize, rules: Rules, hand: Hand, seed: u64) -> Start<'a> {
        Self { seat, rules, hand, game: 0, classes: None, seed }
    }
}
