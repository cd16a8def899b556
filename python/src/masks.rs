//! Masks over numbers of actions that differ little from step to step.

use numpy::PyArrayDyn;
use pyo3::prelude::*;

use crate::arrays::{entries, writable};

/// An array of masks that is handed out again and again, and the places that are set in it: a few in a thousand, so
/// that it costs much less to take them back than to write all of them anew.
#[derive(Default)]
pub(crate) struct Masks {
    array: Option<Py<PyArrayDyn<i8>>>,
    set: Vec<usize>,
}

impl Masks {
    /// The array, of `rows` masks of `columns` cells, in which exactly those places are set that `each` names.
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
