//! Answers as dictionaries: the keys and values of the program's `--json`.

use pyo3::prelude::*;
use serde::Serialize;

use crate::error::error;

/// A value of the facade as Python's dictionaries, lists, numbers and texts.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(error)
}
