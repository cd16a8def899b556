//! Conversion of Python integers to seeds, to counts of tables, and to the indices of tables,
//! players, seats and roles. If an integer is out of range, quadrille's error is raised instead of
//! pyo3's overflow error.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBool};

use crate::error::error;

fn place(what: &str, number: &Bound<'_, PyAny>) -> PyResult<usize> {
    number.extract().map_err(|why: PyErr| {
        if why.is_instance_of::<PyOverflowError>(number.py()) {
            error(format!("there is no {what} {number}; expected the number of a {what}, counted from 0"))
        } else {
            why
        }
    })
}

pub(crate) fn table(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    place("table", number)
}

pub(crate) fn player(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    place("player", number)
}

pub(crate) fn seat(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    place("seat", number)
}

pub(crate) fn role(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    place("role", number)
}

/// Converts a Python integer. Returns `None` for a boolean and for an integer out of range.
fn whole<T: for<'a> FromPyObject<'a, 'a>>(number: &Bound<'_, PyAny>) -> Option<T> {
    if number.is_instance_of::<PyBool>() { None } else { number.extract().ok() }
}

/// Converts a Python integer to a seed.
pub(crate) fn seed(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    let wrong = || error(format!("seed={}; expected one whole number, 0 to 2^64 - 1", shown(seed)));
    whole(seed).ok_or_else(wrong)
}

/// Converts a count of tables. Booleans and negative numbers are refused.
pub(crate) fn count(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wrong = || error(format!("{} tables; expected a whole number, 0 or more", shown(number)));
    whole(number).ok_or_else(wrong)
}

fn shown(value: &Bound<'_, PyAny>) -> String {
    value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}
