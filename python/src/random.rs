//! Functions that return random numbers as arrays, and the list of generators.

use std::num::NonZeroU64;

use numpy::{Element, IntoPyArray as _, PyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::random as answers;
use quadrille::random::bounded::below_u64;
use quadrille::random::shuffle::deal;
use quadrille::random::{Bulk as _, StreamKey, Xoshiro256PlusPlus};

use crate::error::error;
use crate::experiments::level;
use crate::value::to_python;

/// A stream of random numbers. Three 64-bit words identify the stream: seed, stream and substream.
#[pyclass(module = "quadrille._native")]
pub(crate) struct Stream {
    key: StreamKey,
    rng: Xoshiro256PlusPlus,
}

/// Maximum number of values per call. This number of values takes at most two gibibytes.
const MOST: usize = 1 << 28;

fn count(asked: usize) -> PyResult<usize> {
    if asked > MOST {
        return Err(error(format!("{asked} values; expected at most 2^28 per call")));
    }
    Ok(asked)
}

/// Number of values that are generated between two checks for Ctrl-C.
const PIECE: usize = 1 << 20;

/// Returns a new array of `n` values. Calls `fill` for each chunk of the array.
fn filled<T: Element + Clone + Default + Send>(
    py: Python<'_>,
    n: usize,
    fill: impl FnMut(&mut [T]) + Send,
) -> PyResult<Bound<'_, PyArray1<T>>> {
    let mut values = vec![T::default(); count(n)?];
    in_pieces(py, &mut values, fill)?;
    Ok(values.into_pyarray(py))
}

fn in_pieces<T: Send>(
    py: Python<'_>,
    values: &mut [T],
    mut fill: impl FnMut(&mut [T]) + Send,
) -> PyResult<()> {
    for some in values.chunks_mut(PIECE) {
        py.detach(|| fill(some));
        py.check_signals()?;
    }
    Ok(())
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (seed, stream = 0, substream = 0))]
    fn new(seed: u64, stream: u64, substream: u64) -> Self {
        let key = StreamKey { seed, stream, substream };
        Self { key, rng: key.rng() }
    }

    /// The key of the stream: (seed, stream, substream).
    #[getter]
    fn key(&self) -> (u64, u64, u64) {
        (self.key.seed, self.key.stream, self.key.substream)
    }

    /// Returns the next `n` words of 64 bits.
    fn u64<'py>(&mut self, py: Python<'py>, n: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
        filled(py, n, |some| self.rng.fill_u64(some))
    }

    /// Returns the next `n` doubles in [0, 1).
    fn f64<'py>(&mut self, py: Python<'py>, n: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        filled(py, n, |some| self.rng.fill_f64(some))
    }

    /// Fills an array with the next words of 64 bits, in place.
    fn fill_u64(&mut self, py: Python<'_>, mut out: PyReadwriteArray1<'_, u64>) -> PyResult<()> {
        in_pieces(py, out.as_slice_mut().map_err(error)?, |some| self.rng.fill_u64(some))
    }

    /// Fills an array with the next doubles in [0, 1), in place.
    fn fill_f64(&mut self, py: Python<'_>, mut out: PyReadwriteArray1<'_, f64>) -> PyResult<()> {
        in_pieces(py, out.as_slice_mut().map_err(error)?, |some| self.rng.fill_f64(some))
    }

    /// Returns `n` uniformly distributed integers x with `low` ≤ x < `high`.
    fn integers<'py>(
        &mut self,
        py: Python<'py>,
        low: i64,
        high: i64,
        n: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let range = NonZeroU64::new(high.wrapping_sub(low) as u64).filter(|_| low < high);
        let range =
            range.ok_or_else(|| error(format!("empty range from {low} to {high}; expected low < high")))?;
        filled(py, n, |some| {
            some.fill_with(|| low.wrapping_add(below_u64(&mut self.rng, range) as i64));
        })
    }

    /// Returns a uniformly random permutation of the numbers from 0 to `n` - 1.
    fn permutation<'py>(&mut self, py: Python<'py>, n: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut places: Vec<i64> = (0..count(n)? as i64).collect();
        // Shuffles chunk by chunk, to check for Ctrl-C in between. The result equals that of
        // `shuffle`.
        for at in (0..n).step_by(PIECE) {
            py.detach(|| deal(&mut self.rng, &mut places[at..], PIECE.min(n - at)));
            py.check_signals()?;
        }
        Ok(places.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        let StreamKey { seed, stream, substream } = self.key;
        format!("Stream(seed={seed}, stream={stream}, substream={substream})")
    }
}

#[pyfunction]
pub(crate) fn random_generators(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &answers::generators().generators)
}

#[pyfunction]
pub(crate) fn random_sample<'py>(
    py: Python<'py>,
    generator: &str,
    seed: u64,
    n: usize,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let entry = answers::generator(generator).map_err(error)?;
    let mut sequence = entry.start_with_level(seed, level()?).map_err(error)?;
    match format {
        "u32" => filled(py, n, |some| sequence.fill_u32(some)).map(Bound::into_any),
        "u64" => filled(py, n, |some| sequence.fill_u64(some)).map(Bound::into_any),
        "f64" => filled(py, n, |some| sequence.fill_f64(some)).map(Bound::into_any),
        other => Err(error(format!("`{other}` is not a value format; expected one of u32, u64, f64"))),
    }
}
