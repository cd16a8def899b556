//! Arrays of the caller's: read, and written in place.

use numpy::{
    Element, PyArray1, PyArrayDescrMethods as _, PyArrayDyn, PyArrayMethods as _, PyReadonlyArray1,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::error::error;

/// Rows between two looks at Ctrl-C.
const ROWS: usize = 2048;

fn untyped<'a, 'py>(what: &str, array: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    array.cast::<PyUntypedArray>().map_err(|_| error(format!("{what}: expected an array of numpy")))
}

/// The type of an array's entries, in numpy's words.
fn dtype(array: &Bound<'_, PyUntypedArray>) -> String {
    array.dtype().typeobj().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string())
}

/// Says why an array cannot be used.
fn unusable(what: &str, why: impl std::fmt::Display) -> PyErr {
    error(format!("{what}: {why}"))
}

/// An array that is to be written in place: of this type, in C order, and of this shape.
pub(crate) fn writable<'py, T: Element>(
    what: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let any = untyped(what, array)?;
    if any.shape() != shape {
        let (found, expected) = (any.shape(), shape);
        return Err(unusable(what, format!("an array of shape {found:?}; expected {expected:?}")));
    }
    if !any.is_c_contiguous() {
        return Err(unusable(
            what,
            "the entries do not lie behind one another; expected an array in C order",
        ));
    }
    let typed = array.cast::<PyArrayDyn<T>>().map_err(|_| {
        let expected = T::get_dtype(array.py()).typeobj();
        let expected = expected.name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
        unusable(what, format!("an array of {}; expected {expected}", dtype(any)))
    })?;
    typed.try_readwrite().map_err(|why| unusable(what, why))
}

/// The entries of an array in C order.
pub(crate) fn entries<'a, T: Element>(
    what: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|why| unusable(what, why))
}

/// Writes an array of one dimension: `entry` tells what stands at each place.
pub(crate) fn write<T: Element + Send>(
    py: Python<'_>,
    what: &str,
    array: &Bound<'_, PyAny>,
    len: usize,
    mut entry: impl FnMut(usize) -> T + Send,
) -> PyResult<()> {
    let mut array = writable::<T>(what, array, &[len])?;
    let entries = entries(what, &mut array)?;
    py.detach(|| entries.iter_mut().enumerate().for_each(|(at, to)| *to = entry(at)));
    Ok(())
}

/// An array of one dimension and so many entries, to be read.
pub(crate) fn readable<'py, T: Element>(
    what: &str,
    array: &Bound<'py, PyAny>,
    len: usize,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let any = untyped(what, array)?;
    if any.shape() != [len] {
        let (found, expected) = (any.shape(), [len]);
        return Err(unusable(what, format!("an array of shape {found:?}; expected {expected:?}")));
    }
    let typed = array.cast::<PyArray1<T>>().map_err(|_| {
        let expected = T::get_dtype(array.py()).typeobj();
        let expected = expected.name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
        unusable(what, format!("an array of {}; expected {expected}", dtype(any)))
    })?;
    typed.try_readonly().map_err(|why| unusable(what, why))
}

/// Whole numbers of any of numpy's usual types, one for each table, through `take` and in their order.
pub(crate) fn whole_numbers(
    what: &str,
    array: &Bound<'_, PyAny>,
    len: usize,
    mut take: impl FnMut(usize, i64) -> PyResult<()>,
) -> PyResult<()> {
    macro_rules! any_of {
        ($($type:ty),*) => {
            $(if array.cast::<PyArrayDyn<$type>>().is_ok() {
                let read = readable::<$type>(what, array, len)?;
                let numbers = read.as_array();
                return numbers.iter().enumerate().try_for_each(|(at, &number)| {
                    take(at, i64::try_from(number).unwrap_or(i64::MAX))
                });
            })*
        };
    }
    any_of!(i64, u16, u32, i32, u64, i16, u8, i8);
    let any = untyped(what, array)?;
    Err(unusable(what, format!("an array of {}; expected one of whole numbers, such as int64", dtype(any))))
}

/// Does something for each row of a long array, without the interpreter's lock, looking at Ctrl-C now and then.
/// A row that cannot be written ends it.
pub(crate) fn by_row<T: Send, E: std::fmt::Display + Send>(
    py: Python<'_>,
    cells: &mut [T],
    row: usize,
    mut fill: impl FnMut(usize, &mut [T]) -> Result<(), E> + Send,
) -> PyResult<()> {
    for (chunk, rows) in cells.chunks_mut(ROWS * row.max(1)).enumerate() {
        let fill = &mut fill;
        let filled = py.detach(|| {
            rows.chunks_exact_mut(row.max(1))
                .enumerate()
                .try_for_each(|(at, row)| fill(chunk * ROWS + at, row))
        });
        filled.map_err(error)?;
        py.check_signals()?;
    }
    Ok(())
}

/// Writes cells of 0 and 1 to an array of any type that holds them: `$body` is what becomes of `$cells`, its entries.
macro_rules! with_cells {
    ($what:expr, $array:expr, $shape:expr, |$cells:ident| $body:expr) => {
        $crate::arrays::with_cells!(@ $what, $array, $shape, |$cells| $body, i8, u8, bool, f32)
    };
    (@ $what:expr, $array:expr, $shape:expr, |$cells:ident| $body:expr, $($type:ty),*) => {{
        let (what, array, shape) = ($what, $array, $shape);
        $(if array.cast::<::numpy::PyArrayDyn<$type>>().is_ok() {
            let mut array = $crate::arrays::writable::<$type>(what, array, shape)?;
            let $cells = $crate::arrays::entries(what, &mut array)?;
            $body
        } else)* {
            Err($crate::arrays::no_cells(what, array))
        }
    }};
}
pub(crate) use with_cells;

/// An array that cells cannot be written to.
pub(crate) fn no_cells(what: &str, array: &Bound<'_, PyAny>) -> PyErr {
    match untyped(what, array) {
        Err(error) => error,
        Ok(any) => {
            unusable(what, format!("an array of {}; expected int8, uint8, bool or float32", dtype(any)))
        }
    }
}
