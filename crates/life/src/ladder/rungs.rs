//! The ladder's rungs, as they are timed.

use quadrille_lanes::Level;

use super::workload::Workload;

/// One way of doing one job.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// The workload: rungs with the same name do the same job. `1920x1080` is the article's field; the others
    /// are larger squares with a dead border, for the rungs that make a difference there.
    pub what: &'static str,
    /// The rung's name.
    pub name: &'static str,
    /// What is counted: one run does [`items`](Self::items) of it.
    pub item: &'static str,
    /// The idea of the rung, in a line.
    pub about: &'static str,
    /// Its number, from 1, as [`Engine::Rung`](crate::Engine::Rung) counts; the same in all workloads.
    pub number: usize,
}

impl Rung {
    /// Goes on by as many generations as a run has, at the level given.
    #[inline]
    pub fn run(&self, level: Level, workload: &mut Workload) {
        workload.run(self.number, level);
    }

    /// How many items one run does: generations times cells.
    pub fn items(&self, workload: &Workload) -> usize {
        (workload.generations(self.number) * workload.cells()) as usize
    }
}

/// Name and idea of each rung, in order.
const IDEAS: [(&str, &str); super::RUNGS] = [
    ("plain loops", "an array of truth values, eight neighbours counted"),
    ("bytes", "sums of three, then of three sums; a table"),
    ("words of bytes", "eight bytes added at once, each looked at"),
    ("words, table", "the same, with a table of sixteen entries"),
    ("words, formula", "the same, with a formula for eight cells"),
    ("words of nibbles", "two cells a byte: sixteen a word"),
    ("vectors of bytes", "a byte a cell, two comparisons: the article's top"),
    ("words of bits", "one bit a cell, adders made of logic"),
    ("vectors of bits", "the same, row by row"),
    ("vectors, striped", "neighbours are adjacent vectors: no shifts"),
    ("striped, in passes", "several generations a pass, in place"),
    ("striped, threads", "the same in bands, for all threads"),
];

/// All rungs, workload by workload.
pub fn rungs() -> Vec<Rung> {
    let all = (1..=super::RUNGS).collect::<Vec<_>>();
    let fast = vec![10, 11, 12];
    [("1920x1080", all), ("8192x8192", fast.clone()), ("32768x32768", fast)]
        .into_iter()
        .flat_map(|(what, numbers)| {
            numbers.into_iter().map(move |number| {
                let (name, about) = IDEAS[number - 1];
                Rung { what, name, item: "cell", about, number }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_as_many_generations_as_it_says() {
        let what = "1920x1080";
        let mut other = Workload::new(what, 7).unwrap();
        let level = Level::best();
        for rung in rungs().into_iter().filter(|rung| rung.what == what) {
            let mut workload = Workload::new(what, 7).unwrap();
            let items = rung.items(&workload);
            rung.run(level, &mut workload);
            let generations = items as u64 / (1918 * 1078);
            let (done, sum) = workload.checksum(rung.number, level).unwrap();
            assert_eq!(done, generations, "{}", rung.name);
            if other.generation(10, level) > generations {
                other = Workload::new(what, 7).unwrap();
            }
            let left = generations - other.generation(10, level);
            other.advance(10, level, left);
            assert_eq!((done, sum), other.checksum(10, level).unwrap(), "{}", rung.name);
        }
    }

    #[test]
    fn names_that_are_none_make_no_workload() {
        for what in ["", "1920", "0x5", "ax5", "1920x1080:dead"] {
            assert!(Workload::new(what, 1).is_none(), "{what}");
        }
    }
}
