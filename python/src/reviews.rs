//! Advice and reviews by search, for all card games.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::experiments::cards::GameOf;
use quadrille::experiments::cards::reviews::{RecordedGame, ReviewOptions, ReviewedGame, advise, review};
use quadrille::experiments::daifugo::league::Daifugo;
use quadrille::experiments::doudizhu::DouDizhu;
use quadrille::experiments::hearts::Hearts;

use crate::error::error;
use crate::value::to_python;
use crate::watch::watched;

/// Reads the games of a record. The record must have at least one game.
fn games<K: ReviewedGame>(record: &str) -> PyResult<Vec<RecordedGame<GameOf<K>>>> {
    let games = K::records(record).map_err(error)?.games;
    if games.is_empty() {
        Err(error("there are no games in the record; expected at least one"))
    } else {
        Ok(games)
    }
}

/// Calls the generic function `$call`. Its type parameter is the card game with the name `$name`.
macro_rules! of_game {
    ($name:expr, $call:ident, $($argument:expr),*) => {
        match $name {
            "doudizhu" => $call::<DouDizhu>($($argument),*),
            "daifugo" => $call::<Daifugo>($($argument),*),
            "hearts" => $call::<Hearts>($($argument),*),
            other => Err(error(format!("there is no card game `{other}`; expected doudizhu, daifugo or hearts"))),
        }
    };
}

/// The parameters of a search: playouts, worlds, threads and seed.
type Effort = (u32, u32, usize, u64);

#[pyfunction]
pub(crate) fn cards_advise<'py>(
    py: Python<'py>,
    game: &str,
    record: &str,
    number: Option<usize>,
    after: Option<usize>,
    effort: Effort,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    of_game!(game, advise_on, py, record, number, after, effort, progress)
}

fn advise_on<'py, K: ReviewedGame>(
    py: Python<'py>,
    record: &str,
    number: Option<usize>,
    after: Option<usize>,
    (playouts, worlds, threads, seed): Effort,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let games = games::<K>(record)?;
    let number = number.unwrap_or(games.len() - 1);
    let game = games.get(number).ok_or_else(|| {
        error(format!("there is no game {number}; expected a number below {}", games.len()))
    })?;
    let course = &game.course;
    let after = after.unwrap_or(course.actions.len());
    if after > course.actions.len() {
        return Err(error(format!(
            "after={after}; expected at most {}, the number of actions",
            course.actions.len()
        )));
    }
    let mut position = course.after(after);
    let found = watched(py, progress.as_ref(), |observer| {
        Ok::<_, PyErr>(advise(&mut position, Some(playouts), Some(worlds), threads.max(1), seed, observer))
    })??;
    match found {
        Some(found) => to_python(py, &found),
        None => Err(error("the game is over after these actions; expected a smaller `after`")),
    }
}

#[pyfunction]
pub(crate) fn cards_review<'py>(
    py: Python<'py>,
    game: &str,
    record: &str,
    number: Option<usize>,
    player: Option<String>,
    effort: Effort,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    of_game!(game, review_of, py, record, number, player, effort, progress)
}

fn review_of<'py, K: ReviewedGame>(
    py: Python<'py>,
    record: &str,
    number: Option<usize>,
    player: Option<String>,
    (playouts, worlds, threads, seed): Effort,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let games = games::<K>(record)?;
    let (playouts, worlds, threads) = (Some(playouts), Some(worlds), threads.max(1));
    let options = ReviewOptions { game: number, player, playouts, worlds, threads, seed };
    let found = watched(py, progress.as_ref(), |observer| review(&games, &options, observer))?;
    to_python(py, &found.map_err(error)?)
}
