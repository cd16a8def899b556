//! Ladder of packed words, from the plain loop upward.
//!
//! The workloads `contains` and `remove` come from a Chinese article of 2017 on a card counter for
//! Dou Dizhu. The rungs over integers and over packed words are the article's implementations. The
//! article names the packed operations `Contains` and `Remove`. The article states without a
//! measurement that bytes would not be faster than integers. The rungs over bytes supply the
//! measurement.
//!
//! Every rung of a workload does the same job on the same data and ends with the same
//! [`checksum`](Rung::checksum). A rung gets its data in its own representation, prepared in
//! advance, and writes its results to memory, so that [`run`](Rung::run) times the job alone.
//!
//! ```
//! use quadrille_ladders::lanes::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! // Fresh random words, here from a simple generator.
//! let words: Vec<u64> = (1..=Workload::WORDS as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
//! let mut workload = Workload::from_words(&words);
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "remove") {
//!     rung.run(Level::best(), &mut workload); // timed; the time is divided by `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

mod contains;
mod contains_slice;
mod count_bits;
mod horizontal_sum;
mod remove;
mod workload;

pub use workload::Workload;

use crate::Rung;

/// Returns all rungs, workload by workload. The rungs of a workload begin with the plain loop.
pub fn rungs() -> Vec<Rung<Workload>> {
    [
        contains::RUNGS.as_slice(),
        remove::RUNGS.as_slice(),
        count_bits::RUNGS.as_slice(),
        horizontal_sum::RUNGS.as_slice(),
        contains_slice::RUNGS.as_slice(),
    ]
    .concat()
}
