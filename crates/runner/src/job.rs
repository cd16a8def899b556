//! Experiments behind one face: what a kind is, and a job of one of them.

use crate::{Header, OpenJob, Report};
use std::any::Any;
use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::Table;
use quadrille_lanes::Level;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::files::NamedFiles;
use crate::keys::Key;

/// Reads an engine's table of an experiment file and makes a job of it.
pub type Reader = fn(&Table<'_>, &Header, &mut NamedFiles) -> Result<Arc<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// What an experiment file calls it: engine, dot, question.
    pub name: &'static str,
    /// The table of the file that holds the engine's own keys.
    pub table: &'static str,
    /// What it finds out, in a line.
    pub about: &'static str,
    /// The revision of its results: raised, with a line under **Results** in the changelog, whenever the same
    /// file and seed come to give other bytes.
    pub revision: u32,
    /// Reads that table and checks every range in it.
    pub read: Reader,
    /// The keys of that table.
    pub keys: &'static [Key],
}

impl Kind {
    /// Returns the names of the keys of its table, in their order.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

/// What a kind of experiment asks, read from a file and checked: an engine's settings behind one face.
///
/// A kind reads its settings when the file is read, and makes an experiment of them when the job is
/// opened.
pub trait Job: Any + Send + Sync {
    /// Opens the job: everything that the bytes of its result depend on is now known, and it owns all it
    /// needs. `level` is the vector level of all kernels, which changes nothing but the time.
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob>;

    /// Returns the report of a result that a run of this job has found: the same that the run itself has drawn.
    ///
    /// # Errors
    /// It is no result of this kind.
    fn report(&self, found: &Found<'_>) -> Result<Report, ForeignResult>;

    /// Returns the few figures of a result by which it is set beside others of the same kind: as many, and called the same, for
    /// all results that may be set side by side. None for kinds that have no such figures.
    ///
    /// # Errors
    /// It is no result of this kind.
    fn measures(&self, _found: &Found<'_>) -> Result<Vec<Measure>, ForeignResult> {
        Ok(Vec::new())
    }

    /// Returns whether anything is left to chance: where nothing is, no seed is drawn, and it is 0 unless somebody names
    /// another.
    fn draws(&self) -> bool {
        true
    }

    /// Returns the seed that a file it names asks for; it counts where the experiment itself has none.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// A figure of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// What it is, with its unit: `damage a second`.
    pub name: String,
    /// The figure; `None` where too little was found out.
    pub value: Option<f64>,
    /// From where to where it may be off, with 95 % confidence; `None` where nothing is left to chance, or too
    /// little is known.
    pub interval: Option<[f64; 2]>,
}

impl Measure {
    /// Creates a figure that is what it is.
    pub fn exact(name: impl Into<String>, value: Option<f64>) -> Self {
        Self { name: name.into(), value, interval: None }
    }

    /// Creates a mean, and half its interval.
    pub fn mean(name: impl Into<String>, value: Option<f64>, error: Option<f64>) -> Self {
        let interval = value.zip(error).map(|(value, error)| [value - error, value + error]);
        Self { name: name.into(), value, interval }
    }
}

/// What a run has found, read back from where it is written.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    /// The seed of the run.
    pub seed: u64,
    /// The kind's result as a JSON object.
    pub result: &'a Map<String, Value>,
    /// What the report shows beyond it; empty for most kinds.
    pub details: &'a Map<String, Value>,
}

impl Found<'_> {
    /// Returns the result as the type that it must be.
    ///
    /// # Errors
    /// It is none of that type; which of its fields shows it.
    pub fn result<T: DeserializeOwned>(&self) -> Result<T, ForeignResult> {
        typed(self.result)
    }

    /// Returns the details as the type that they must be.
    ///
    /// # Errors
    /// They are none of that type; which field shows it.
    pub fn details<T: DeserializeOwned>(&self) -> Result<T, ForeignResult> {
        typed(self.details)
    }
}

fn typed<T: DeserializeOwned>(object: &Map<String, Value>) -> Result<T, ForeignResult> {
    serde_path_to_error::deserialize(Value::Object(object.clone())).map_err(|error| {
        let field = error.path().to_string();
        let reason = error.into_inner().to_string();
        ForeignResult(if field == "." { reason } else { format!("`{field}`: {reason}") })
    })
}

/// A result that is none of its kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ForeignResult(pub(crate) String);
