//! The same job rung by rung, from the plain loop upward, to see what each idea buys.
//!
//! Every rung of a workload does the same job on the same data and ends with the same
//! [`checksum`](Rung::checksum). A rung gets its data in the form it works on, made beforehand, and
//! writes its answers to memory, so that timing [`run`](Rung::run) times the job alone.
//!
//! ```
//! use quadrille_lanes::{Level, ladder::{self, Workload}};
//!
//! // Fresh random words, here from a simple generator.
//! let words: Vec<u64> = (1..=Workload::WORDS as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
//! let mut workload = Workload::from_words(&words);
//! let mut checksums = Vec::new();
//! for rung in ladder::rungs().iter().filter(|rung| rung.what == "remove") {
//!     rung.run(Level::best(), &mut workload); // this is what is timed, per `rung.items(&workload)`
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
use workload::{Answers, Ints};

use crate::level::Level;

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
    /// Does the job once for every item of the workload. Only rungs whose name begins with `vectors` heed the level.
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
    [
        contains::RUNGS.as_slice(),
        remove::RUNGS.as_slice(),
        count_bits::RUNGS.as_slice(),
        horizontal_sum::RUNGS.as_slice(),
        contains_slice::RUNGS.as_slice(),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random_words(seed: u64, n: usize) -> Vec<u64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..n).map(|_| rng.next_u64()).collect()
    }

    #[test]
    fn all_rungs_of_a_workload_agree_at_every_level() {
        for (seed, n) in [(1, Workload::WORDS), (2, 2 * 64), (3, 2 * 65), (4, 2 * 37), (5, 2), (6, 0)] {
            let words = random_words(seed, n);
            let mut workload = Workload::from_words(&words);
            for level in Level::available() {
                let mut first: Option<(Rung, u64)> = None;
                for rung in rungs() {
                    // No answer of another rung is left.
                    workload.refill(&words);
                    rung.run(level, &mut workload);
                    let checksum = rung.checksum(&workload);
                    match first {
                        Some((plain, expected)) if plain.what == rung.what => assert_eq!(
                            checksum, expected,
                            "{}: {} and {} at {level}, {n} words",
                            rung.what, plain.name, rung.name
                        ),
                        _ => first = Some((rung, checksum)),
                    }
                }
            }
        }
    }

    #[test]
    fn the_checksum_tells_answers_apart() {
        for rung in rungs() {
            let mut sums = [1, 2].map(|seed| {
                let mut workload = Workload::from_words(&random_words(seed, Workload::WORDS));
                rung.run(Level::best(), &mut workload);
                rung.checksum(&workload)
            });
            let none = rung.checksum(&Workload::from_words(&random_words(1, Workload::WORDS)));
            assert!(!sums.contains(&none), "{} {}", rung.what, rung.name);
            sums.sort_unstable();
            assert_ne!(sums[0], sums[1], "{} {}", rung.what, rung.name);
        }
    }

    #[test]
    fn rungs_are_grouped_named_once_and_described() {
        let rungs = rungs();
        let mut seen: Vec<&str> = Vec::new();
        for rung in &rungs {
            if seen.last() != Some(&rung.what) {
                assert!(!seen.contains(&rung.what), "{} is in one piece", rung.what);
                seen.push(rung.what);
            }
            assert!(!rung.about.is_empty() && !rung.about.contains('\n'));
            let alike = rungs.iter().filter(|other| other.what == rung.what);
            assert!(alike.clone().all(|other| other.item == rung.item));
            assert_eq!(alike.filter(|other| other.name == rung.name).count(), 1);
        }
        assert_eq!(seen, ["contains", "remove", "count-bits", "horizontal-sum", "contains-slice"]);
    }
}
