//! All games of an input checked.

use std::fmt::Display;

use quadrille_progress::{Cancelled, Meter, Observer};
use serde::{Deserialize, Serialize};

use super::RecordError;

/// Faults of which [`VerifyError::Wrong`] has the text, at most.
pub const MOST_FAULTS: usize = 20;

/// A number of actions, under the name that they have in a game's answer.
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
    /// The number, and what one of them is called.
    pub const fn counted(self) -> (u64, &'static str) {
        match self {
            Self::Moves(number) => (number, "move"),
            Self::Plays(number) => (number, "play"),
            Self::Actions(number) => (number, "action"),
        }
    }
}

/// The answer of `verify`: whether games on record are as the rules say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// Whether everything is as it should be.
    pub ok: bool,
    /// The number of games that are as they should be.
    pub games: u64,
    /// The number of actions in these.
    #[serde(flatten)]
    pub actions: Actions,
    /// The first fault.
    pub error: Option<FalseRecord>,
}

/// A fault, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FalseRecord {
    /// The line, from 1.
    pub line: u64,
    /// The column, in bytes from 1; `None` where it is the line as a whole.
    pub column: Option<u64>,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl<F: Display> From<&RecordError<F>> for FalseRecord {
    fn from(error: &RecordError<F>) -> Self {
        let column = error.column.map(|column| column as u64);
        Self { line: error.line as u64, column, reason: error.fault.to_string() }
    }
}

/// A fault of a format.
pub trait RecordFault: Display {
    /// Whether it is the end of a text that may go on: what comes before it is whole.
    fn is_cut(&self) -> bool;
}

/// Why records are not verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError<F: Display> {
    /// Some of them are wrong, or the input ends before the end of the first game.
    #[error("{}", first_of(*wrong, faults))]
    Wrong {
        /// The answer all the same, for those who ask for JSON.
        verified: Box<Verified>,
        /// The number of faults.
        wrong: u64,
        /// The first of them, no more than [`MOST_FAULTS`].
        faults: Vec<RecordError<F>>,
    },
    /// The input ends early, and all games before that are as they should be.
    #[error("{error} ({} whole game{}, all as recorded)", verified.games, if verified.games == 1 { "" } else { "s" })]
    Cut {
        /// The answer: the whole games, and the end of the input as the error.
        verified: Box<Verified>,
        /// The end of the input.
        error: Box<RecordError<F>>,
    },
    /// There are none.
    #[error("there are no games in it")]
    Empty,
    /// The observer cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

fn first_of<F: Display>(wrong: u64, faults: &[RecordError<F>]) -> String {
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    if wrong == 1 {
        first
    } else {
        format!("{wrong} of the records are not as they should be; the first: {first}")
    }
}

/// Counts games that were read: each is its number of actions, or a fault. The observer gets the
/// number of games.
///
/// # Errors
/// [`VerifyError`]: some are wrong, the input ends inside a game, there are none, or the observer cancels.
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
