//! The outcome of an experiment: a result for programs, and a report for people.
//!
//! The [`Report`] is a view of the result and can be drawn again from it. Times and rates are in
//! neither; the program that measures the time derives them from the
//! [counters](Conclusion::counters).

use std::borrow::Cow;

use quadrille_report::Report;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::directory::Output;

/// The outcome of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Conclusion {
    /// The kind's typed result as a JSON object: figures by name, with counts that may exceed 2^53
    /// as decimal strings.
    pub result: Map<String, Value>,
    /// Data of the report that are not in the result, as a JSON object; empty for most kinds.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
    /// Amounts of work whose rates are shown with the wall time.
    pub counters: Vec<Counter>,
    /// The report for people.
    pub report: Report,
    /// Files that a run in a directory writes before its result. Like the result, they depend on
    /// the experiment only. Points of a sweep have none.
    #[serde(skip)]
    pub files: Vec<(Output, Vec<u8>)>,
}

impl Conclusion {
    /// Creates a conclusion from a typed result and its report, which is made
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

    /// Adds data that only the report shows.
    ///
    /// # Panics
    /// They do not serialise as a JSON object.
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

    /// Adds an amount of work.
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
        other => panic!("a result is a JSON object, not {other:?}"),
    }
}

/// An amount of work, such as scores computed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The unit, in the plural: `scores`.
    pub name: Cow<'static, str>,
    /// The amount; serialised as decimal text.
    #[serde(with = "quadrille_report::decimal")]
    pub amount: u128,
}
