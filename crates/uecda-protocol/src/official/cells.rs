//! Cards in the official log: two characters each, without separators.
//!
//! The server writes its table of cards row by row: spades, hearts, diamonds, clubs, and a fifth
//! row for the joker of a hand and for a joker as the fifth card of a kind.

use crate::split_value;
use quadrille_daifugo::melds::{Hand, Meld};
use quadrille_daifugo::{Card, Rank, Suit};

/// The suit of each of the rows 0 to 3 of the server's table.
const ROWS: [Suit; Suit::COUNT] = [Suit::Spade, Suit::Heart, Suit::Diamond, Suit::Club];
/// The letter of a joker in place of a card, for each of the rows 0 to 3.
const STANDS_FOR: [char; Suit::COUNT] = ['K', 'L', 'M', 'N'];
/// The text of the joker in a hand.
const JOKER: &str = "J3";
/// The letter of the fifth row.
const FIFTH: char = 'J';
/// The letter for the rank below the 3 and the rank above the 2.
const IMAGINARY: char = 'x';

/// Writes the cards of a hand or a gift.
pub(super) fn of_hand(hand: Hand) -> String {
    let mut cells = String::new();
    for suit in ROWS {
        let held = Rank::all().map(|rank| Card::new(rank, suit)).filter(|&card| hand.cards.contains(card));
        held.for_each(|card| cells += &card.to_string());
    }
    (0..hand.jokers).for_each(|_| cells += JOKER);
    cells
}

/// Writes the cards of a meld. A [`Meld`] does not store in which cell a client placed a lone
/// joker, so the joker is written as if it were in place of the 3 of spades.
pub(super) fn of_meld(meld: Meld) -> String {
    let mut cells: Vec<String> = match Meld::only_jokers(meld.size()) {
        Some(jokers) if jokers == meld => {
            STANDS_FOR.into_iter().take(meld.size() as usize).map(|letter| format!("{letter}3")).collect()
        }
        _ => meld.to_string().split(' ').filter_map(of_word).collect(),
    };
    cells.sort_by_key(|cell| row(cell));
    cells.concat()
}

/// Converts the words of a play that is not a meld to the cells of the log, in the same order.
/// Returns `None` if a word is not a cell of the table.
pub(super) fn of_words(words: &str) -> Option<String> {
    words.split(' ').map(of_word).collect()
}

/// Returns the row of a cell, given its two characters in the log.
fn row(cell: &str) -> usize {
    let of = |letter: char| {
        let suit = ROWS.iter().position(|suit| suit.letter() == letter);
        suit.or_else(|| STANDS_FOR.iter().position(|&joker| joker == letter))
    };
    cell.chars().next().and_then(of).unwrap_or(ROWS.len())
}

/// Converts a word of a play's text: `S4`, `[S4]`, `[Sx]`, `[4]`, or `S4=7`. The last form is a
/// cell whose value (here 7) means neither a card nor a joker. The official server writes such a
/// cell as a natural card.
fn of_word(word: &str) -> Option<String> {
    let inner = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let (name, odd) = match inner {
        Some(inner) => (inner, None),
        None => split_value(word)?,
    };
    let mut letters = name.chars();
    let (first, second, None) = (letters.next()?, letters.next(), letters.next()) else { return None };
    let rank = |letter: char| match Rank::from_letter(letter) {
        Some(rank) => Some(rank.letter()),
        None if letter.eq_ignore_ascii_case(&IMAGINARY) => Some(IMAGINARY),
        None => None,
    };
    let (row, rank) = match second {
        Some(letter) => {
            let suit = Suit::from_letter(first)?;
            let row = ROWS.iter().position(|&of| of == suit)?;
            (if inner.is_some() { STANDS_FOR[row] } else { suit.letter() }, rank(letter)?)
        }
        None if inner.is_some() || odd.is_some() => (FIFTH, rank(first)?),
        None => return None,
    };
    Some([row, rank].iter().collect())
}

/// Converts cells to words. `word` receives the letter of the row and the letter of the rank, and
/// returns the word for the cell.
pub(super) fn words(cells: &str, word: impl Fn(char, char) -> Option<String>) -> Result<String, String> {
    let letters: Vec<char> = cells.chars().collect();
    let words: Option<Vec<String>> = letters
        .chunks(2)
        .map(|pair| match pair {
            [row, rank] => word(*row, *rank),
            _ => None,
        })
        .collect();
    words
        .map(|words| words.join(" "))
        .ok_or_else(|| format!("`{}` is not a list of cards", cells.escape_debug()))
}

/// Converts a card of a hand to a word.
pub(super) fn in_hand(row: char, rank: char) -> Option<String> {
    match row {
        FIFTH => Some("JK".to_owned()),
        'S' | 'H' | 'D' | 'C' => Some(format!("{row}{rank}")),
        _ => None,
    }
}

/// Converts a submitted card to a word.
pub(super) fn played(row: char, rank: char) -> Option<String> {
    if row == FIFTH {
        return Some(format!("[{rank}]"));
    }
    match STANDS_FOR.iter().position(|&joker| joker == row) {
        Some(at) => Some(format!("[{}{rank}]", ROWS[at].letter())),
        None => in_hand(row, rank),
    }
}

/// Returns `true` for a single joker in the row of a suit, at any rank. In the fifth row a single
/// joker is no meld.
pub(super) fn is_lone_joker(cells: &str) -> bool {
    let mut letters = cells.chars();
    matches!((letters.next(), letters.next(), letters.next()), (Some(row), Some(_), None) if STANDS_FOR.contains(&row))
}
