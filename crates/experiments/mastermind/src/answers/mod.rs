//! Mastermind: pegs for a guess, what is still possible, what to guess next.

pub mod letters;
pub mod play;
pub mod tree;

use std::time::{Duration, Instant};

use quadrille_diagnostics::{Diagnostic, Source};
use quadrille_lanes::Level;
use quadrille_mastermind::{
    self as mastermind, AdviseError, CandidatesError, Codeword, CodewordError, Game, Play, Row, RowError,
    RowProblem, Stage,
};
use quadrille_progress::Observer;
use serde::{Deserialize, Serialize};

/// Pegs for a guess: the answer of `mastermind score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Pins with the right colour.
    pub black: u8,
    /// Further colours that are right, at another pin.
    pub white: u8,
}

/// The pegs for a guess. Both codewords are of the same game.
pub fn score(secret: Codeword, guess: Codeword) -> Score {
    let mastermind::Feedback { black, white } = mastermind::score(secret, guess);
    Score { black, white }
}

/// The codewords that agree with all rows: the answer of `mastermind candidates`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidates {
    /// How many there are.
    pub count: u64,
    /// The lexicographically first of them, as many as asked for.
    pub candidates: Vec<String>,
    /// Which rows contradict one another, if no codeword agrees with all and it could be found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
}

/// Rows that contradict one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The smallest set of rows that no codeword agrees with, by number from 1, ascending.
    pub rows: Vec<usize>,
    /// The nearest reading that some codeword agrees with: these rows, ascending, with other feedback.
    pub reading: Vec<Rereading>,
    /// Pegs that the reading changes.
    pub pegs: u32,
    /// Every least set of rows that no codeword agrees with, by number from 1; empty if there are too many.
    #[serde(default)]
    pub sets: Vec<Vec<usize>>,
    /// For every row, how many codewords agree with all the others.
    #[serde(default)]
    pub without: Vec<u64>,
}

/// A row with another feedback than the one that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rereading {
    /// The row, from 1.
    pub row: usize,
    /// Its guess.
    pub guess: String,
    /// Black pegs that it may have had.
    pub black: u8,
    /// White pegs that it may have had.
    pub white: u8,
}

impl Conflict {
    /// The conflict among these rows of a game, in the colours' characters of that game.
    ///
    /// # Panics
    /// Never, for a conflict that was found among these rows: the rows it names are there.
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

/// The codewords that agree with all rows, and the first `show` of them. If there are none, also why. The
/// observer hears of codewords.
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
/// A guess is no codeword of the game, there are too many codewords to look at, or the observer says stop.
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

/// What to guess next: the answer of `mastermind advise`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The guess.
    pub guess: String,
    /// How many codewords can be the secret.
    pub remaining: u64,
    /// How the guess parts them: non-empty parts only, most black first, then most white.
    pub partitions: Vec<Part>,
    /// Whether the guess is the strategy's own: whether no guess that it allows is better.
    pub exact: bool,
    /// What was looked at.
    pub examined: Examined,
    /// Where optimal play was asked for: whether this is it. If too many codewords remain, it is the strategy's guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// How many more turns the secret takes on average by optimal play, this guess included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_turns: Option<f64>,
}

/// What advice has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    /// Guesses that were compared, or are known to be no better than one that was.
    #[serde(with = "quadrille_report::decimal")]
    pub guesses: u64,
    /// Guesses that the strategy allows.
    #[serde(with = "quadrille_report::decimal")]
    pub allowed: u64,
    /// Codewords that each guess was compared with, of those that can be the secret.
    #[serde(with = "quadrille_report::decimal")]
    pub secrets: u64,
    /// Whether `remaining` is all of them, and not only those that were found.
    pub counted: bool,
    /// Whether the counts of `partitions` are estimates.
    pub estimated: bool,
    /// Whether it was stopped before everything was looked at.
    pub stopped: bool,
}

/// The codewords that answer a guess with the same pegs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Black pegs.
    pub black: u8,
    /// White pegs.
    pub white: u8,
    /// How many codewords answer so.
    pub count: u64,
}

impl Advice {
    /// The advice in the colours' characters of its game.
    pub fn new(game: Game, advice: &mastermind::Advice) -> Self {
        let part = |part: &mastermind::Part| Part {
            black: part.feedback.black,
            white: part.feedback.white,
            count: part.count,
        };
        Self {
            guess: game.show(advice.guess).to_string(),
            remaining: advice.remaining,
            partitions: advice.partitions.iter().map(part).collect(),
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

    /// The same for a guess that is proved to be the best.
    pub fn optimal(game: Game, best: &mastermind::OptimalAdvice) -> Self {
        Self {
            optimal: Some(true),
            expected_turns: Some(best.turns as f64 / best.advice.remaining as f64),
            ..Self::new(game, &best.advice)
        }
    }
}

/// The next guess after these rows, by the rules of [`mastermind::advise`]; with a limit of time, the best that is found
/// within it, in place of the usual limit of work.
///
/// # Errors
/// As [`mastermind::advise`]: rows that contradict one another, or the observer says stop before there is any guess.
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

/// The same as the engine's own answer.
///
/// # Errors
/// As [`advise`].
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
    // Half of the time is for comparing what was found in the other half.
    let go_on = |stage: Stage| {
        let limit = if stage == Stage::Finding { limit / 2 } else { limit };
        begun.elapsed() < limit
    };
    mastermind::advise_while(game, play, rows, None, &go_on, level, observer)
}

/// The strategy with the fewest turns: the answer of `mastermind optimal`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Optimal {
    /// How many secrets there are.
    pub secrets: u64,
    /// The turns of all secrets together, by the best strategy found.
    pub total_turns: u64,
    /// The same a secret.
    pub average: f64,
    /// The turns of the longest game.
    pub max_turns: u32,
    /// Secrets found at each turn, the first turn first.
    pub histogram: Vec<u64>,
    /// The first guess.
    pub first_guess: String,
    /// Whether no strategy is better by the goal.
    pub proved: bool,
    /// No strategy takes fewer turns together.
    pub lower_bound: u64,
    /// How long the search took.
    pub seconds: f64,
}

impl Optimal {
    /// What was found after so many seconds.
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

/// A game graded guess by guess: the answer of `mastermind grade`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Grade {
    /// Guess by guess.
    pub rows: Vec<GradedRow>,
    /// The expected turns that all guesses lost together.
    pub turns_lost: f64,
    /// Whether every guess is held against optimal play, and none against the strategy.
    pub exact: bool,
}

/// How good one guess was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradedRow {
    /// The guess.
    pub guess: String,
    /// Expected turns lost against the best guess.
    pub turns_lost: f64,
    /// Codewords that were possible after its answer.
    pub left: u64,
    /// The best guess.
    pub best: String,
    /// Codewords that would have been possible after that, on average over the secrets that agree with the whole game.
    pub best_left: f64,
    /// Whether the best is the best there is, and not only the strategy's choice.
    pub exact: bool,
}

impl Grade {
    /// The grade in the colours' characters of its game.
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

/// Reads a codeword from a text; `name` is what the text is called in an error.
///
/// # Errors
/// No codeword of the game, at the very pin.
pub fn read_codeword(game: Game, name: &str, text: &str) -> Result<Codeword, Diagnostic> {
    game.parse(text).map_err(|error| misspelt(&Source::new(name, text), text, &error))
}

/// Reads rows such as `1122:1,0`, each a text of its own, in any form that [`Row::parse`] reads.
///
/// # Errors
/// The first that is no row of the game, at the very place.
pub fn read_rows(game: Game, texts: &[String]) -> Result<Vec<Row>, Diagnostic> {
    Row::parse_all(game, texts).map_err(|RowError { row, text, problem, .. }| misread(row, &text, problem))
}

/// A text that is no row, number `row` from 1, at the very place.
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

/// A codeword at the head of `source` that is none, at its very pin.
fn misspelt(source: &Source, text: &str, error: &CodewordError) -> Diagnostic {
    Diagnostic::at(source, error.span(text), error.to_string())
}
