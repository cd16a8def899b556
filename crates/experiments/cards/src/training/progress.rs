//! The accumulated state of a training: weights and the results of measurements.

use std::collections::BTreeMap;

use quadrille_learn::Network;
use quadrille_learn::file::Set;
use quadrille_players::{Learnable, Lineup, TrainingState, combine};
use quadrille_stats::Counts;
use serde::{Deserialize, Serialize};

use super::plan::Plan;

/// The state and the measurements after the first n shards of a training.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The state after the last complete stage; `None` before the end of the first stage.
    pub(super) learned: Option<TrainingState>,
    /// The number of complete stages.
    pub(super) stages: u64,
    /// The digest of the weights after [`EARLY`] stages, or after the last stage if there are fewer
    /// stages.
    pub(super) early: String,
    /// The states of the slots of the current stage that are already merged, in slot order.
    pub(super) slots: Vec<TrainingState>,
    /// The results of the measurements so far. The last measurement can be incomplete.
    pub(super) curve: Vec<Point>,
}

/// The number of stages after which the digest of the weights is recorded. A test can repeat such a
/// short training and compare the digest.
pub(super) const EARLY: u64 = 3;

/// Returns the networks of a state. The name of a network is its role.
pub(super) fn weights(roles: &[&str], state: &TrainingState) -> Set<Network> {
    let named =
        roles.iter().zip(state).map(|(role, learner)| ((*role).to_owned(), learner.network().clone()));
    Set { networks: named.collect(), notes: BTreeMap::new() }
}

/// The result of a measurement, or of a part of its sittings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Point {
    /// The index of the measurement.
    number: u64,
    /// The number of training games that precede the measurement.
    pub(super) games: u64,
    /// For each lineup, the distribution of its scores, with one score per sitting. If there are
    /// several lineups, the last element is the distribution of the [sums](Self::record) over all
    /// lineups.
    pub(super) scores: Vec<Counts>,
    /// The number of checked decisions and the number of decisions proved wrong, first of the
    /// policy, then of the house players. `None` for games without an exact solver.
    pub(super) exact: Option<[[u64; 2]; 2]>,
}

impl Point {
    pub(super) const fn new(number: u64, games: u64) -> Self {
        Self { number, games, scores: Vec::new(), exact: None }
    }

    /// Adds the score of one sitting in each lineup. If there are several lineups, also adds the
    /// sum of the lineups' mean scores. The sum is multiplied by [`common`], so that it is an
    /// integer.
    pub(super) fn record(&mut self, lineups: &[Lineup], scores: &[i64]) {
        self.scores.resize(figures(lineups.len()), Counts::new());
        let sum = lineups
            .iter()
            .zip(scores)
            .map(|(lineup, score)| score * (common(lineups) / lineup_scores(lineup)));
        let sum: i64 = sum.sum();
        for (counts, score) in self.scores.iter_mut().zip(scores.iter().copied().chain([sum])) {
            // The only error is an overflow at 2⁶⁴ observations.
            let _ = counts.record(score);
        }
    }
}

/// Returns the number of elements of [`Point::scores`]: one for each lineup, and one for the sum if
/// there are several lineups.
pub(super) const fn figures(lineups: usize) -> usize {
    lineups + (lineups > 1) as usize
}

/// Returns the number of scores that one game of a lineup adds.
pub(super) fn lineup_scores(lineup: &Lineup) -> i64 {
    lineup.scores(1) as i64
}

/// Returns a common multiple of [`lineup_scores`] of all lineups.
pub(super) fn common(lineups: &[Lineup]) -> i64 {
    lineups.iter().map(lineup_scores).product()
}

impl Progress {
    /// Adds the result of the next shard. After the last slot of a stage, the states of its slots
    /// are combined.
    pub(super) fn add(&mut self, next: Self, slots: usize, roles: &[&str]) {
        self.slots.extend(next.slots);
        if self.slots.len() == slots {
            let learned = combine(&self.slots);
            self.slots.clear();
            self.stages += 1;
            if self.stages <= EARLY {
                self.early = weights(roles, &learned).digest();
            }
            self.learned = Some(learned);
        }
        for point in next.curve {
            match self.curve.last_mut().filter(|last| last.number == point.number) {
                Some(last) => {
                    for (counts, more) in last.scores.iter_mut().zip(&point.scores) {
                        let _ = counts.merge(more);
                    }
                    if let (Some(counts), Some(more)) = (&mut last.exact, &point.exact) {
                        let sums = counts.iter_mut().flatten().zip(more.iter().flatten());
                        sums.for_each(|(count, more)| *count += more);
                    }
                }
                None => self.curve.push(point),
            }
        }
    }

    /// Checks that this can be the progress of a complete training.
    pub(super) fn check<G: Learnable>(&self, setup: &G::Setup, plan: &Plan) -> Result<(), &'static str> {
        let lineups = G::lineups(setup).len();
        let learned = self.learned.as_ref().ok_or("there are no weights")?;
        let shape = G::shape().map_err(|_| "the networks are too large")?;
        if learned.len() != G::ROLES.len() || learned.iter().any(|learner| learner.network().shape() != shape)
        {
            return Err("the number or shape of the networks is wrong for the game");
        }
        if !self.slots.is_empty() || self.curve.len() as u64 != plan.points() {
            return Err("the stages or measurements are incomplete");
        }
        let whole = |point: &Point| {
            point.scores.len() == figures(lineups)
                && point.scores.iter().all(|counts| counts.total() == plan.sittings())
                && point.exact.is_none_or(|exact| exact.iter().all(|[checked, wrong]| wrong <= checked))
        };
        if self.curve.iter().all(whole) {
            Ok(())
        } else {
            Err("the counts of a measurement are incomplete or inconsistent")
        }
    }
}
