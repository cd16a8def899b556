//! Experiments: long jobs whose results are reproducible to the byte, and which survive being
//! killed.
//!
//! An [`Experiment`] is a pure function from a shard's number to a partial result, with an exact,
//! associative merge. It is [opened](open()) as an [`OpenJob`] without type parameters, which has
//! two sides. A [`Worker`] prepares it once and runs shards. A [`Coordinator`] assigns shards,
//! saves every finished partial in a [`Store`] (one `SQLite` file), and merges *in shard order*.
//! Neither starts a thread. [`run`] combines them with the threads of one process, through a
//! [`ShardExecutor`](executor::ShardExecutor). The number of threads, the order of shards and
//! interruptions do not affect the result.
//!
//! | module | concern |
//! |---|---|
//! | [`experiment`] | the trait of experiments, and the context of a running shard |
//! | [`mod@open`] | an experiment without type parameters |
//! | [`worker`] | preparation and pure shards |
//! | [`coordinator`] | assignment of shards, partial results, the stop rule |
//! | [`sealed`] | partials in transit, with checksum and identity |
//! | [`executor`] | executors of shards: threads, or other processes |
//! | [`offline`] | shards without a coordinator, for runs in files |
//! | [`runner`] | runs from an opened job to its conclusion |
//! | [`threads`] | pools of threads of this process |
//! | [`need`] | the memory of a run, compared with the memory available |
//! | [`header`] | the keys of all experiment files |
//! | [`identity`] | the identity of experiments |
//! | [`store`] | the checkpoint file `run.sqlite` |
//! | [`directory`] | the folder of a run and the files in it |
//! | [`conclusion`] | outcomes: results and their reports |
//! | [`job`], [`registry`] | kinds of experiments; the kinds of a program |
//! | [`keys`], [`schema`], [`template`] | the keys of experiment files; as JSON Schema, as commented files |
//! | [`experiment_file`], [`files`], [`settings`] | experiment files, the files they name, and their text from types |
//! | [`runs`] | runs in directories |
//! | [`sweep`] | an experiment at several values of its keys |
//! | [`blocks`] | division of iterations into blocks |
//! | [`foreign`] | players in external programs |
//! | [`machine`], [`path_names`] | the computer; paths in JSON |
//! | [`answers`] | answers about runs |
//!
//! This crate knows no game: the crates of experiments register their kinds.

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
pub use store::{Store, StoreError, Watch};
pub use worker::Worker;

/// The version of the program, shared by all crates of the workspace. Two versions give the same
/// result for the same experiment and seed if the kind's results revision is the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
