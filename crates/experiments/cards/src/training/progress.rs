//! The accumulated state of a training: weights and measurements.

use std::collections::BTreeMap;

use quadrille_learn::Network;
use quadrille_learn::file::Set;
use quadrille_players::{Learnable, Lineup, TrainingState, combine};
use quadrille_stats::Counts;
use serde::{Deserialize, Serialize};

use super::plan::Plan;

/// What is learned and measured by some shards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// After the last complete stage; `None` before the first.
    pub(super) learned: Option<TrainingState>,
    /// Complete stages.
    pub(super) stages: u64,
    /// The digest of the weights after [`EARLY`] stages, or after all if they are fewer.
    pub(super) early: String,
    /// What the slots of the next stage have learned, as far as they are merged.
    pub(super) slots: Vec<TrainingState>,
    /// The measurements.
    pub(super) curve: Vec<Point>,
}

/// Stages after which the weights have a digest of their own: so few are soon trained again.
pub(super) const EARLY: u64 = 3;

/// The networks of a state by their roles.
pub(super) fn weights(roles: &[&str], state: &TrainingState) -> Set<Network> {
    let named =
        roles.iter().zip(state).map(|(role, learner)| ((*role).to_owned(), learner.network().clone()));
    Set { networks: named.collect(), notes: BTreeMap::new() }
}

/// A measurement, or a part of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Point {
    /// Its number.
    number: u64,
    /// Games of training before it.
    pub(super) games: u64,
    /// The scores of each sitting: in each lineup, and of more than one lineup their [sum](record).
    pub(super) scores: Vec<Counts>,
    /// Of games with an exact judge, the decisions that were checked and those proved wrong: of the policy, and of
    /// the house players.
    pub(super) exact: Option<[[u64; 2]; 2]>,
}

impl Point {
    pub(super) const fn new(number: u64, games: u64) -> Self {
        Self { number, games, scores: Vec::new(), exact: None }
    }

    /// Adds the scores of a sitting in each lineup. Where there are several, their sum counts as well, in which
    /// each lineup has the same weight: its mean times the [common] number of scores.
    pub(super) fn record(&mut self, lineups: &[Lineup], scores: &[i64]) {
        self.scores.resize(figures(lineups.len()), Counts::new());
        let sum = lineups
            .iter()
            .zip(scores)
            .map(|(lineup, score)| score * (common(lineups) / lineup_scores(lineup)));
        let sum: i64 = sum.sum();
        for (counts, score) in self.scores.iter_mut().zip(scores.iter().copied().chain([sum])) {
            // The only error is more than 2⁶⁴ observations.
            let _ = counts.record(score);
        }
    }
}

/// The number of figures of a measurement: one for each lineup, and the sum if there are several.
pub(super) const fn figures(lineups: usize) -> usize {
    lineups + (lineups > 1) as usize
}

/// The scores of a lineup that are added up in a game.
pub(super) fn lineup_scores(lineup: &Lineup) -> i64 {
    lineup.scores(1) as i64
}

/// A multiple of the scores of all lineups.
pub(super) fn common(lineups: &[Lineup]) -> i64 {
    lineups.iter().map(lineup_scores).product()
}

impl Progress {
    /// Adds what the next shard has found. The slots of a stage are combined when the last one is there.
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

    /// Whether this can be a whole training.
    pub(super) fn check<G: Learnable>(&self, setup: &G::Setup, plan: &Plan) -> Result<(), &'static str> {
        let lineups = G::lineups(setup).len();
        let learned = self.learned.as_ref().ok_or("nothing is learned")?;
        let shape = G::shape().map_err(|_| "networks are too large")?;
        if learned.len() != G::ROLES.len() || learned.iter().any(|learner| learner.network().shape() != shape)
        {
            return Err("other networks than the game's");
        }
        if !self.slots.is_empty() || self.curve.len() as u64 != plan.points() {
            return Err("unfinished stages, or other measurements");
        }
        let whole = |point: &Point| {
            point.scores.len() == figures(lineups)
                && point.scores.iter().all(|counts| counts.total() == plan.sittings())
                && point.exact.is_none_or(|exact| exact.iter().all(|[checked, wrong]| wrong <= checked))
        };
        if self.curve.iter().all(whole) { Ok(()) } else { Err("a measurement of other sittings") }
    }
}
