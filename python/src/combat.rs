//! Functions of combat: the mean DPS of a profile, and the DPS of each fight.

use std::ops::ControlFlow;
use std::path::PathBuf;

use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use quadrille::answers::job::{RunFact, result_and_facts};
use quadrille::combat::{Cancelled, Profile, Simulation};
use quadrille::diagnostics::{Diagnostic, Source};
use quadrille::files::{self, InMemory, NamedFile, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::progress::{Meter, Observer};
use quadrille::runs::{self, RunOptions};
use quadrille::settings::{DpsSettings, Unranged};
use rayon::prelude::*;

use crate::error::{at, error, failed, unread};
use crate::experiments::level;
use crate::value::to_python;
use crate::watch::watched;

/// Maximum number of fights in an array of results. A result takes eight bytes.
const MAX_FIGHTS: u64 = 100_000_000;
/// Number of fights in a task of the thread pool.
const BLOCK: u64 = 256;

/// Returns the source of a profile: the file at `path`, or `text` if no path is given.
fn source(path: Option<PathBuf>, text: Option<&str>) -> PyResult<Source> {
    match path {
        Some(path) => files::source(&path).map_err(unread),
        None => Ok(Source::new("profile", text.unwrap_or_default())),
    }
}

/// Parses a profile. An error contains all diagnostics, and the position of the first diagnostic.
fn profile(source: &Source) -> PyResult<Profile> {
    Profile::parse(source)
        .map_err(|wrong| Diagnostic::all(wrong).map_or_else(|| error("the profile is invalid"), at))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn combat_run<'py>(
    py: Python<'py>,
    path: Option<PathBuf>,
    text: Option<&str>,
    fights: Option<u64>,
    seed: Option<u64>,
    target_error: Option<f64>,
    set: Vec<(String, f64)>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let source = source(path, text)?;
    // The profile is parsed first, so that errors refer to the profile and not to the experiment
    // that is generated from the profile.
    profile(&source)?;
    let mut settings = DpsSettings::new(source.name().to_owned());
    (settings.iterations, settings.target_error) = (fights.map(Unranged), target_error);
    settings.set = set.into_iter().collect();
    let (name, text) = (source.name().to_owned(), source.text().to_owned());
    let named =
        NamedFiles::new(InMemory::from(vec![NamedFile { path: name.clone(), name, text, base64: false }]));
    let file = REGISTRY.ask(&settings, named).map_err(error)?;
    let mut options = RunOptions::new(level()?);
    (options.seed, options.threads) = (seed, threads.map(|threads| threads.max(1)));
    let summary = watched(py, progress.as_ref(), |observer| runs::in_memory(&file, options, observer))?;
    to_python(py, &result_and_facts(&summary.map_err(failed)?, &[RunFact::Seed, RunFact::Seconds]))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn combat_fights<'py>(
    py: Python<'py>,
    path: Option<PathBuf>,
    text: Option<&str>,
    fights: u64,
    seed: u64,
    first: u64,
    set: Vec<(String, f64)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    if fights > MAX_FIGHTS {
        return Err(error(format!("{fights} fights; expected at most {MAX_FIGHTS} for an array of results")));
    }
    let profile = profile(&source(path, text)?)?;
    let changes: Vec<(&str, f64)> = set.iter().map(|(path, value)| (path.as_str(), *value)).collect();
    let profile = profile.vary(&changes).map_err(error)?;
    let rates = watched(py, progress.as_ref(), |observer| rates(&profile, seed, first, fights, observer))?;
    Ok(rates.map_err(error)?.into_pyarray(py))
}

/// Simulates fights on all threads. Returns the DPS of each fight, in the order of the fights.
fn rates(
    profile: &Profile,
    seed: u64,
    first: u64,
    fights: u64,
    observer: &dyn Observer,
) -> Result<Vec<f64>, Cancelled> {
    let simulation = Simulation::new(profile);
    let meter = Meter::new(observer).total(fights);
    let blocks = (0..fights.div_ceil(BLOCK)).into_par_iter().map(|block| {
        let (begin, count) = (block * BLOCK, BLOCK.min(fights - block * BLOCK));
        let stop = |_: &_| {
            if meter.check().is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let rates = simulation.rates(seed, first.wrapping_add(begin), count, &stop)?;
        meter.advance(count)?;
        Ok(rates)
    });
    Ok(blocks.collect::<Result<Vec<_>, _>>()?.concat())
}
