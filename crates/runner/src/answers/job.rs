//! The answer of a command that runs a job: the result, and facts about the run.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::experiment_file::ExperimentFile;
use crate::runs::RunSummary;

/// The JSON answer of the command `run`, which describes the outcome of running an experiment file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JobAnswer {
    /// The kind of experiment.
    pub kind: String,
    /// The seed of all random numbers of the run.
    #[serde(with = "quadrille_report::decimal")]
    pub seed: u64,
    /// Number of shards that the result is computed from; if the run was stopped, the number of
    /// finished shards.
    pub shards: u64,
    /// Whether the run is complete.
    pub complete: bool,
    /// Wall time of all sessions of the run, in seconds.
    pub wall_seconds: f64,
    /// The result as a JSON object; `None` if the run was stopped.
    pub result: Option<Map<String, Value>>,
    /// If the run was stopped and the kind supports it: the result computed from the shards merged
    /// so far, with the same keys as `result`. Absent otherwise.
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
    /// The key `seed`: the seed of the run as decimal text.
    Seed,
    /// The key `seconds`: the wall time of all sessions of the run.
    Seconds,
    /// The amount of work per second, with a key such as `games_per_second`, computed from the
    /// kind's first counter. Absent if the kind has no counters.
    Rate,
}

/// Returns the result of a complete run, followed by facts about the run in the given order; `None`
/// if the run was stopped.
///
/// Some commands run one kind of experiment, whose settings are the flags of the command. They
/// print this answer. Examples are `combat run`, `mastermind evaluate` and the arenas.
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
