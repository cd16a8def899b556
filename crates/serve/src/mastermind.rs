//! Mastermind: secret codes to guess, the program's guesses, advice and grades. The rules come from
//! other crates. A page sends the whole game with every request, and the server keeps no game.

use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use quadrille::answers::mastermind::letters::Letters;
use quadrille::answers::mastermind::play::draw_secret;
use quadrille::answers::mastermind::proposal::{Chooser, Information, propose};
use quadrille::answers::mastermind::{self as answers, Conflict, Examined, GradedRow};
use quadrille::lanes::Level;
use quadrille::machine::draw_seed;
use quadrille::mastermind::{
    self, AdviseError, CandidatesError, Codeword, Correction, Game, PartialFeedback, Play, Repeats, Row,
    USUAL_WORK, is_consistent, score,
};
use quadrille::progress::Observer;
use serde::{Deserialize, Serialize};

use crate::application::{self, App, Posted, SMALL_BODY};
use crate::bounded::{bounded, too_long};
use crate::failure::Failure;

/// Maximum number of rows, the same as in the analysis of contradictions.
const MOST_ROWS: usize = 64;
/// Maximum length of a pasted text in bytes.
const MOST_BYTES: usize = 1 << 14;
/// Maximum number of listed candidates.
const LISTED: usize = 24;
/// Maximum number of listed corrections.
const CORRECTIONS: usize = 6;

/// Returns the routes of the game.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/mastermind/play", post(play))
        .route("/api/mastermind/read", post(rows))
        .route("/api/mastermind/advise", post(advise))
        .route("/api/mastermind/information", post(information))
        .route("/api/mastermind/grade", post(grade))
        .layer(DefaultBodyLimit::max(SMALL_BODY))
}

/// The size of a game.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Size {
    pins: u32,
    colors: u32,
    /// Whether no colour may occur twice.
    unique: bool,
}

impl Size {
    fn game(self) -> Result<Game, Failure> {
        let repeats = if self.unique { Repeats::Forbidden } else { Repeats::Allowed };
        Game::new(self.pins, self.colors, repeats).map_err(|error| Failure::bad(error.to_string()))
    }
}

/// The program's strategy.
#[derive(Debug, Deserialize)]
pub(crate) struct Playing {
    strategy: String,
    /// Whether all guesses must be possible codes.
    possible: bool,
}

impl Playing {
    fn chooser(&self) -> Result<Chooser, Failure> {
        self.strategy.parse().map_err(|_| {
            let names: Vec<&str> = Chooser::names().collect();
            Failure::bad(format!(
                "`{}` is not a strategy; expected one of {}",
                self.strategy.escape_debug(),
                names.join(", ")
            ))
        })
    }
}

/// A row as pages show it.
#[derive(Debug, Serialize)]
struct ShownRow {
    guess: String,
    black: Option<u8>,
    white: Option<u8>,
}

fn shown(game: Game, row: &Row) -> ShownRow {
    let PartialFeedback { black, white } = row.feedback;
    ShownRow { guess: game.show(row.guess).to_string(), black, white }
}

/// Reads rows in any notation that the program reads.
fn read(letters: &Letters, texts: &[String]) -> Result<Vec<Row>, Failure> {
    if texts.len() > MOST_ROWS {
        return Err(Failure::bad(format!("{} rows; expected at most {MOST_ROWS}", texts.len())));
    }
    letters.read_rows(texts).map_err(|error| Failure::of_value(&error))
}

fn read_guess(game: Game, guess: &str) -> Result<Codeword, Failure> {
    answers::read_codeword(game, "the guess", guess).map_err(|error| Failure::of_value(&error))
}

/// Converts an error of the analysis; a cancelled computation has reached its time limit.
fn unanswered(error: AdviseError) -> Failure {
    match error {
        AdviseError::Cancelled(_) => too_long("`quadrille mastermind` in a terminal has no time limit"),
        error => Failure::bad(error.to_string()),
    }
}

/// A game in which the player guesses a secret code of the program.
#[derive(Debug, Deserialize)]
pub(crate) struct Breaking {
    #[serde(flatten)]
    size: Size,
    /// The seed of the code in decimal; drawn if absent.
    seed: Option<String>,
    guesses: Vec<String>,
    /// The only type of peg that the scores show; `None` if they show both types.
    only: Option<Only>,
    /// Whether the player has given up; the code is then shown.
    resigned: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Only {
    Black,
    White,
}

/// The state of a game in which the player guesses a secret code of the program.
#[derive(Debug, Serialize)]
pub(crate) struct Broken {
    seed: String,
    codewords: String,
    symbols: String,
    rows: Vec<ShownRow>,
    found: bool,
    secret: Option<String>,
}

/// `POST /api/mastermind/play`: scores all guesses at the program's secret code.
async fn play(Posted(breaking): Posted<Breaking>) -> Result<Json<Broken>, Failure> {
    let game = breaking.size.game()?;
    let seed = match &breaking.seed {
        None => draw_seed(),
        Some(text) => application::seed(text)?,
    };
    if breaking.guesses.len() > MOST_ROWS {
        return Err(Failure::bad(format!(
            "{} guesses; expected at most {MOST_ROWS}",
            breaking.guesses.len()
        )));
    }
    let secret = draw_secret(game, seed);
    let row = |guess: &String| {
        let guess = read_guess(game, guess)?;
        let feedback = PartialFeedback::from(score(secret, guess));
        let feedback = match breaking.only {
            None => feedback,
            Some(Only::Black) => PartialFeedback { white: None, ..feedback },
            Some(Only::White) => PartialFeedback { black: None, ..feedback },
        };
        Ok((guess == secret, shown(game, &Row { guess, feedback })))
    };
    let rows = breaking.guesses.iter().map(row).collect::<Result<Vec<_>, Failure>>()?;
    let found = rows.iter().any(|(found, _)| *found);
    let secret = (found || breaking.resigned).then(|| game.show(secret).to_string());
    Ok(Json(Broken {
        seed: seed.to_string(),
        codewords: game.codewords().to_string(),
        symbols: game.symbols(),
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        found,
        secret,
    }))
}

/// A pasted text.
#[derive(Debug, Deserialize)]
pub(crate) struct Pasted {
    #[serde(flatten)]
    size: Size,
    text: String,
    /// The letters of the colours in the text, such as `RGBYOP`. If they are absent, the text uses
    /// the game's own characters.
    letters: Option<String>,
}

/// Rows that were read.
#[derive(Debug, Serialize)]
pub(crate) struct PastedRows {
    rows: Vec<ShownRow>,
}

/// `POST /api/mastermind/read`: reads pasted rows.
async fn rows(Posted(pasted): Posted<Pasted>) -> Result<Json<PastedRows>, Failure> {
    let game = pasted.size.game()?;
    if pasted.text.len() > MOST_BYTES {
        return Err(Failure::bad(format!("the text is longer than {} KiB", MOST_BYTES >> 10)));
    }
    let letters = pasted.letters.as_deref().filter(|letters| !letters.is_empty());
    let letters = Letters::new(game, letters).map_err(|error| Failure::bad(format!("letters: {error}")))?;
    let texts: Vec<String> = pasted
        .text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .flat_map(|line| {
            // In games of one or two pins, a guess cannot be distinguished from feedback.
            if game.pins() <= 2 && !line.contains(':') {
                return vec![line.to_owned()];
            }
            Row::join(game, &line.split_whitespace().collect::<Vec<_>>())
        })
        .collect();
    let rows = read(&letters, &texts)?;
    Ok(Json(PastedRows { rows: rows.iter().map(|row| shown(game, row)).collect() }))
}

/// A position of a game: the rows so far.
#[derive(Debug, Deserialize)]
pub(crate) struct Position {
    #[serde(flatten)]
    size: Size,
    #[serde(flatten)]
    playing: Playing,
    rows: Vec<String>,
}

impl Position {
    fn read(&self) -> Result<(Game, Vec<Row>), Failure> {
        let game = self.size.game()?;
        let rows = read(&Letters::of(game), &self.rows)?;
        Ok((game, rows))
    }
}

/// The conclusions from the rows, and the program's next guess.
#[derive(Debug, Serialize)]
pub(crate) struct Advised {
    codewords: String,
    symbols: String,
    rows: Vec<ShownRow>,
    /// The number of the row whose guess is the code, from 1.
    found: Option<usize>,
    /// Possible codes, at most the first [`LISTED`].
    candidates: Vec<String>,
    proposal: Option<Proposed>,
    contradiction: Option<Contradiction>,
}

#[derive(Debug, Serialize)]
struct Proposed {
    #[serde(flatten)]
    information: Information,
    /// Whether it is proved that no allowed guess is better.
    exact: bool,
    /// The mean number of further turns including this guess, if the guess is proved to be the
    /// best.
    turns: Option<f64>,
    examined: Examined,
}

/// An explanation of rows with which no code is consistent.
#[derive(Debug, Serialize)]
struct Contradiction {
    conflict: Option<Conflict>,
    corrections: Vec<Corrected>,
}

#[derive(Debug, Serialize)]
struct Corrected {
    row: usize,
    black: u8,
    white: u8,
    /// Number of possible codes after the change.
    left: u64,
}

/// `POST /api/mastermind/advise`: the possible codes and the program's next guess, or the reason
/// why no code is possible.
async fn advise(
    State(application): State<App>,
    Posted(position): Posted<Position>,
) -> Result<Json<Advised>, Failure> {
    let (game, rows) = position.read()?;
    let chooser = position.playing.chooser()?;
    let possible = position.playing.possible;
    bounded(&application, move |observer| {
        let solved = rows.iter().position(|row| row.feedback.is_solved(game));
        let mut advised = Advised {
            codewords: game.codewords().to_string(),
            symbols: game.symbols(),
            rows: rows.iter().map(|row| shown(game, row)).collect(),
            found: solved.filter(|&at| is_consistent(rows[at].guess, &rows)).map(|at| at + 1),
            candidates: Vec::new(),
            proposal: None,
            contradiction: None,
        };
        match propose(game, chooser, possible, &rows, USUAL_WORK, Level::best(), observer) {
            Ok(proposal) => {
                let information = mastermind::Information::from(&proposal.advice);
                let advice = answers::Advice::new(game, &proposal.advice);
                // If the possible codes cannot be counted, a search for the first of them would
                // also take too long.
                if advice.examined.counted {
                    advised.candidates = first_candidates(game, &rows, observer);
                }
                advised.proposal = Some(Proposed {
                    information: Information::new(game, &information),
                    exact: advice.exact,
                    turns: proposal.turns.map(|turns| turns as f64 / advice.remaining as f64),
                    examined: advice.examined,
                });
            }
            Err(AdviseError::Contradiction { conflict, .. }) => {
                let corrections = answers::corrections(game, &rows, observer).unwrap_or_default();
                advised.contradiction = Some(Contradiction {
                    conflict: conflict.map(|conflict| Conflict::new(game, &rows, &conflict)),
                    corrections: corrections.into_iter().take(CORRECTIONS).map(corrected).collect(),
                });
            }
            Err(error) => return Err(unanswered(error)),
        }
        Ok(Json(advised))
    })
    .await
}

const fn corrected(Correction { row, feedback, left, .. }: Correction) -> Corrected {
    Corrected { row, black: feedback.black, white: feedback.white, left }
}

/// Lists the first possible codes; none if the search fails.
fn first_candidates(game: Game, rows: &[Row], observer: &dyn Observer) -> Vec<String> {
    let first = match mastermind::candidates(game, rows, LISTED, observer) {
        Ok(found) => found.first,
        Err(CandidatesError::TooMany { first, .. }) => first,
        Err(_) => Vec::new(),
    };
    first.into_iter().map(|code| game.show(code).to_string()).collect()
}

/// A guess in a position.
#[derive(Debug, Deserialize)]
pub(crate) struct Guessed {
    #[serde(flatten)]
    position: Position,
    guess: String,
}

/// `POST /api/mastermind/information`: how a guess divides the possible codes.
async fn information(
    State(application): State<App>,
    Posted(guessed): Posted<Guessed>,
) -> Result<Json<Information>, Failure> {
    let (game, rows) = guessed.position.read()?;
    let guess = read_guess(game, &guessed.guess)?;
    bounded(&application, move |observer| {
        let known = mastermind::information(game, &rows, guess, observer).map_err(unanswered)?;
        Ok(Json(Information::new(game, &known)))
    })
    .await
}

/// The grades of a game, guess by guess.
#[derive(Debug, Serialize)]
pub(crate) struct Graded {
    rows: Vec<Compared>,
    /// Whether all rows were compared within the time limit.
    complete: bool,
    /// The expected number of turns that all guesses together lose. `None` if there are no guesses,
    /// or if the game has more than [`answers::GRADED`] codes.
    turns_lost: Option<f64>,
}

/// A guess compared with the best guess.
#[derive(Debug, Serialize)]
struct Compared {
    own: Information,
    best: Information,
    /// The number of turns that the guess loses, and whether this number is proved.
    grade: Option<GradedRow>,
}

/// `POST /api/mastermind/grade`: compares every guess with the best guess.
async fn grade(
    State(application): State<App>,
    Posted(position): Posted<Position>,
) -> Result<Json<Graded>, Failure> {
    let (game, rows) = position.read()?;
    let chooser = position.playing.chooser()?;
    let possible = position.playing.possible;
    bounded(&application, move |observer| {
        let play = Play::new(chooser.strategy()).only_possible(possible);
        let grade = if rows.is_empty() || game.codewords() > answers::GRADED {
            None
        } else {
            let grade = mastermind::grade(game, play, &rows, Level::best(), observer).map_err(unanswered)?;
            Some(grade)
        };
        let mut compared = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let before = &rows[..at];
            let known = |guess| mastermind::information(game, before, guess, observer);
            let best = match &grade {
                Some(grade) => known(grade.rows[at].best),
                None => propose(game, chooser, possible, before, USUAL_WORK, Level::best(), observer)
                    .map(|proposal| mastermind::Information::from(&proposal.advice)),
            };
            match known(row.guess).and_then(|own| Ok((own, best?))) {
                Ok((own, best)) => {
                    compared.push((Information::new(game, &own), Information::new(game, &best)));
                }
                Err(AdviseError::Cancelled(_)) => break,
                Err(error) => return Err(unanswered(error)),
            }
        }
        let complete = compared.len() == rows.len();
        let grade = grade.map(|grade| answers::Grade::new(game, &grade));
        let turns_lost = grade.as_ref().map(|grade| grade.turns_lost);
        let mut grades = grade.into_iter().flat_map(|grade| grade.rows);
        let rows = compared.into_iter().map(|(own, best)| Compared { own, best, grade: grades.next() });
        Ok(Json(Graded { rows: rows.collect(), complete, turns_lost }))
    })
    .await
}
