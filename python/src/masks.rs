//! Action masks that differ little from step to step.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::arrays::{entries, writable};

/// A reused array of masks, and the indices of its set cells. Only a few cells in a thousand are
/// set, so clearing these cells costs much less than writing all cells.
#[derive(Default)]
pub(crate) struct Masks {
    array: Option<Py<PyArrayDyn<i8>>>,
    set: Vec<usize>,
}

impl Masks {
    /// Returns the array of `rows` masks with `columns` cells each. `each` calls its argument with
    /// the index of each cell to set; all other cells are 0.
    pub(crate) fn update<'py>(
        &mut self,
        py: Python<'py>,
        [rows, columns]: [usize; 2],
        each: impl FnOnce(&mut dyn FnMut(usize)) + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let make = || PyArrayDyn::<i8>::zeros(py, vec![rows, columns], false).unbind();
        let array = self.array.get_or_insert_with(make).bind(py).clone();
        let mut written = writable::<i8>("masks", array.as_any(), &[rows, columns])?;
        let (cells, set) = (entries("masks", &mut written)?, &mut self.set);
        py.detach(|| {
            for place in set.drain(..) {
                cells[place] = 0;
            }
            each(&mut |place| {
                if let Some(cell) = cells.get_mut(place) {
                    *cell = 1;
                    set.push(place);
                }
            });
        });
        drop(written);
        Ok(array.into_any())
    }
}
