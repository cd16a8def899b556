//! Finds the reason why a submitted table is refused.

use super::cells::CardTable;
use super::reading::Shape;
use quadrille_daifugo::game::Game;
use quadrille_daifugo::melds::{Hand, Refusal};

/// Returns the reason why the seat to move may not play a submitted table; `None` for a pass and
/// for a legal play.
pub(crate) fn refusal(game: &Game, table: &CardTable) -> Option<Refusal> {
    let hand = game.turn().map_or(Hand::EMPTY, |seat| game.hand(seat));
    match table.read().shape {
        Shape::Pass => None,
        Shape::Meld(meld) => game.check(meld).err(),
        Shape::NoMeld => Some(no_meld(table, hand)),
    }
}

/// Returns the reason why the cards of a table are not a meld that the hand can play. If there are
/// several reasons, returns the first in this order: invalid cells, cards that are not held, a
/// joker in a cell where it cannot be.
fn no_meld(table: &CardTable, hand: Hand) -> Refusal {
    let fits = |(row, column, cell)| match cell {
        0 | CardTable::JOKER => true,
        CardTable::NATURAL => CardTable::card(row, column).is_some(),
        _ => false,
    };
    if !table.card_cells().all(fits) {
        return Refusal::Malformed;
    }
    if !table.is_held_by(hand) {
        return Refusal::NotHeld;
    }
    let mut jokers = table.card_cells().filter(|&(.., cell)| cell == CardTable::JOKER);
    let Some((row, column, _)) = jokers.next() else { return Refusal::NoMeld };
    if jokers.next().is_some() {
        return Refusal::JokerCell;
    }
    // Whether all natural cards have the same rank, regardless of the joker's column.
    let mut naturals = table.card_cells().filter(|&(.., cell)| cell == CardTable::NATURAL);
    let natural_column = naturals.next().map(|(_, column, _)| column);
    let is_group = naturals.all(|(_, other, _)| Some(other) == natural_column);
    let fifth_row = CardTable::suit(row).is_none();
    // A joker in row 4 is a fifth card of a kind. A joker at an imaginary rank, below the 3 or
    // above the 2, can only be the end of a sequence.
    let imaginary = CardTable::card(0, column).is_none();
    if fifth_row || (is_group && natural_column.is_some() && (imaginary || Some(column) != natural_column)) {
        Refusal::JokerCell
    } else {
        Refusal::NoMeld
    }
}
