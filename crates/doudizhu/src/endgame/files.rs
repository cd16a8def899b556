//! Puzzles and strategies as JSON: reading, validation, writing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Endgame, EndgameError, Strategy};
use crate::{Hand, HandError, MoveError, Rules, RulesError};

/// A puzzle, as one line of a puzzle file. The JSON keys have the names of the options of
/// `quadrille doudizhu solve`.
///
/// ```
/// use quadrille_doudizhu::endgame::files::PuzzleLine;
///
/// let puzzle = PuzzleLine::read(r#"{"hands": "3445KK22R/335K22", "on": "55"}"#)?;
/// let (rules, endgame) = puzzle.endgame()?;
/// assert_eq!((rules.to_string().as_str(), endgame.owner()), ("rlcard", Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PuzzleLine {
    /// A name or number that identifies the puzzle for the user. The solver ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The hands of seats 0, 1 and optionally 2, separated by `/`.
    pub hands: String,
    /// The seat to move; 0 by default.
    #[serde(default, alias = "to-move", skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The move to be beaten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The seat that played the move `on`; by default, the previous seat in the order of play.
    #[serde(default, alias = "on-by", skip_serializing_if = "Option::is_none")]
    pub on_by: Option<u8>,
    /// The landlord's seat; 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landlord: Option<u8>,
    /// The rules; `rlcard` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The grade of the puzzle, for the user. The solver ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// Whether the side to move wins, according to the file. The value is only compared with the
    /// solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<bool>,
    /// The winning first moves, according to the file. They are only compared with the solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<String>>,
}

/// Error of reading a puzzle or a strategy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The text is not JSON, or does not have the expected keys and values.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// Invalid rules.
    #[error("`rules`: {0}")]
    Rules(#[from] RulesError),
    /// An invalid hand.
    #[error("`hands`: {0}")]
    Hand(#[from] HandError),
    /// An invalid move on the table.
    #[error("`on`: {0}")]
    On(#[source] MoveError),
    /// An invalid move in the list of winning moves.
    #[error("`winning_moves`: {0}")]
    WinningMoves(#[source] MoveError),
    /// An invalid endgame.
    #[error("{0}")]
    Endgame(#[from] EndgameError),
    /// The file has another format, or a later version of this format.
    #[error("`format` is `{}`; expected `{}`", quadrille_diagnostics::printable(.0), StrategyFile::FORMAT)]
    Format(String),
    /// The cards of a move of a strategy are invalid.
    #[error("`moves`: in the position `{at}`: {reason}")]
    Move {
        /// The text of the position in which the move is played.
        at: String,
        /// The reason why the cards are invalid.
        reason: HandError,
    },
}

/// Separators of hands in a text.
pub const HANDS_APART: [char; 2] = ['/', '／'];

/// Reads hands separated by `/`.
///
/// # Errors
/// The error of the first invalid hand.
pub fn read_hands(text: &str) -> Result<Vec<Hand>, HandError> {
    text.split(HANDS_APART).map(str::parse).collect()
}

impl PuzzleLine {
    /// Reads one line of a puzzle file.
    ///
    /// # Errors
    /// [`FileError::Json`] if the line is not JSON of this format.
    pub fn read(line: &str) -> Result<Self, FileError> {
        Ok(serde_json::from_str(line)?)
    }

    /// Returns the line of an endgame. Default values are omitted.
    pub fn of(rules: Rules, endgame: &Endgame) -> Self {
        let hands: Vec<String> = endgame.hands.iter().map(ToString::to_string).collect();
        Self {
            hands: hands.join("/"),
            to_move: Some(endgame.to_move).filter(|&seat| seat != 0),
            on: endgame.on.map(|on| on.to_string()),
            on_by: endgame.on_by,
            landlord: Some(endgame.landlord).filter(|&seat| seat != 0),
            rules: Some(rules.to_string()).filter(|_| rules != Rules::RLCARD),
            ..Self::default()
        }
    }

    /// Returns the rules and the endgame. [`Endgame::position`] validates the endgame.
    ///
    /// # Errors
    /// [`FileError`] with the key of the invalid value.
    pub fn endgame(&self) -> Result<(Rules, Endgame), FileError> {
        self.endgame_under(Rules::RLCARD)
    }

    /// Does the same as [`endgame`](Self::endgame), but uses the given rules if the line has none.
    ///
    /// # Errors
    /// [`FileError`] with the key of the invalid value.
    pub fn endgame_under(&self, rules: Rules) -> Result<(Rules, Endgame), FileError> {
        let rules: Rules = self.rules.as_deref().map_or(Ok(rules), str::parse)?;
        let mut endgame = Endgame::new(read_hands(&self.hands)?);
        endgame.to_move = self.to_move.unwrap_or(0);
        endgame.on = self.on.as_deref().map(|on| rules.parse_move(on)).transpose().map_err(FileError::On)?;
        endgame.on_by = self.on_by;
        endgame.landlord = self.landlord.unwrap_or(0);
        Ok((rules, endgame))
    }
}

/// A strategy as a JSON file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyFile {
    format: String,
    /// The puzzle that the strategy solves.
    puzzle: PuzzleLine,
    /// Whether the winning side is the side to move.
    mover_wins: bool,
    /// The cards that the winning side plays in each position, keyed by the text of
    /// [`in_words`](super::in_words).
    moves: BTreeMap<String, String>,
}

impl StrategyFile {
    /// The value of the key `format`.
    pub const FORMAT: &str = "quadrille doudizhu strategy 1";

    /// Returns the file of a strategy for an endgame.
    pub fn new(endgame: &Endgame, strategy: &Strategy) -> Self {
        let cards = |cards: &Hand| if cards.is_empty() { "pass".to_owned() } else { cards.to_string() };
        let moves = strategy.moves.iter().map(|(at, played)| (at.clone(), cards(played)));
        Self {
            format: Self::FORMAT.to_owned(),
            puzzle: PuzzleLine::of(strategy.rules, endgame),
            mover_wins: strategy.mover_wins,
            moves: moves.collect(),
        }
    }

    /// Reads the text of a strategy file.
    ///
    /// # Errors
    /// [`FileError`] if the text is not JSON or has another format.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let file: Self = serde_json::from_str(text)?;
        if file.format == Self::FORMAT { Ok(file) } else { Err(FileError::Format(file.format)) }
    }

    /// Returns the strategy. [`Strategy::check`] verifies that it wins.
    ///
    /// # Errors
    /// [`FileError`] with the key of the invalid value.
    pub fn strategy(&self) -> Result<Strategy, FileError> {
        let (rules, endgame) = self.puzzle.endgame()?;
        let position = endgame.position()?;
        let mut moves = BTreeMap::new();
        for (at, cards) in &self.moves {
            let cards = if cards == "pass" {
                Ok(Hand::EMPTY)
            } else {
                cards.parse::<Hand>().and_then(Hand::not_empty)
            };
            let cards = cards.map_err(|reason| FileError::Move { at: at.clone(), reason })?;
            moves.insert(at.clone(), cards);
        }
        Ok(Strategy { rules, position, mover_wins: self.mover_wins, moves })
    }
}
