//! The outcome of an experiment: a result for programs, and a report for people.
//!
//! The [`Report`] presents the result, and can be created again from the result and the
//! [details](Conclusion::details). Neither the result nor the report contains times or rates: the
//! program that measures the time computes rates from the [counters](Conclusion::counters).

use std::borrow::Cow;

use quadrille_report::Report;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::directory::Output;

/// The outcome of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conclusion {
    /// The result as a JSON object. Counts that may exceed 2^53 are decimal strings.
    pub result: Map<String, Value>,
    /// Data that the report needs and the result lacks, as a JSON object; empty for most kinds.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// Amounts of work, such as a number of games. Divided by the wall time of the run, they give
    /// the rates that are shown next to the wall time.
    pub counters: Vec<Counter>,
    /// The report for people.
    pub report: Report,
    /// Files that a run writes to its directory before the result. Like the result, they depend on
    /// the experiment only. The points of a sweep write no such files.
    #[serde(skip)]
    pub files: Vec<(Output, Vec<u8>)>,
}

impl Conclusion {
    /// Creates a conclusion from a typed result and a report. The report is made
    /// [printable](Report::make_printable).
    ///
    /// ```
    /// use quadrille_runner::{Conclusion, Report};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Games {
    ///     games: u64,
    /// }
    /// let conclusion = Conclusion::new(&Games { games: 3 }, Report::default());
    /// assert_eq!(conclusion.result["games"], 3);
    /// ```
    ///
    /// # Panics
    /// The result does not serialise as a JSON object: it must be a struct or a map with text keys.
    pub fn new(result: &impl Serialize, mut report: Report) -> Self {
        report.make_printable();
        Self { result: object(result), details: Map::new(), counters: Vec::new(), report, files: Vec::new() }
    }

    /// Sets the [details](Self::details): the data that the report needs and the result lacks.
    ///
    /// # Panics
    /// `details` does not serialise as a JSON object.
    #[must_use]
    pub fn with_details(mut self, details: &impl Serialize) -> Self {
        self.details = object(details);
        self
    }

    /// Adds a file that is written with the result.
    #[must_use]
    pub fn with_file(mut self, output: Output, bytes: Vec<u8>) -> Self {
        self.files.push((output, bytes));
        self
    }

    /// Adds a [counter](Self::counters): `amount` units of work, whose unit is `name` in the
    /// plural.
    #[must_use]
    pub fn counting(mut self, name: &'static str, amount: impl Into<u128>) -> Self {
        self.counters.push(Counter { name: Cow::Borrowed(name), amount: amount.into() });
        self
    }
}

/// Serialises a struct as a JSON object with its fields in order.
fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        other => panic!("a result must be serialised as a JSON object, not as {other:?}"),
    }
}

/// An amount of work, such as scores computed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The unit of the work in the plural, such as `scores`.
    pub name: Cow<'static, str>,
    /// The amount of work; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub amount: u128,
}
