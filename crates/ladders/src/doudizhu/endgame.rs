//! The ladder of the endgame solver, idea by idea, to see what each one buys.
//!
//! Every rung of a workload solves the same positions, with every winning first move, and ends with the same
//! checksum: each is the oracle of the next one. The first one is the plain solver; the second, the fast
//! one's search and table without a single idea.
//!
//! ```
//! use quadrille_ladders::doudizhu::endgame::{Workload, rungs};
//! use quadrille_lanes::Level;
//!
//! let mut checksums = Vec::new();
//! for rung in rungs().iter().filter(|rung| rung.what == "two-hands") {
//!     let mut workload = Workload::new(rung.what, 7);
//!     rung.run(Level::best(), &mut workload);
//!     checksums.push(rung.checksum(&workload));
//! }
//! assert!(checksums.iter().all(|&sum| sum == checksums[0]));
//! ```

use crate::{Measure, sum_up};
use quadrille_random::{StreamKey, shuffle};

use quadrille_doudizhu::endgame::{PlainSolver, Solver};
use quadrille_doudizhu::game::{Position, Seat};
use quadrille_doudizhu::internals::{Ideas, with_ideas};
use quadrille_doudizhu::{Hand, Move, Rules};

/// One way of solving; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// The table of every rung.
const MEMORY: u64 = 16 << 20;

/// Positions, and what was found out about them.
#[derive(Debug)]
pub struct Workload {
    what: &'static str,
    positions: Vec<Position>,
    /// The cards of all winning moves of each, stirred together.
    answers: Vec<u64>,
}

impl Workload {
    /// Random deals for a workload: `two-hands` or, whatever else is asked for, `three-hands`.
    pub fn new(what: &'static str, seed: u64) -> Self {
        let mut workload = Self { what, positions: Vec::new(), answers: Vec::new() };
        workload.refill(seed);
        workload
    }

    /// Other deals.
    pub fn refill(&mut self, seed: u64) {
        let sizes: [u32; 3] = if self.what == "two-hands" { [8, 8, 0] } else { [5, 5, 5] };
        self.positions.clear();
        for deal in 0.. {
            if self.positions.len() == 4 {
                break;
            }
            let mut rng = StreamKey::new(seed, deal).rng();
            // Nine ranks, so that there are chains and bombs.
            let mut left = Hand::PACK_MASK >> 18;
            let hands = sizes.map(|size| {
                let cards = shuffle::deal_mask(&mut rng, left, size).unwrap_or(0);
                left &= !cards;
                Hand::from_mask(cards)
            });
            self.positions.extend(Position::endgame(hands, Seat::ALL[0], Seat::ALL[0]));
        }
        self.answers = vec![0; self.positions.len()];
    }

    fn sum(&self) -> u64 {
        sum_up(self.answers.iter().copied())
    }
}

fn stirred(winning: impl Iterator<Item = Move>) -> u64 {
    winning.fold(1, |sum, mv| (sum.rotate_left(7) ^ mv.cards().bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn plain(w: &mut Workload) {
    for (position, answer) in w.positions.iter().zip(&mut w.answers) {
        *answer = stirred(PlainSolver::new(Rules::RLCARD).winning_moves(position).into_iter());
    }
}

/// The fast solver with the ideas of a mask.
fn with<const IDEAS: u32>(w: &mut Workload) {
    let mut solver = with_ideas(Solver::new(Rules::RLCARD, MEMORY), Ideas::of(IDEAS));
    for (position, answer) in w.positions.iter().zip(&mut w.answers) {
        solver.clear();
        *answer = solver.solve(position, &()).map_or(0, |verdict| stirred(verdict.winning()));
    }
}

const TWO: Measure<Workload> = Measure::new("two-hands", "position", |w| w.positions.len(), Workload::sum);
const THREE: Measure<Workload> =
    Measure::new("three-hands", "position", |w| w.positions.len(), Workload::sum);

const fn ideas(measure: &Measure<Workload>) -> [Rung; 8] {
    [
        measure.rung("plain", "look at every move in every position, and remember all positions", |_, w| {
            plain(w);
        }),
        measure.rung(
            "table",
            "a table of whole keys, no position of its own for who can only pass",
            |_, w| with::<0>(w),
        ),
        measure.rung(
            "order",
            "first what leaves a hand of the fewest moves, then what takes most cards",
            |_, w| {
                with::<0b1>(w);
            },
        ),
        measure.rung("canonical keys", "leave out of the key ranks that nobody has", |_, w| with::<0b11>(w)),
        measure
            .rung("bounds", "what wins against a rank wins against every lower one", |_, w| with::<0b111>(w)),
        measure.rung(
            "transfer",
            "what is known of leading counts for answering, and the other way round",
            |_, w| {
                with::<0b1111>(w);
            },
        ),
        measure.rung("dominance", "of two cards that are alike attach the lower one", |_, w| {
            with::<0b1_1111>(w);
        }),
        measure.rung(
            "look ahead",
            "behind the first move, look all others up before one is searched",
            |_, w| {
                with::<0b11_1111>(w);
            },
        ),
    ]
}

/// All rungs, those of two hands, and those of three, which have one less and two more.
pub fn rungs() -> Vec<Rung> {
    let alone = THREE
        .rung("alone", "one peasant who beats the landlord alone is enough", |_, w| with::<0b111_1111>(w));
    let gaps = THREE.rung(
        "gaps",
        "positions that differ only in the order of the peasants' cards between two of the landlord's are one",
        |_, w| with::<0b1111_1111>(w),
    );
    let runs = [&TWO, &THREE].map(|measure: &Measure<Workload>| {
        measure.rung(
            "runs",
            "the order of a hand's ranks makes no difference where no other has any between",
            |_, w| {
                with::<0b1_1111_1111>(w);
            },
        )
    });
    let [two_runs, three_runs] = runs;
    let three = ideas(&THREE).into_iter().filter(|rung| rung.name != "transfer");
    ideas(&TWO).into_iter().chain([two_runs]).chain(three).chain([alone, gaps, three_runs]).collect()
}

#[cfg(test)]
mod tests {
    use crate::{assert_rungs_agree, assert_rungs_described};

    use super::*;

    #[test]
    fn the_rungs_agree() {
        assert_rungs_agree(&rungs(), Workload::new);
    }

    #[test]
    fn the_workloads_stand_in_order() {
        assert_eq!(assert_rungs_described(&rungs()), ["two-hands", "three-hands"]);
    }
}
