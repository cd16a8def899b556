//! The report of a finished run as data.

use std::path::Path;

use crate::Report;
use serde::{Deserialize, Serialize};

use crate::path_names;
use crate::runs::SavedRun;

/// The JSON answer of the command `report`, which contains the report of a finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportAnswer {
    /// The kind of experiment.
    pub kind: String,
    /// The seed of the run.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// The path of the HTML page; `None` if no page was written.
    pub page: Option<String>,
    /// The [percent-encoded](path_names::encoded) path of the HTML page if the path is not UTF-8;
    /// absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_encoded: Option<String>,
    /// The report as data.
    pub report: Report,
}

impl ReportAnswer {
    /// Creates the answer for a run; `page` is the path of the HTML page, if one was written.
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
