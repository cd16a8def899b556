//! Listing of the runs in a folder and its subfolders, with their states.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::directory::Output;
use crate::{RunDirectory, Store, StoreError};
use quadrille_memory::require;
use serde::Serialize;

use super::RunFailure;
use super::written::RunFile;
use crate::path_names;

/// The runs in a folder and its subfolders, ordered by path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// The readable runs.
    pub runs: Vec<ListedRun>,
    /// The unreadable runs.
    pub damaged: Vec<DamagedRun>,
}

/// A run, as found in its folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedRun {
    /// The path of the folder. In JSON, bytes that are not UTF-8 become U+FFFD.
    #[serde(serialize_with = "path_names::text")]
    pub dir: PathBuf,
    /// The [percent-encoded](path_names::encoded) path of the folder, if the path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir_encoded: Option<String>,
    /// The kind of experiment.
    pub kind: String,
    /// The name of the folder, without the path.
    pub name: String,
    /// The state of the run.
    pub state: RunState,
    /// The amount of work that is recorded as done, in units of `unit`.
    pub done: u64,
    /// The total amount of work in units of `unit`; `None` if unknown.
    pub total: Option<u64>,
    /// The unit of `done` and `total`. If the run is active or was killed, this is the unit of the
    /// experiment, such as `games`; otherwise it is `shards`.
    pub unit: String,
    /// The time at which the run began, in seconds since 1970; `None` if it was not recorded.
    pub started: Option<i64>,
}

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// The run is complete.
    Complete,
    /// The run was stopped or killed, and can be resumed.
    Unfinished,
    /// A process is working on the run.
    Running,
}

impl RunState {
    /// Returns the name of the state in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Unfinished => "unfinished",
            Self::Running => "running",
        }
    }
}

/// A folder that contains files of a run, but cannot be read as a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DamagedRun {
    /// The path of the folder. In JSON, bytes that are not UTF-8 become U+FFFD.
    #[serde(serialize_with = "path_names::text")]
    pub dir: PathBuf,
    /// The [percent-encoded](path_names::encoded) path of the folder, if the path is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir_encoded: Option<String>,
    /// The reason.
    pub reason: String,
}

impl DamagedRun {
    fn new(dir: PathBuf, reason: String) -> Self {
        Self { dir_encoded: path_names::encoded(&dir), dir, reason }
    }
}

impl Listing {
    /// Searches a folder and its subfolders for runs. Links are not followed, and nothing is
    /// changed. Folders without files of a run are not listed.
    ///
    /// # Errors
    /// The folder is missing or unreadable.
    pub fn of(folder: &Path) -> Result<Self, RunFailure> {
        let unreadable = |error| RunFailure::Refused(format!("cannot read {}: {error}", folder.display()));
        std::fs::read_dir(folder).map_err(unreadable)?;
        let (mut runs, mut damaged) = (Vec::new(), Vec::new());
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            match look(&folder) {
                Ok(Some(run)) => runs.push(run),
                Ok(None) => match folders_in(&folder) {
                    Ok(within) => folders.extend(within),
                    Err(error) => damaged.push(DamagedRun::new(folder, error.to_string())),
                },
                Err(reason) => damaged.push(DamagedRun::new(folder, reason)),
            }
        }
        runs.sort_by(|one, other| one.dir.cmp(&other.dir));
        damaged.sort_by(|one, other| one.dir.cmp(&other.dir));
        Ok(Self { runs, damaged })
    }
}

/// Returns the subfolders of a folder, except those that are links.
fn folders_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut within = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            within.push(entry.path());
        }
    }
    Ok(within)
}

/// Returns the run in a folder; `None` if the folder contains no run.
fn look(folder: &Path) -> Result<Option<ListedRun>, String> {
    let directory = RunDirectory::new(folder);
    let (path, store) = (directory.file(Output::Run), folder.join("run.sqlite"));
    let has_store = store.symlink_metadata().is_ok_and(|about| about.is_file());
    let text = match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        // `run.json` contains the files that the experiment names, so it may be large. The memory
        // for parsing it is checked first.
        _ => {
            let text = directory.read(Output::Run).map_err(|error| error.to_string())?;
            let text = text.ok_or_else(|| "run.json is a broken link".to_owned())?;
            require(super::parsed_bytes(&text)).map_err(|shortage| shortage.to_string())?;
            Some(text)
        }
    };
    let Some(text) = text else {
        // The checkpoint file is written before all other files of a run.
        return if has_store { begun(folder, &store) } else { Ok(None) };
    };
    let run: RunFile = serde_json::from_slice(&text)
        .map_err(|error| format!("run.json is damaged, or of another version: {error}"))?;
    if run.complete && !directory.file(Output::Result).is_file() {
        return Err("according to run.json the run is complete, but there is no result.json".to_owned());
    }
    let state = match run.complete {
        true => RunState::Complete,
        false if has_store && is_in_use(&store)? => RunState::Running,
        false => RunState::Unfinished,
    };
    let (done, total, unit) = match run.progress {
        Some(note) => (note.done, (note.total > 0).then_some(note.total), note.unit),
        None => (run.shards_finished.unwrap_or(0), run.shards, None),
    };
    Ok(Some(ListedRun {
        dir: folder.to_owned(),
        dir_encoded: path_names::encoded(folder),
        kind: run.kind,
        name: name(folder),
        state,
        done,
        total,
        unit: unit.unwrap_or_else(|| "shards".to_owned()),
        started: run.sessions.first().map(|session| session.started),
    }))
}

/// Returns a run that has a checkpoint file, but no `run.json` yet.
fn begun(folder: &Path, path: &Path) -> Result<Option<ListedRun>, String> {
    let (state, kind, done) = match Store::open(path) {
        Err(StoreError::InUse { .. }) => (RunState::Running, String::new(), 0),
        Err(error) => return Err(error.to_string()),
        Ok(store) => {
            let recorded = store.recorded().map_err(|error| error.to_string())?;
            let Some((identity, _)) = recorded else { return Ok(None) };
            (RunState::Unfinished, identity.kind, store.saved().map_err(|error| error.to_string())?)
        }
    };
    Ok(Some(ListedRun {
        dir: folder.to_owned(),
        dir_encoded: path_names::encoded(folder),
        kind,
        name: name(folder),
        state,
        done,
        total: None,
        unit: "shards".to_owned(),
        started: None,
    }))
}

/// Returns whether a process is working on the run with this checkpoint file.
fn is_in_use(store: &Path) -> Result<bool, String> {
    match Store::open(store) {
        Ok(_) => Ok(false),
        Err(StoreError::InUse { .. }) => Ok(true),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the name of a folder, without the path.
fn name(folder: &Path) -> String {
    let own = folder.file_name().map(OsStr::to_os_string);
    // `.` and `..` are resolved to the names of their folders.
    let own = own.or_else(|| folder.canonicalize().ok()?.file_name().map(OsStr::to_os_string));
    own.unwrap_or_default().to_string_lossy().into_owned()
}
