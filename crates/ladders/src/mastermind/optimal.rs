//! Ladder of optimal play. The ladder measures the effect of each optimization.
//!
//! Every rung of a workload proves the same minimum total of turns, on one thread. The first
//! workload is small enough for the plain search, and each of its rungs adds one optimization. In
//! the other workloads, the first rung has all optimizations, and each other rung omits one of
//! them. The time of such a rung shows the effect of the omitted optimization.
//!
//! A node is a guess tried on a set of secrets. The guess divides the set into *parts* by the
//! feedback.
//!
//! ```
//! use quadrille_mastermind::Level;
//! use quadrille_ladders::mastermind::optimal::{Workload, rungs};
//!
//! let mut totals = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "3p5c") {
//!     let mut workload = Workload::new(rung.what);
//!     rung.run(Level::best(), &mut workload);
//!     totals.push(workload.total_turns());
//!     assert!(workload.nodes() > 0);
//! }
//! assert!(totals.iter().all(|&total| total == 451));
//! ```

use crate::Measure;
use quadrille_lanes::Level;

use quadrille_mastermind::internals::{SearchOptions, prove_plainly, prove_with};
use quadrille_mastermind::{Game, Repeats};

/// A rung of the optimal play ladder; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// A game, and the result of the last proof.
#[derive(Debug, Clone)]
pub struct Workload {
    game: Game,
    total: u64,
    nodes: u64,
}

impl Workload {
    /// Creates the workload with the given name: `3p5c`, `4p5c` or `4p6c`. Any other name counts as
    /// `4p6c`.
    ///
    /// # Panics
    /// Never: the sizes are valid.
    pub fn new(what: &str) -> Self {
        let (pins, colors) = match what {
            "3p5c" => (3, 5),
            "4p5c" => (4, 5),
            _ => (4, 6),
        };
        let game = Game::new(pins, colors, Repeats::Allowed).expect("the sizes of the game are valid");
        Self { game, total: 0, nodes: 0 }
    }

    /// Returns the minimum total number of turns for all secrets, which the last run proved; 0
    /// before the first run.
    pub const fn total_turns(&self) -> u64 {
        self.total
    }

    /// Returns the number of nodes of the last run.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn keep(&mut self, proved: Option<(u64, u64)>) {
        (self.total, self.nodes) = proved.unwrap_or_default();
    }
}

/// Runs the search. Each bit of `IDEAS` enables one optimization.
fn with<const IDEAS: u32>(level: Level, w: &mut Workload) {
    w.keep(prove_with(w.game, SearchOptions::of(IDEAS), level));
}

const fn measure(what: &'static str) -> Measure<Workload> {
    Measure::new(what, "game", |_| 1, |w| w.total)
}

const fn climb(measure: &Measure<Workload>) -> [Rung; 10] {
    [
        measure.rung("plain", "try every guess on every set of secrets, and memoize the sets", |_, w| {
            w.keep(prove_plainly(w.game));
        }),
        measure.rung(
            "bounds by size",
            "prune by a lower bound of the cost, computed from the number of secrets",
            with::<0>,
        ),
        measure.rung("memory", "keep results of subsets while their superset is searched", with::<0b1>),
        measure.rung(
            "settled",
            "the cost of a set is known at once if one of its secrets distinguishes all others",
            with::<0b11>,
        ),
        measure.rung(
            "order",
            "try first the guesses that divide the secrets into the most parts",
            with::<0b111>,
        ),
        measure.rung(
            "parts",
            "compute the lower bound from the largest number of parts into which a guess divides the secrets",
            with::<0b1111>,
        ),
        measure.rung(
            "bounds first",
            "compute lower bounds of the costs of all parts of a guess before the exact cost of any part",
            with::<0b1_1111>,
        ),
        measure.rung("symmetry", "try one guess of each class of equivalent guesses", with::<0b11_1111>),
        measure.rung("images", "search isomorphic sets of secrets only once", with::<0b111_1111>),
        measure.rung(
            "first tree",
            "start with the cost of a good strategy as an upper bound",
            with::<0b1111_1111>,
        ),
    ]
}

const fn one_left_out(measure: &Measure<Workload>) -> [Rung; 8] {
    [
        measure.rung("all", "all optimizations", with::<0b1111_1111>),
        measure.rung(
            "no memory",
            "store no results of subsets, so equal subsets of a set are searched again",
            with::<0b1111_1110>,
        ),
        measure.rung(
            "none settled",
            "do not check whether one secret of a set distinguishes all others",
            with::<0b1111_1101>,
        ),
        measure.rung(
            "no parts",
            "compute the lower bound of the cost from the number of secrets alone",
            with::<0b1111_0111>,
        ),
        measure.rung(
            "no bounds first",
            "do not compute lower bounds of all parts of a guess before the exact cost of any part",
            with::<0b1110_1111>,
        ),
        measure.rung(
            "no symmetry",
            "after the first guess, try all guesses, even equivalent ones",
            with::<0b1101_1111>,
        ),
        measure.rung(
            "no images",
            "search every set of secrets, even if an isomorphic set has been searched",
            with::<0b1011_1111>,
        ),
        measure.rung(
            "no first tree",
            "start without an upper bound from a good strategy",
            with::<0b0111_1111>,
        ),
    ]
}

/// Returns all rungs. The rungs of the small game add one optimization at a time to the plain
/// search. The rungs of the larger games each omit one optimization.
pub fn rungs() -> Vec<Rung> {
    // The game `4p6c` lacks this rung, because a run would take a second or more.
    let no_order = measure("4p5c").rung("no order", "try guesses in numerical order", with::<0b1111_1011>);
    [
        climb(&measure("3p5c")).as_slice(),
        &one_left_out(&measure("4p5c")),
        &[no_order],
        &one_left_out(&measure("4p6c")),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use crate::{assert_answers_agree, assert_rungs_described};

    use super::*;

    #[test]
    fn the_workloads_stand_in_order() {
        assert_eq!(assert_rungs_described(&rungs()), ["3p5c", "4p5c", "4p6c"]);
    }

    #[test]
    fn the_rungs_agree_at_every_level() {
        let small: Vec<Rung> = rungs().into_iter().filter(|rung| rung.what == "3p5c").collect();
        assert_answers_agree(&small, Workload::new);
    }

    /// Checks that every rung proves the published total.
    #[test]
    fn the_totals_are_those_of_the_search() {
        for rung in rungs() {
            let mut workload = Workload::new(rung.what);
            assert_eq!(workload.total_turns(), 0);
            rung.run(Level::best(), &mut workload);
            let total = match rung.what {
                "3p5c" => 451,
                "4p5c" => 2463,
                _ => 5625,
            };
            assert_eq!(workload.total_turns(), total, "{}: {}", rung.what, rung.name);
            assert_eq!(rung.checksum(&workload), total);
        }
    }

    /// Checks that omitting an optimization that saves nodes increases the number of nodes.
    #[test]
    fn ideas_spare_guesses() {
        let nodes = |name: &str| {
            let rung = rungs().into_iter().find(|rung| rung.what == "4p5c" && rung.name == name).unwrap();
            let mut workload = Workload::new(rung.what);
            rung.run(Level::best(), &mut workload);
            workload.nodes()
        };
        let all = nodes("all");
        for name in ["none settled", "no order", "no parts", "no bounds first", "no symmetry", "no images"] {
            assert!(nodes(name) > all, "{name}");
        }
    }
}
