//! Ladder of the endgame solver. The ladder measures the effect of each optimization.
//!
//! Every rung of a workload finds all winning first moves of the same positions, and ends with the
//! same checksum. The first rung is the plain solver. The second rung is the fast solver with all
//! of its optional optimizations disabled. Each later rung enables one more optimization.
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
use quadrille_doudizhu::internals::{SearchOptions, with_options};
use quadrille_doudizhu::{Hand, Move, Rules};

/// A rung of the endgame ladder; see [`Rung`](crate::Rung).
pub type Rung = crate::Rung<Workload>;

/// Size in bytes of the fast solver's transposition table.
const MEMORY: u64 = 16 << 20;

/// Positions and their solutions.
#[derive(Debug)]
pub struct Workload {
    what: &'static str,
    positions: Vec<Position>,
    /// For each position, a hash of all its winning moves.
    answers: Vec<u64>,
}

impl Workload {
    /// Creates random deals from a seed. The name `two-hands` gives deals with two hands. Any other
    /// name gives deals with three hands.
    pub fn new(what: &'static str, seed: u64) -> Self {
        let mut workload = Self { what, positions: Vec::new(), answers: Vec::new() };
        workload.refill(seed);
        workload
    }

    /// Switches to the deals of another seed.
    pub fn refill(&mut self, seed: u64) {
        let sizes: [u32; 3] = if self.what == "two-hands" { [8, 8, 0] } else { [5, 5, 5] };
        self.positions.clear();
        for deal in 0.. {
            if self.positions.len() == 4 {
                break;
            }
            let mut rng = StreamKey::new(seed, deal).rng();
            // The pack is reduced to nine ranks of four cards, so that chains and bombs are
            // frequent.
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

/// Runs the fast solver. Each bit of `OPTIONS` enables one optimization.
fn with<const OPTIONS: u32>(w: &mut Workload) {
    let mut solver = with_options(Solver::new(Rules::RLCARD, MEMORY), SearchOptions::of(OPTIONS));
    for (position, answer) in w.positions.iter().zip(&mut w.answers) {
        solver.clear();
        *answer = solver.solve(position, &()).map_or(0, |verdict| stirred(verdict.winning()));
    }
}

const TWO: Measure<Workload> = Measure::new("two-hands", "position", |w| w.positions.len(), Workload::sum);
const THREE: Measure<Workload> =
    Measure::new("three-hands", "position", |w| w.positions.len(), Workload::sum);

const fn options(measure: &Measure<Workload>) -> [Rung; 8] {
    [
        measure.rung("plain", "search every move in every position, and memoize all positions", |_, w| {
            plain(w);
        }),
        measure.rung(
            "table",
            "use a transposition table, and do not treat forced passes as separate positions",
            |_, w| {
                with::<0>(w);
            },
        ),
        measure.rung(
            "order",
            "sort the moves: fewest moves for the rest of the hand first, then lowest rank, then most cards",
            |_, w| {
                with::<0b1>(w);
            },
        ),
        measure.rung(
            "canonical keys",
            "omit empty ranks from the keys of the transposition table",
            |_, w| with::<0b11>(w),
        ),
        measure.rung(
            "bounds",
            "use the stored win against a move also as a win against lower moves",
            |_, w| with::<0b111>(w),
        ),
        measure.rung(
            "transfer",
            "share stored results between a move as a lead and the same move as an answer",
            |_, w| {
                with::<0b1111>(w);
            },
        ),
        measure.rung("dominance", "try only the lower of two equivalent kickers", |_, w| {
            with::<0b1_1111>(w);
        }),
        measure.rung(
            "look ahead",
            "look up all moves in the transposition table before one of them is searched",
            |_, w| {
                with::<0b11_1111>(w);
            },
        ),
    ]
}

/// Returns all rungs: first for two hands, then for three hands. Only the workload `three-hands`
/// has the rungs `alone` and `gaps`. It lacks the rung `transfer`, because with three hands this
/// optimization has an effect only together with the optimization of the rung `gaps`.
pub fn rungs() -> Vec<Rung> {
    let alone =
        THREE.rung("alone", "the peasants win if one of them wins while the other always passes", |_, w| {
            with::<0b111_1111>(w);
        });
    let gaps = THREE.rung(
        "gaps",
        "ignore the order of peasants' cards that lie between the same two ranks of the landlord",
        |_, w| with::<0b1111_1111>(w),
    );
    let runs = [&TWO, &THREE].map(|measure: &Measure<Workload>| {
        measure.rung(
            "runs",
            "store one result for all positions that differ only by moving a hand's cards between ranks that no other hand's card separates",
            |_, w| {
                with::<0b1_1111_1111>(w);
            },
        )
    });
    let [two_runs, three_runs] = runs;
    let three = options(&THREE).into_iter().filter(|rung| rung.name != "transfer");
    options(&TWO).into_iter().chain([two_runs]).chain(three).chain([alone, gaps, three_runs]).collect()
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
