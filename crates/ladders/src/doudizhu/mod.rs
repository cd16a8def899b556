//! The card counter's jobs rung by rung, from the plain loop upward, to see what each idea buys.
//!
//! The story is that of an article of 2017 on a card counter for this game: its author held a hand as sixteen
//! integers, wrote the loops out, then packed the ranks into one word; `Contains` and `Remove` are the names
//! of the packed forms there. Sixteen bytes instead of the integers it turns down without having tried them:
//! the loops over bytes here are ours, and so is the rung with vectors of bytes, which is what one would write
//! today instead of packing: sixteen ranks, compared by one instruction.
//!
//! Every rung of a workload does the same job on the same hands and ends with the same checksum. A rung
//! gets its data in the form it works on, made beforehand, and writes its answers to memory, so that timing
//! a run times the job alone.
//!
//! ```
//! use quadrille_ladders::doudizhu::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(7);
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "contains") {
//!     rung.run(Level::best(), &mut workload); // this is what is timed, per `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

mod contains;
mod contains_slice;
pub mod endgame;
mod follows;
mod games;
mod leads;
mod remove;
mod workload;

use crate::Measure;

pub use workload::Workload;

/// One way of doing one job; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// All rungs, workload by workload, each from the plain loop upward.
pub fn rungs() -> Vec<Rung> {
    [
        contains::RUNGS.as_slice(),
        &remove::RUNGS,
        &contains_slice::RUNGS,
        &leads::RUNGS,
        &follows::RUNGS,
        &games::RUNGS,
    ]
    .concat()
}
