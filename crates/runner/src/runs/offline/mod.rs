//! Runs in files, for clusters that share only a disk: processes compute some shards into files of
//! partials, which are then merged into the run.
//!
//! | module | concern |
//! |---|---|
//! | `partials` | the file of partials: its format, writing and reading |
//! | `checkpoints` | the merged shards in the run's folder |
//! | `shard` | computing shards into such a file |
//! | `merge` | merging such files into a run |

mod checkpoints;
mod merge;
mod partials;
mod shard;

pub use self::merge::{Merged, merge};
pub use self::shard::{ShardSummary, next_round, run_shards};
