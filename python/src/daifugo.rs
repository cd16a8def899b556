//! Daifugo: sets of cards, melds, dominance and sure-win proofs.

use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::daifugo::{self as answers, DominatesQuestion};
use quadrille::daifugo::dominance::Order;
use quadrille::daifugo::melds::{Hand, Meld, Trick};
use quadrille::daifugo::surewin::Position;
use quadrille::daifugo::{CardSet, Rank};

use crate::error::{at, error};
use crate::value::to_python;
use crate::watch::watched;

fn cards(name: &str, text: &str) -> PyResult<CardSet> {
    answers::read_cards(name, text).map_err(at)
}

fn jokers(name: &str, count: u32) -> PyResult<u32> {
    if count > Meld::MOST_JOKERS {
        return Err(error(format!("{name}: {count} jokers; expected at most {}", Meld::MOST_JOKERS)));
    }
    Ok(count)
}

const fn order(revolution: bool) -> Order {
    if revolution { Order::Reversed } else { Order::Normal }
}

#[pyfunction]
pub(crate) fn daifugo_inspect<'py>(py: Python<'py>, set: &str) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &answers::inspect(cards("cards", set)?))
}

#[pyfunction]
pub(crate) fn daifugo_moves<'py>(
    py: Python<'py>,
    hand: &str,
    held: u32,
    on: Option<&str>,
    lock: bool,
    revolution: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let hand = Hand::new(cards("hand", hand)?, jokers("jokers", held)?);
    let on = on.map(|text| {
        let meld: Meld = text.parse().map_err(|wrong| error(format!("on \"{text}\": {wrong}")))?;
        Ok::<_, PyErr>(Trick { suit_lock: lock, ..Trick::new(meld) })
    });
    let (on, order) = (on.transpose()?, order(revolution));
    to_python(py, &py.detach(|| answers::moves(hand, on, order)).map_err(error)?)
}

#[pyfunction]
pub(crate) fn daifugo_dominates(
    rank: &str,
    count: u32,
    opponents: Vec<String>,
    hand_sizes: Option<Vec<u32>>,
    opponent_jokers: u32,
    revolution: bool,
) -> PyResult<bool> {
    let known: Rank = rank.parse().map_err(error)?;
    if !(1..=4).contains(&count) {
        return Err(error(format!("{count} cards of a rank; expected 1 to 4")));
    }
    let opponents = opponents.iter().map(|hand| cards("opponents", hand)).collect::<PyResult<_>>()?;
    let question = DominatesQuestion {
        hand_sizes,
        opponent_jokers: jokers("opponent_jokers", opponent_jokers)?,
        order: order(revolution),
        ..DominatesQuestion::new(known, count, opponents)
    };
    Ok(answers::dominates(&question).map_err(error)?.dominates)
}

#[pyfunction]
pub(crate) fn daifugo_sure_win(
    py: Python<'_>,
    mine: &str,
    opponents: &str,
    my_jokers: u32,
    opponent_jokers: u32,
    revolution: bool,
    groups_only: bool,
) -> PyResult<bool> {
    let (mine, opponents) = (cards("mine", mine)?, cards("opponents", opponents)?);
    let position =
        Position::new(mine, my_jokers, opponents, opponent_jokers, order(revolution)).map_err(error)?;
    let found = watched(py, None, |_| {
        if groups_only { answers::sure_win_of_groups(&position) } else { Ok(answers::sure_win(&position)) }
    })?;
    Ok(found.map_err(error)?.sure_win)
}
