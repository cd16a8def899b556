//! Answers about runs: what `run` and `report` print as JSON.

pub mod job;
pub mod report;
