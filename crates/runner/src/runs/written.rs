//! The files of a run as types: `result.json`, `run.json`, and the page drawn from both.

#[cfg(feature = "html")]
use crate::Report;
#[cfg(feature = "html")]
use quadrille_diagnostics::{printable, printable_lines};
use quadrille_progress::Progress;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::NodeNote;
use crate::files::NamedFile;
use crate::machine::Machine;
use quadrille_report::entries::Entries;
#[cfg(feature = "html")]
use quadrille_report::plot::PlotError;
#[cfg(feature = "html")]
use quadrille_report::{self as report, Provenance};

/// The value of `program` in both files.
pub(super) const PROGRAM: &str = "quadrille";

/// The suffix of rates: `fights_per_second`.
const PER_SECOND: &str = "_per_second";

/// `result.json`: the result, with the same bytes for the same experiment, seed and revision of its
/// kind's results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// `quadrille`.
    pub program: String,
    /// The kind of experiment.
    pub kind: String,
    /// The revision of its results.
    pub revision: u32,
    /// The seed of all its randomness; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Number of merged shards.
    pub shards: u64,
    /// The kind's own result, without its type.
    pub result: Map<String, Value>,
}

/// `run.json`: the conditions and the state of a run. Except for the experiment, its contents
/// differ between runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// `quadrille`.
    pub program: String,
    /// The program's version.
    pub version: String,
    /// The kind of experiment.
    pub kind: String,
    /// The revision of its results.
    pub revision: u32,
    /// The seed of all its randomness; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// SHA-256 of all data on which the result depends, in lower-case hexadecimal.
    pub experiment_hash: String,
    /// Whether the run is complete.
    pub complete: bool,
    /// Total number of shards, if known.
    pub shards: Option<u64>,
    /// Number of finished shards, once the run has ended or was stopped.
    pub shards_finished: Option<u64>,
    /// The progress when this was written, while the run is active.
    pub progress: Option<ProgressNote>,
    /// Seconds of work in all sessions.
    pub wall_seconds: f64,
    /// Rates of work, by counter: `fights_per_second`.
    pub rates: Entries<f64>,
    /// The machine of the last session.
    pub machine: Option<Machine>,
    /// The number of threads of the last session.
    pub threads: Option<usize>,
    /// The vector level of the last session.
    pub vector_level: Option<String>,
    /// All sessions: the first, and one for each resumption.
    pub sessions: Vec<SessionNote>,
    /// The experiment. Absent in files of early versions of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
    /// Data of the report that are not in the result; absent if there are none.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

/// The experiment: the unchanged text of its file and of the files named by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The path of the experiment file as typed; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The experiment file's text.
    pub text: String,
    /// The files that it names, in order.
    pub files: Vec<NamedFile>,
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressNote {
    /// The unit: `games`.
    pub unit: Option<String>,
    /// The units done; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub done: u64,
    /// The total units, 0 if unknown; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub total: u64,
}

impl ProgressNote {
    pub(super) fn of(progress: &Progress) -> Self {
        Self {
            unit: progress.unit.as_ref().map(ToString::to_string),
            done: progress.done,
            total: progress.total.unwrap_or_default(),
        }
    }
}

/// A session of a run, from its start or resumption until it ends or is stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionNote {
    /// The start time, in seconds since 1970-01-01 UTC.
    pub started: i64,
    /// The duration in seconds; 0 if the session was killed.
    pub seconds: f64,
    /// The conditions, if they can be read.
    pub conditions: Option<SessionConditions>,
    /// The work of nodes, if shards were not run by threads of this machine. For a killed session,
    /// this excludes the work of its last seconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeNote>,
}

/// The conditions of a session, which are also stored with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionConditions {
    /// The machine.
    pub machine: Machine,
    /// Worker threads.
    pub threads: usize,
    /// The vector level of all kernels.
    pub vector_level: String,
}

impl SessionConditions {
    pub(super) fn to_json(&self) -> String {
        serde_json::json!(self).to_string()
    }
}

impl ResultFile {
    /// Returns the file's bytes: indented, with a newline at its end.
    pub fn to_bytes(&self) -> Vec<u8> {
        text(self)
    }
}

impl RunFile {
    /// Returns the file's bytes: indented, with a newline at its end.
    pub fn to_bytes(&self) -> Vec<u8> {
        text(self)
    }

    /// Returns the name of a counter's rate.
    pub(super) fn rate_of(counter: &str) -> String {
        format!("{counter}{PER_SECOND}")
    }

    /// Returns the conditions in the report, as labels and values.
    #[cfg(feature = "html")]
    fn conditions(&self) -> Vec<(String, String)> {
        let mut conditions = Vec::new();
        let mut push = |label: &str, value: String| conditions.push((label.to_owned(), value));
        if let (Some(machine), Some(threads), Some(level)) = (&self.machine, self.threads, &self.vector_level)
        {
            push("machine", machine.describe());
            push("threads", threads.to_string());
            push("vector level", level.clone());
        }
        push("wall time", duration(self.wall_seconds));
        if self.sessions.len() > 1 {
            push("sessions", format!("{}: stopped and resumed", self.sessions.len()));
        }
        for (name, &rate) in self.rates.iter() {
            let what = name.strip_suffix(PER_SECOND).unwrap_or(name);
            push(&format!("{what} per second"), rounded(rate));
        }
        conditions
    }
}

/// Draws `report.html`.
#[cfg(feature = "html")]
pub(super) fn page(report: &Report, result: &ResultFile, run: &RunFile) -> Result<String, PlotError> {
    let experiment = run.experiment.as_ref();
    let shown = |file: &NamedFile| {
        let mut shown = file.clone();
        (shown.name, shown.text) = (printable(&file.name), printable_lines(&file.text));
        shown
    };
    let provenance = Provenance {
        version: run.version.clone(),
        revision: result.revision,
        kind: result.kind.clone(),
        path: experiment.and_then(|experiment| experiment.path.clone()),
        text: experiment.map(|experiment| printable_lines(&experiment.text)).unwrap_or_default(),
        files: experiment.map(|experiment| experiment.files.iter().map(shown).collect()).unwrap_or_default(),
        hash: run.experiment_hash.clone(),
        seed: result.seed,
        shards: result.shards,
        conditions: run.conditions(),
    };
    report::page(report, &provenance)
}

/// Formats JSON for a file.
fn text(value: &impl Serialize) -> Vec<u8> {
    // Serialisation cannot fail: all keys are text and all values are serialisable.
    let value = serde_json::to_value(value).unwrap_or_default();
    format!("{value:#}\n").into_bytes()
}

/// Formats a duration: `3.2 ms`, `4.7 s`, `2 h 5 min`.
#[cfg(feature = "html")]
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{:.3} ms", seconds * 1e3),
        _ if seconds < 60.0 => format!("{seconds:.2} s"),
        _ if seconds < 3600.0 => format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60),
        _ => format!("{} h {} min", seconds as u64 / 3600, seconds as u64 % 3600 / 60),
    }
}

/// Formats a rate with three or four significant digits: `871.2 million`.
#[cfg(feature = "html")]
fn rounded(rate: f64) -> String {
    let (scaled, unit) = match rate {
        _ if rate >= 1e9 => (rate / 1e9, " billion"),
        _ if rate >= 1e6 => (rate / 1e6, " million"),
        _ if rate >= 1e3 => (rate / 1e3, " thousand"),
        _ => (rate, ""),
    };
    format!("{scaled:.1}{unit}")
}
