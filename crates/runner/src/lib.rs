//! Experiments: long jobs that give the same bytes every time, and lose nothing when they are killed.
//!
//! An [`Experiment`] is a pure function from a shard's number to a partial result, with an exact, associative
//! merge. It is [opened](open()) into an [`OpenJob`], whose types are hidden, and then has two faces. A
//! [`Worker`] prepares it once and runs shards; a [`Coordinator`] hands shards out, keeps every finished
//! partial in a [`Store`] (one `SQLite` file), and merges *in shard order*. Neither starts a thread. [`run`]
//! puts them together on the threads of one process, through a [`ShardExecutor`](executor::ShardExecutor);
//! how many there were, which shard came first and how often the run was interrupted leave no trace in the
//! result.
//!
//! | room | its one concern |
//! |---|---|
//! | [`experiment`] | what an experiment is, and a shard's line to the outside |
//! | [`mod@open`] | an experiment behind a face without types |
//! | [`worker`] | prepare once, then pure shards |
//! | [`coordinator`] | what may be begun, what has come back, the stop rule |
//! | [`sealed`] | partials that travel: checksummed, and naming whose they are |
//! | [`executor`] | who runs shards: threads here, anybody elsewhere |
//! | [`apart`] | some shards alone, for runs that are carried in files |
//! | [`runner`] | from an opened job to its conclusion |
//! | [`threads`] | threads of this process, as many as the system starts |
//! | [`need`] | the memory of a run, compared with what is available |
//! | [`header`] | the keys every experiment file has |
//! | [`identity`] | when two experiments are the same one |
//! | [`store`] | the checkpoint file `run.sqlite` |
//! | [`directory`] | the folder of a run and the files in it |
//! | [`conclusion`] | the outcome: a result and its report |
//! | [`job`], [`registry`] | a kind of experiment; the kinds that a program knows |
//! | [`keys`], [`schema`], [`template`] | the keys of experiment files; as JSON Schema, as commented files |
//! | [`experiment_file`], [`files`], [`settings`] | experiment files, the files they name, and their text from types |
//! | [`runs`] | an experiment in its directory: run, resumed, answered |
//! | [`sweep`] | an experiment at several values of its keys |
//! | [`blocks`] | iterations cut into blocks |
//! | [`foreign`] | players that are programs |
//! | [`machine`], [`path_names`] | the computer; paths in JSON |
//! | [`answers`] | answers about runs |
//!
//! This crate knows no game: the crates of experiments register their kinds.

pub mod answers;
pub mod apart;
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

pub use apart::Apart;
pub use conclusion::{Conclusion, Counter};
pub use coordinator::{Coordinator, TakeError, Task};
pub use directory::RunDirectory;
pub use experiment::{Experiment, ShardContext, WorkError};
pub use experiment_file::ExperimentFile;
pub use header::Header;
pub use identity::Identity;
pub use open::{AbsorbError, Absorbed, ConcludeError, OpenJob, open};
pub use quadrille_diagnostics as diagnostics;
pub use quadrille_progress as progress;
pub use quadrille_report::{self as report, Report, decimal};
pub use registry::Registry;
pub use runner::{Ending, RunError, run, run_in};
pub use store::{Store, StoreError, Watch};
pub use worker::Worker;

/// The version of the program, which all crates of the workspace share. Two versions give the same result for
/// the same experiment and seed as long as the kind's results revision is the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
