//! The type [`Kind`] describes a kind of experiment. The trait [`Job`] has no type parameters, and
//! is implemented by the settings of every kind.

use crate::{Header, OpenJob, Report};
use std::any::Any;
use std::sync::Arc;

use quadrille_diagnostics::Diagnostic;
use quadrille_diagnostics::toml::TomlTable;
use quadrille_lanes::Level;
pub use quadrille_report::figures::Described;
use quadrille_report::figures::{Figure, Shape};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::files::NamedFiles;
use crate::keys::Key;
use crate::typed::typed;

/// A function that reads a job from the table of the kind in an experiment file.
pub type Reader = fn(&TomlTable<'_>, &Header, &mut NamedFiles) -> Result<Arc<dyn Job>, Diagnostic>;

/// A kind of experiment.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The name of the kind in experiment files, such as `combat.dps`: the engine, a dot, and a
    /// short name for the question.
    pub name: &'static str,
    /// The name of the table in experiment files that contains the keys of this kind.
    pub table: &'static str,
    /// The question that the kind answers, in one line.
    pub about: &'static str,
    /// The revision of the results. It is increased, with a line under **Results** in the
    /// changelog, whenever the same file and seed give a different result than before.
    pub revision: u32,
    /// The function that reads and validates the table of this kind.
    pub read: Reader,
    /// The keys of the table of this kind.
    pub keys: &'static [Key],
    /// The type of the result.
    pub result: Shape,
}

impl Kind {
    /// Returns the names of the keys of the kind's table, in the order of their declaration.
    pub fn key_names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|key| key.name).collect()
    }
}

/// The validated settings of an experiment, which were read from an experiment file.
///
/// All settings are read when the file is read. The data that the shards need are computed from
/// these settings later, when the job is opened and prepared.
pub trait Job: Any + Send + Sync {
    /// Opens the job for a run. The opened job owns all data on which its result depends. `level`
    /// is the vector level of all kernels; it affects only the speed.
    fn open(self: Arc<Self>, seed: u64, level: Level) -> Box<dyn OpenJob>;

    /// Creates the report from a stored result of this job. The report equals the report that the
    /// run created.
    ///
    /// # Errors
    /// [`ForeignResult`] if the result does not belong to this kind of experiment.
    fn report(&self, found: &StoredResult<'_>) -> Result<Report, ForeignResult>;

    /// Returns the measures by which a result can be compared with other results of the same kind.
    /// Results that can be compared have measures with the same names in the same order. Kinds
    /// without measures return an empty list.
    ///
    /// # Errors
    /// [`ForeignResult`] if the result does not belong to this kind of experiment.
    fn measures(&self, _found: &StoredResult<'_>) -> Result<Vec<Measure>, ForeignResult> {
        Ok(Vec::new())
    }

    /// Returns whether the job uses random numbers. If it does not, the default seed is 0 instead
    /// of a random number.
    fn draws(&self) -> bool {
        true
    }

    /// Returns the seed in a file that the experiment names, such as a profile. It is used if the
    /// experiment file contains no seed.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// A number of a result, by which the result is compared with other results.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// The name of the measure with its unit, such as `damage per second`.
    pub name: String,
    /// The value; `None` if there are too few data.
    pub value: Option<f64>,
    /// The 95 % confidence interval; `None` if the value is not random or there are too few data.
    pub interval: Option<[f64; 2]>,
}

impl Measure {
    /// Creates a measure from the value and the interval of a figure in a row of a result.
    pub fn of<R: ?Sized>(name: impl Into<String>, figure: &Figure<R>, row: &R) -> Self {
        Self { name: name.into(), value: figure.number(row), interval: figure.ends(row) }
    }

    /// Creates a measure without a value.
    pub fn unknown(name: impl Into<String>) -> Self {
        Self { name: name.into(), value: None, interval: None }
    }

    /// Creates a measure from a mean `value` and half the width of its confidence interval,
    /// `error`.
    pub fn mean(name: impl Into<String>, value: Option<f64>, error: Option<f64>) -> Self {
        let interval = value.zip(error).map(|(value, error)| [value - error, value + error]);
        Self { name: name.into(), value, interval }
    }

    /// Returns the measure in another unit: the value and the interval, multiplied by `factor`.
    #[must_use]
    pub fn times(mut self, factor: f64) -> Self {
        let by = |value: f64| value * factor;
        (self.value, self.interval) = (self.value.map(by), self.interval.map(|ends| ends.map(by)));
        self
    }
}

/// The result of a run, read from its files.
#[derive(Debug, Clone, Copy)]
pub struct StoredResult<'a> {
    /// The seed of the run.
    pub seed: u64,
    /// The kind's result as a JSON object.
    pub result: &'a Map<String, Value>,
    /// Data that the report needs and the result lacks, as a JSON object; empty for most kinds.
    pub details: &'a Map<String, Value>,
}

impl StoredResult<'_> {
    /// Deserialises the result.
    ///
    /// # Errors
    /// The result is not of type `T`. The message names the invalid field.
    pub fn result<T: DeserializeOwned>(&self) -> Result<T, ForeignResult> {
        typed(self.result)
    }

    /// Deserialises the details.
    ///
    /// # Errors
    /// The details are not of type `T`. The message names the invalid field.
    pub fn details<T: DeserializeOwned>(&self) -> Result<T, ForeignResult> {
        typed(self.details)
    }
}

/// Error of a result that does not belong to the expected kind of experiment. The text names the
/// invalid field and the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ForeignResult(pub(crate) String);
