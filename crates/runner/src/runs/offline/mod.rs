//! Runs of processes that exchange only files, for clusters with a shared disk. Each process
//! computes some shards and writes their partials to a file. The files are then merged into the
//! run.
//!
//! | module | concern |
//! |---|---|
//! | `partials` | the file of partials: its format, and how it is written and read |
//! | `checkpoints` | the checkpoint file in the run's folder, which contains the merged shards |
//! | `shard` | computation of shards, whose partials are written to a file |
//! | `merge` | merging of files of partials into a run |

mod checkpoints;
mod merge;
mod partials;
mod shard;

pub use self::merge::{Merged, merge};
pub use self::shard::{ShardSummary, next_round, run_shards};
