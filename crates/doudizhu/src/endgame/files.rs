//! Puzzles and strategies as JSON: read, checked, written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Endgame, EndgameError, Strategy};
use crate::{Hand, HandError, MoveError, Rules, RulesError};

/// A puzzle, as one line of a file of puzzles: keys are named as the options of `quadrille doudizhu solve`.
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
    /// A name or number, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<serde_json::Value>,
    /// The hands of seats 0, 1 and perhaps 2, with `/` between them.
    pub hands: String,
    /// Whose turn it is; 0 if it is not said.
    #[serde(default, alias = "to-move", skip_serializing_if = "Option::is_none")]
    pub to_move: Option<u8>,
    /// The move to be beaten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// Who played it; the seat before the one to move if it is not said.
    #[serde(default, alias = "on-by", skip_serializing_if = "Option::is_none")]
    pub on_by: Option<u8>,
    /// Who is the landlord; 0 if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub landlord: Option<u8>,
    /// The rules; `rlcard` if they are not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// How hard it is, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// Whether the side to move wins, as somebody says: to be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<bool>,
    /// All first moves that win, as somebody says: to be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<String>>,
}

/// Why a text is no puzzle or no strategy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It is no JSON, or other JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The rules cannot be read.
    #[error("`rules`: {0}")]
    Rules(#[from] RulesError),
    /// A hand cannot be read.
    #[error("`hands`: {0}")]
    Hand(#[from] HandError),
    /// The move on the table cannot be read.
    #[error("`on`: {0}")]
    On(#[source] MoveError),
    /// A winning move cannot be read.
    #[error("`winning_moves`: {0}")]
    WinningMoves(#[source] MoveError),
    /// There is no such endgame.
    #[error("{0}")]
    Endgame(#[from] EndgameError),
    /// A file of something else, or of a later version.
    #[error("`format` is `{}`; expected `{}`", quadrille_diagnostics::printable(.0), StrategyFile::FORMAT)]
    Format(String),
    /// A move of a strategy that cannot be read.
    #[error("`moves`: in `{at}`: {reason}")]
    Move {
        /// The position.
        at: String,
        /// What is wrong with the cards.
        reason: HandError,
    },
}

/// What separates hands in a text.
pub const HANDS_APART: [char; 2] = ['/', '／'];

/// Reads hands with `/` between them.
///
/// # Errors
/// The first hand that is none.
pub fn read_hands(text: &str) -> Result<Vec<Hand>, HandError> {
    text.split(HANDS_APART).map(str::parse).collect()
}

impl PuzzleLine {
    /// Reads one line.
    ///
    /// # Errors
    /// [`FileError::Json`].
    pub fn read(line: &str) -> Result<Self, FileError> {
        Ok(serde_json::from_str(line)?)
    }

    /// The puzzle of an endgame, without what is the default.
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

    /// What it says. Whether there is such a position [`Endgame::position`] tells.
    ///
    /// # Errors
    /// [`FileError`], with the key.
    pub fn endgame(&self) -> Result<(Rules, Endgame), FileError> {
        self.endgame_under(Rules::RLCARD)
    }

    /// The same with other rules for a puzzle that names none.
    ///
    /// # Errors
    /// [`FileError`], with the key.
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

/// A strategy as JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyFile {
    format: String,
    /// What it is a strategy for.
    puzzle: PuzzleLine,
    /// Whether it is the side to move that wins.
    mover_wins: bool,
    /// The winner's move in every position; positions are told as [`in_words`](super::in_words) does.
    moves: BTreeMap<String, String>,
}

impl StrategyFile {
    /// What the key `format` says.
    pub const FORMAT: &str = "quadrille doudizhu strategy 1";

    /// The file of a strategy for an endgame.
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

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`FileError`]: not JSON, or of something else.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let file: Self = serde_json::from_str(text)?;
        if file.format == Self::FORMAT { Ok(file) } else { Err(FileError::Format(file.format)) }
    }

    /// What it says; whether that wins [`Strategy::check`] tells.
    ///
    /// # Errors
    /// [`FileError`], with the key.
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
