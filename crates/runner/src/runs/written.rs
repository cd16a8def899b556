//! The contents of `result.json` and `run.json` as types, and the HTML page created from both.

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

/// The value of the key `program` in both files.
pub(super) const PROGRAM: &str = "quadrille";

/// The suffix of the keys of rates, such as `fights_per_second`.
const PER_SECOND: &str = "_per_second";

/// The contents of `result.json`. The bytes are the same for the same experiment, seed and revision
/// of the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// `quadrille`.
    pub program: String,
    /// The kind of experiment.
    pub kind: String,
    /// The revision of the kind.
    pub revision: u32,
    /// The seed of all random numbers of the run; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Number of merged shards.
    pub shards: u64,
    /// The result as a JSON object, whose keys depend on the kind.
    pub result: Map<String, Value>,
}

/// The contents of `run.json`: the conditions and the state of a run. Except for the experiment,
/// they may differ between runs of the same experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// `quadrille`.
    pub program: String,
    /// The program's version.
    pub version: String,
    /// The kind of experiment.
    pub kind: String,
    /// The revision of the kind.
    pub revision: u32,
    /// The seed of all random numbers of the run; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// SHA-256 of all data on which the result depends, in lower-case hexadecimal.
    pub experiment_hash: String,
    /// Whether the run is complete.
    pub complete: bool,
    /// Total number of shards; `None` if unknown.
    pub shards: Option<u64>,
    /// Number of finished shards; `None` while the run is active.
    pub shards_finished: Option<u64>,
    /// The progress at the time at which the file was written; `None` if the run has ended.
    pub progress: Option<ProgressNote>,
    /// Wall time of all sessions of the run, in seconds.
    pub wall_seconds: f64,
    /// Amounts of work per second. The keys consist of the counter's name and a suffix, such as
    /// `fights_per_second`.
    pub rates: Entries<f64>,
    /// The machine of the last session.
    pub machine: Option<Machine>,
    /// The number of threads of the last session.
    pub threads: Option<usize>,
    /// The vector level of the last session.
    pub vector_level: Option<String>,
    /// All sessions: one for the start of the run, and one for each time that it was resumed.
    pub sessions: Vec<SessionNote>,
    /// The experiment. Absent in files of early versions of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
    /// Data that the report needs and the result lacks, as a JSON object; absent if empty.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

/// The experiment: the unchanged text of the experiment file, and the contents of the files that it
/// names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The path of the experiment file, in a form that can be typed; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The experiment file's text.
    pub text: String,
    /// The files that the experiment names, in the order in which they are named.
    pub files: Vec<NamedFile>,
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressNote {
    /// The unit of `done` and `total` in the plural, such as `games`.
    pub unit: Option<String>,
    /// The number of units that are done; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub done: u64,
    /// The total number of units, 0 if unknown; serialised as decimal text.
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

/// A session of a run. It begins when the run is started or resumed, and ends when the run is
/// complete or stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionNote {
    /// The start time, in seconds since 1970-01-01 UTC.
    pub started: i64,
    /// The duration in seconds; 0 until the session has ended. If the session was killed, later
    /// sessions write the duration up to the last saved shard.
    pub seconds: f64,
    /// The conditions of the session; `None` if they cannot be read.
    pub conditions: Option<SessionConditions>,
    /// The work of each node, if shards were run outside of the process that wrote this file;
    /// otherwise empty. If the session was killed, the work of its last seconds is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeNote>,
}

/// The conditions of a session. The checkpoint file contains them too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionConditions {
    /// The machine.
    pub machine: Machine,
    /// Number of threads that run shards.
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

    /// Returns the key of the rate of the counter with this name.
    pub(super) fn rate_of(counter: &str) -> String {
        format!("{counter}{PER_SECOND}")
    }

    /// Returns the conditions that the report shows, as pairs of label and value.
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
            push("sessions", format!("{} (the run was stopped and resumed)", self.sessions.len()));
        }
        for (name, &rate) in self.rates.iter() {
            let what = name.strip_suffix(PER_SECOND).unwrap_or(name);
            push(&format!("{what} per second"), rounded(rate));
        }
        conditions
    }
}

/// Creates the contents of `report.html`.
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
    // Serialisation cannot fail, because all keys are texts and all values are serialisable.
    let value = serde_json::to_value(value).unwrap_or_default();
    format!("{value:#}\n").into_bytes()
}

/// Formats a duration, such as `3.214 ms`, `4.70 s`, `3 min 20 s` or `2 h 5 min`.
#[cfg(feature = "html")]
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{:.3} ms", seconds * 1e3),
        _ if seconds < 60.0 => format!("{seconds:.2} s"),
        _ if seconds < 3600.0 => format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60),
        _ => format!("{} h {} min", seconds as u64 / 3600, seconds as u64 % 3600 / 60),
    }
}

/// Formats a rate with one decimal, such as `871.2 million`.
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
