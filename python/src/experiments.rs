//! Functions that read and run experiment files, and return their results.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille::diagnostics::{Source, printable};
use quadrille::examples::{self, Beside};
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::{self, Folder, NamedFiles};
use quadrille::kinds::REGISTRY;
use quadrille::lanes::Level;
use quadrille::progress::Observer;
use quadrille::runs::{self, ResultFile, RunFailure, RunOptions, RunSummary};
use quadrille::settings::text_of_json;

use crate::error::{at, error, failed, unread};
use crate::value::to_python;
use crate::watch::watched;

/// Reads the experiment file at a path (or `example:NAME`), and the files that it names.
pub(crate) fn read_path(path: &Path) -> PyResult<ExperimentFile> {
    let source = files::source(path).map_err(unread)?;
    let named = match examples::at_path(path) {
        Some(example) => NamedFiles::new(Beside(*example.map_err(error)?)),
        None => NamedFiles::new(Folder::new(path.parent().unwrap_or(Path::new("")))),
    };
    let mut file = REGISTRY.read_with(source, named).map_err(at)?;
    // The path is recorded only if it can be typed in a command.
    file.path = path.to_str().filter(|path| printable(path) == **path).map(str::to_owned);
    Ok(file)
}

/// Reads an experiment from its text. Paths in the text are relative to the working folder.
pub(crate) fn read_text(text: &str) -> PyResult<ExperimentFile> {
    REGISTRY
        .read_with(Source::new("experiment", text), NamedFiles::new(Folder::new("").quotable()))
        .map_err(at)
}

/// Reads an experiment from a path, or from a text if no path is given.
pub(crate) fn read(path: Option<PathBuf>, text: Option<&str>) -> PyResult<ExperimentFile> {
    match (path, text) {
        (Some(path), _) => read_path(&path),
        (None, text) => read_text(text.unwrap_or_default()),
    }
}

/// Returns the vector level that the environment variable `QUADRILLE_SIMD` selects. Without the
/// variable, returns the best level.
pub(crate) fn level() -> PyResult<Level> {
    Level::from_env().map_err(error)
}

/// Returns the outcome of a run as a dictionary. It has the keys that the program prints with
/// `--json`, and the keys `seed`, `revision`, `resumed` and `damaged`. For a complete run, it also
/// has `json`, the bytes of result.json.
pub(crate) fn outcome<'py>(
    py: Python<'py>,
    file: &ExperimentFile,
    summary: &RunSummary,
) -> PyResult<Bound<'py, PyDict>> {
    if let Some(shortage) = &summary.shortage {
        return Err(PyMemoryError::new_err(shortage.to_string()));
    }
    let answer = quadrille::answers::job::JobAnswer::new(file, summary);
    let dict = to_python(py, &answer)?.cast_into::<PyDict>().map_err(error)?;
    dict.set_item("seed", summary.seed)?;
    dict.set_item("revision", file.kind.revision)?;
    dict.set_item("resumed", summary.resumed)?;
    dict.set_item("damaged", summary.damaged.clone())?;
    if let Some(conclusion) = &summary.conclusion {
        let result = ResultFile {
            program: "quadrille".to_owned(),
            kind: file.kind.name.to_owned(),
            revision: file.kind.revision,
            seed: summary.seed,
            shards: summary.shards,
            result: conclusion.result.clone(),
        };
        dict.set_item("json", PyBytes::new(py, &result.to_bytes()))?;
    }
    Ok(dict)
}

/// Runs an experiment file on threads of this process. If `out` is given, it is the folder of the
/// run.
pub(crate) fn run_file(
    file: &ExperimentFile,
    out: Option<&Path>,
    options: RunOptions,
    observer: &dyn Observer,
) -> Result<RunSummary, RunFailure> {
    match out {
        Some(out) => runs::in_directory(file, out, options, observer),
        None => runs::in_memory(file, options, observer),
    }
}

/// Reads an experiment and returns its kind.
#[pyfunction]
#[pyo3(signature = (path, text))]
pub(crate) fn check(path: Option<PathBuf>, text: Option<&str>) -> PyResult<&'static str> {
    Ok(read(path, text)?.kind.name)
}

/// Returns the text of an experiment file whose contents are given as JSON.
#[pyfunction]
#[pyo3(signature = (json))]
pub(crate) fn experiment_text(json: &str) -> PyResult<String> {
    let file = serde_json::from_str(json).map_err(error)?;
    text_of_json(&file).map_err(|wrong| error(format!("the experiment cannot be written as TOML: {wrong}")))
}

/// Runs an experiment and returns its outcome, for `quadrille.run`.
#[pyfunction]
#[pyo3(signature = (path, text, out, seed, threads, resume, progress))]
#[expect(clippy::too_many_arguments, reason = "each argument is a keyword of the Python function")]
pub(crate) fn run<'py>(
    py: Python<'py>,
    path: Option<PathBuf>,
    text: Option<&str>,
    out: Option<PathBuf>,
    seed: Option<u64>,
    threads: Option<usize>,
    resume: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let file = read(path, text)?;
    let mut options = RunOptions::new(level()?).resume(resume);
    (options.seed, options.threads) = (seed, threads.map(|threads| threads.max(1)));
    let summary =
        watched(py, progress.as_ref(), |observer| run_file(&file, out.as_deref(), options, observer))?;
    outcome(py, &file, &summary.map_err(failed)?)
}
