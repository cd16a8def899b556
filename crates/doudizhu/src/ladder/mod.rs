//! The card counter's jobs rung by rung, from the plain loop upward, to see what each idea buys.
//!
//! The story is that of an article of 2017 on a card counter for this game: its author held a hand as sixteen integers, wrote
//! the loops out, then packed the ranks into one word. The rung with vectors of bytes is what one would write today instead
//! of packing: sixteen ranks, compared by one instruction.
//!
//! Every rung of a workload does the same job on the same hands and ends with the same [`checksum`](Rung::checksum). A rung
//! gets its data in the form it works on, made beforehand, and writes its answers to memory, so that timing
//! [`run`](Rung::run) times the job alone.
//!
//! ```
//! use quadrille_doudizhu::ladder::{self, Workload};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(7);
//! let mut checksums = Vec::new();
//! for rung in ladder::rungs().iter().filter(|rung| rung.what == "contains") {
//!     rung.run(Level::best(), &mut workload); // this is what is timed, per `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

mod contains;
mod contains_slice;
mod leads;
mod remove;
mod workload;

use quadrille_lanes::Level;

pub use workload::Workload;
use workload::{Answers, Bytes, Ints};

/// One way of doing one job.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The workload: rungs with the same name do the same job.
    pub what: &'static str,
    /// The rung's name.
    pub name: &'static str,
    /// What is counted: one run does [`items`](Self::items) of it.
    pub item: &'static str,
    /// The idea of the rung, in a line.
    pub about: &'static str,
    answers: Answers,
    items: fn(&Workload) -> usize,
    run: fn(Level, &mut Workload),
}

impl Rung {
    /// Does the job once for every item of the workload. Only rungs with vectors heed the level.
    #[inline]
    pub fn run(&self, level: Level, workload: &mut Workload) {
        (self.run)(level, workload);
    }

    /// How many items one run does.
    pub fn items(&self, workload: &Workload) -> usize {
        (self.items)(workload)
    }

    /// A number that stands for the answers of the last run: equal for all rungs of a workload.
    pub fn checksum(&self, workload: &Workload) -> u64 {
        workload.checksum(self.answers)
    }
}

/// All rungs, workload by workload, each from the plain loop upward.
pub fn rungs() -> Vec<Rung> {
    [contains::RUNGS.as_slice(), &remove::RUNGS, &contains_slice::RUNGS, &leads::RUNGS].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rungs_of_a_workload_agree_at_every_level() {
        for seed in [1, 2] {
            for level in Level::available() {
                let mut first: Option<(Rung, u64)> = None;
                for rung in rungs() {
                    // No answer of another rung is left.
                    let mut workload = Workload::new(seed);
                    let nothing = rung.checksum(&workload);
                    rung.run(level, &mut workload);
                    let checksum = rung.checksum(&workload);
                    assert_ne!(checksum, nothing, "{}: {} at {level}", rung.what, rung.name);
                    match first {
                        Some((plain, expected)) if plain.what == rung.what => {
                            assert_eq!(checksum, expected, "{}: {} at {level}", rung.what, rung.name);
                        }
                        _ => first = Some((rung, checksum)),
                    }
                }
            }
        }
    }

    #[test]
    fn fresh_hands_give_other_answers() {
        for rung in rungs() {
            let mut workload = Workload::new(1);
            rung.run(Level::best(), &mut workload);
            let before = rung.checksum(&workload);
            workload.refill(2);
            rung.run(Level::best(), &mut workload);
            assert_ne!(rung.checksum(&workload), before, "{} {}", rung.what, rung.name);
        }
    }
}
