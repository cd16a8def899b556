//! Converts answers into dictionaries with the keys and values of the program's `--json`.

use pyo3::prelude::*;
use serde::Serialize;

use crate::error::error;

/// Converts a value of the facade into Python dictionaries, lists, numbers and strings.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(error)
}
