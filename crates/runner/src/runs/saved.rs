//! A finished run, read back from its directory.

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
use crate::job::Found;
use crate::registry::Registry;

/// A finished run as its directory tells it: `result.json` and `run.json`, and the report that both make.
///
/// Nothing is computed anew but the report, and nothing is read but these two files: neither the checkpoints
/// nor the files that the experiment names, which stand in `run.json` word for word.
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
    /// Reads the run in the directory at `path`, of a kind that `registry` has.
    ///
    /// # Errors
    /// [`RunFailure::Refused`], with the reason: there is no run, it is not complete, another version of the program
    /// wrote it, or its files are damaged or belong to different runs.
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

    /// Returns the page: the same bytes that the run itself has written.
    ///
    /// # Errors
    /// A plot could not be drawn.
    #[cfg(feature = "html")]
    pub fn page(&self) -> Result<String, RunFailure> {
        Ok(written::page(&self.report, &self.result, &self.run)?)
    }

    /// Writes the page anew, and nothing else; says where it is.
    ///
    /// # Errors
    /// A plot could not be drawn, or the file cannot be written; what was there before is still there.
    #[cfg(feature = "html")]
    pub fn write_page(&self) -> Result<PathBuf, RunFailure> {
        let directory = RunDirectory::new(&self.directory);
        directory.write(Output::Report, self.page()?.as_bytes()).map_err(RunFailure::failed)?;
        Ok(directory.file(Output::Report))
    }
}

/// Reads one of the run's files.
fn read<T: DeserializeOwned>(directory: &RunDirectory, output: Output) -> Result<T, RunFailure> {
    let path = directory.file(output);
    let bytes = directory.read(output)?.ok_or_else(|| {
        let (folder, name) = (directory.path().display(), output.file_name());
        RunFailure::Refused(format!("{folder} holds no run: there is no {name} in it"))
    })?;
    require(super::parsed_bytes(&bytes))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let (path, what) = (path.display(), output.file_name());
        RunFailure::Refused(format!("{path} is damaged, or no {what} of this version: {error}"))
    })
}

/// Draws the report, if both files are of one run and this program knows what it found.
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
            "the files in {path} are of different runs: result.json is of {found} and {} shards, run.json of {ran} and {}",
            result.shards,
            run.shards.map_or_else(|| "unknown".to_owned(), |shards| shards.to_string()),
        ));
    }
    let Some(experiment) = &run.experiment else {
        return refused(format!(
            "{path}/run.json does not say what was asked, so that its report cannot be drawn anew"
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
        return refused(format!("{path} holds a run of {found}; what this program knows is {asked}"));
    }
    if file.identity(result.seed).hash() != run.experiment_hash {
        return refused(format!("the experiment in {path}/run.json is damaged: its hash is another"));
    }
    let found = Found { seed: result.seed, result: &result.result, details: &run.details };
    let report = file.job.report(&found).or_else(|error| {
        refused(format!("the result in {path}/result.json is none of {}: {error}", result.kind))
    });
    report.map(|mut report| {
        report.make_printable();
        report
    })
}
