//! Verification of all recorded games of an input.

use std::fmt::Display;

use quadrille_progress::{Cancelled, Meter, Observer};
use serde::{Deserialize, Serialize};

use super::RecordError;

/// The maximum number of faults in [`VerifyError::Wrong`].
pub const MOST_FAULTS: usize = 20;

/// A number of actions. The variant determines the word for an action in results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actions {
    /// Moves, passes included.
    Moves(u64),
    /// Plays, passes included.
    Plays(u64),
    /// Actions of any kind.
    Actions(u64),
}

impl Actions {
    /// Returns the number, and the word for one action.
    pub const fn counted(self) -> (u64, &'static str) {
        match self {
            Self::Moves(number) => (number, "move"),
            Self::Plays(number) => (number, "play"),
            Self::Actions(number) => (number, "action"),
        }
    }
}

/// The result of [`verify`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Whether all games are correct.
    pub ok: bool,
    /// The number of correct games.
    pub games: u64,
    /// The number of actions in correct games.
    #[serde(flatten)]
    pub actions: Actions,
    /// The first fault; `None` if all games are correct.
    pub error: Option<FalseRecord>,
}

/// A fault of a record, with its line and column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FalseRecord {
    /// The line, from 1.
    pub line: u64,
    /// The column in bytes, from 1; `None` if the fault concerns the whole line.
    pub column: Option<u64>,
    /// A description of the fault and of the expected content.
    pub reason: String,
}

impl<F: Display> From<&RecordError<F>> for FalseRecord {
    fn from(error: &RecordError<F>) -> Self {
        let column = error.column.map(|column| column as u64);
        Self { line: error.line as u64, column, reason: error.fault.to_string() }
    }
}

/// A fault of a record format.
pub trait RecordFault: Display {
    /// Returns whether the fault is that the text is truncated.
    fn is_cut(&self) -> bool;
}

/// The error of a verification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError<F: Display> {
    /// Some records are wrong, or the input ends within the first game.
    #[error("{}", first_of(*wrong, faults))]
    Wrong {
        /// The result, for output as JSON.
        verified: Box<Verified>,
        /// The number of faults.
        wrong: u64,
        /// The first faults, at most [`MOST_FAULTS`].
        faults: Vec<RecordError<F>>,
    },
    /// The input is truncated; all games before its end are correct.
    #[error("{error} ({} complete game{} before, all correct)", verified.games, if verified.games == 1 { "" } else { "s" })]
    Cut {
        /// The result for the complete games. Its field `error` describes the truncated end of the
        /// input.
        verified: Box<Verified>,
        /// The fault at the truncated end of the input.
        error: Box<RecordError<F>>,
    },
    /// There are no games.
    #[error("the record contains no games")]
    Empty,
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

fn first_of<F: Display>(wrong: u64, faults: &[RecordError<F>]) -> String {
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    if wrong == 1 { first } else { format!("{wrong} faults were found; the first fault: {first}") }
}

/// Counts games and faults. Each item of `games` is the number of actions of a correct game, or a
/// fault. The function `name` converts the total number of actions to [`Actions`]. The observer
/// receives the number of games.
///
/// # Errors
/// [`VerifyError`]: a record is wrong, the input ends within a game, there are no games, or the
/// observer cancels.
pub fn verify<F: RecordFault>(
    games: impl IntoIterator<Item = Result<u64, RecordError<F>>>,
    name: fn(u64) -> Actions,
    observer: &dyn Observer,
) -> Result<Verified, VerifyError<F>> {
    let meter = Meter::new(observer).every(256);
    let (mut right, mut actions, mut wrong, mut faults) = (0, 0, 0, Vec::new());
    for game in games {
        meter.advance(1)?;
        match game {
            Ok(more) => {
                right += 1;
                actions += more;
            }
            Err(error) => {
                wrong += 1;
                if faults.len() < MOST_FAULTS {
                    faults.push(error);
                }
            }
        }
    }
    let error = faults.first().map(FalseRecord::from);
    let verified = Verified { ok: wrong == 0, games: right, actions: name(actions), error };
    match (wrong, right) {
        (0, 0) => Err(VerifyError::Empty),
        (0, _) => Ok(verified),
        (1, 1..) if faults[0].fault.is_cut() => {
            Err(VerifyError::Cut { verified: Box::new(verified), error: Box::new(faults.remove(0)) })
        }
        _ => Err(VerifyError::Wrong { verified: Box::new(verified), wrong, faults }),
    }
}
