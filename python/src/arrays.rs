//! Arrays of the caller's: read, and written in place.
//!
//! Whatever a call returns in bulk, Python allocates and Rust fills: a caller who hands over the same array again
//! allocates nothing, and this crate never owns memory that Python sees. An array is taken only as it is, of the very
//! type and shape and in C order, and refused in words otherwise; nothing is converted, for a conversion would fill a
//! copy that nobody sees.
//!
//! numpy's own books are kept: an array is borrowed while it is written, so that a second call (of another thread, or
//! of the same array under two names) gets an error and no torn data. That is what makes it sound to let go of the
//! interpreter's lock meanwhile.

use numpy::{
    Element, PyArray1, PyArrayDescr, PyArrayDescrMethods as _, PyArrayDyn, PyArrayMethods as _,
    PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods as _,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PySlice, PyTuple};

use crate::error::error;

/// Rows between two looks at Ctrl-C: some milliseconds' worth, and a look costs the interpreter's lock.
const ROWS: usize = 2048;

fn untyped<'a, 'py>(what: &str, array: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    array.cast::<PyUntypedArray>().map_err(|_| error(format!("{what}: expected an array of numpy")))
}

/// The type of entries, in numpy's words.
fn named(dtype: &Bound<'_, PyArrayDescr>) -> String {
    let name = dtype.typeobj().name().map_or_else(|_| "another type".to_owned(), |name| name.to_string());
    // Both orders of bytes have the same name.
    if dtype.is_native_byteorder() == Some(false) { format!("{name} in another byte order") } else { name }
}

/// The type of an array's entries.
fn dtype(array: &Bound<'_, PyUntypedArray>) -> String {
    named(&array.dtype())
}

/// An array of another type than expected.
fn another_type<T: Element>(what: &str, array: &Bound<'_, PyUntypedArray>) -> PyErr {
    unusable(what, format!("an array of {}; expected {}", dtype(array), named(&T::get_dtype(array.py()))))
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
    let typed = array.cast::<PyArrayDyn<T>>().map_err(|_| another_type::<T>(what, any))?;
    typed.try_readwrite().map_err(|why| unusable(what, why))
}

/// The entries of an array in C order.
pub(crate) fn entries<'a, T: Element>(
    what: &str,
    array: &'a mut PyReadwriteArrayDyn<'_, T>,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|why| unusable(what, why))
}

/// A new array of numpy's, whose entries are to be written.
pub(crate) fn empty<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make =
        EMPTY.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.getattr("empty")?.unbind()))?;
    make.bind(py).call1((PyTuple::new(py, shape)?, T::get_dtype(py)))
}

/// The caller's array, or a new one.
pub(crate) fn filled<'py, T: Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    out.map_or_else(|| empty::<T>(py, shape), Ok)
}

/// The first rows of the caller's array, `shape[0]` of them, or a new one.
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
            "out: expected an array of at least {rows} rows and {dimensions} dimensions"
        )));
    }
    out.get_item(PySlice::new(py, 0, shape[0] as isize, 1))
}

/// An array of the caller's or a new one, whose entries `fill` writes.
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

/// The same of one dimension: `entry` has what stands at each place.
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
    let typed = array.cast::<PyArray1<T>>().map_err(|_| another_type::<T>(what, any))?;
    typed.try_readonly().map_err(|why| unusable(what, why))
}

/// Whole numbers of any of numpy's types, one for each table, through `take` and in their order.
///
/// The type is looked for once and each has a loop of its own, so that nothing is asked per number; `int64`, which
/// numpy makes of Python's numbers, first, and `uint16`, which the tables' own lists are of, next. 128 bits hold them
/// all: an error can name the very number that was handed over.
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
///
/// A macro, because a closure cannot be generic: the body is compiled once for each type, with `$cells` a slice of it,
/// and the type is looked for once a call, outside all loops.
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

/// An array of the caller's, or a new one of `int8`, whose rows of `$row` cells `$fill` writes: a row's place and cells.
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

/// An array that cells cannot be written to.
pub(crate) fn no_cells(what: &str, array: &Bound<'_, PyAny>) -> PyErr {
    match untyped(what, array) {
        Err(error) => error,
        Ok(any) => {
            unusable(what, format!("an array of {}; expected int8, uint8, bool or float32", dtype(any)))
        }
    }
}
