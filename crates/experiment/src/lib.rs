//! Experiments: long jobs that give the same bytes every time, and lose nothing when they are killed.
//!
//! An [`Experiment`] is a pure function from a shard's number (and that shard's own random stream) to a partial result,
//! with an exact, associative merge. The [runner](runner::run) works the shards off on all threads, keeps every finished
//! partial in a [`Store`] (one `SQLite` file), and merges *in shard order*: how many threads there were, which shard came
//! first and how often the run was interrupted leave no trace in the result.
//!
//! | room | its one concern |
//! |---|---|
//! | [`shards`] | what an experiment is |
//! | [`runner`] | shards on threads, stop rules, interruption, progress |
//! | [`header`] | the keys every experiment file has |
//! | [`identity`] | when two experiments are the same one |
//! | [`store`] | the checkpoint file `run.sqlite` |
//! | [`directory`] | the folder of a run and the files in it |
//! | [`report`] | what a finished experiment has to say: figures, tables, plots |
//! | [`decimal`] | counts as decimal text, for JSON |
//!
//! This crate knows no engine: adapters make experiments of them.

pub mod decimal;
pub mod directory;
pub mod header;
pub mod identity;
pub mod report;
pub mod runner;
pub mod shards;
pub mod store;

pub use directory::RunDirectory;
pub use header::Header;
pub use identity::Identity;
pub use report::{Conclusion, Report};
pub use runner::{Ending, Progress, RunError, run};
pub use shards::{Experiment, Shard, Stopped, Unready, Watch};
pub use store::{Store, StoreError};
