//! Requests about runs: details, report, download, resume, stop, delete, compare.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use quadrille::diagnostics::Source;
use quadrille::experiment_file::ExperimentFile;
use quadrille::files::{InMemory, NamedFile, NamedFiles};
use quadrille::kinds::{KINDS, REGISTRY};
use quadrille::report::Metric;
use quadrille::runner::RunDirectory;
use quadrille::runner::directory::Output;
use quadrille::runs::{Difference, Listing, RunFile, RunState, SavedRun, read_result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::application::{App, Application, Asked, Posted, RunName};
use crate::failure::Failure;
use crate::files::{PathError, RecordedFiles};
use crate::headers::Policy;
use crate::jobs::{JobError, Work};

/// The details of a run.
#[derive(Debug, Serialize)]
pub(crate) struct RunDetails {
    run: String,
    kind: String,
    complete: bool,
    seed: String,
    wall_seconds: f64,
    threads: Option<usize>,
    version: String,
    /// The text of the experiment.
    text: String,
    /// The full path of the folder.
    folder: String,
    /// The names of the output files in the folder.
    files: Vec<&'static str>,
    /// The summary of a complete run.
    summary: Option<Summary>,
    /// The reason why a complete run has no summary.
    problem: Option<String>,
}

#[derive(Debug, Serialize)]
struct Summary {
    title: String,
    lead: String,
    metrics: Vec<Metric>,
}

/// `GET /api/run`: the details of a run.
pub(crate) async fn run(
    State(application): State<App>,
    Asked(RunName { run }): Asked<RunName>,
) -> Result<Json<RunDetails>, Failure> {
    application.compute(move |application| details(application, run)).await.map(Json)
}

fn details(application: &Application, name: String) -> Result<RunDetails, Failure> {
    let path = application.root.run(&name)?;
    let run = recorded(&path, &name)?;
    let there = |output: &Output| path.join(output.file_name()).is_file();
    let files = Output::ALL.into_iter().filter(there).map(Output::file_name).collect();
    let (summary, problem) = match run.complete.then(|| SavedRun::read(&REGISTRY, &path)) {
        None => (None, None),
        Some(Ok(SavedRun { report, .. })) => {
            (Some(Summary { title: report.title, lead: report.lead, metrics: report.metrics }), None)
        }
        Some(Err(error)) => (None, Some(error.to_string())),
    };
    Ok(RunDetails {
        run: name,
        kind: run.kind,
        complete: run.complete,
        seed: run.seed.to_string(),
        wall_seconds: run.wall_seconds,
        threads: run.threads,
        version: run.version,
        text: run.experiment.map(|experiment| experiment.text).unwrap_or_default(),
        folder: path.display().to_string(),
        files,
        summary,
        problem,
    })
}

/// Reads the `run.json` of a run.
fn recorded(path: &Path, name: &str) -> Result<RunFile, Failure> {
    let bytes = RunDirectory::new(path).read(Output::Run).map_err(|error| Failure::bad(error.to_string()))?;
    let bytes = bytes.ok_or_else(|| Failure::bad(format!("`{name}` has no run.json yet")))?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Failure::bad(format!("run.json of `{name}` is damaged: {error}")))
}

/// Returns the files that the experiment of a run named, as recorded in its `run.json`.
pub(crate) fn recorded_files(application: &Application, name: &str) -> Result<Vec<NamedFile>, Failure> {
    let run = recorded(&application.root.run(name)?, name)?;
    Ok(run.experiment.map(|experiment| experiment.files).unwrap_or_default())
}

/// `GET /report`: the report, rendered again from `result.json` and `run.json`.
pub(crate) async fn report(
    State(application): State<App>,
    Asked(RunName { run }): Asked<RunName>,
) -> Result<Response, Failure> {
    let page = application.compute(move |application| drawn(application, &run)).await?;
    let mut response = ([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    response.extensions_mut().insert(Policy::Report);
    Ok(response)
}

fn drawn(application: &Application, name: &str) -> Result<String, Failure> {
    Ok(SavedRun::read(&REGISTRY, &application.root.run(name)?)?.page()?)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Download {
    run: String,
    file: String,
}

/// `GET /download`: a file of a run, to be saved.
pub(crate) async fn download(
    State(application): State<App>,
    Asked(Download { run, file }): Asked<Download>,
) -> Result<Response, Failure> {
    let output = Output::ALL.into_iter().find(|output| output.file_name() == file);
    let output =
        output.ok_or_else(|| Failure::bad(format!("`{file}` is not the name of a file of a run")))?;
    let bytes = application.compute(move |application| {
        let folder = application.root.run(&run)?;
        let bytes =
            RunDirectory::new(folder).read(output).map_err(|error| Failure::bad(error.to_string()))?;
        let bytes = bytes.ok_or_else(|| PathError::Missing(format!("{run}/{}", output.file_name())))?;
        if output == Output::Report { Ok(drawn(application, &run)?.into_bytes()) } else { Ok(bytes) }
    });
    let disposition = format!("attachment; filename=\"{file}\"");
    let headers = [(CONTENT_TYPE, "application/octet-stream".to_owned()), (CONTENT_DISPOSITION, disposition)];
    Ok((headers, bytes.await?).into_response())
}

/// `POST /api/resume`: resumes an unfinished run.
pub(crate) async fn resume(
    State(application): State<App>,
    Posted(RunName { run }): Posted<RunName>,
) -> Result<Json<Value>, Failure> {
    let name = run.clone();
    let (file, path) = application
        .compute(move |application| {
            let path = application.root.run(&name)?;
            Ok((unfinished(application, &path, &name)?, path))
        })
        .await?;
    let job = application.jobs.add(&run, Work::Run { file: Box::new(file), path, resume: true })?;
    Ok(Json(json!({ "run": run, "job": job })))
}

/// Reads the experiment of an unfinished run from its `run.json`.
fn unfinished(application: &Application, path: &Path, name: &str) -> Result<ExperimentFile, Failure> {
    let run = recorded(path, name)?;
    if run.complete {
        return Err(Failure::bad(format!("`{name}` is complete; only unfinished runs can be resumed")));
    }
    let experiment = run
        .experiment
        .ok_or_else(|| Failure::bad(format!("run.json of `{name}` does not contain the experiment")))?;
    let files = InMemory::from(experiment.files);
    let files =
        RecordedFiles { files, root: application.root.path().to_owned(), commands: application.commands };
    let mut file = REGISTRY
        .read_with(Source::new("run.json", experiment.text), NamedFiles::new(files))
        .map_err(|error| Failure::of_text(&error, "run.json"))?;
    file.path = experiment.path;
    // A resumed run has the seed of its first session.
    file.header.seed = Some(run.seed);
    Ok(file)
}

#[derive(Debug, Deserialize)]
pub(crate) struct JobNumber {
    job: u64,
}

/// `POST /api/stop`: stops a job.
pub(crate) async fn stop(
    State(application): State<App>,
    Posted(JobNumber { job }): Posted<JobNumber>,
) -> Result<Json<Value>, Failure> {
    application.jobs.stop(job)?;
    Ok(Json(json!({ "stopped": job })))
}

/// `POST /api/delete`: deletes the files of a run.
pub(crate) async fn delete(
    State(application): State<App>,
    Posted(RunName { run }): Posted<RunName>,
) -> Result<Json<Value>, Failure> {
    let name = run.clone();
    let lock = Arc::clone(&application.jobs.stores).acquire_owned().await;
    let gone = application
        .compute(move |application| {
            let path = application.root.run(&name)?;
            // The listing shows whether another program is working on the run.
            let listing = Listing::of(&path)?;
            let runs = listing.runs.iter().any(|run| run.state == RunState::Running);
            if runs || application.jobs.is_active(&name) {
                return Err(JobError::Active(name).into());
            }
            // Files of other programs may have the same names, so nothing is deleted in a folder
            // without a readable run.
            if !listing.runs.iter().any(|run| run.dir == path) {
                return Err(PathError::Refused(format!("`{name}` does not hold a run")).into());
            }
            let gone = application.root.delete_run(&name)?;
            drop(lock);
            Ok(gone)
        })
        .await?;
    application.live.list_again();
    Ok(Json(json!({ "deleted": run, "folder": gone })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Compared {
    a: String,
    b: String,
}

/// `GET /api/compare`: the differences between the results of two runs.
pub(crate) async fn compare(
    State(application): State<App>,
    Asked(Compared { a, b }): Asked<Compared>,
) -> Result<Json<Difference>, Failure> {
    let difference = application.compute(move |application| {
        let read = |name: &str| -> Result<_, Failure> { Ok(read_result(&application.root.run(name)?)?) };
        Ok(Difference::between(&read(&a)?, &read(&b)?, KINDS)?)
    });
    difference.await.map(Json)
}
