//! The table of the protocol: 8 rows of 15 numbers.

use std::fmt;

use quadrille_daifugo::melds::{Hand, Kind, Meld};
use quadrille_daifugo::{Card, CardSet, Rank, Suit, SuitSet};

/// A table of 8 rows and 15 columns: the message format for cards and the state of a game.
///
/// In rows 0 to 4, which hold cards, a column is a rank: columns 1 to 13 are the ranks from the 3
/// to the 2. Columns 0 and 14 are the imaginary ranks below the 3 and above the 2, for jokers at
/// the ends of sequences. Rows 5 and 6 hold the state of the game, with 1 for true and 0 for false.
///
/// ```text
/// row 0   spades     each cell is 1 for the card, 2 for a joker in its place, and 0 otherwise
/// row 1   hearts
/// row 2   diamonds
/// row 3   clubs
/// row 4   in a hand: column 1 is 2 for the joker
///         in a play: a cell is 2 for a joker that is the fifth card of a kind
/// row 5   column 0: this is a deal     column 1: number of cards to give
///         column 2: it is your turn    column 3: player to move
///         column 4: no cards on the table   column 5: 11-back   column 6: revolution
///         column 7: suit lock
/// row 6   columns 0 to 4: number of cards of each player
///         columns 5 to 9: class of each player
///         columns 10 to 14: player in each seat
/// row 7   unused
/// ```
///
/// ```
/// use quadrille_uecda_protocol::CardTable;
///
/// let table = CardTable::of_meld("H6 [H7] H8".parse()?);
/// assert_eq!([table.get(1, 4), table.get(1, 5), table.get(1, 6)], [1, 2, 1]);
/// assert_eq!(table.read().meld(), Some("H6 [H7] H8".parse()?));
/// # Ok::<(), quadrille_daifugo::melds::MeldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardTable {
    cells: [[i32; Self::COLUMNS]; Self::ROWS],
}

/// The suits of the rows 0 to 3.
const SUITS: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Diamond, Suit::Club];

impl CardTable {
    /// The number of rows.
    pub const ROWS: usize = 8;
    /// The number of columns.
    pub const COLUMNS: usize = 15;
    /// The table in which all cells are 0. A client submits this table to pass.
    pub const EMPTY: Self = Self { cells: [[0; Self::COLUMNS]; Self::ROWS] };

    /// The number of rows that hold cards: rows 0 to 4.
    pub(super) const CARD_ROWS: usize = 5;
    /// The value of a cell with a natural card.
    pub(super) const NATURAL: i32 = 1;
    /// The value of a cell with a joker.
    pub(super) const JOKER: i32 = 2;

    /// Returns the value of a cell.
    ///
    /// # Panics
    /// Panics if the row or column is out of range.
    #[inline]
    pub const fn get(&self, row: usize, column: usize) -> i32 {
        self.cells[row][column]
    }

    /// Sets the value of a cell.
    ///
    /// # Panics
    /// Panics if the row or column is out of range.
    #[inline]
    pub const fn set(&mut self, row: usize, column: usize, value: i32) {
        self.cells[row][column] = value;
    }

    /// Returns the values of all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = i32> {
        self.cells.iter().flatten().copied()
    }

    /// Creates a table from the values of its cells, row by row. Missing cells are 0.
    pub(super) fn from_cells(cells: impl Iterator<Item = i32>) -> Self {
        let mut table = Self::EMPTY;
        for (cell, value) in table.cells.iter_mut().flatten().zip(cells) {
            *cell = value;
        }
        table
    }

    /// Copies rows 5 and 6, the state of the game, from another table.
    pub(super) const fn take_state(&mut self, other: &Self) {
        (self.cells[5], self.cells[6]) = (other.cells[5], other.cells[6]);
    }

    /// Returns a copy with rows 0 to 4 only; the other rows are 0.
    pub(super) fn cards_alone(&self) -> Self {
        let mut table = *self;
        table.cells[Self::CARD_ROWS..].fill([0; Self::COLUMNS]);
        table
    }

    /// Returns a row for writing.
    pub(super) const fn row_mut(&mut self, row: usize) -> &mut [i32; Self::COLUMNS] {
        &mut self.cells[row]
    }

    /// Returns row, column and value of each cell in rows 0 to 4, row by row.
    pub(super) fn card_cells(&self) -> impl Iterator<Item = (usize, usize, i32)> {
        let rows = self.cells[..Self::CARD_ROWS].iter().enumerate();
        rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, &cell)| (row, column, cell)))
    }

    /// Returns the suit of a row; `None` from row 4 on.
    pub(super) fn suit(row: usize) -> Option<Suit> {
        SUITS.get(row).copied()
    }

    /// Returns the card of a cell; `None` in columns 0 and 14, and from row 4 on.
    pub(super) fn card(row: usize, column: usize) -> Option<Card> {
        let rank = Rank::new(u8::try_from(column).ok()?.checked_sub(1)?)?;
        Some(Card::new(rank, Self::suit(row)?))
    }

    /// Returns the row of a suit.
    const fn row_of(suit: Suit) -> usize {
        3 - suit.index() as usize
    }

    /// Creates the table of a hand that the server sends to the player. The joker is in row 4.
    pub fn of_hand(hand: Hand) -> Self {
        let mut table = Self::EMPTY;
        for card in hand.cards {
            table.set(Self::row_of(card.suit()), card.rank().index() as usize + 1, Self::NATURAL);
        }
        if hand.jokers > 0 {
            table.set(4, 1, Self::JOKER);
        }
        table
    }

    /// Returns the hand in a table. Cells that are neither a card nor a joker are ignored.
    pub fn hand(&self) -> Hand {
        let mut hand = Hand::EMPTY;
        for (row, column, cell) in self.card_cells() {
            match (cell, Self::card(row, column)) {
                (Self::NATURAL, Some(card)) => _ = hand.cards.insert(card),
                (Self::JOKER, _) => hand.jokers = 1,
                _ => {}
            }
        }
        hand
    }

    /// Creates the table of a meld as a client submits it. A lone joker is placed on the 3 of
    /// spades.
    ///
    /// The contest has one joker, so no table represents a meld with two jokers. For such a meld,
    /// the result has only the cells that a table can represent.
    pub fn of_meld(meld: Meld) -> Self {
        let mut table = Self::of_hand(Hand::new(meld.cards(), 0));
        match meld.kind() {
            Kind::Jokers => table.set(0, 1, Self::JOKER),
            Kind::Group => {
                let column = (meld.low() + 1) as usize;
                let natural = meld.cards().suits(Rank::new(meld.low() as u8).unwrap_or(Rank::THREE));
                for suit in meld.suits().iter().filter(|&suit| !natural.contains(suit)) {
                    table.set(Self::row_of(suit), column, Self::JOKER);
                }
                if meld.size() > meld.suits().len() {
                    table.set(4, column, Self::JOKER);
                }
            }
            Kind::Sequence => {
                let row = meld.suits().iter().next().map_or(0, Self::row_of);
                for column in meld.low() + 1..=meld.high() + 1 {
                    let cell = &mut table.cells[row][column as usize];
                    if *cell == 0 {
                        *cell = Self::JOKER;
                    }
                }
            }
        }
        table
    }

    /// Creates the table of a lone joker. The joker is placed on the 3 of the first suit that is
    /// not in `other_than`, in the order spades, hearts, diamonds, clubs.
    pub(super) fn of_lone_joker(other_than: SuitSet) -> Self {
        let row = SUITS.iter().position(|&suit| !other_than.contains(suit)).unwrap_or(0);
        let mut table = Self::EMPTY;
        table.set(row, 1, Self::JOKER);
        table
    }

    /// Creates a table from the [words](Self::words) of a record. The cards need not be a meld.
    /// Words have the forms `S4`, `[S4]`, `[Sx]`, `[4]` and `S4=7`; any other word gives `None`.
    /// The rank `x` is the one above the 2 if the 2 of its suit is present, otherwise the one below
    /// the 3. A second `x` of the suit is the other of these two ranks.
    pub(crate) fn of_words(words: &str) -> Option<Self> {
        let mut table = Self::EMPTY;
        let mut imaginary = Vec::new();
        for word in words.split(' ') {
            let inner = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let (name, odd) = match inner {
                Some(inner) => (inner, None),
                None => split_value(word)?,
            };
            let letters: Vec<char> = name.chars().collect();
            let (row, rank) = match letters[..] {
                [suit, rank] => (Self::row_of(Suit::from_letter(suit)?), rank),
                [rank] if inner.is_some() || odd.is_some() => (4, rank),
                _ => return None,
            };
            let value = odd.unwrap_or(if inner.is_some() { Self::JOKER } else { Self::NATURAL });
            match Rank::from_letter(rank) {
                Some(rank) => table.set(row, rank.index() as usize + 1, value),
                None if rank.eq_ignore_ascii_case(&'x') => imaginary.push((row, value)),
                None => return None,
            }
        }
        for (row, value) in imaginary {
            let at_end = table.get(row, 13) != 0;
            let (first, second) = if at_end { (14, 0) } else { (0, 14) };
            let column = if table.get(row, first) == 0 { first } else { second };
            table.set(row, column, value);
        }
        Some(table)
    }

    /// Returns the cards of rows 0 to 4 as words: `S3`, `[S4]` for a joker in place of a card,
    /// `[4]` for the fifth card of a kind, `JK` for a lone joker. The rank `x` is below the 3 or
    /// above the 2. A cell that is neither a card nor a joker has its value appended, as in `S3=7`.
    /// The text is empty if there are no cards.
    pub fn words(&self) -> String {
        const RANKS: &[u8; CardTable::COLUMNS] = b"x3456789TJQKA2x";
        let filled: Vec<(usize, usize, i32)> = self.card_cells().filter(|&(.., cell)| cell != 0).collect();
        if let [(0..4, _, Self::JOKER)] = filled[..] {
            return "JK".to_owned();
        }
        let word = |&(row, column, cell): &(usize, usize, i32)| {
            let rank = char::from(RANKS[column]);
            let name =
                Self::suit(row).map_or_else(|| rank.to_string(), |suit| format!("{}{rank}", suit.letter()));
            match cell {
                Self::NATURAL if row < 4 => name,
                Self::JOKER => format!("[{name}]"),
                value => format!("{name}={value}"),
            }
        };
        filled.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the cards of rows 0 to 4 as in the official log: suit and rank; `K L M N` and a rank
    /// for a joker in place of a spade, heart, diamond or club; `J` and a rank in row 4. The rank
    /// `x` is below the 3 or above the 2. Like the official server, this function writes the value
    /// 2 as a joker, and every other value except 0 as a natural card.
    pub fn log_text(&self) -> String {
        const RANKS: &[u8; CardTable::COLUMNS] = b"x3456789TJQKA2x";
        let mut text = String::new();
        for (row, column, cell) in self.card_cells().filter(|&(.., cell)| cell != 0) {
            let letters = if cell == Self::JOKER { b"KLMNJ" } else { b"SHDCJ" };
            text.push(char::from(letters[row]));
            text.push(char::from(RANKS[column]));
        }
        text
    }
}

/// Splits a word such as `S4=7` into the name of the cell and its value. A word without `=` is a
/// name without a value. Returns `None` if the value is 0 or not a number.
pub(crate) fn split_value(word: &str) -> Option<(&str, Option<i32>)> {
    match word.split_once('=') {
        None => Some((word, None)),
        Some((name, value)) => {
            let value = value.parse().ok().filter(|&value| value != 0)?;
            Some((name, Some(value)))
        }
    }
}

impl Default for CardTable {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Lists the row, column and value of each cell that is not 0.
impl fmt::Debug for CardTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.cells.iter().enumerate();
        let cells =
            cells.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(at, cell)| ((row, at), cell)));
        f.debug_map().entries(cells.filter(|&(_, &cell)| cell != 0)).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for CardTable {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cells.serialize(serializer)
    }
}

/// Returns the natural cards in rows 0 to 3.
pub(super) fn naturals(table: &CardTable) -> CardSet {
    let natural =
        |(row, column, cell)| if cell == CardTable::NATURAL { CardTable::card(row, column) } else { None };
    table.card_cells().filter_map(natural).collect()
}
