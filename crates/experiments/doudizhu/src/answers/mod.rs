//! Queries about hands, moves, replayed games and records.

pub mod endgames;

use std::borrow::Cow;
use std::io::BufRead;
use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_doudizhu::records::{self, Fault};
use quadrille_doudizhu::{Hand, HandError, Kind, Move, MoveBuffer, MoveError, Rules};
use quadrille_progress::Observer;
use quadrille_table::records::{self as shared, Actions, Verified};
use serde::{Deserialize, Serialize};

use crate::words::{kind_in_chinese, kind_in_words};

/// The answer of `doudizhu contains`: whether a hand contains given cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contains {
    /// Whether the hand contains all of the cards.
    pub contains: bool,
}

/// Returns whether a hand contains all of these cards.
pub const fn contains(hand: Hand, cards: Hand) -> Contains {
    Contains { contains: hand.contains(cards) }
}

/// The answer of `doudizhu remove`: the remaining cards of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The remaining cards.
    pub hand: Hand,
}

/// Error of removing cards from a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RemoveError {
    /// The hand does not contain the cards.
    #[error("the hand does not hold `{cards}`; expected cards of `{hand}`")]
    NotHeld {
        /// The cards to be removed.
        cards: Hand,
        /// The hand.
        hand: Hand,
    },
    /// The move does not beat the move on the table.
    #[error("`{played}` does not beat `{on}`; expected {}", what_beats(on.kind()))]
    Beaten {
        /// The move.
        played: Move,
        /// The move on the table.
        on: Move,
    },
}

impl RemoveError {
    /// Returns the expected input.
    pub fn expected(&self) -> String {
        match self {
            Self::NotHeld { hand, .. } => format!("cards of `{hand}`"),
            Self::Beaten { on, .. } => what_beats(on.kind()),
        }
    }

    /// Returns the error as a diagnostic. `source` is the text that lists the cards.
    pub fn at(&self, source: &Source) -> Diagnostic {
        let message = match self {
            Self::NotHeld { cards, .. } => format!("the hand does not hold `{cards}`"),
            Self::Beaten { played, on } => format!("`{played}` does not beat `{on}`"),
        };
        Diagnostic::at(source, 0..source.text().len(), message).expected(self.expected())
    }
}

/// Removes cards from a hand.
///
/// # Errors
/// [`RemoveError::NotHeld`] if the hand does not contain the cards.
pub fn remove(hand: Hand, cards: Hand) -> Result<Rest, RemoveError> {
    hand.remove(cards).map(|hand| Rest { hand }).ok_or(RemoveError::NotHeld { cards, hand })
}

/// Removes the cards of the move `played`, which is played on the move `on`. A pass is always
/// allowed and removes nothing.
///
/// # Errors
/// [`RemoveError`] if `played` does not beat `on`, or if the hand does not contain its cards.
pub fn play_on(hand: Hand, played: Move, on: Move) -> Result<Rest, RemoveError> {
    if !played.is_pass() && !played.beats(on) {
        return Err(RemoveError::Beaten { played, on });
    }
    remove(hand, played.cards())
}

/// Describes the moves that beat a move of this category.
fn what_beats(kind: Kind) -> String {
    match kind {
        Kind::Rocket => "a pass, since nothing beats the rocket".to_owned(),
        Kind::Bomb => "a higher bomb or the rocket".to_owned(),
        other => format!("a higher {}, a bomb or the rocket", kind_in_words(other)),
    }
}

/// The answer of `doudizhu classify`: the move that some cards form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    /// Whether the cards are a legal move. If not, all fields except [`cards`](Self::cards) are
    /// `None`.
    pub legal: bool,
    /// The category.
    pub kind: Option<Kind>,
    /// The Chinese name of the category.
    #[serde(default)]
    pub known_as: Option<Cow<'static, str>>,
    /// The letter of the lowest rank of the move's cards, without the attached cards; also `None`
    /// for a pass.
    pub rank: Option<String>,
    /// The number of units of a chain or an airplane; 1 for other moves.
    pub length: Option<u8>,
    /// The number of cards.
    pub cards: u32,
}

/// Classifies cards as a move under these rules; an empty hand is a pass.
///
/// ```
/// use quadrille_experiments_doudizhu::answers::classify;
/// use quadrille_doudizhu::Rules;
///
/// let answer = classify(Rules::RLCARD, "34567".parse()?);
/// assert_eq!(answer.known_as.as_deref(), Some("顺子"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn classify(rules: Rules, cards: Hand) -> Classification {
    let read = if cards.is_empty() { Some(Move::PASS) } else { rules.classify(cards) };
    Classification {
        legal: read.is_some(),
        kind: read.map(Move::kind),
        known_as: read.map(|read| kind_in_chinese(read.kind()).into()),
        rank: read.and_then(Move::rank).map(|rank| rank.to_string()),
        length: read.map(Move::length),
        cards: cards.len(),
    }
}

/// The answer of `doudizhu moves`: the legal moves of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// The number of moves.
    pub count: usize,
    /// The moves as text, in ASCII order. `pass` is among them if there is a move to beat.
    pub moves: Vec<String>,
}

/// Returns the legal moves of a hand: all leads, or all answers to `on`, including the pass.
///
/// ```
/// use quadrille_experiments_doudizhu::answers::moves;
/// use quadrille_doudizhu::Rules;
///
/// let rules = Rules::RLCARD;
/// let answer = moves(rules, "3444BR".parse()?, Some(rules.parse_move("2222")?));
/// assert_eq!(answer.moves, ["BR", "pass"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn moves(rules: Rules, hand: Hand, on: Option<Move>) -> Moves {
    let mut found = MoveBuffer::new();
    rules.follows(hand, on.unwrap_or(Move::PASS), &mut found);
    let mut moves: Vec<String> = found.iter().map(Move::to_string).collect();
    moves.sort_unstable();
    Moves { count: moves.len(), moves }
}

/// Error of the verification of records.
pub type VerifyError = shared::VerifyError<Fault>;

/// Reads records, replays every game and compares it with its record. The observer receives the
/// number of records read so far.
///
/// # Errors
/// [`VerifyError`] if a record is wrong, if the input ends within a line, if the input has no
/// records, or if the observer cancels. Unreadable input counts as a wrong record.
pub fn verify(input: impl BufRead, observer: &dyn Observer) -> Result<Verified, VerifyError> {
    let moves = records::read(input).map(|checked| Ok(checked?.game.moves().len() as u64));
    shared::verify(moves, Actions::Moves, observer)
}

/// Reads a hand of at least one card from a text. `name` identifies the text in errors.
///
/// # Errors
/// A diagnostic of the invalid character, or of the empty hand.
pub fn read_hand(name: &str, text: &str) -> Result<Hand, Diagnostic> {
    text.parse::<Hand>().and_then(Hand::not_empty).map_err(|error| misread(name, text, &error))
}

/// Reads a move from a text, which may be `pass`. `name` identifies the text in errors.
///
/// # Errors
/// A diagnostic if the text has invalid cards, or if the cards are not a move under these rules.
pub fn read_move(rules: Rules, name: &str, text: &str) -> Result<Move, Diagnostic> {
    let whole = |message| Diagnostic::at(&Source::new(name, text), 0..text.len(), message);
    rules.parse_move(text).map_err(|error| match error {
        MoveError::Cards(error) => misread(name, text, &error),
        MoveError::NoMove { cards, rules } => {
            whole(format!("`{cards}` is not a move under the rules `{rules}`"))
                .expected("the cards of one category, such as `3`, `44`, `5556` or `34567`")
        }
        other => whole(other.to_string()),
    })
}

/// Reads a move that another move has to beat. A pass is refused, since it cannot be beaten.
///
/// # Errors
/// The errors of [`read_move`], and a diagnostic of a pass.
pub fn read_move_to_beat(rules: Rules, name: &str, text: &str) -> Result<Move, Diagnostic> {
    let on = read_move(rules, name, text)?;
    if on.is_pass() {
        let message = "a pass cannot be beaten";
        return Err(Diagnostic::at(&Source::new(name, text), 0..text.len(), message)
            .expected(format!("a move with cards; omit {name} if the seat leads")));
    }
    Ok(on)
}

/// Returns the diagnostic of a text that is not a hand, at the invalid card.
fn misread(name: &str, text: &str, error: &HandError) -> Diagnostic {
    misread_at(&Source::new(name, text), 0, text, error)
}

/// Returns the diagnostic of a `text` that is not a hand. In the source, the text begins at byte
/// `begin`.
pub(super) fn misread_at(source: &Source, begin: usize, text: &str, error: &HandError) -> Diagnostic {
    const PACK: &str = "cards of one pack: 3456789TJQKA2, four of each, B and R";
    let span = error.position().map_or(0..text.len(), |position| character(text, position));
    let reason = error.reason();
    let (message, expected) = reason.split_once("; expected ").unwrap_or((&reason, PACK));
    Diagnostic::at(source, begin + span.start..begin + span.end, message).expected(expected)
}

/// Returns the byte range of the character at `position`, counted from 1.
fn character(text: &str, position: usize) -> Range<usize> {
    let at = text.char_indices().nth(position - 1).map_or(text.len(), |(at, _)| at);
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}
