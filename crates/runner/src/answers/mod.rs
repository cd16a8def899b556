//! Answers about runs: the JSON that `run` and `report` print.

pub mod job;
pub mod report;
