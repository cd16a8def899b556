//! Numbers by which Python asks for a table, a player, a seat or a role: any whole number, and those that there cannot
//! be are told in the package's words, where the conversion alone would speak of an overflow.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::error::error;

fn place(what: &str, number: &Bound<'_, PyAny>) -> PyResult<usize> {
    number.extract().map_err(|why: PyErr| {
        if why.is_instance_of::<PyOverflowError>(number.py()) {
            error(format!("there is no {what} {number}; expected a small number, 0 or more"))
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
