//! The answer of running a job: its result, and facts about its run.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::experiment_file::ExperimentFile;
use crate::runs::RunSummary;

/// The outcome of running an experiment file: the answer of `run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobAnswer {
    /// The kind of experiment.
    pub kind: String,
    /// The seed of all randomness.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Shards that the result is computed from; if the run was stopped, the finished shards.
    pub shards: u64,
    /// Whether the run is complete.
    pub complete: bool,
    /// Seconds of work in all sessions.
    pub wall_seconds: f64,
    /// The result, key by key; `None` if the run was stopped.
    pub result: Option<Map<String, Value>>,
    /// The result of a stopped run from its merged shards, with the same keys, if the kind supports
    /// partial results; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub so_far: Option<Map<String, Value>>,
}

impl JobAnswer {
    /// Creates the answer for a run of this file.
    pub fn new(file: &ExperimentFile, summary: &RunSummary) -> Self {
        Self {
            kind: file.kind.name.to_owned(),
            seed: summary.seed,
            shards: summary.shards,
            complete: summary.conclusion.is_some(),
            wall_seconds: summary.wall_seconds,
            result: summary.conclusion.as_ref().map(|conclusion| conclusion.result.clone()),
            so_far: summary.so_far.as_ref().map(|so_far| so_far.result.clone()),
        }
    }
}

/// A fact about a run that may accompany its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RunFact {
    /// `seed`, as decimal text.
    Seed,
    /// `seconds` of work in all sessions.
    Seconds,
    /// The work counted by the kind, per second: `games_per_second`, `scores_per_second`. Absent if
    /// the kind counts nothing.
    Rate,
}

/// Returns the result of a complete run, followed by facts about the run in the given order; `None`
/// if it was stopped.
///
/// This is the answer of commands that run one kind of experiment from their flags: `combat run`,
/// `mastermind evaluate`, the arenas.
pub fn result_and_facts(summary: &RunSummary, facts: &[RunFact]) -> Option<Map<String, Value>> {
    let conclusion = summary.conclusion.as_ref()?;
    let mut answer = conclusion.result.clone();
    for fact in facts {
        match (fact, conclusion.counters.first()) {
            (RunFact::Seed, _) => answer.insert("seed".to_owned(), json!(summary.seed.to_string())),
            (RunFact::Seconds, _) => answer.insert("seconds".to_owned(), json!(summary.wall_seconds)),
            (RunFact::Rate, Some(counter)) => {
                let rate = counter.amount as f64 / summary.wall_seconds;
                answer.insert(format!("{}_per_second", counter.name), json!(rate))
            }
            (RunFact::Rate, None) => None,
        };
    }
    Some(answer)
}
