//! The server's interpretation of submitted cards.

use super::CardTable;
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Rank, SuitSet};

/// The server's interpretation of a submitted table.
///
/// The server finds the first cell that is not empty, column by column, and in each column from the
/// spades down. If the cell to its right is not empty either, the cards are a sequence: all cells
/// of that row up to the first gap. Otherwise they are a group: all cells of that column. The table
/// is a meld if no other cell is filled and every cell is valid.
///
/// ```
/// use quadrille_uecda_protocol::{CardTable, Shape};
///
/// let mut table = CardTable::of_meld("C5 D5".parse()?);
/// assert_eq!(table.read().shape, Shape::Meld("C5 D5".parse()?));
/// // A third card beside the pair is not a meld.
/// table.set(0, 9, 1);
/// assert_eq!(table.read().shape, Shape::NoMeld);
/// // Cells that are neither a card nor a joker do not count as cards, so this is a pass.
/// let mut odd = CardTable::EMPTY;
/// odd.set(0, 9, 3);
/// assert_eq!(odd.read().shape, Shape::Pass);
/// # Ok::<(), quadrille_daifugo::melds::MeldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The shape of the cards.
    pub shape: Shape,
    /// The number of natural cards and jokers in rows 0 to 4 of the table. Natural cards in invalid
    /// cells count as well.
    pub cards: u32,
    /// Whether a cell is invalid: a value other than empty, card and joker; a card at an imaginary
    /// rank or in row 4; a second joker.
    pub malformed: bool,
    /// Whether the server treats the submission as the 3 of spades. For this, the cell of the 3 of
    /// spades must be the first cell that is not empty. The other cells of its column and the cell
    /// to its right must be empty.
    pub(super) spade_three: bool,
}

/// The shape of submitted cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No cards.
    Pass,
    /// A meld, legal or not.
    Meld(Meld),
    /// Cards that are not a meld.
    NoMeld,
}

impl Reading {
    /// Returns the meld; `None` for the other shapes.
    pub const fn meld(&self) -> Option<Meld> {
        match self.shape {
            Shape::Meld(meld) => Some(meld),
            Shape::Pass | Shape::NoMeld => None,
        }
    }
}

impl CardTable {
    /// Interprets the cards of a submitted table.
    pub fn read(&self) -> Reading {
        let (mut cards, mut jokers, mut malformed) = (0, 0, false);
        for (row, column, cell) in self.card_cells() {
            match cell {
                0 => {}
                Self::NATURAL => {
                    cards += 1;
                    malformed |= Self::card(row, column).is_none();
                }
                Self::JOKER => {
                    cards += 1;
                    jokers += 1;
                }
                _ => malformed = true,
            }
        }
        malformed |= jokers > 1;
        let first = (0..Self::COLUMNS)
            .flat_map(|column| (0..Self::CARD_ROWS).map(move |row| (row, column)))
            .find(|&(row, column)| self.get(row, column) != 0);
        let Some((row, column)) = first.filter(|_| cards > 0) else {
            return Reading { shape: Shape::Pass, cards, malformed, spade_three: false };
        };
        let filled = |row: usize, column: usize| column < Self::COLUMNS && self.get(row, column) != 0;
        let is_sequence = filled(row, column + 1);
        let in_column = (0..Self::CARD_ROWS).filter(|&row| filled(row, column)).count();
        let meld = if malformed {
            None
        } else if is_sequence {
            self.sequence(row, column, cards)
        } else {
            self.group(row, column, cards)
        };
        Reading {
            shape: meld.map_or(Shape::NoMeld, Shape::Meld),
            cards,
            malformed,
            spade_three: !is_sequence && (row, column, in_column) == (0, 1, 1),
        }
    }

    /// Returns the sequence that begins in a cell. `cards` is the number of cards of the table;
    /// `None` unless the sequence has all of them. The table must not be malformed.
    fn sequence(&self, row: usize, column: usize, cards: u32) -> Option<Meld> {
        let filled = (column..Self::COLUMNS).take_while(|&column| self.get(row, column) != 0).count();
        let joker = (column..column + filled).position(|column| self.get(row, column) == Self::JOKER);
        let stand_ins = joker.map_or(0, |place| 1 << place);
        let suit = Self::suit(row)?;
        let whole = filled as u32 == cards;
        if whole { Meld::sequence(suit, column as i32 - 1, cards, stand_ins) } else { None }
    }

    /// Returns the group of a column, or the lone joker. `cards` is the number of cards of the
    /// table; `None` unless the group has all of them. `row` is the row of the first filled cell.
    /// The table must not be malformed.
    fn group(&self, row: usize, column: usize, cards: u32) -> Option<Meld> {
        // A joker in row 4 is the fifth card of a kind, and is no meld without the other four
        // cards.
        if cards == 1 && self.get(row, column) == Self::JOKER {
            return (row < 4).then_some(Meld::JOKER);
        }
        let (mut suits, mut stand_ins, mut fifths) = (SuitSet::EMPTY, SuitSet::EMPTY, 0);
        for row in 0..Self::CARD_ROWS {
            match (self.get(row, column), Self::suit(row)) {
                (0, _) => {}
                (_, None) => fifths = 1,
                (cell, Some(suit)) => {
                    suits = suits.with(suit);
                    stand_ins = if cell == Self::JOKER { stand_ins.with(suit) } else { stand_ins };
                }
            }
        }
        let rank = Rank::new(u8::try_from(column).ok()?.checked_sub(1)?)?;
        let whole = suits.len() + fifths == cards;
        if whole { Meld::group(rank, suits, stand_ins, fifths) } else { None }
    }

    /// Returns `true` if a hand has every natural card and joker of the table, including those in
    /// invalid cells.
    pub(super) fn is_held_by(&self, hand: Hand) -> bool {
        self.card_cells().all(|(row, column, cell)| match cell {
            Self::NATURAL => Self::card(row, column).is_some_and(|card| hand.cards.contains(card)),
            Self::JOKER => hand.jokers > 0,
            _ => true,
        })
    }
}
