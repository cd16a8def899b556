//! Ladder of card counting in Dou Dizhu, from the plain loop upward. The ladder measures the effect
//! of each optimization.
//!
//! The ladder follows an article of 2017 on a card counter for this game. Its first programs
//! represent a hand as sixteen integers. The next programs unroll the loops over the integers. The
//! last programs pack the numbers of all ranks into one word; the article names the packed
//! operations `Contains` and `Remove`. The article states without a measurement that bytes would
//! not be faster than integers. This project adds the loops over bytes, and the rung with byte
//! vectors. Byte vectors are the modern alternative to packing: one instruction compares sixteen
//! ranks.
//!
//! Every rung of a workload does the same job on the same hands and ends with the same checksum. A
//! rung gets its data in its own representation, prepared in advance, and writes its results to
//! memory, so that only the job is timed.
//!
//! ```
//! use quadrille_ladders::doudizhu::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(7);
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "contains") {
//!     rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
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

/// A rung of the Dou Dizhu ladder; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// Returns all rungs, workload by workload. The rungs of a workload begin with the plain loop.
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
