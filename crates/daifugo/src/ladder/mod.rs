//! The same job rung by rung, from the plain loop upward, to see what each idea buys.
//!
//! Every rung of a workload does the same job on the same fresh random hands and ends with the same
//! [`checksum`](Rung::checksum). The forms that the articles began with stand among them as [`SOURCES_BEST`] or under a name of their
//! own.
//!
//! ```
//! use quadrille_daifugo::ladder::{self, Workload};
//! use quadrille_lanes::Level;
//!
//! let mut workload = Workload::new(1);
//! let mut checksums = Vec::new();
//! for rung in ladder::rungs().iter().filter(|rung| rung.what == "no-dominance") {
//!     rung.run(Level::best(), &mut workload); // this is what is timed, per `rung.items(&workload)`
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

mod article;
mod forms;
mod picks;
mod played;
mod proofs;
mod updates;
mod workload;

pub use workload::Workload;

use quadrille_lanes::{Level, Nibbles64};

/// The name of the rung that is the article's form, in every workload that has one.
pub const SOURCES_BEST: &str = "article's form";

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
        workload.checksum()
    }
}

/// All rungs, workload by workload, each from the plain loop upward.
pub fn rungs() -> Vec<Rung> {
    [forms::RUNGS.as_slice(), picks::RUNGS.as_slice(), updates::RUNGS.as_slice(), proofs::RUNGS.as_slice()]
        .concat()
}

const fn rung(
    what: &'static str,
    name: &'static str,
    about: &'static str,
    run: fn(Level, &mut Workload),
) -> Rung {
    Rung { what, name, item: "hand", about, items: |_| Workload::POSITIONS, run }
}

/// Writes one word for each of the things.
#[inline(always)]
fn each<T: Copy>(things: &[T], words: &mut [Nibbles64], answer: impl Fn(T) -> u64) {
    for (&thing, word) in things.iter().zip(words) {
        *word = Nibbles64::from_bits(answer(thing));
    }
}

/// Writes one word for each two things.
#[inline(always)]
fn pairs<A: Copy, B: Copy>(ones: &[A], others: &[B], words: &mut [Nibbles64], answer: impl Fn(A, B) -> u64) {
    for ((&one, &other), word) in ones.iter().zip(others).zip(words) {
        *word = Nibbles64::from_bits(answer(one, other));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rungs_of_a_workload_agree_at_every_level() {
        for level in Level::available() {
            let mut first: Option<(Rung, u64)> = None;
            for rung in rungs() {
                // The same hands, and no answer of another rung.
                let mut workload = Workload::new(1);
                let untouched = rung.checksum(&workload);
                rung.run(level, &mut workload);
                let checksum = rung.checksum(&workload);
                assert_ne!(checksum, untouched, "{}: {}", rung.what, rung.name);
                match first {
                    Some((plain, expected)) if plain.what == rung.what => {
                        assert_eq!(checksum, expected, "{}: {} at {level}", rung.what, rung.name);
                    }
                    _ => first = Some((rung, checksum)),
                }
            }
        }
    }

    #[test]
    fn the_checksum_tells_answers_apart() {
        for rung in rungs() {
            let mut workload = Workload::new(1);
            rung.run(Level::best(), &mut workload);
            let before = rung.checksum(&workload);
            workload.refresh();
            rung.run(Level::best(), &mut workload);
            assert_ne!(rung.checksum(&workload), before, "{}: {}", rung.what, rung.name);
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
    }
}
