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
use pyo3::types::PyAny;

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

/// An array that cells cannot be written to.
pub(crate) fn no_cells(what: &str, array: &Bound<'_, PyAny>) -> PyErr {
    match untyped(what, array) {
        Err(error) => error,
        Ok(any) => {
            unusable(what, format!("an array of {}; expected int8, uint8, bool or float32", dtype(any)))
        }
    }
}
