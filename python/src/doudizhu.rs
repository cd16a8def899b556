//! Dou Dizhu: moves, categories of cards, endgames with open hands.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::doudizhu as answers;
use quadrille::answers::endgames::{self, Asked, EndgameOptions};
use quadrille::doudizhu::endgame::Solver;
use quadrille::doudizhu::{Hand, Rules};

use crate::error::{at, error};
use crate::value::to_python;
use crate::watch::watched;

fn rules(text: &str) -> PyResult<Rules> {
    text.parse().map_err(error)
}

#[pyfunction]
pub(crate) fn doudizhu_moves<'py>(
    py: Python<'py>,
    hand: &str,
    on: Option<&str>,
    named: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules(named)?;
    let hand = answers::read_hand("hand", hand).map_err(at)?;
    let on = on.map(|on| answers::read_move_to_beat(rules, "on", on)).transpose().map_err(at)?;
    to_python(py, &py.detach(|| answers::moves(rules, hand, on)))
}

#[pyfunction]
pub(crate) fn doudizhu_classify<'py>(
    py: Python<'py>,
    cards: &str,
    named: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules(named)?;
    let cards =
        if cards.is_empty() { Hand::EMPTY } else { answers::read_hand("cards", cards).map_err(at)? };
    to_python(py, &answers::classify(rules, cards))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn doudizhu_solve<'py>(
    py: Python<'py>,
    hands: &str,
    to_move: u8,
    on: Option<&str>,
    on_by: Option<u8>,
    landlord: u8,
    named: &str,
    every_move: bool,
    memory: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = rules(named)?;
    let options = EndgameOptions { hands, to_move, on, on_by, landlord };
    let (_, position) = endgames::read_endgame(rules, options).map_err(at)?;
    let asked = if every_move { Asked::EveryMove } else { Asked::Value };
    let solved = watched(py, progress.as_ref(), |observer| {
        let mut solver = Solver::new(rules, memory).with_threads(threads.max(1));
        endgames::solve(&mut solver, &position, asked, observer)
    })?;
    to_python(py, &solved.map_err(error)?)
}
