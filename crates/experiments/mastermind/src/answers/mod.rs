//! Immediate answers about Mastermind: feedback, candidates, advice, optimal play and grades.

pub mod letters;
pub mod play;
pub mod proposal;
pub mod tree;

use std::time::{Duration, Instant};

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_lanes::Level;
use quadrille_mastermind::{
    self as mastermind, AdviseError, Cancelled, CandidatesError, Codeword, CodewordError, Game, Play, Row,
    RowError, RowProblem, Stage,
};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

/// The feedback for a guess: the answer of `mastermind score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Pins with the right colour.
    pub black: u8,
    /// Further colours that occur in the secret, but at another pin.
    pub white: u8,
}

/// Returns the feedback for a guess. Both codewords must belong to the same game.
pub fn score(secret: Codeword, guess: Codeword) -> Score {
    let mastermind::Feedback { black, white } = mastermind::score(secret, guess);
    Score { black, white }
}

/// The codewords consistent with all rows: the answer of `mastermind candidates`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidates {
    /// The number of consistent codewords.
    pub count: u64,
    /// The lexicographically first consistent codewords, at most the requested number.
    pub candidates: Vec<String>,
    /// The contradiction among the rows, if no codeword is consistent and the analysis succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// A contradiction among rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The smallest set of rows with which no codeword is consistent: row numbers from 1,
    /// ascending.
    pub rows: Vec<usize>,
    /// The rows that the nearest correction changes, ascending. The nearest correction changes the
    /// fewest rows and, among several such corrections, the fewest pegs.
    pub reading: Vec<Rereading>,
    /// The number of pegs that the correction changes.
    pub pegs: u32,
    /// Every minimal set of contradictory rows, given by row numbers from 1; empty if there are too
    /// many sets.
    #[serde(default)]
    pub sets: Vec<Vec<usize>>,
    /// For every row, the number of codewords consistent with all other rows.
    #[serde(default)]
    pub without: Vec<u64>,
}

/// A row with corrected feedback.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rereading {
    /// The row number, from 1.
    pub row: usize,
    /// The guess of the row.
    pub guess: String,
    /// Black pegs of the corrected feedback.
    pub black: u8,
    /// White pegs of the corrected feedback.
    pub white: u8,
}

impl Conflict {
    /// Converts a conflict among `rows`, and writes the guesses in the game's characters.
    ///
    /// # Panics
    /// If the conflict names a row that is not in `rows`.
    pub fn new(game: Game, rows: &[Row], conflict: &mastermind::Conflict) -> Self {
        let read = |&mastermind::Rereading { row, feedback }: &mastermind::Rereading| Rereading {
            row,
            guess: game.show(rows[row - 1].guess).to_string(),
            black: feedback.black,
            white: feedback.white,
        };
        Self {
            rows: conflict.rows.clone(),
            reading: conflict.reading.iter().map(read).collect(),
            pegs: conflict.pegs,
            sets: conflict.sets.clone(),
            without: conflict.without.clone(),
        }
    }
}

/// Counts the codewords consistent with all rows and lists the first `show` of them. If there are
/// none, explains the contradiction. The observer receives the number of codewords examined.
///
/// ```
/// use quadrille_experiments_mastermind::answers::candidates;
/// use quadrille_mastermind::{Game, Repeats, Row};
///
/// let game = Game::new(4, 6, Repeats::Allowed)?;
/// let rows = Row::parse_all(game, &["1122:1,1", "1345:0,2"])?;
/// let answer = candidates(game, &rows, 2, &())?;
/// assert_eq!((answer.count, answer.candidates[0].as_str()), (50, "2133"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A guess is not a codeword of the game, there are too many codewords to examine, or the observer
/// asks to stop.
pub fn candidates(
    game: Game,
    rows: &[Row],
    show: usize,
    observer: &dyn Observer,
) -> Result<Candidates, CandidatesError> {
    let found = mastermind::candidates(game, rows, show, observer)?;
    let conflict = if found.count == 0 { mastermind::Conflict::among(game, rows, observer)? } else { None };
    Ok(Candidates {
        count: found.count,
        candidates: found.first.iter().map(|&code| game.show(code).to_string()).collect(),
        conflict: conflict.map(|conflict| Conflict::new(game, rows, &conflict)),
    })
}

/// Corrections are searched for only in games with at most this number of codewords. The limit
/// bounds the waiting time.
const CORRECTED: u64 = 1 << 27;

/// A finished game is graded only if it has at most this number of codewords. The limit bounds the
/// waiting time.
pub const GRADED: u64 = 1 << 15;

/// Returns all corrections that resolve a contradiction by a change of only one row. The list
/// begins with the nearest correction of each row, because the player may know which row is
/// doubtful. The other corrections follow. The list is empty for games of more than 2^27 codewords.
///
/// # Errors
/// The observer asks to stop.
pub fn corrections(
    game: Game,
    rows: &[Row],
    observer: &dyn Observer,
) -> Result<Vec<mastermind::Correction>, Cancelled> {
    if game.codewords() > CORRECTED {
        return Ok(Vec::new());
    }
    let found = match mastermind::corrections(game, rows, observer) {
        Err(CandidatesError::Cancelled(cancelled)) => return Err(cancelled),
        // After any other error, such as a search that is too large, no correction is offered.
        found => found.unwrap_or_default(),
    };
    let mut rows_seen = Vec::new();
    let (mut nearest, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|correction| {
        let first = !rows_seen.contains(&correction.row);
        rows_seen.push(correction.row);
        first
    });
    nearest.extend(others);
    Ok(nearest)
}

/// The recommended next guess: the answer of `mastermind advise`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The guess.
    pub guess: String,
    /// The number of possible secrets; a lower bound if [`counted`](Examined::counted) is false.
    pub remaining: u64,
    /// The number of possible secrets for each feedback that at least one of them gives, most black
    /// pegs first, then most white.
    pub partitions: Vec<PartitionClass>,
    /// Whether this is certainly the guess that the strategy chooses: no allowed guess is better by
    /// the strategy's measure.
    pub exact: bool,
    /// The numbers of guesses and secrets that were examined to find the guess.
    pub examined: Examined,
    /// Whether the guess is optimal; `None` if optimal play was not requested. With too many
    /// remaining codewords for this search, the value is false and the guess is the strategy's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// The expected number of further turns of optimal play, including this guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_turns: Option<f64>,
}

/// The numbers of guesses and secrets that were examined for a piece of advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    /// Number of guesses that were compared, or are known to be no better than a compared guess.
    #[serde(with = "quadrille_report::decimal")]
    pub guesses: u64,
    /// Number of guesses allowed by the strategy.
    #[serde(with = "quadrille_report::decimal")]
    pub allowed: u64,
    /// Number of possible secrets with which each guess was compared.
    #[serde(with = "quadrille_report::decimal")]
    pub secrets: u64,
    /// Whether `remaining` is the exact number of possible secrets; otherwise it is a lower bound.
    pub counted: bool,
    /// Whether the counts in `partitions` are estimates.
    pub estimated: bool,
    /// Whether the examination was stopped early.
    pub stopped: bool,
}

/// The number of possible secrets that give one feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionClass {
    /// Black pegs.
    pub black: u8,
    /// White pegs.
    pub white: u8,
    /// The number of secrets.
    pub count: u64,
}

impl From<&mastermind::PartitionClass> for PartitionClass {
    fn from(part: &mastermind::PartitionClass) -> Self {
        Self { black: part.feedback.black, white: part.feedback.white, count: part.count }
    }
}

impl Advice {
    /// Converts advice, and writes the guess in the game's characters.
    pub fn new(game: Game, advice: &mastermind::Advice) -> Self {
        Self {
            guess: game.show(advice.guess).to_string(),
            remaining: advice.remaining,
            partitions: advice.partitions.iter().map(Into::into).collect(),
            exact: advice.exact,
            examined: Examined {
                guesses: advice.examined.guesses,
                allowed: advice.examined.allowed,
                secrets: advice.examined.secrets,
                counted: advice.examined.counted,
                estimated: advice.examined.estimated,
                stopped: advice.examined.stopped,
            },
            optimal: None,
            expected_turns: None,
        }
    }

    /// Converts a guess that is proved to be optimal.
    pub fn optimal(game: Game, best: &mastermind::OptimalAdvice) -> Self {
        Self {
            optimal: Some(true),
            expected_turns: Some(best.turns as f64 / best.advice.remaining as f64),
            ..Self::new(game, &best.advice)
        }
    }
}

/// Recommends the next guess after these rows, like [`mastermind::advise`]. With a time limit,
/// returns the best guess found within that time; the default work limit then does not apply.
///
/// # Errors
/// The errors of [`mastermind::advise`]: the rows contradict one another, or the observer asks to
/// stop before any guess is found.
pub fn advise(
    game: Game,
    play: Play,
    rows: &[Row],
    time_limit: Option<Duration>,
    level: Level,
    observer: &dyn Observer,
) -> Result<Advice, AdviseError> {
    Ok(Advice::new(game, &advise_in_time(game, play, rows, time_limit, level, observer)?))
}

/// Does the same as [`advise`], but returns the engine's own type.
///
/// # Errors
/// The errors of [`advise`].
pub fn advise_in_time(
    game: Game,
    play: Play,
    rows: &[Row],
    time_limit: Option<Duration>,
    level: Level,
    observer: &dyn Observer,
) -> Result<mastermind::Advice, AdviseError> {
    let Some(limit) = time_limit else { return mastermind::advise(game, play, rows, level, observer) };
    let begun = Instant::now();
    // The first half of the time is for finding secrets. The second half is for comparing guesses
    // with these secrets.
    let continues = |stage: Stage| {
        let limit = if stage == Stage::Finding { limit / 2 } else { limit };
        begun.elapsed() < limit
    };
    mastermind::advise_while(game, play, rows, None, &continues, level, observer)
}

/// The strategy with the fewest total turns: the answer of `mastermind optimal`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Optimal {
    /// The number of secrets.
    pub secrets: u64,
    /// The total turns over all secrets, by the best strategy found.
    pub total_turns: u64,
    /// The average turns per secret.
    pub average: f64,
    /// The turns of the longest game.
    pub max_turns: u32,
    /// Number of secrets found at each turn, from turn 1.
    pub histogram: Vec<u64>,
    /// The first guess.
    pub first_guess: String,
    /// Whether the strategy is proved to be optimal.
    pub proved: bool,
    /// A lower bound: no strategy needs fewer total turns.
    pub lower_bound: u64,
    /// The duration of the search, in seconds.
    pub seconds: f64,
}

impl Optimal {
    /// Converts the result of a search that took `seconds`.
    pub fn new(found: &mastermind::Optimum, seconds: f64) -> Self {
        let (game, walk) = (found.tree.game, &found.walk);
        Self {
            secrets: walk.secrets(),
            total_turns: walk.total_turns(),
            average: walk.total_turns() as f64 / walk.secrets() as f64,
            max_turns: walk.max_turns(),
            histogram: walk.histogram.clone(),
            first_guess: game.show(found.tree.root.guess).to_string(),
            proved: found.proved,
            lower_bound: found.lower_bound,
            seconds,
        }
    }
}

/// A finished game, graded guess by guess: the answer of `mastermind grade`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// The grade of each guess.
    pub rows: Vec<GradedRow>,
    /// The expected turns lost by all guesses together.
    pub turns_lost: f64,
    /// Whether every guess was compared with optimal play rather than with the strategy's choice.
    pub exact: bool,
}

/// The grade of one guess.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradedRow {
    /// The guess.
    pub guess: String,
    /// Expected turns lost compared with the best guess.
    pub turns_lost: f64,
    /// Number of possible codewords after the feedback of the guess.
    pub left: u64,
    /// The best guess.
    pub best: String,
    /// Mean number of possible codewords after the best guess, over the secrets consistent with the
    /// whole game.
    pub best_left: f64,
    /// Whether the best guess is optimal, rather than the strategy's choice.
    pub exact: bool,
}

impl Grade {
    /// Converts a grade, and writes the guesses in the game's characters.
    pub fn new(game: Game, grade: &mastermind::Grade) -> Self {
        let row = |row: &mastermind::GradedRow| GradedRow {
            guess: game.show(row.guess).to_string(),
            turns_lost: row.turns_lost,
            left: row.left,
            best: game.show(row.best).to_string(),
            best_left: row.best_left,
            exact: row.exact,
        };
        Self { rows: grade.rows.iter().map(row).collect(), turns_lost: grade.turns_lost, exact: grade.exact }
    }
}

/// Reads a codeword; `name` is the name of its source in an error message.
///
/// # Errors
/// The text is not a codeword of the game; the error marks the pin.
pub fn read_codeword(game: Game, name: &str, text: &str) -> Result<Codeword, Diagnostic> {
    game.parse(text).map_err(|error| misspelled(&Source::new(name, text), text, &error))
}

/// Reads rows such as `1122:1,0`, one per text, in any form that [`Row::parse`] accepts.
///
/// # Errors
/// The first text that is not a row of the game; the error marks the invalid part.
pub fn read_rows(game: Game, texts: &[String]) -> Result<Vec<Row>, Diagnostic> {
    Row::parse_all(game, texts).map_err(|RowError { row, text, problem, .. }| misread(row, &text, problem))
}

/// Returns the error for row number `row` (from 1), whose text is not a row of the game.
fn misread(row: usize, text: &str, problem: RowProblem) -> Diagnostic {
    let source = Source::new(format!("row {row}"), text);
    match (problem, Row::split(text)) {
        (RowProblem::Guess(error), Some((guess, _))) => {
            let span = error.span(&text[guess.clone()]);
            Diagnostic::at(&source, guess.start + span.start..guess.start + span.end, error.to_string())
        }
        (RowProblem::Feedback(error), Some((_, feedback))) => {
            Diagnostic::at(&source, feedback, error.to_string())
        }
        _ => Diagnostic::at(&source, 0..text.len(), "feedback is missing after the guess")
            .expected("a guess and its feedback, such as `1122:1,0`"),
    }
}

/// Returns the error for a text that must be, or begin with, a codeword. The error marks the pin.
fn misspelled(source: &Source, text: &str, error: &CodewordError) -> Diagnostic {
    Diagnostic::at(source, error.span(text), error.to_string())
}
