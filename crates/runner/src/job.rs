//! Kinds of experiments, and jobs of these kinds without type parameters.

use crate::{Header, OpenJob, Report};
use std::any::Any;
use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::files::NamedFiles;
use crate::keys::Key;

/// Reads an engine's table of an experiment file as a job.
pub type Reader = fn(&TomlTable<'_>, &Header, &mut NamedFiles) -> Result<Arc<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name in experiment files: engine, dot, question.
    pub name: &'static str,
    /// The table of the file that holds the engine's own keys.
    pub table: &'static str,
    /// The question that it answers, in one line.
    pub about: &'static str,
    /// The revision of its results: increased, with a line under **Results** in the changelog,
    /// whenever the same file and seed give different bytes.
    pub revision: u32,
    /// Reads and validates the table.
    pub read: Reader,
    /// The keys of that table.
    pub keys: &'static [Key],
}

impl Kind {
    /// Returns the names of the keys of its table, in order.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

/// An engine's validated settings, read from an experiment file, behind a common interface.
///
/// A kind reads its settings when the file is read, and creates an experiment from them when the
/// job is opened.
pub trait Job: Any + Send + Sync {
    /// Opens the job for a run. The opened job owns all data on which its result depends. `level`
    /// is the vector level of all kernels, which affects the time only.
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob>;

    /// Returns the report of a result of this job, equal to the report that the run drew.
    ///
    /// # Errors
    /// [`ForeignResult`] if the result is not of this kind.
    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult>;

    /// Returns the figures of a result for comparison with others of the same kind. Results that
    /// may be compared have the same number of figures with the same names. Kinds without such
    /// figures return none.
    ///
    /// # Errors
    /// [`ForeignResult`] if the result is not of this kind.
    fn measures(&self, _found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        Ok(Vec::new())
    }

    /// Returns whether the job uses randomness. Otherwise no seed is drawn, and the default seed is
    /// 0.
    fn draws(&self) -> bool {
        true
    }

    /// Returns the seed given in a file that the experiment names, which is used if the experiment
    /// has none.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// A figure of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// The name, with the unit: `damage per second`.
    pub name: String,
    /// The value; `None` if there are too few data.
    pub value: Option<f64>,
    /// Its 95 % confidence interval; `None` without randomness, or if there are too few data.
    pub interval: Option<[f64; 2]>,
}

impl Measure {
    /// Creates a figure without an interval.
    pub fn exact(name: impl Into<String>, value: Option<f64>) -> Self {
        Self { name: name.into(), value, interval: None }
    }

    /// Creates a mean from its value and half the width of its interval.
    pub fn mean(name: impl Into<String>, value: Option<f64>, error: Option<f64>) -> Self {
        let interval = value.zip(error).map(|(value, error)| [value - error, value + error]);
        Self { name: name.into(), value, interval }
    }
}

/// The result of a run, read from its files.
#[derive(Debug, Clone, Copy)]
pub struct StoredResult<'a> {
    /// The seed of the run.
    pub seed: u64,
    /// The kind's result as a JSON object.
    pub result: &'a Map<String, Value>,
    /// Data of the report that are not in the result; empty for most kinds.
    pub details: &'a Map<String, Value>,
}

impl StoredResult<'_> {
    /// Deserialises the result.
    ///
    /// # Errors
    /// It is not of this type; the message names the field.
    pub fn result<T: DeserializeOwned>(&self) -> Result<T, ForeignResult> {
        typed(self.result)
    }

    /// Deserialises the details.
    ///
    /// # Errors
    /// They are not of this type; the message names the field.
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

/// Error of a result of another kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ForeignResult(pub(crate) String);
