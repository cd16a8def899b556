//! Arrays that belong to Python, filled in place.

use numpy::{Element, PyArrayMethods as _, PyReadonlyArray, PyReadwriteArray, ndarray::Dimension};
use pyo3::prelude::*;

use crate::error::error;

/// The cells of an array in rows, one behind the other.
pub(crate) fn cells<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| error("the array's rows do not lie behind one another in memory"))
}

/// The numbers of actions, one for each table: those that no action can have become `none`, which is none.
pub(crate) fn numbers<D: Dimension>(actions: &PyReadonlyArray<'_, i64, D>, to: &mut Vec<u16>, none: u16) {
    to.clear();
    let narrow = |&action: &i64| u16::try_from(action).unwrap_or(none);
    match actions.as_slice() {
        Ok(actions) => to.extend(actions.iter().map(narrow)),
        Err(_) => to.extend(actions.as_array().iter().map(narrow)),
    }
}

/// Masks of legal actions, changed where they change: most of some ten thousand cells a table are 0 and stay so.
#[derive(Debug)]
pub(crate) struct Masks {
    array: Py<numpy::PyArray2<i8>>,
    columns: usize,
    /// The cells that are 1.
    marked: Vec<usize>,
}

impl Masks {
    pub(crate) fn new(py: Python<'_>, rows: usize, columns: usize) -> Self {
        let array = numpy::PyArray2::zeros(py, [rows, columns], false).unbind();
        Self { array, columns, marked: Vec::new() }
    }

    pub(crate) fn array(&self, py: Python<'_>) -> Py<numpy::PyArray2<i8>> {
        self.array.clone_ref(py)
    }

    /// Writes what is legal now: for each table the numbers of its actions.
    pub(crate) fn write<I: Iterator<Item = u16>>(
        &mut self,
        py: Python<'_>,
        tables: usize,
        legal: impl Fn(usize) -> I + Sync,
    ) -> PyResult<()> {
        let mut array = self.array.bind(py).try_readwrite().map_err(error)?;
        let cells = cells(&mut array)?;
        for place in self.marked.drain(..) {
            cells[place] = 0;
        }
        for table in 0..tables {
            for id in legal(table) {
                let place = table * self.columns + usize::from(id);
                cells[place] = 1;
                self.marked.push(place);
            }
        }
        Ok(())
    }
}
