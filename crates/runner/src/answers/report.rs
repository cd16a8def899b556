//! The report of a finished run as data.

use std::path::Path;

use crate::Report;
use serde::{Deserialize, Serialize};

use crate::path_names;
use crate::runs::SavedRun;

/// The report of a finished run: the answer of `report`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportAnswer {
    /// The kind of experiment.
    pub kind: String,
    /// The seed of the run.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The path of the page, if it was written.
    pub page: Option<String>,
    /// The [percent-encoded](path_names::encoded) bytes of the path, if they are not UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_encoded: Option<String>,
    /// The report, block by block.
    pub report: Report,
}

impl ReportAnswer {
    /// Creates the answer for a run, whose page was written to `page`, if any.
    pub fn new(run: &SavedRun, page: Option<&Path>) -> Self {
        Self {
            kind: run.result.kind.clone(),
            seed: run.result.seed,
            page: page.map(|page| page.display().to_string()),
            page_encoded: page.and_then(path_names::encoded),
            report: run.report.clone(),
        }
    }
}
