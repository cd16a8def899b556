//! Experiments: long jobs with results that are reproducible to the byte. A job whose process was
//! killed can be resumed.
//!
//! An [`Experiment`] is a pure function from a shard's number to a partial result, with an exact,
//! associative merge. It is [opened](open()) as an [`OpenJob`] without type parameters. A
//! [`Worker`] prepares the job once and runs its shards. A [`Coordinator`] assigns the shards,
//! saves each partial result in a [`Store`] (an `SQLite` file), and merges the partial results *in
//! shard order*. Neither the worker nor the coordinator starts threads. The function [`run`]
//! connects both with the threads of this process, through a
//! [`ShardExecutor`](executor::ShardExecutor). The number of threads, the order of shards and
//! interruptions do not affect the result.
//!
//! | module | concern |
//! |---|---|
//! | [`experiment`] | the trait of experiments, and the context of a running shard |
//! | [`mod@open`] | an experiment without type parameters |
//! | [`worker`] | preparation of a job, and computation of its shards |
//! | [`coordinator`] | assignment of shards, partial results, the stop rule |
//! | [`sealed`] | the format in which partials are sent, with checksum and identity |
//! | [`executor`] | executors of shards: threads, or other processes |
//! | [`offline`] | computation of shards without a coordinator, for runs in files |
//! | [`runner`] | the run of an opened job up to its conclusion |
//! | [`threads`] | pools of threads of this process |
//! | [`need`] | the memory of a run, compared with the memory available |
//! | [`header`] | the keys that all kinds of experiment files share |
//! | [`identity`] | the identity of experiments |
//! | [`store`] | the checkpoint file `run.sqlite` |
//! | [`directory`] | the folder of a run and the files in it |
//! | [`conclusion`] | the outcome of an experiment: its result and its report |
//! | [`job`], [`registry`] | kinds of experiments; the list of kinds that a program supports |
//! | [`keys`], [`schema`], [`template`] | the declared keys of experiment files; their JSON Schemas; commented example files |
//! | [`experiment_file`], [`files`], [`mod@settings`] | experiment files; the files that they name; experiment files from typed settings |
//! | [`runs`] | runs in directories |
//! | [`sweep`] | an experiment that is repeated for several values of its keys |
//! | [`blocks`] | division of iterations into blocks |
//! | [`foreign`] | players in external programs |
//! | [`machine`], [`path_names`] | the computer of a run; paths in JSON |
//! | [`answers`] | the JSON answers of commands about runs |
//!
//! This crate contains no kinds of experiments. The crates of experiments declare them, and a
//! [`Registry`] lists them.

pub mod answers;
pub mod blocks;
pub mod conclusion;
pub mod coordinator;
pub mod directory;
pub mod executor;
pub mod experiment;
pub mod experiment_file;
pub mod files;
pub mod foreign;
pub mod header;
pub mod identity;
pub mod job;
pub mod keys;
pub mod machine;
pub mod need;
pub mod offline;
pub mod open;
pub mod path_names;
pub mod registry;
pub mod runner;
pub mod runs;
pub mod schema;
pub mod sealed;
pub mod settings;
pub mod store;
pub mod sweep;
pub mod template;
pub mod threads;
mod typed;
#[cfg(feature = "test-kinds")]
mod waiting;
pub mod worker;

pub use conclusion::{Conclusion, Counter};
pub use coordinator::{Coordinator, TakeError, Task};
pub use directory::RunDirectory;
pub use experiment::{Experiment, ShardContext, WorkError};
pub use experiment_file::ExperimentFile;
pub use header::Header;
pub use identity::Identity;
pub use offline::OfflineShards;
pub use open::{AbsorbError, Absorbed, ConcludeError, OpenJob, open};
pub use quadrille_diagnostics as diagnostics;
pub use quadrille_progress as progress;
pub use quadrille_report::{self as report, Report, decimal};
pub use registry::Registry;
pub use runner::{Ending, RunError, run, run_in};
#[doc(hidden)]
pub use serde;
pub use store::{Store, StoreError, Watch};
pub use worker::Worker;

/// The version of the program, shared by all crates of the workspace. Two versions give the same
/// result for the same experiment and seed if the revision of the kind is the same in both.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
