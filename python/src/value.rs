//! Conversion of answers to dictionaries. They have the keys and values that the program prints
//! with `--json`.

use pyo3::prelude::*;
use serde::Serialize;

use crate::error::error;

/// Converts a value of the crate `quadrille` to Python dictionaries, lists, numbers and strings.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, value).map_err(error)
}
