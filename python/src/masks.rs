//! Action masks. Only a few cells of the masks change from step to step.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::arrays::{entries, writable};

/// An array of masks that is reused in every step, and the indices of its cells that are 1. Only a
/// few cells in a thousand are 1, so clearing these cells costs much less than writing all cells.
#[derive(Default)]
pub(crate) struct Masks {
    array: Option<Py<PyArrayDyn<i8>>>,
    set: Vec<usize>,
}

impl Masks {
    /// Updates and returns the array, which has `rows` masks of `columns` cells. `each` must call
    /// its argument with the index of each cell that shall be 1. All other cells become 0.
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
