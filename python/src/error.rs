//! Errors: the facade's words as one Python exception that knows its place.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::diagnostics::Diagnostic;
use quadrille::files::ReadError;
use quadrille::runs::RunFailure;

pyo3::create_exception!(
    quadrille,
    Error,
    PyValueError,
    "What is wrong with an input, in the words of the program; or why a call could not go on.\n\n\
     `file`, `line` and `column` say where, if it is a place in a text; lines and columns count from 1, columns in\n\
     characters. They are None otherwise. `refused` is False of a run that had begun and could not go on."
);

/// Every error has the three attributes, whether it has a place or not.
pub(crate) fn name_places(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Error>();
    for name in ["file", "line", "column"] {
        class.setattr(name, py.None())?;
    }
    class.setattr("refused", true)
}

/// An error without a place.
pub(crate) fn error(what: impl Display) -> PyErr {
    Error::new_err(what.to_string())
}

/// A file that cannot be read; at its place where it is no text.
pub(crate) fn unread(reason: ReadError) -> PyErr {
    match reason {
        ReadError::Text(diagnostic) => at(diagnostic),
        other => error(other),
    }
}

/// A run that was refused, or could not go on.
pub(crate) fn failed(failure: RunFailure) -> PyErr {
    let refused = matches!(failure, RunFailure::Refused(_));
    Python::attach(|py| {
        let error = error(failure);
        error.value(py).setattr("refused", refused).err().unwrap_or(error)
    })
}

/// An error at its place in a text.
pub(crate) fn at(diagnostic: Diagnostic) -> PyErr {
    Python::attach(|py| {
        let error = Error::new_err(diagnostic.to_string());
        let (value, position) = (error.value(py), diagnostic.position());
        let placed = value
            .setattr("file", diagnostic.source().name())
            .and_then(|()| value.setattr("line", position.line))
            .and_then(|()| value.setattr("column", position.column));
        placed.err().unwrap_or(error)
    })
}
