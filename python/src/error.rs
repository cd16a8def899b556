//! Conversion of the errors of the crate `quadrille` to one Python exception. If an error refers to
//! a place in a text, the exception has the position.

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
    "An input is invalid, or a call failed. The message is the one that the program\n\
     ``quadrille`` prints.\n\n\
     `file`, `line` and `column` give the position of an error in a text. Lines are counted from 1,\n\
     and columns are characters, counted from 1. All three are None for an error without a position.\n\
     `refused` is False for a run that failed after its start, and True for all other errors."
);

/// Sets default values for the attributes of the exception class. Errors without a position have
/// these values.
pub(crate) fn name_places(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Error>();
    for name in ["file", "line", "column"] {
        class.setattr(name, py.None())?;
    }
    class.setattr("refused", true)
}

/// Returns an error without a position.
pub(crate) fn error(what: impl Display) -> PyErr {
    Error::new_err(what.to_string())
}

/// Returns the error for a file that cannot be read. If the file is not valid text, the error has a
/// position.
pub(crate) fn unread(reason: ReadError) -> PyErr {
    match reason {
        ReadError::Text(diagnostic) => at(diagnostic),
        other => error(other),
    }
}

/// Returns the error for a run that was refused or that failed.
pub(crate) fn failed(failure: RunFailure) -> PyErr {
    let refused = matches!(failure, RunFailure::Refused(_));
    Python::attach(|py| {
        let error = error(failure);
        error.value(py).setattr("refused", refused).err().unwrap_or(error)
    })
}

/// Returns an error with a position in a text.
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
