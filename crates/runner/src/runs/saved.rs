//! Reading of a finished run from its directory.

use std::path::{Path, PathBuf};

use crate::directory::Output;
use crate::{Report, RunDirectory};
use quadrille_diagnostics::Source;
use quadrille_memory::require;
use serde::de::DeserializeOwned;

use super::RunFailure;
#[cfg(feature = "html")]
use super::written;
use super::written::{ResultFile, RunFile};
use crate::files::{InMemory, NamedFiles};
use crate::job::StoredResult;
use crate::registry::Registry;

/// A finished run: the contents of `result.json` and `run.json`, and the report created from both.
///
/// Only these two files are read. The checkpoint file is not needed, and the files that the
/// experiment names are contained in `run.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedRun {
    directory: PathBuf,
    /// `result.json`
    pub result: ResultFile,
    /// `run.json`
    pub run: RunFile,
    /// The report of the result.
    pub report: Report,
}

impl SavedRun {
    /// Reads the run in the directory at `path`, whose kind must be in `registry`.
    ///
    /// # Errors
    /// [`RunFailure::Refused`], with the reason: there is no run, it is not complete, it was
    /// written by another version of the program, or its files are damaged or belong to different
    /// runs.
    pub fn read(registry: &Registry, path: &Path) -> Result<Self, RunFailure> {
        let directory = RunDirectory::new(path);
        let run: RunFile = read(&directory, Output::Run)?;
        if !run.complete {
            let path = path.display();
            return Err(RunFailure::Refused(format!(
                "the run in {path} is not complete: it has no result yet"
            )));
        }
        let result: ResultFile = read(&directory, Output::Result)?;
        let report = report(registry, path, &result, &run)?;
        Ok(Self { directory: path.to_owned(), result, run, report })
    }

    /// Returns the HTML page, which has the same bytes as the page that the run has written.
    ///
    /// # Errors
    /// A plot could not be drawn.
    #[cfg(feature = "html")]
    pub fn page(&self) -> Result<String, RunFailure> {
        Ok(written::page(&self.report, &self.result, &self.run)?)
    }

    /// Writes the HTML page, and returns its path.
    ///
    /// # Errors
    /// A plot could not be drawn, or the file cannot be written; its previous contents are
    /// unchanged.
    #[cfg(feature = "html")]
    pub fn write_page(&self) -> Result<PathBuf, RunFailure> {
        let directory = RunDirectory::new(&self.directory);
        directory.write(Output::Report, self.page()?.as_bytes()).map_err(RunFailure::failed)?;
        Ok(directory.file(Output::Report))
    }
}

/// Reads one of the JSON files of the run.
fn read<T: DeserializeOwned>(directory: &RunDirectory, output: Output) -> Result<T, RunFailure> {
    let path = directory.file(output);
    let bytes = directory.read(output)?.ok_or_else(|| {
        let (folder, name) = (directory.path().display(), output.file_name());
        RunFailure::Refused(format!("{folder} holds no run: there is no {name} in it"))
    })?;
    require(super::parsed_bytes(&bytes))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let (path, what) = (path.display(), output.file_name());
        RunFailure::Refused(format!("{path} is damaged, or not a {what} of this version: {error}"))
    })
}

/// Creates the report. It is an error if the two files belong to different runs, or if this program
/// does not support the kind and revision of the run.
fn report(
    registry: &Registry,
    path: &Path,
    result: &ResultFile,
    run: &RunFile,
) -> Result<Report, RunFailure> {
    let path = path.display();
    let refused = |reason: String| Err(RunFailure::Refused(reason));
    let of = |kind: &str, revision, seed| format!("{kind}, revision {revision}, seed {seed}");
    let found = of(&result.kind, result.revision, result.seed);
    let ran = of(&run.kind, run.revision, run.seed);
    if found != ran || run.shards != Some(result.shards) {
        return refused(format!(
            "the files in {path} are of different runs: result.json is of {found}, shards {}; run.json is of {ran}, shards {}",
            result.shards,
            run.shards.map_or_else(|| "unknown".to_owned(), |shards| shards.to_string()),
        ));
    }
    let Some(experiment) = &run.experiment else {
        return refused(format!(
            "{path}/run.json does not contain the experiment, so the report cannot be created again"
        ));
    };
    let source = Source::new("run.json", experiment.text.as_str());
    let named = NamedFiles::new(InMemory::from(experiment.files.clone()));
    let file = match registry.read_with(source, named) {
        Ok(file) => file,
        Err(error) => {
            return refused(format!("the experiment in {path}/run.json cannot be read: {error}"));
        }
    };
    let asked = of(file.kind.name, file.kind.revision, result.seed);
    if asked != found {
        return refused(format!("{path} holds a run of {found}; this program supports {asked}"));
    }
    if file.identity(result.seed).hash() != run.experiment_hash {
        return refused(format!("the experiment in {path}/run.json is damaged: its hash differs"));
    }
    let found = StoredResult { seed: result.seed, result: &result.result, details: &run.details };
    let report = file.job.report(&found).or_else(|error| {
        refused(format!("the result in {path}/result.json is not a result of {}: {error}", result.kind))
    });
    report.map(|mut report| {
        report.make_printable();
        report
    })
}
