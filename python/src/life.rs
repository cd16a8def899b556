//! Life: patterns, bounded fields, the plane, censuses; arrays in and out.

use std::fmt::LowerHex;
use std::path::PathBuf;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::life::{self as answers, CensusWhen, Going, Plane, SoupQuestion, SoupSource};
use quadrille::life::formats::{Contents, Format};
use quadrille::life::num_bigint::{BigInt, BigUint};
use quadrille::life::{self, Area, Bounds, Engine, Pseudo, RuleSpec, Settings};
use quadrille::patterns::{self, PatternError};

use crate::error::{at, error};
use crate::experiments::level;
use crate::value::to_python;
use crate::watch::{on_threads, watched};

/// The most cells of an array.
const MOST_CELLS: u64 = 1 << 32;

fn settings() -> PyResult<Settings> {
    Ok(Settings::default().level(level()?))
}

fn rule(text: Option<&str>) -> PyResult<Option<RuleSpec>> {
    text.map(|text| text.parse().map_err(error)).transpose()
}

fn bounds(text: Option<&str>) -> PyResult<Option<Bounds>> {
    text.map(|text| text.parse().map_err(error)).transpose()
}

fn small(width: u64, height: u64) -> PyResult<(usize, usize)> {
    match width.checked_mul(height) {
        Some(cells) if cells <= MOST_CELLS => Ok((height as usize, width as usize)),
        _ => Err(error(format!("an array of {width} x {height} cells; expected at most 2^32 of them"))),
    }
}

/// An array of a rectangle whose top-left cell is at `corner`, from its living cells.
fn drawn(
    py: Python<'_>,
    size: (u64, u64),
    corner: (i64, i64),
    cells: impl Iterator<Item = (i64, i64)> + Send,
) -> PyResult<Bound<'_, PyArray2<bool>>> {
    let shape = small(size.0, size.1)?;
    let array = py.detach(|| {
        let mut array = Array2::from_elem(shape, false);
        for (x, y) in cells {
            let place = [y.wrapping_sub(corner.1) as usize, x.wrapping_sub(corner.0) as usize];
            if let Some(cell) = array.get_mut(place) {
                *cell = true;
            }
        }
        array
    });
    Ok(array.into_pyarray(py))
}

/// Living cells at their places, as a file tells them.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Pattern {
    contents: Contents,
}

impl Pattern {
    fn listed(&self) -> PyResult<std::borrow::Cow<'_, life::Pattern>> {
        self.contents.listed().map_err(error)
    }
}

#[pymethods]
impl Pattern {
    /// A pattern file's, a shipped pattern's by its name, or an apgcode's.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        if let Some(coded) = patterns::coded(&path) {
            return Ok(Self { contents: coded.map_err(error)?.into() });
        }
        let (_, contents) = patterns::read(&path).map_err(|wrong| match wrong {
            PatternError::Text(diagnostic) => at(diagnostic),
            other => error(other),
        })?;
        Ok(Self { contents })
    }

    /// The pattern of a text in any format.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        let source = quadrille::diagnostics::Source::new("pattern", text);
        Ok(Self { contents: life::formats::read_contents(&source).map_err(at)?.1 })
    }

    /// The pattern of an array's true cells, the first at column `x` of row `y`.
    #[staticmethod]
    fn from_array(py: Python<'_>, cells: PyReadonlyArray2<'_, bool>, x: i64, y: i64) -> Self {
        let array = cells.as_array();
        let pattern = py.detach(|| {
            let living = array.indexed_iter().filter(|(_, alive)| **alive);
            let place = |((row, column), _)| (x.wrapping_add(column as i64), y.wrapping_add(row as i64));
            life::Pattern::from_cells(living.map(place))
        });
        Self { contents: pattern.into() }
    }

    #[staticmethod]
    fn from_cells(cells: Vec<(i64, i64)>) -> Self {
        Self { contents: life::Pattern::from_cells(cells).into() }
    }

    #[getter]
    fn population<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.contents.population())
    }

    /// (x, y, width, height), or None.
    #[getter]
    fn bounding_box<'py>(&self, py: Python<'py>) -> PyResult<Option<Box4<'py>>> {
        self.contents.bounding_box().map(|area| wide(py, &area)).transpose()
    }

    #[getter]
    fn rule(&self) -> Option<String> {
        let spec = match &self.contents {
            Contents::Pattern(pattern) => pattern.rule,
            Contents::Macrocell(macrocell) => macrocell.rule,
        };
        spec.map(|spec| spec.to_string())
    }

    fn cells(&self) -> PyResult<Vec<(i64, i64)>> {
        Ok(self.listed()?.cells().collect())
    }

    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let pattern = self.listed()?;
        let area = pattern.bounding_box().unwrap_or(Area { x: 0, y: 0, width: 0, height: 0 });
        let cells: Vec<_> =
            if small(area.width, area.height).is_ok() { pattern.cells().collect() } else { Vec::new() };
        drawn(py, (area.width, area.height), (area.x, area.y), cells.into_iter())
    }

    /// The text of the pattern in a format: rle, cells, lif, mc.
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format = Format::from_name(format)
            .ok_or_else(|| error(format!("`{format}` is no format of patterns; expected one such as rle")))?;
        let mut bytes = Vec::new();
        self.contents.write(format, &mut bytes).map_err(error)?;
        String::from_utf8(bytes).map_err(error)
    }
}

type Box4<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// A whole number, however long: Python limits the digits of decimal texts, and not those of others.
fn integer<'py>(py: Python<'py>, number: &impl LowerHex) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<pyo3::types::PyInt>().call1((format!("{number:x}"), 16))
}

fn wide<'py>(py: Python<'py>, area: &Area<BigInt, BigUint>) -> PyResult<Box4<'py>> {
    Ok((integer(py, &area.x)?, integer(py, &area.y)?, integer(py, &area.width)?, integer(py, &area.height)?))
}

/// A field with bounds.
#[pyclass(module = "quadrille._native")]
pub(crate) struct Grid {
    grid: life::Grid,
}

#[pymethods]
impl Grid {
    /// A pattern in the middle of a field.
    #[new]
    fn new(pattern: &Pattern, asked: &str, named: Option<&str>) -> PyResult<Self> {
        let (rule, bounds) =
            answers::rule_and_bounds(&pattern.contents, rule(named)?, bounds(Some(asked))?).map_err(error)?;
        let bounds = bounds.ok_or_else(|| error("a field has bounds, such as 64x48:torus"))?;
        let pattern = pattern.listed()?;
        Ok(Self { grid: life::Grid::from_pattern(&pattern, rule, bounds, settings()?).map_err(error)? })
    }

    /// The field of an array: its cell (row y, column x) is cell (x, y).
    #[staticmethod]
    fn from_array(
        py: Python<'_>,
        cells: PyReadonlyArray2<'_, bool>,
        border: &str,
        named: Option<&str>,
    ) -> PyResult<Self> {
        let array = cells.as_array();
        let bounds = Bounds::new(array.ncols() as u64, array.nrows() as u64, border.parse().map_err(error)?);
        let spec = rule(named)?.unwrap_or_default();
        let mut grid = life::Grid::new(spec.rule, bounds.map_err(error)?, settings()?).map_err(error)?;
        py.detach(|| {
            let mut living = array.indexed_iter().filter(|(_, alive)| **alive);
            living.try_for_each(|((y, x), _)| grid.set(x as u64, y as u64, true))
        })
        .map_err(error)?;
        Ok(Self { grid })
    }

    #[pyo3(signature = (generations = 1, progress = None))]
    fn step(&mut self, py: Python<'_>, generations: u64, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let grid = &mut self.grid;
        watched(py, progress.as_ref(), |observer| grid.run(generations, observer))?.map_err(error)
    }

    #[getter]
    fn generation(&self) -> u64 {
        self.grid.generation()
    }

    #[getter]
    fn population(&self) -> u64 {
        self.grid.population()
    }

    #[getter]
    fn rule(&self) -> String {
        self.grid.rule().to_string()
    }

    #[getter]
    fn bounds(&self) -> String {
        self.grid.bounds().to_string()
    }

    #[getter]
    fn bounding_box(&self) -> Option<(u64, u64, u64, u64)> {
        self.grid.bounding_box().map(|area| (area.x, area.y, area.width, area.height))
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> u64 {
        py.detach(|| on_threads(|| self.grid.hash()))
    }

    fn get(&self, x: u64, y: u64) -> bool {
        self.grid.get(x, y)
    }

    fn set(&mut self, x: u64, y: u64, alive: bool) -> PyResult<()> {
        self.grid.set(x, y, alive).map_err(error)
    }

    fn to_pattern(&self, py: Python<'_>) -> Pattern {
        Pattern { contents: py.detach(|| on_threads(|| self.grid.to_pattern())).into() }
    }

    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = small(self.grid.width(), self.grid.height())?;
        let array = py.detach(|| {
            let mut array = Array2::from_elem(shape, false);
            for (row, bytes) in array.rows_mut().into_iter().zip(self.grid.row_bytes()) {
                for (x, cell) in row.into_iter().enumerate() {
                    *cell = bytes[x / 8] >> (x % 8) & 1 == 1;
                }
            }
            array
        });
        Ok(array.into_pyarray(py))
    }
}

/// The unbounded plane.
#[pyclass(module = "quadrille._native")]
pub(crate) struct Universe {
    plane: Plane,
}

#[pymethods]
impl Universe {
    /// A pattern on the plane, by an engine: auto, tiles or hashlife.
    #[new]
    fn new(py: Python<'_>, pattern: &Pattern, named: Option<&str>, engine: &str) -> PyResult<Self> {
        let engine: Engine = engine.parse().map_err(error)?;
        let (rule, bounds) =
            answers::rule_and_bounds(&pattern.contents, rule(named)?, None).map_err(error)?;
        if let Some(bounds) = bounds {
            return Err(error(format!("the pattern has bounds, {bounds}; expected none on the plane")));
        }
        let settings = settings()?.engine(engine);
        Ok(Self { plane: py.detach(|| answers::placed(&pattern.contents, rule, settings)).map_err(error)? })
    }

    /// On by so many generations, in hex.
    fn step(&mut self, py: Python<'_>, generations: &str, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let generations = BigUint::parse_bytes(generations.as_bytes(), 16)
            .ok_or_else(|| error("generations are counted from 0; expected no negative number"))?;
        let plane = self.plane.inner_mut();
        watched(py, progress.as_ref(), |observer| plane.run(&generations, observer))?.map_err(error)
    }

    #[getter]
    fn engine(&self) -> String {
        self.plane.engine().to_string()
    }

    #[getter]
    fn generation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.plane.generation())
    }

    #[getter]
    fn population<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.plane.population())
    }

    #[getter]
    fn bounding_box<'py>(&self, py: Python<'py>) -> PyResult<Option<Box4<'py>>> {
        self.plane.bounding_box().map(|area| wide(py, &area)).transpose()
    }

    #[getter]
    fn hash(&self, py: Python<'_>) -> Option<u64> {
        py.detach(|| self.plane.hash())
    }

    fn to_pattern(&self, py: Python<'_>) -> PyResult<Pattern> {
        Ok(Pattern { contents: py.detach(|| self.plane.to_pattern()).map_err(error)?.into() })
    }

    /// A rectangle's cells.
    fn to_numpy<'py>(
        &self,
        py: Python<'py>,
        x: i64,
        y: i64,
        width: u64,
        height: u64,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        small(width, height)?;
        let area = Area { x: x.into(), y: y.into(), width: width.into(), height: height.into() };
        let near = |(x, y): (BigInt, BigInt)| i64::try_from(x).ok().zip(i64::try_from(y).ok());
        let cells: Vec<(i64, i64)> =
            py.detach(|| self.plane.inner().cells_in(&area).into_iter().filter_map(near).collect());
        drawn(py, (width, height), (x, y), cells.into_iter())
    }
}

#[pyfunction]
pub(crate) fn life_census<'py>(
    py: Python<'py>,
    pattern: &Pattern,
    named: Option<&str>,
    at_generation: Option<u64>,
    within: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (rule, _) = answers::rule_and_bounds(&pattern.contents, rule(named)?, None).map_err(error)?;
    let when = at_generation.map_or(CensusWhen::Settled { within }, CensusWhen::At);
    let settings = settings()?;
    let found = watched(py, progress.as_ref(), |observer| {
        answers::census(&pattern.contents, rule, Pseudo::default(), when, settings, observer)
    })?;
    to_python(py, &found.map_err(error)?)
}

#[pyfunction]
pub(crate) fn life_soup(
    py: Python<'_>,
    asked: &str,
    density: f64,
    seed: u64,
    stream: u64,
    named: Option<&str>,
) -> PyResult<Grid> {
    let bounds: Bounds = asked.parse().map_err(error)?;
    let question =
        SoupQuestion::new((bounds.width(), bounds.height()), density, SoupSource::Xoshiro { seed, stream });
    let question =
        question.ok_or_else(|| error(format!("a density of {density}; expected one from 0 to 1")))?;
    let rule = rule(named)?.unwrap_or_default().rule;
    let question = question.bounds(Some(bounds)).rule(rule);
    let grid = question.empty(settings()?).map_err(error)?;
    let filled = watched(py, None, |observer| answers::soup(&question, grid, Going::new(0), observer))?;
    Ok(Grid { grid: filled.map_err(error)?.1.grid })
}
