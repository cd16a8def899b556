//! Runs that are carried in files, for clusters that share no more than a disk: anybody works out some shards into a
//! file of partials, and all files together are merged into the run.
//!
//! | room | its one concern |
//! |---|---|
//! | `partials` | the file of partials: its format, writing it, reading it |
//! | `checkpoints` | what is merged already, in the run's folder |
//! | `shard` | some shards, into such a file |
//! | `merge` | such files, into a run |

mod checkpoints;
mod merge;
mod partials;
mod shard;

pub use self::merge::{Merged, merge};
pub use self::shard::{ShardSummary, next_round, work_out};
