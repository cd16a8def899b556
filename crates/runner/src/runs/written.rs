//! The files of a run as types: `result.json`, `run.json`, and the page that both make together.

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

/// What stands under `program` in both files.
pub(super) const PROGRAM: &str = "quadrille";

/// How a rate ends: `fights_per_second`.
const PER_SECOND: &str = "_per_second";

/// `result.json`: what was found. The same bytes for the same experiment, seed and revision of its kind's
/// results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// `quadrille`.
    pub program: String,
    /// Which kind of experiment it was.
    pub kind: String,
    /// The revision of its results.
    pub revision: u32,
    /// The seed of all its randomness; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// How many shards were merged.
    pub shards: u64,
    /// The kind's own result, with its type erased.
    pub result: Map<String, Value>,
}

/// `run.json`: how a run came to its result, or how far it is. Nothing in it but the experiment is the same
/// twice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// `quadrille`.
    pub program: String,
    /// The program's version.
    pub version: String,
    /// Which kind of experiment it is.
    pub kind: String,
    /// The revision of its results.
    pub revision: u32,
    /// The seed of all its randomness; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// SHA-256 over everything that the result depends on, in lower-case hex.
    pub experiment_hash: String,
    /// Whether it has its result.
    pub complete: bool,
    /// Shards in all, where they are known.
    pub shards: Option<u64>,
    /// Shards done, once it has ended or was stopped.
    pub shards_finished: Option<u64>,
    /// How far it was when this was written, while it is under way.
    pub progress: Option<ProgressNote>,
    /// Seconds worked in all sessions.
    pub wall_seconds: f64,
    /// Work done a second, by what was done: `fights_per_second`.
    pub rates: Entries<f64>,
    /// The machine of the last session.
    pub machine: Option<Machine>,
    /// Its threads.
    pub threads: Option<usize>,
    /// Its vector level.
    pub vector_level: Option<String>,
    /// All sessions: one, and one more each time that it was stopped and resumed.
    pub sessions: Vec<SessionNote>,
    /// What was asked. Programs before results had revisions wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experiment: Option<Experiment>,
    /// What the report shows beyond the result; absent where it shows nothing else.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

/// What was asked, word for word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Where the experiment file was, as it was typed; absent where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The experiment file's text.
    pub text: String,
    /// The files that it names, in the order in which it names them.
    pub files: Vec<NamedFile>,
}

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressNote {
    /// What is counted: `games`.
    pub unit: Option<String>,
    /// How much of it is done; decimal text as data.
    #[serde(with = "quadrille_report::decimal")]
    pub done: u64,
    /// How much there is in all, 0 where nobody knows; decimal text as data.
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

/// A stretch of work on a run, from its start or resumption to its end, or to where it was stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionNote {
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// How many seconds it took; 0 if it was killed.
    pub seconds: f64,
    /// What it worked under, where that can still be read.
    pub conditions: Option<SessionConditions>,
    /// Where others than threads of the machine worked out the shards: what each did. A session that was killed has
    /// what it did until some seconds before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeNote>,
}

/// What a session worked under; kept with it in the store.
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

    /// What the rate of a counter is called.
    pub(super) fn rate_of(counter: &str) -> String {
        format!("{counter}{PER_SECOND}")
    }

    /// What a report says about how a result was found, label and value.
    #[cfg(feature = "html")]
    fn conditions(&self) -> Vec<(String, String)> {
        let mut conditions = Vec::new();
        let mut tell = |label: &str, value: String| conditions.push((label.to_owned(), value));
        if let (Some(machine), Some(threads), Some(level)) = (&self.machine, self.threads, &self.vector_level)
        {
            tell("machine", machine.describe());
            tell("threads", threads.to_string());
            tell("vector level", level.clone());
        }
        tell("wall time", duration(self.wall_seconds));
        if self.sessions.len() > 1 {
            tell("sessions", format!("{}: stopped and resumed", self.sessions.len()));
        }
        for (name, &rate) in self.rates.iter() {
            let what = name.strip_suffix(PER_SECOND).unwrap_or(name);
            tell(&format!("{what} a second"), rounded(rate));
        }
        conditions
    }
}

/// `report.html`.
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

/// JSON as a file.
fn text(value: &impl Serialize) -> Vec<u8> {
    // Every key is a text and every value serialises: there is nothing to go wrong.
    let value = serde_json::to_value(value).unwrap_or_default();
    format!("{value:#}\n").into_bytes()
}

/// `3.2 ms`, `4.7 s`, `2 h 5 min`.
#[cfg(feature = "html")]
fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{:.3} ms", seconds * 1e3),
        _ if seconds < 60.0 => format!("{seconds:.2} s"),
        _ if seconds < 3600.0 => format!("{} min {} s", seconds as u64 / 60, seconds as u64 % 60),
        _ => format!("{} h {} min", seconds as u64 / 3600, seconds as u64 % 3600 / 60),
    }
}

/// `871.2 million`: three or four figures that mean something.
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
