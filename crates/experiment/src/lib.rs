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
//! | [`report`] | what a finished experiment has to say: metrics, tables, plots |
//! | [`decimal`] | counts as decimal text, for JSON |
//!
//! This crate knows no engine: adapters make experiments of them.

pub mod apart;
pub mod coordinator;
pub mod decimal;
pub mod directory;
pub mod executor;
pub mod experiment;
pub mod header;
pub mod identity;
pub mod need;
pub mod open;
pub mod report;
pub mod runner;
pub mod sealed;
mod shown;
pub mod store;
pub mod threads;
pub mod worker;

pub use apart::Apart;
pub use coordinator::{Coordinator, TakeError, Task};
pub use directory::RunDirectory;
pub use experiment::{Experiment, ShardContext, WorkError};
pub use header::Header;
pub use identity::Identity;
pub use open::{AbsorbError, Absorbed, ConcludeError, OpenJob, open};
pub use quadrille_diagnostics as diagnostics;
pub use quadrille_progress as progress;
pub use report::{Conclusion, Report};
pub use runner::{Ending, RunError, run, run_in};
pub use store::{Store, StoreError, Watch};
pub use worker::Worker;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
