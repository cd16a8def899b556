//! What the server makes of the cards that a client submits.

use super::CardTable;
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Rank, SuitSet};

/// A submitted table, looked at as the server looks at it.
///
/// The server finds the first cell that is not empty, column by column and in each from the spades down. If the
/// cell to its right is not empty either, this is a sequence: all cells on from there without a gap. Otherwise
/// it is a group: all cells of that column. The table is a meld if nothing lies beside it and every cell is
/// such as may stand there.
///
/// ```
/// use quadrille_uecda_protocol::{CardTable, Shape};
///
/// let mut table = CardTable::of_meld("C5 D5".parse()?);
/// assert_eq!(table.read().shape, Shape::Meld("C5 D5".parse()?));
/// // A third card beside the pair: no meld.
/// table.set(0, 9, 1);
/// assert_eq!(table.read().shape, Shape::NoMeld);
/// // Cells that are neither a card nor a joker do not count as cards: a pass.
/// let mut odd = CardTable::EMPTY;
/// odd.set(0, 9, 3);
/// assert_eq!(odd.read().shape, Shape::Pass);
/// # Ok::<(), quadrille_daifugo::melds::MeldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it is.
    pub shape: Shape,
    /// Cards and jokers, wherever they lie.
    pub cards: u32,
    /// Whether a cell is such as may not stand there: neither empty, card nor joker; a card at an imaginary rank
    /// or in row 4; a second joker.
    pub malformed: bool,
    /// Whether the server takes it for the 3 of spades: that cell is the first that is not empty, and alone in
    /// its column and beside its right neighbour.
    pub(super) spade_three: bool,
}

/// What a submitted table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// There are no cards.
    Pass,
    /// A meld, allowed or not.
    Meld(Meld),
    /// Cards that are no meld.
    NoMeld,
}

impl Reading {
    /// The meld; `None` of anything else.
    pub const fn meld(&self) -> Option<Meld> {
        match self.shape {
            Shape::Meld(meld) => Some(meld),
            Shape::Pass | Shape::NoMeld => None,
        }
    }
}

impl CardTable {
    /// Looks at the cards of a submitted table.
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

    /// The sequence that begins in a cell and is all there is; the table is not malformed.
    fn sequence(&self, row: usize, column: usize, cards: u32) -> Option<Meld> {
        let filled = (column..Self::COLUMNS).take_while(|&column| self.get(row, column) != 0).count();
        let joker = (column..column + filled).position(|column| self.get(row, column) == Self::JOKER);
        let stand_ins = joker.map_or(0, |place| 1 << place);
        let suit = Self::suit(row)?;
        let whole = filled as u32 == cards;
        if whole { Meld::sequence(suit, column as i32 - 1, cards, stand_ins) } else { None }
    }

    /// The group of a column, or the lone joker, whose first cell is in a row, if it is all there is; the table
    /// is not malformed.
    fn group(&self, row: usize, column: usize, cards: u32) -> Option<Meld> {
        // In row 4 a joker is the fifth of a kind, and nothing without the four.
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

    /// Whether a hand has every natural card and joker of the table, wherever they lie.
    pub(super) fn is_held_by(&self, hand: Hand) -> bool {
        self.card_cells().all(|(row, column, cell)| match cell {
            Self::NATURAL => Self::card(row, column).is_some_and(|card| hand.cards.contains(card)),
            Self::JOKER => hand.jokers > 0,
            _ => true,
        })
    }
}
