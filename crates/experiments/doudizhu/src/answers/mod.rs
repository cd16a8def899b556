//! Dou Dizhu: hands and moves, games again, games on record.

pub mod endgames;

use std::borrow::Cow;
use std::io::{BufRead, Write};
use std::ops::Range;

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_doudizhu::arena::{Arena, ArenaGame, GAMES_A_DEAL};
use quadrille_doudizhu::records::{self, Fault, Record};
use quadrille_doudizhu::{Hand, HandError, Kind, Move, MoveBuffer, MoveError, Rules};
use quadrille_progress::{Cancelled, Meter, Observer};
use quadrille_table::records::{self as shared, Actions, Verified, write_line};
use serde::{Deserialize, Serialize};

use crate::words::{kind_in_chinese, kind_in_words};

/// Whether a hand holds some cards: the answer of `doudizhu contains`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contains {
    /// Whether it holds them all.
    pub contains: bool,
}

/// Whether a hand holds all of these cards.
pub const fn contains(hand: Hand, cards: Hand) -> Contains {
    Contains { contains: hand.contains(cards) }
}

/// What is left of a hand: the answer of `doudizhu remove`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// The cards that are left.
    pub hand: Hand,
}

/// Why cards cannot be taken from a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RemoveError {
    /// The hand does not hold them.
    #[error("the hand does not hold `{cards}`; expected cards of `{hand}`")]
    NotHeld {
        /// The cards that were to be taken out.
        cards: Hand,
        /// The hand.
        hand: Hand,
    },
    /// The move does not beat the one on the table.
    #[error("`{played}` does not beat `{on}`; expected {}", what_beats(on.kind()))]
    Beaten {
        /// The move.
        played: Move,
        /// The move on the table.
        on: Move,
    },
}

impl RemoveError {
    /// What was expected instead.
    pub fn expected(&self) -> String {
        match self {
            Self::NotHeld { hand, .. } => format!("cards of `{hand}`"),
            Self::Beaten { on, .. } => what_beats(on.kind()),
        }
    }

    /// The error at its place: the text that was read as the cards.
    pub fn at(&self, source: &Source) -> Diagnostic {
        let message = match self {
            Self::NotHeld { cards, .. } => format!("the hand does not hold `{cards}`"),
            Self::Beaten { played, on } => format!("`{played}` does not beat `{on}`"),
        };
        Diagnostic::at(source, 0..source.text().len(), message).expected(self.expected())
    }
}

/// A hand without some cards.
///
/// # Errors
/// It does not hold them.
pub fn remove(hand: Hand, cards: Hand) -> Result<Rest, RemoveError> {
    hand.remove(cards).map(|hand| Rest { hand }).ok_or(RemoveError::NotHeld { cards, hand })
}

/// A hand without the cards of a move that is played on another. A pass beats everything, and takes nothing.
///
/// # Errors
/// The move does not beat the other, or the hand does not hold its cards.
pub fn play_on(hand: Hand, played: Move, on: Move) -> Result<Rest, RemoveError> {
    if !played.is_pass() && !played.beats(on) {
        return Err(RemoveError::Beaten { played, on });
    }
    remove(hand, played.cards())
}

/// What beats a move of a category, in words.
fn what_beats(kind: Kind) -> String {
    match kind {
        Kind::Rocket => "a pass: nothing beats the rocket".to_owned(),
        Kind::Bomb => "a higher bomb or the rocket".to_owned(),
        other => format!("a higher {}, a bomb or the rocket", kind_in_words(other)),
    }
}

/// What cards are as a move: the answer of `doudizhu classify`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    /// Whether they are a move at all; if not, all but [`cards`](Self::cards) is `None`.
    pub legal: bool,
    /// The category.
    pub kind: Option<Kind>,
    /// What it is called in Chinese.
    #[serde(default)]
    pub known_as: Option<Cow<'static, str>>,
    /// The letter of the lowest principal card; `None` for a pass as well.
    pub rank: Option<String>,
    /// Units of a chain or an airplane; 1 for other moves.
    pub length: Option<u8>,
    /// How many cards there are.
    pub cards: u32,
}

/// What cards are as a move under these rules; no cards are a pass.
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

/// The moves of a hand: the answer of `doudizhu moves`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// How many there are.
    pub count: usize,
    /// Their cards, in ASCII order; `pass` is one of them if there is something to beat.
    pub moves: Vec<String>,
}

/// Every move of a hand: those that can be led, or those that can be played on `on`, a pass among them.
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

/// One game of an arena again: its record, which is the answer of `doudizhu replay`, and the game itself.
///
/// ```
/// use quadrille_experiments_doudizhu::answers::replay;
/// use quadrille_doudizhu::Rules;
/// use quadrille_doudizhu::arena::Arena;
/// use quadrille_doudizhu::game::{Scoring, Setup};
/// use quadrille_doudizhu::players::PlayerKind::{Random, Rule};
///
/// let arena = Arena::new(Setup::new(Rules::RLCARD, Scoring::Adp), [Rule, Random, Random], 1);
/// let (record, played) = replay(&arena, 7, &())?;
/// assert_eq!(record.replay().expect("a true record"), played.game);
/// # Ok::<(), quadrille_progress::Cancelled>(())
/// ```
///
/// # Errors
/// [`Cancelled`] if the observer, who is asked before decisions of players that listen, said stop.
///
/// # Panics
/// If the game has not ended, which would be a bug of the arena.
pub fn replay(arena: &Arena, number: u64, observer: &dyn Observer) -> Result<(Record, ArenaGame), Cancelled> {
    let played = arena.game(number, observer)?;
    let record = Record::of(&played.game, Some(played.names())).expect("an arena plays games to their end");
    Ok((record, played))
}

/// Writes all games of so many deals of an arena, played again, a record a line, in the order of the games. The observer
/// hears of games.
///
/// # Errors
/// `out` failed; whether the observer said stop is in the answer.
pub fn write_all(
    arena: &Arena,
    deals: u64,
    out: &mut dyn Write,
    observer: &dyn Observer,
) -> std::io::Result<Result<(), Cancelled>> {
    let games = deals.saturating_mul(GAMES_A_DEAL);
    let meter = Meter::new(observer).total(games);
    for number in 0..games {
        let Ok((record, _)) = replay(arena, number, &()) else { continue };
        out.write_all(write_line(&record).as_bytes())?;
        if let Err(cancelled) = meter.advance(1) {
            return Ok(Err(cancelled));
        }
    }
    Ok(Ok(()))
}

/// Why records are not verified.
pub type VerifyError = shared::VerifyError<Fault>;

/// Reads records, replays every game and checks what is claimed of it. The observer hears of records.
///
/// # Errors
/// Some are wrong, the input ends inside a line, there are none, or the observer says stop. An
/// input that cannot be read is a wrong record.
pub fn verify(input: impl BufRead, observer: &dyn Observer) -> Result<Verified, VerifyError> {
    let moves = records::read(input).map(|checked| Ok(checked?.game.moves().len() as u64));
    shared::verify(moves, Actions::Moves, observer)
}

/// Reads a hand of one card or more from a text; `name` is what the text is called in an error.
///
/// # Errors
/// No hand, or one without cards, at the very character.
pub fn read_hand(name: &str, text: &str) -> Result<Hand, Diagnostic> {
    text.parse::<Hand>().and_then(Hand::not_empty).map_err(|error| misread(name, text, &error))
}

/// Reads a move from a text, `pass` included; `name` is what the text is called in an error.
///
/// # Errors
/// No cards, or none that are a move under these rules.
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

/// Reads a move that can be beaten: a pass cannot.
///
/// # Errors
/// As [`read_move`], and a pass.
pub fn read_move_to_beat(rules: Rules, name: &str, text: &str) -> Result<Move, Diagnostic> {
    let on = read_move(rules, name, text)?;
    if on.is_pass() {
        let message = "a pass leaves nothing to beat";
        return Err(Diagnostic::at(&Source::new(name, text), 0..text.len(), message)
            .expected(format!("a move with cards; whoever leads leaves out {name}")));
    }
    Ok(on)
}

/// A text that is no hand, at the very card.
fn misread(name: &str, text: &str, error: &HandError) -> Diagnostic {
    misread_at(&Source::new(name, text), 0, text, error)
}

/// The same where the text is a part of another one, `begin` bytes from its beginning.
pub(super) fn misread_at(source: &Source, begin: usize, text: &str, error: &HandError) -> Diagnostic {
    const PACK: &str = "cards of one pack: 3456789TJQKA2, four of each, B and R";
    let span = error.position().map_or(0..text.len(), |position| character(text, position));
    let reason = error.reason();
    let (message, expected) = reason.split_once("; expected ").unwrap_or((&reason, PACK));
    Diagnostic::at(source, begin + span.start..begin + span.end, message).expected(expected)
}

/// The bytes of a character, counted from 1.
fn character(text: &str, position: usize) -> Range<usize> {
    let at = text.char_indices().nth(position - 1).map_or(text.len(), |(at, _)| at);
    at..at + text[at..].chars().next().map_or(0, char::len_utf8)
}
