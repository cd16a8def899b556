//! Parsing of melds.

use std::str::FromStr;

use thiserror::Error;

use crate::melds::Meld;
use crate::{Card, CardError, Rank, Suit, SuitSet};

/// Error of parsing a meld.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MeldError {
    /// The text has no cards.
    #[error("no cards; expected a meld such as `C3 D3`")]
    Empty,
    /// A word is not a card.
    #[error("word {word}: {error}")]
    Card {
        /// Position of the word in the text, from 1.
        word: usize,
        /// The error in the word.
        error: CardError,
    },
    /// The text in brackets is not a valid joker.
    #[error(
        "word {word}: `{}` is not a valid joker; expected a card (`[S4]`), a rank for the fifth of a \
         kind (`[4]`), or `x` for the place below the 3 or above the 2 (`[Sx]`)",
        found.escape_debug()
    )]
    Brackets {
        /// Position of the word in the text, from 1.
        word: usize,
        /// The word.
        found: String,
    },
    /// A card occurs twice.
    #[error("word {word}: duplicate card {card}")]
    Twice {
        /// Position, from 1, of the word that repeats an earlier card.
        word: usize,
        /// The duplicate card.
        card: Card,
    },
    /// More than two jokers.
    #[error("{jokers} jokers; expected at most two")]
    Jokers {
        /// The number of jokers.
        jokers: usize,
    },
    /// Jokers alone are written as cards, or `JK` is written together with cards.
    #[error(
        "a joker alone is written `JK`; with other cards, it is written as the card it replaces, in brackets: `[S4]`"
    )]
    Alone,
    /// The cards do not form a meld.
    #[error(
        "these cards are not a meld; expected cards of one rank, or three or more consecutive cards of one suit"
    )]
    Shape,
}

/// A parsed word of a meld's text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Joker,
    Shown { card: Card, joker: bool },
    Fifth(Rank),
    Imaginary(Suit),
}

impl Word {
    fn read(text: &str, word: usize) -> Result<Self, MeldError> {
        if text.eq_ignore_ascii_case("JK") {
            return Ok(Self::Joker);
        }
        let Some(inner) = text.strip_prefix('[') else {
            let card = text.parse().map_err(|error| MeldError::Card { word, error })?;
            return Ok(Self::Shown { card, joker: false });
        };
        let inner = inner.strip_suffix(']').unwrap_or_default();
        let mut letters = inner.chars();
        let read = match (letters.next(), letters.next(), letters.next()) {
            _ if inner.parse::<Rank>().is_ok() => inner.parse().ok().map(Self::Fifth),
            (Some(suit), Some('x' | 'X'), None) => Suit::from_letter(suit).map(Self::Imaginary),
            _ => inner.parse().ok().map(|card| Self::Shown { card, joker: true }),
        };
        read.ok_or_else(|| MeldError::Brackets { word, found: text.to_owned() })
    }

    const fn is_joker(self) -> bool {
        !matches!(self, Self::Shown { joker: false, .. })
    }
}

impl FromStr for Meld {
    type Err = MeldError;

    /// Parses cards separated by white space, in upper or lower case.
    ///
    /// The order is free, except that `[Sx]` is the imaginary rank below the 3 if it comes first,
    /// and the one above the 2 if it comes last.
    ///
    /// # Errors
    /// Fails on a word that is not a card, on a duplicate card, on more than two jokers, and on
    /// cards that do not form a meld.
    fn from_str(text: &str) -> Result<Self, MeldError> {
        let mut words = Vec::new();
        for (at, word) in text.split_whitespace().enumerate() {
            let read = Word::read(word, at + 1)?;
            if let Word::Shown { card, .. } = read
                && words
                    .iter()
                    .any(|other| matches!(other, Word::Shown { card: other, .. } if *other == card))
            {
                return Err(MeldError::Twice { word: at + 1, card });
            }
            words.push(read);
        }
        let jokers = words.iter().filter(|word| word.is_joker()).count();
        let (alone, naturals) = (words.contains(&Word::Joker), words.len() - jokers);
        match () {
            () if words.is_empty() => Err(MeldError::Empty),
            () if jokers > Self::MOST_JOKERS as usize => Err(MeldError::Jokers { jokers }),
            () if alone && words.iter().all(|&word| word == Word::Joker) => {
                Self::only_jokers(jokers as u32).ok_or(MeldError::Alone)
            }
            () if alone || naturals == 0 => Err(MeldError::Alone),
            () => group(&words).or_else(|| sequence(&words)).ok_or(MeldError::Shape),
        }
    }
}

fn group(words: &[Word]) -> Option<Meld> {
    let (mut suits, mut stand_ins, mut fifths) = (SuitSet::EMPTY, SuitSet::EMPTY, 0);
    let mut ranks = Vec::new();
    for word in words {
        match *word {
            Word::Shown { card, joker } => {
                ranks.push(card.rank());
                suits = suits.with(card.suit());
                stand_ins = if joker { stand_ins.with(card.suit()) } else { stand_ins };
            }
            Word::Fifth(rank) => {
                ranks.push(rank);
                fifths += 1;
            }
            Word::Joker | Word::Imaginary(_) => return None,
        }
    }
    let same = ranks.iter().all(|rank| rank == &ranks[0]);
    if same { Meld::group(ranks[0], suits, stand_ins, fifths) } else { None }
}

fn sequence(words: &[Word]) -> Option<Meld> {
    let mut places = Vec::new();
    for (at, word) in words.iter().enumerate() {
        places.push(match *word {
            Word::Shown { card, joker } => (card.rank().index() as i32, card.suit(), joker),
            Word::Imaginary(suit) if at == 0 => (-1, suit, true),
            Word::Imaginary(suit) if at == words.len() - 1 => (13, suit, true),
            Word::Joker | Word::Fifth(_) | Word::Imaginary(_) => return None,
        });
    }
    places.sort_unstable();
    let (low, suit, _) = places[0];
    let consecutive = places.iter().zip(low..).all(|(&(rank, of, _), place)| (rank, of) == (place, suit));
    let stand_ins = places.iter().enumerate().map(|(at, &(_, _, joker))| u32::from(joker) << at).sum();
    if consecutive { Meld::sequence(suit, low, places.len() as u32, stand_ins) } else { None }
}
