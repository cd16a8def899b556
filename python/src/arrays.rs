//! Reading and writing of the caller's numpy arrays, in place.
//!
//! Python allocates every array that a call returns, and Rust fills the array. A caller can pass
//! the same array again, so that nothing is allocated. An array must have the expected element
//! type, the expected shape and C order. Other arrays are refused with an error. Arrays are not
//! converted, because Rust would then fill a copy that the caller never sees.
//!
//! While an array is written, the borrow checker of the crate `numpy`, which works at run time,
//! holds it as borrowed. A second borrow of the same array (by another thread, or because the
//! caller passes it twice) therefore raises an error. The interpreter's lock can safely be released
//! while an array is written.

use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods as _, PyArrayDyn, PyArrayMethods as _,
    PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PySlice, PyTuple};

use crate::error::error;

/// Number of rows that are filled between two checks for Ctrl-C. Filling this number of rows takes
/// a few milliseconds. Each check acquires the interpreter's lock.
const ROWS: usize = 2048;

fn untyped<'a, 'py>(what: &str, array: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    array.cast::<PyUntypedArray>().map_err(|_| error(format!("{what}: expected a numpy array")))
}

/// Returns numpy's name of an element type, with a note if its byte order is not the machine's.
fn named(dtype: &Bound<'_, PyArrayDescr>) -> String {
    let name = dtype.typeobj().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    // In numpy, a type has the same name in both byte orders, so the byte order is added.
    if dtype.is_native_byteorder() == Some(false) { format!("{name} in another byte order") } else { name }
}

/// Returns the name of an array's element type.
fn dtype(array: &Bound<'_, PyUntypedArray>) -> String {
    named(&array.dtype())
}

/// Returns the error for an array of an unexpected element type.
fn another_type<T: Element>(what: &str, array: &Bound<'_, PyUntypedArray>) -> PyErr {
    unusable(what, format!("an array of {}; expected {}", dtype(array), named(&T::get_dtype(array.py()))))
}

/// Returns the error for an array that cannot be used. `what` names the array, `why` is the reason.
fn unusable(what: &str, why: impl std::fmt::Display) -> PyErr {
    error(format!("{what}: {why}"))
}

/// Borrows an array for writing. It must have element type `T`, the given shape, and C order.
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
        return Err(unusable(what, "the array is not contiguous; expected an array in C order"));
    }
    let typed = array.cast::<PyArrayDyn<T>>().map_err(|_| another_type::<T>(what, any))?;
    typed.try_readwrite().map_err(|why| unusable(what, why))
}

/// Returns the entries of an array in C order.
pub(crate) fn entries<'a, T: Element>(
    what: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|why| unusable(what, why))
}

/// Returns a new numpy array with uninitialised entries.
pub(crate) fn empty<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make =
        EMPTY.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.getattr("empty")?.unbind()))?;
    make.bind(py).call1((PyTuple::new(py, shape)?, T::get_dtype(py)))
}

/// Returns the caller's array, or a new array if the caller passed none.
pub(crate) fn filled<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    out.map_or_else(|| empty::<T>(py, shape), Ok)
}

/// Returns the first `shape[0]` rows of the caller's array, or a new array if the caller passed
/// none.
pub(crate) fn rows<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out else { return empty::<T>(py, shape) };
    let enough = out
        .cast::<PyUntypedArray>()
        .is_ok_and(|array| array.ndim() == shape.len() && array.shape()[0] >= shape[0]);
    if !enough {
        let (rows, dimensions) = (shape[0], shape.len());
        return Err(error(format!(
            "out: expected a {dimensions}-dimensional array of length {rows} or more"
        )));
    }
    out.get_item(PySlice::new(py, 0, shape[0] as isize, 1))
}

/// Calls `fill` with the caller's array, or with a new array if the caller passed none. Returns the
/// array.
pub(crate) fn array<'py, T: Element + Send>(
    py: Python<'py>,
    what: &str,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
    fill: impl FnOnce(&mut [T]) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let out = filled::<T>(py, out, shape)?;
    let mut written = writable::<T>(what, &out, shape)?;
    let cells = entries(what, &mut written)?;
    py.detach(|| fill(cells));
    drop(written);
    Ok(out)
}

/// Sets each entry `i` of a one-dimensional array to `entry(i)`. Fills the caller's array, or a new
/// array if the caller passed none. Returns the array.
pub(crate) fn each<'py, T: Element + Send>(
    py: Python<'py>,
    what: &str,
    out: Option<Bound<'py, PyAny>>,
    len: usize,
    mut entry: impl FnMut(usize) -> T + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let write = |entries: &mut [T]| entries.iter_mut().enumerate().for_each(|(at, to)| *to = entry(at));
    array(py, what, out, &[len], write)
}

/// Borrows a one-dimensional array of `len` entries for reading.
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
    let typed = array.cast::<PyArray1<T>>().map_err(|_| another_type::<T>(what, any))?;
    typed.try_readonly().map_err(|why| unusable(what, why))
}

/// Calls `take` with the index and the value of each entry of an array, in order. The array can
/// have any integer type, and must have `len` entries.
///
/// The element type is determined once per call, and each type has its own loop. Frequent types are
/// tried first: `int64` is numpy's type for Python's numbers, and `uint16` is the type of action
/// ids. `take` receives an `i128`, which can represent every value of these types. Errors can
/// therefore quote the exact number.
pub(crate) fn whole_numbers(
    what: &str,
    array: &Bound<'_, PyAny>,
    len: usize,
    mut take: impl FnMut(usize, i128) -> PyResult<()>,
) -> PyResult<()> {
    macro_rules! any_of {
        ($($type:ty),*) => {
            $(if array.cast::<PyArrayDyn<$type>>().is_ok() {
                let read = readable::<$type>(what, array, len)?;
                let numbers = read.as_array();
                return numbers.iter().enumerate().try_for_each(|(at, &number)| take(at, number.into()));
            })*
        };
    }
    any_of!(i64, u16, u32, i32, u64, i16, u8, i8);
    let any = untyped(what, array)?;
    Err(unusable(what, format!("an array of {}; expected an integer type, such as int64", dtype(any))))
}

/// Calls `fill` with the index and the cells of each row, without the interpreter's lock. Every row
/// has `row` cells. Checks for Ctrl-C after every [`ROWS`] rows.
///
/// Stops at the first row that cannot be written.
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

/// Evaluates `$body`. In `$body`, `$cells` is the slice of the entries of an array. The entries are
/// cells, which are 0 or 1, and have one of the types `i8`, `u8`, `bool` and `f32`.
///
/// This is a macro because closures cannot be generic. `$body` is compiled once for each element
/// type. The type of the array is determined once per call, outside all loops.
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

/// Fills the caller's array, or a new `int8` array if the caller passed none. Calls `$fill` with
/// the index and the cells of each row. Every row has `$row` cells.
macro_rules! cells {
    ($py:expr, $what:literal, $out:expr, $shape:expr, $row:expr, $fill:expr) => {{
        let shape = $shape;
        let out = $crate::arrays::filled::<i8>($py, $out, &shape)?;
        $crate::arrays::with_cells!($what, &out, &shape, |cells| $crate::arrays::by_row(
            $py, cells, $row, $fill
        ))?;
        Ok(out)
    }};
}
pub(crate) use cells;

/// Returns the error for an array of cells whose element type is not `i8`, `u8`, `bool` or `f32`.
pub(crate) fn no_cells(what: &str, array: &Bound<'_, PyAny>) -> PyErr {
    match untyped(what, array) {
        Err(error) => error,
        Ok(any) => {
            unusable(what, format!("an array of {}; expected int8, uint8, bool or float32", dtype(any)))
        }
    }
}
