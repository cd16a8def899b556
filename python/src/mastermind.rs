//! Functions of Mastermind: scores, candidates, advice, evaluation of strategies, and optimal play.

use std::time::{Duration, Instant};

use numpy::ndarray::Array3;
use numpy::{IntoPyArray as _, PyArray3};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyList};
use quadrille::answers::job::{RunFact, result_and_facts};
use quadrille::answers::mastermind as answers;
use quadrille::files::NamedFiles;
use quadrille::kinds::REGISTRY;
use quadrille::mastermind::{self, Codeword, Game, Goal, Play, Repeats, Strategy};
use quadrille::progress::Meter;
use quadrille::runs::{self, RunOptions};
use quadrille::settings::EvaluateSettings;

use crate::error::{at, error, failed};
use crate::experiments::level;
use crate::value::to_python;
use crate::watch::watched;

/// Number of codewords that are processed between two checks for Ctrl-C. They take about a
/// millisecond.
const CODEWORDS: usize = 1 << 12;

/// Maximum number of scores in a matrix. A score takes two bytes.
const MOST_SCORES: u64 = 1 << 29;

fn game(pins: u32, colors: u32, repeats: bool) -> PyResult<Game> {
    Game::new(pins, colors, if repeats { Repeats::Allowed } else { Repeats::Forbidden }).map_err(error)
}

fn codeword(game: Game, name: &str, text: &str) -> PyResult<Codeword> {
    answers::read_codeword(game, name, text).map_err(at)
}

fn strategy(name: &str) -> PyResult<Strategy> {
    name.parse().map_err(error)
}

#[pyfunction]
pub(crate) fn mastermind_score(
    secret: &str,
    guess: &str,
    colors: Option<u32>,
    repeats: bool,
) -> PyResult<(u8, u8)> {
    let pins = u32::try_from(secret.chars().count()).unwrap_or(u32::MAX);
    let game = game(pins, colors.unwrap_or(if repeats { 15 } else { 10 }), repeats)?;
    let found = answers::score(codeword(game, "secret", secret)?, codeword(game, "guess", guess)?);
    Ok((found.black, found.white))
}

#[pyfunction]
pub(crate) fn mastermind_codewords(
    py: Python<'_>,
    pins: u32,
    colors: u32,
    repeats: bool,
) -> PyResult<Bound<'_, PyList>> {
    let game = game(pins, colors, repeats)?;
    few(game.codewords())?;
    // This thread creates the strings, and holds the interpreter's lock meanwhile. It therefore
    // checks for Ctrl-C itself.
    let listed = PyList::empty(py);
    for (number, code) in game.iter().enumerate() {
        if number % CODEWORDS == 0 {
            py.check_signals()?;
        }
        listed.append(game.show(code).to_string())?;
    }
    Ok(listed)
}

fn few(codewords: u64) -> PyResult<()> {
    if codewords > 1 << 24 {
        return Err(error(format!("the game has {codewords} codewords; expected at most 2^24")));
    }
    Ok(())
}

#[pyfunction]
pub(crate) fn mastermind_score_matrix(
    py: Python<'_>,
    pins: u32,
    colors: u32,
    repeats: bool,
    secrets: Option<Vec<String>>,
    guesses: Option<Vec<String>>,
) -> PyResult<Bound<'_, PyArray3<u8>>> {
    let game = game(pins, colors, repeats)?;
    let read = |name: &str, texts: Option<Vec<String>>| match texts {
        Some(texts) => texts.iter().map(|text| codeword(game, name, text)).collect(),
        None => few(game.codewords()).map(|()| game.iter().collect::<Vec<_>>()),
    };
    let (secrets, guesses) = (read("secrets", secrets)?, read("guesses", guesses)?);
    let scores = secrets.len() as u64 * guesses.len() as u64;
    if scores > MOST_SCORES {
        return Err(error(format!("a matrix of {scores} scores; expected at most 2^29 (1 GiB)")));
    }
    let shape = (secrets.len(), guesses.len(), 2);
    let pegs = watched(py, None, |observer| {
        let meter = Meter::new(observer).total(scores);
        let mut pegs = Vec::with_capacity(2 * scores as usize);
        for &secret in &secrets {
            for &guess in &guesses {
                let found = mastermind::score(secret, guess);
                pegs.extend([found.black, found.white]);
            }
            meter.advance(guesses.len() as u64)?;
        }
        Ok::<_, quadrille::progress::Cancelled>(pegs)
    })?;
    let matrix = Array3::from_shape_vec(shape, pegs.map_err(error)?).map_err(error)?;
    Ok(matrix.into_pyarray(py))
}

#[pyfunction]
pub(crate) fn mastermind_candidates(
    py: Python<'_>,
    pins: u32,
    colors: u32,
    rows: Vec<String>,
    repeats: bool,
    show: usize,
) -> PyResult<Bound<'_, PyAny>> {
    let game = game(pins, colors, repeats)?;
    let rows = answers::read_rows(game, &rows).map_err(at)?;
    let found = watched(py, None, |observer| answers::candidates(game, &rows, show, observer))?;
    to_python(py, &found.map_err(error)?)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn mastermind_advise<'py>(
    py: Python<'py>,
    pins: u32,
    colors: u32,
    named: &str,
    rows: Vec<String>,
    repeats: bool,
    first: Option<&str>,
    possible_only: bool,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, level) = (game(pins, colors, repeats)?, level()?);
    let limit = time_limit
        .map(|seconds| {
            let limit = Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero());
            limit.ok_or_else(|| error(format!("time_limit={seconds}: expected a time in seconds above 0")))
        })
        .transpose()?;
    let first = first.map(|first| codeword(game, "first", first)).transpose()?;
    let play = Play::new(strategy(named)?).with_first(first).only_possible(possible_only);
    let rows = answers::read_rows(game, &rows).map_err(at)?;
    let found = watched(py, None, |observer| answers::advise(game, play, &rows, limit, level, observer))?;
    to_python(py, &found.map_err(error)?)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn mastermind_evaluate<'py>(
    py: Python<'py>,
    pins: u32,
    colors: u32,
    named: &str,
    repeats: bool,
    first: Option<String>,
    possible_only: bool,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut settings = EvaluateSettings::new(pins, colors, strategy(named)?.into());
    (settings.first, settings.possible_only, settings.no_repeats) = (first, possible_only, !repeats);
    let file = REGISTRY.ask(&settings, NamedFiles::default()).map_err(error)?;
    let mut options = RunOptions::new(level()?);
    options.threads = threads.map(|threads| threads.max(1));
    let summary = watched(py, progress.as_ref(), |observer| runs::in_memory(&file, options, observer))?;
    to_python(py, &result_and_facts(&summary.map_err(failed)?, &[RunFact::Rate, RunFact::Seconds]))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn mastermind_optimal<'py>(
    py: Python<'py>,
    pins: u32,
    colors: u32,
    max_turns: Option<u32>,
    repeats: bool,
    first: Option<&str>,
    possible_only: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, level, begun) = (game(pins, colors, repeats)?, level()?, Instant::now());
    let first = first.map(|first| codeword(game, "first", first)).transpose()?;
    let goal = Goal::new().with_max_turns(max_turns).with_first(first).only_possible(possible_only);
    let find =
        |observer: &dyn quadrille::progress::Observer| mastermind::optimal(game, &goal, level, observer);
    let found = watched(py, progress.as_ref(), find)?.map_err(error)?;
    to_python(py, &answers::Optimal::new(&found, begun.elapsed().as_secs_f64()))
}
