//! Functions of Life: patterns, bounded grids, the plane, censuses, and conversions from and to
//! arrays.

use std::fmt::LowerHex;
use std::path::PathBuf;

use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes};
use quadrille::answers::life::{
    self as answers, CensusWhen, Plane, PlaneState, RunOptions, SoupQuestion, SoupSource,
};
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::examples::PATTERNS;
use quadrille::life::formats::{Contents, Format, ReadOptions, Tolerance};
use quadrille::life::num_bigint::{BigInt, BigUint};
use quadrille::life::{self, Area, Bounds, Engine, EngineSettings, Macrocell, Pseudo, RuleSpec, Snapshot};
use quadrille::patterns::{self, PatternError};

use crate::error::{at, error};
use crate::experiments::level;
use crate::value::to_python;
use crate::watch::{on_threads, watched};

/// Maximum number of cells of an array.
const MOST_CELLS: u64 = 1 << 32;

fn settings() -> PyResult<EngineSettings> {
    Ok(EngineSettings::default().level(level()?))
}

fn rule(text: Option<&str>) -> PyResult<Option<RuleSpec>> {
    text.map(|text| text.parse().map_err(error)).transpose()
}

/// Returns the options for reading patterns. Marks are dropped with a warning. If a rule is given,
/// it replaces the rule of the file.
fn options(named: Option<&str>) -> PyResult<ReadOptions> {
    // Marks of cells, as in `LifeHistory`, are the only tolerated deviation from a format. All
    // other deviations are errors in Python.
    let mut options = ReadOptions::default().tolerance(Tolerance::Marks);
    options.rule = named.map(|text| text.parse().map_err(error)).transpose()?;
    Ok(options)
}

fn headlines(warnings: &[Diagnostic]) -> Vec<String> {
    warnings.iter().map(Diagnostic::headline).collect()
}

/// Returns a macrocell as the bytes of a macrocell file.
fn squares(macrocell: &Macrocell) -> PyResult<Vec<u8>> {
    let mut bytes = Vec::new();
    Format::Macrocell.write_macrocell(macrocell, &mut bytes).map_err(error)?;
    Ok(bytes)
}

fn read_squares(bytes: &[u8]) -> PyResult<Macrocell> {
    let source = Source::from_bytes("state", bytes.to_vec()).map_err(at)?;
    match life::formats::read_contents(&source).map_err(at)? {
        (_, Contents::Macrocell(macrocell)) => Ok(macrocell),
        _ => Err(error("the cells of the state are not a macrocell; expected a macrocell file")),
    }
}

fn bounds(text: Option<&str>) -> PyResult<Option<Bounds>> {
    text.map(|text| text.parse().map_err(error)).transpose()
}

fn small(width: u64, height: u64) -> PyResult<(usize, usize)> {
    match width.checked_mul(height) {
        Some(cells) if cells <= MOST_CELLS => Ok((height as usize, width as usize)),
        _ => Err(error(format!("an array of {width} x {height} cells; expected at most 2^32 cells"))),
    }
}

/// Returns a rectangle of cells as an array. `size` is the size of the rectangle, and `corner` its
/// top-left cell. `cells` has the coordinates of the live cells. Cells outside the rectangle are
/// ignored.
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

/// Live cells at their coordinates, as read from a file.
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
    /// Reads a pattern from a file, the name of a shipped pattern, or an apgcode. Returns the
    /// pattern and the warnings. If a rule is given, it replaces the rule of the file.
    #[staticmethod]
    fn load(path: PathBuf, named: Option<&str>) -> PyResult<(Self, Vec<String>)> {
        let options = options(named)?;
        if let Some(coded) = patterns::coded(&path) {
            let mut coded = coded.map_err(error)?;
            coded.rule = options.rule.map(|rule| rule.spec);
            return Ok((Self { contents: coded.into() }, Vec::new()));
        }
        let (_, contents, warnings) =
            PATTERNS.read_with_options(&path, options).map_err(|wrong| match wrong {
                PatternError::Text(diagnostic) => at(diagnostic),
                other => error(other),
            })?;
        Ok((Self { contents }, headlines(&warnings)))
    }

    /// Reads a pattern from a text in any format. Returns the pattern and the warnings.
    #[staticmethod]
    fn parse(text: &str, named: Option<&str>) -> PyResult<(Self, Vec<String>)> {
        let source = Source::new("pattern", text);
        let (_, contents, warnings) =
            life::formats::read_with_options(&source, options(named)?).map_err(at)?;
        Ok((Self { contents }, headlines(&warnings)))
    }

    /// Returns the state of the pattern, as the arguments of [`from_state`](Self::from_state).
    fn state<'py>(&self, py: Python<'py>) -> PyResult<(String, Option<Bound<'py, PyBytes>>)> {
        match &self.contents {
            Contents::Pattern(pattern) => Ok((serde_json::to_string(pattern).map_err(error)?, None)),
            Contents::Macrocell(macrocell) => {
                let mut remarks = life::Pattern::default();
                remarks.rule = macrocell.rule;
                remarks.generation.clone_from(&macrocell.generation);
                remarks.name.clone_from(&macrocell.name);
                remarks.author.clone_from(&macrocell.author);
                remarks.comments.clone_from(&macrocell.comments);
                let cells = PyBytes::new(py, &squares(macrocell)?);
                Ok((serde_json::to_string(&remarks).map_err(error)?, Some(cells)))
            }
        }
    }

    #[staticmethod]
    fn from_state(remarks: &str, cells: Option<&[u8]>) -> PyResult<Self> {
        let pattern: life::Pattern = serde_json::from_str(remarks).map_err(error)?;
        let Some(cells) = cells else { return Ok(Self { contents: pattern.into() }) };
        let mut macrocell = read_squares(cells)?;
        macrocell.rule = pattern.rule;
        macrocell.generation = pattern.generation;
        macrocell.name = pattern.name;
        macrocell.author = pattern.author;
        macrocell.comments = pattern.comments;
        Ok(Self { contents: macrocell.into() })
    }

    /// Creates a pattern. Each entry of the array that is true becomes a live cell. The first entry
    /// becomes cell (`x`, `y`).
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

    /// The smallest rectangle with all live cells: (x, y, width, height); None if no cell is alive.
    #[getter]
    fn bounding_box<'py>(&self, py: Python<'py>) -> PyResult<Option<Box4<'py>>> {
        self.contents.bounding_box().map(|area| wide(py, &area)).transpose()
    }

    #[getter]
    fn rule(&self) -> Option<String> {
        self.contents.rule().map(|spec| spec.to_string())
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

    /// Returns the text of the pattern in a format: rle, cells, lif, mc.
    fn to_text(&self, format: &str) -> PyResult<String> {
        let format = Format::from_name(format).ok_or_else(|| {
            error(format!("`{format}` is not a pattern format; expected rle, cells, lif or mc"))
        })?;
        let mut bytes = Vec::new();
        self.contents.write(format, &mut bytes).map_err(error)?;
        String::from_utf8(bytes).map_err(error)
    }
}

type Box4<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Converts an integer of any length to Python. The conversion uses a hexadecimal text, because
/// Python limits the number of digits of decimal texts.
fn integer<'py>(py: Python<'py>, number: &impl LowerHex) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<pyo3::types::PyInt>().call1((format!("{number:x}"), 16))
}

fn wide<'py>(py: Python<'py>, area: &Area<BigInt, BigUint>) -> PyResult<Box4<'py>> {
    Ok((integer(py, &area.x)?, integer(py, &area.y)?, integer(py, &area.width)?, integer(py, &area.height)?))
}

/// The state of a grid: rule, bounds, generation, engine, memory limit and cells.
type GridState<'py> = (String, String, u64, String, u64, Bound<'py, PyBytes>);

/// A bounded grid.
#[pyclass(module = "quadrille._native")]
pub(crate) struct Grid {
    grid: life::Grid,
}

#[pymethods]
impl Grid {
    /// Returns an independent copy with the same state.
    fn clone(&self, py: Python<'_>) -> Self {
        Self { grid: py.detach(|| self.grid.clone()) }
    }

    fn state<'py>(&self, py: Python<'py>) -> GridState<'py> {
        let (settings, snapshot) = (self.grid.settings(), py.detach(|| self.grid.snapshot()));
        (
            snapshot.rule().to_string(),
            snapshot.bounds().to_string(),
            snapshot.generation(),
            settings.engine.to_string(),
            settings.memory,
            PyBytes::new(py, snapshot.cells()),
        )
    }

    #[staticmethod]
    fn from_state(
        rule: &str,
        bounds: &str,
        generation: u64,
        engine: &str,
        memory: u64,
        cells: &[u8],
    ) -> PyResult<Self> {
        let (rule, bounds) = (rule.parse().map_err(error)?, bounds.parse().map_err(error)?);
        let snapshot = Snapshot::new(rule, bounds, generation, cells.to_vec()).map_err(error)?;
        let settings = settings()?.engine(engine.parse().map_err(error)?).memory(memory);
        Ok(Self { grid: life::Grid::from_snapshot(&snapshot, settings).map_err(error)? })
    }

    /// Creates a grid with a pattern in the middle.
    #[new]
    fn new(pattern: &Pattern, asked: &str, named: Option<&str>) -> PyResult<Self> {
        let (rule, bounds) =
            answers::rule_and_bounds(&pattern.contents, rule(named)?, bounds(Some(asked))?).map_err(error)?;
        let bounds =
            bounds.ok_or_else(|| error("the grid has no bounds; expected bounds such as 64x48:torus"))?;
        let pattern = pattern.listed()?;
        Ok(Self { grid: life::Grid::from_pattern(&pattern, rule, bounds, settings()?).map_err(error)? })
    }

    /// Creates a grid from an array. The entry in row y and column x becomes cell (x, y).
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

/// The state of a plane: engine, rule, memory limit, generation in hexadecimal, whether the
/// second of two alternating rules applies to even generations, and cells.
type PlaneParts<'py> = (String, String, u64, String, bool, Bound<'py, PyBytes>);

/// A pattern on the unbounded plane.
#[pyclass(module = "quadrille._native")]
pub(crate) struct Universe {
    plane: Plane,
}

#[pymethods]
impl Universe {
    /// Returns an independent copy with the same state.
    fn clone(&self, py: Python<'_>) -> Self {
        Self { plane: py.detach(|| self.plane.clone()) }
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<PlaneParts<'py>> {
        let state = py.detach(|| self.plane.state()).map_err(error)?;
        let cells = squares(&state.cells)?;
        let generation = format!("{:x}", state.generation);
        let (engine, rule) = (state.engine.to_string(), state.rule.to_string());
        Ok((engine, rule, state.memory, generation, state.turned, PyBytes::new(py, &cells)))
    }

    #[staticmethod]
    fn from_state(
        py: Python<'_>,
        engine: &str,
        rule: &str,
        memory: u64,
        generation: &str,
        turned: bool,
        cells: &[u8],
    ) -> PyResult<Self> {
        let (engine, rule) = (engine.parse().map_err(error)?, rule.parse().map_err(error)?);
        let generation = BigUint::parse_bytes(generation.as_bytes(), 16)
            .ok_or_else(|| error("the generation of the state is invalid; expected hexadecimal digits"))?;
        let state = PlaneState::new(engine, rule, memory, generation, turned, read_squares(cells)?);
        let level = level()?;
        Ok(Self { plane: py.detach(|| Plane::from_state(&state, level)).map_err(error)? })
    }

    /// Creates a plane with a pattern. `engine` is auto, tiles or hashlife.
    #[new]
    fn new(py: Python<'_>, pattern: &Pattern, named: Option<&str>, engine: &str) -> PyResult<Self> {
        let engine: Engine = engine.parse().map_err(error)?;
        let (rule, bounds) =
            answers::rule_and_bounds(&pattern.contents, rule(named)?, None).map_err(error)?;
        if let Some(bounds) = bounds {
            return Err(error(format!(
                "the pattern has bounds {bounds}; expected a pattern for the unbounded plane"
            )));
        }
        let settings = settings()?.engine(engine);
        Ok(Self { plane: py.detach(|| answers::placed(&pattern.contents, rule, settings)).map_err(error)? })
    }

    /// Advances the plane. `generations` is the number of generations, in hexadecimal.
    fn step(&mut self, py: Python<'_>, generations: &str, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let generations = BigUint::parse_bytes(generations.as_bytes(), 16)
            .ok_or_else(|| error("a negative number of generations; expected 0 or more"))?;
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

    /// Returns the cells of a rectangle as an array.
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
        question.ok_or_else(|| error(format!("density {density}; expected a number from 0 to 1")))?;
    let rule = rule(named)?.unwrap_or_default().rule;
    let question = question.bounds(Some(bounds)).rule(rule);
    let grid = question.empty(settings()?).map_err(error)?;
    let filled = watched(py, None, |observer| answers::soup(&question, grid, RunOptions::new(0), observer))?;
    Ok(Grid { grid: filled.map_err(error)?.1.grid })
}
