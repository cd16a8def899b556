//! Which runs there are below a folder, and how far each is.

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

/// The runs below a folder, in the order of their paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// Those that can be read.
    pub runs: Vec<ListedRun>,
    /// Those that cannot.
    pub damaged: Vec<DamagedRun>,
}

/// A run in its folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ListedRun {
    /// The folder. In JSON, bytes that are not UTF-8 are U+FFFD.
    #[serde(serialize_with = "path_names::text")]
    pub dir: PathBuf,
    /// The folder's [percent-encoded](path_names::encoded) bytes, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir_encoded: Option<String>,
    /// Which kind of experiment it is.
    pub kind: String,
    /// The folder's own name.
    pub name: String,
    /// How far it is.
    pub state: RunState,
    /// How much of it is done, as far as it is written down.
    pub done: u64,
    /// How much there is in all, where that is known.
    pub total: Option<u64>,
    /// What is counted: `shards`, or, where a run is under way or was killed, what it counts itself.
    pub unit: String,
    /// When it was begun, in seconds since 1970; `None` where that is not written down.
    pub started: Option<i64>,
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// It has its result.
    Complete,
    /// It was stopped or killed, and can be gone on with.
    Unfinished,
    /// A process is working on it.
    Running,
}

impl RunState {
    /// As data has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Unfinished => "unfinished",
            Self::Running => "running",
        }
    }
}

/// A folder with files of a run that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DamagedRun {
    /// The folder. In JSON, bytes that are not UTF-8 are U+FFFD.
    #[serde(serialize_with = "path_names::text")]
    pub dir: PathBuf,
    /// The folder's [percent-encoded](path_names::encoded) bytes, where they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir_encoded: Option<String>,
    /// What is wrong with it.
    pub reason: String,
}

impl DamagedRun {
    fn new(dir: PathBuf, reason: String) -> Self {
        Self { dir_encoded: path_names::encoded(&dir), dir, reason }
    }
}

impl Listing {
    /// Looks through a folder and all folders in it, but through no links; nothing is changed. Folders without files
    /// of a run are passed over.
    ///
    /// # Errors
    /// There is no such folder, or it may not be read.
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

/// Returns the folders in a folder, links left out.
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

/// Returns the run in a folder; `None` if it holds none.
fn look(folder: &Path) -> Result<Option<ListedRun>, String> {
    let directory = RunDirectory::new(folder);
    let (path, store) = (directory.file(Output::Run), folder.join("run.sqlite"));
    let has_store = store.symlink_metadata().is_ok_and(|about| about.is_file());
    let text = match std::fs::symlink_metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        // Files that an experiment names may make it large.
        _ => {
            let text = directory.read(Output::Run).map_err(|error| error.to_string())?;
            let text = text.ok_or_else(|| "run.json is a link to no file".to_owned())?;
            require(super::parsed_bytes(&text)).map_err(|shortage| shortage.to_string())?;
            Some(text)
        }
    };
    let Some(text) = text else {
        // The record of a run is there before anything else of it.
        return if has_store { begun(folder, &store) } else { Ok(None) };
    };
    let run: RunFile = serde_json::from_slice(&text)
        .map_err(|error| format!("run.json is damaged, or of another version: {error}"))?;
    if run.complete && !directory.file(Output::Result).is_file() {
        return Err("run.json says that it is complete, but there is no result.json".to_owned());
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

/// Returns a run of which there is nothing but the checkpoints.
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

/// Returns whether a process is working on a run.
fn is_in_use(store: &Path) -> Result<bool, String> {
    match Store::open(store) {
        Ok(_) => Ok(false),
        Err(StoreError::InUse { .. }) => Ok(true),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns a folder's own name.
fn name(folder: &Path) -> String {
    let own = folder.file_name().map(OsStr::to_os_string);
    // `.` and `..` have a name of their own behind them.
    let own = own.or_else(|| folder.canonicalize().ok()?.file_name().map(OsStr::to_os_string));
    own.unwrap_or_default().to_string_lossy().into_owned()
}
