//! Differences between a server's messages and the messages that the rules predict.

use std::fmt;

use super::CardTable;

/// A kind of message that is compared with the client's prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compared {
    /// The deal message, with the client's hand at the beginning of a game.
    Deal,
    /// The turn message, with the client's hand before a turn.
    Turn,
    /// The stage message, with the last cards played, after a turn.
    Stage,
    /// The number that ends a turn.
    End,
}

/// The first difference between a server's messages and the client's predictions.
///
/// A difference means that the server plays by other rules than the client expects. The client
/// adopts the server's values and continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Difference {
    /// The game, from 1.
    pub game: u32,
    /// The turn of the game, from 1; 0 for the deal.
    pub turn: u32,
    /// The kind of message.
    pub message: Compared,
    /// The row and column of the cell, from 0; `None` for a number.
    pub cell: Option<(usize, usize)>,
    /// The value predicted by the rules.
    pub expected: i32,
    /// The server's value.
    pub found: i32,
}

/// A cell in which two tables differ: row, column, expected value, found value.
pub(super) type Cell = (usize, usize, i32, i32);

/// The columns of row 5 that are compared. They hold the state of a game, from "your turn" to the
/// suit lock.
const STATE: std::ops::RangeInclusive<usize> = 2..=7;
/// The columns of row 6 with the sizes of hands. The columns with classes, which follow, are not
/// compared, because they are reliable only in the deal.
const SIZES: std::ops::Range<usize> = 0..5;
/// The columns of row 6 with the player in each seat.
const SEATS: std::ops::Range<usize> = 10..15;

/// Searches a turn's table row by row, and returns the first cell that differs from the prediction.
/// Hands are compared as sets of cards.
pub(super) fn in_turn(expected: &CardTable, found: &CardTable) -> Option<Cell> {
    let (hand, own) = (CardTable::of_hand(expected.hand()), CardTable::of_hand(found.hand()));
    in_cards(&hand, &own)
        .or_else(|| in_columns(expected, found, 5, STATE))
        .or_else(|| in_columns(expected, found, 6, SIZES.chain(SEATS)))
}

/// Returns the first cell of rows 0 to 4 that differs from the prediction.
pub(super) fn in_cards(expected: &CardTable, found: &CardTable) -> Option<Cell> {
    (0..CardTable::CARD_ROWS).find_map(|row| in_columns(expected, found, row, 0..CardTable::COLUMNS))
}

/// Returns the first size of a hand that differs from the prediction.
pub(super) fn in_sizes(expected: &CardTable, found: &CardTable) -> Option<Cell> {
    in_columns(expected, found, 6, SIZES)
}

fn in_columns(
    expected: &CardTable,
    found: &CardTable,
    row: usize,
    columns: impl IntoIterator<Item = usize>,
) -> Option<Cell> {
    let cells = columns.into_iter().map(|column| (column, expected.get(row, column), found.get(row, column)));
    let mut differing = cells.filter(|&(_, expected, found)| expected != found);
    differing.next().map(|(column, expected, found)| (row, column, expected, found))
}

/// Returns the meaning of a cell, for messages.
const fn meaning(row: usize, column: usize) -> &'static str {
    match (row, column) {
        (0, _) => "spades",
        (1, _) => "hearts",
        (2, _) => "diamonds",
        (3, _) => "clubs",
        (4, _) => "joker",
        (5, 1) => "cards to return",
        (5, 2) => "your turn",
        (5, 3) => "player to move",
        (5, 4) => "empty table",
        (5, 5) => "11-back",
        (5, 6) => "revolution",
        (5, 7) => "suit lock",
        (6, 0..=4) => "number of cards of a player",
        (6, 5..=9) => "class of a player",
        (6, _) => "player in a seat",
        _ => "unused",
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ", self.game)?;
        if self.message != Compared::Deal {
            write!(f, "turn {}, ", self.turn)?;
        }
        f.write_str(match self.message {
            Compared::Deal => "deal table",
            Compared::Turn => "turn table",
            Compared::Stage => "stage table",
            Compared::End => "end of the turn",
        })?;
        if let Some((row, column)) = self.cell {
            write!(f, ", row {row}, column {column} ({})", meaning(row, column))?;
        }
        write!(f, ": expected {}, found {}", self.expected, self.found)
    }
}
