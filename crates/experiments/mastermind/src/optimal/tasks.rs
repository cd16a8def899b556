//! Division of the search for optimal play into shards. A shard is one feedback to one first guess,
//! or several feedbacks if the file requests fewer shards.
//!
//! The tasks of each first guess form two stages: first the small tasks, then the large ones. If
//! the longest game is minimised first, these stages are repeated for every maximum number of
//! turns. A stage passes an upper bound for the cost of each task to its shards; shards share
//! nothing else.
//!
//! A snapshot of a shard holds the solved tasks and the partial results of the next task's search.

use std::ops::Range;
use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_mastermind::{Cut, Limit, OptimalError, Snapshot, Solved, Task};
use quadrille_memory::Need;
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::OptimalJob;
use super::report::report;
use super::result::OptimalResult;

/// The search for optimal play as an [`Experiment`].
pub(crate) struct OptimalTasks {
    settings: Arc<OptimalJob>,
    level: Level,
    /// The search, divided into tasks; `None` until [prepared](Experiment::prepare).
    cut: Option<Cut>,
    /// The consecutive tasks of each shard; a shard never spans two stages.
    shards: Vec<Range<usize>>,
}

impl OptimalTasks {
    pub(crate) const fn new(settings: Arc<OptimalJob>, level: Level) -> Self {
        Self { settings, level, cut: None, shards: Vec::new() }
    }

    fn tasks(&self) -> &[Task] {
        self.cut.as_ref().map_or(&[], Cut::tasks)
    }

    fn shard(&self, shard: u64) -> Range<usize> {
        self.shards.get(shard as usize).cloned().unwrap_or_default()
    }
}

impl Experiment for OptimalTasks {
    /// The results of the tasks, in the order of the tasks.
    type Partial = Vec<Solved>;
    /// The index of the stage's first task, and the cost bounds of all tasks of the stage.
    type Stage = (u64, Vec<Limit>);

    fn prepare(&mut self, _: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        // Suppress the counts, because they are not numbers of secrets.
        let quiet = |_: &Progress| observer.observe(&Progress::default());
        let cut = Cut::new(self.settings.game, &self.settings.goal, self.level, &quiet);
        self.cut = Some(cut.map_err(|error| match error {
            OptimalError::Cancelled(_) => WorkError::Cancelled,
            error => WorkError::failed(error),
        })?);
        self.shards = distribute(self.tasks(), self.settings.shards);
        Ok(())
    }

    /// Returns the memory required by the tables of [`Cut`]. The memoised results of sets are not
    /// included, because they grow during the search.
    fn memory(&self, workers: usize) -> Need {
        Cut::need(self.settings.game, &self.settings.goal, workers)
    }

    fn shards(&self) -> u64 {
        self.shards.len().max(1) as u64
    }

    fn work(&self, shard: u64) -> u64 {
        self.tasks()[self.shard(shard)].iter().map(|task| task.count).sum()
    }

    fn work_unit(&self) -> &'static str {
        "secrets"
    }

    fn stage_end(&self, shard: u64) -> u64 {
        let Some(task) = self.tasks().get(self.shard(shard).start) else { return 1 };
        self.shards.partition_point(|tasks| tasks.start < task.stage_end) as u64
    }

    // The results so far determine the cost bounds of the next stage's tasks.
    fn stage(&self, prefix: Option<&Vec<Solved>>) -> (u64, Vec<Limit>) {
        let Some(cut) = &self.cut else { return (0, Vec::new()) };
        let before = prefix.map_or(&[][..], |answers| answers);
        let begin = before.len();
        let end = self.tasks().get(begin).map_or(begin, |task| task.stage_end);
        (begin as u64, (begin..end).map(|number| cut.limit(before, number)).collect())
    }

    fn run_shard(
        &self,
        shard: u64,
        (begin, limits): &(u64, Vec<Limit>),
        context: &ShardContext<'_>,
    ) -> Result<Vec<Solved>, WorkError> {
        let Some(cut) = self.cut.as_ref().filter(|cut| !cut.tasks().is_empty()) else {
            return Ok(Vec::new());
        };
        let tasks = self.shard(shard);
        // With snapshots, a killed run loses only the last seconds of search.
        let (mut solved, mut found) = context
            .snapshot::<(Vec<Solved>, Snapshot)>()
            // A snapshot holds the solved tasks of the shard and the partial results of the next
            // task's search.
            .filter(|(solved, _)| solved.len() < tasks.len())
            .unwrap_or_default();
        for number in tasks.skip(solved.len()) {
            let limit = (number as u64).checked_sub(*begin).and_then(|at| limits.get(at as usize));
            let Some(&limit) = limit else {
                return Err(WorkError::failed("the stage has no cost bound for the shard's task"));
            };
            context.keep_snapshot(|| (&solved, &found));
            // The secrets of a task are reported only after it is finished.
            let observer = |_: &Progress| context.observe(&Progress::done(0));
            let keep = |make: &dyn Fn() -> Snapshot| context.keep_snapshot(|| (&solved, make()));
            let answer = cut.solve_from(number, limit, &found, &keep, &observer)?;
            solved.push(answer);
            found = Snapshot::default();
        }
        Ok(solved)
    }

    fn merge(&self, prefix: &mut Vec<Solved>, mut next: Vec<Solved>) {
        prefix.append(&mut next);
    }

    fn verify(&self, whole: &Vec<Solved>) -> Result<(), String> {
        let Some(cut) = &self.cut else {
            return Err("the search has not been divided into tasks".to_owned());
        };
        if whole.len() != cut.tasks().len() {
            return Err(format!(
                "there are results of {} tasks instead of {}",
                whole.len(),
                cut.tasks().len()
            ));
        }
        // Verify that the assembled tree finds every secret in the stated number of turns.
        let Some(tree) = cut.tree(whole) else { return Ok(()) };
        let walk = tree.walk().map_err(|error| error.to_string())?;
        let first = tree.root.guess;
        let stated =
            cut.openings(whole).into_iter().find(|opening| opening.0 == first).and_then(|found| found.1);
        if stated == Some(walk.total_turns()) {
            Ok(())
        } else {
            Err(format!("the tree takes {} turns instead of {stated:?}", walk.total_turns()))
        }
    }

    fn conclude(&self, whole: &Vec<Solved>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = OptimalResult::of(&self.settings, self.cut.as_ref(), whole);
        Ok(Conclusion::new(&result, report(&result, self.settings.first().as_deref())))
    }
}

/// Divides the tasks into shards. A shard is one task, or several tasks of one stage if fewer
/// shards are requested; every stage has at least one shard.
fn distribute(tasks: &[Task], shards: Option<u64>) -> Vec<Range<usize>> {
    let most = shards.map_or(tasks.len(), |shards| (shards as usize).min(tasks.len()));
    let mut all = Vec::with_capacity(most);
    for stage in tasks.chunk_by(|a, b| a.stage_end == b.stage_end) {
        let begin = stage[0].stage_end - stage.len();
        // Divide the shards among stages in proportion to their tasks.
        let share = (most * stage.len() / tasks.len()).max(1);
        all.extend(
            (0..share).map(|number| {
                begin + stage.len() * number / share..begin + stage.len() * (number + 1) / share
            }),
        );
    }
    all
}

#[cfg(test)]
mod tests {
    use quadrille_mastermind::{Game, Goal, Repeats};

    use super::*;

    #[test]
    fn every_piece_is_in_one_shard_and_no_shard_in_two_stages() {
        let game = Game::new(3, 4, Repeats::Allowed).unwrap();
        for goal in [Goal::new(), Goal::new().with_least_depth(true)] {
            let cut = Cut::new(game, &goal, Level::scalar(), &()).unwrap();
            let tasks = cut.tasks();
            for shards in [None, Some(1), Some(2), Some(7), Some(20), Some(1_000_000)] {
                let all = distribute(tasks, shards);
                let listed: Vec<usize> = all.iter().cloned().flatten().collect();
                assert_eq!(listed, (0..tasks.len()).collect::<Vec<_>>());
                for shard in &all {
                    let stage = tasks[shard.start].stage_end;
                    assert!(tasks[shard.clone()].iter().all(|task| task.stage_end == stage));
                }
                let stages = tasks.chunk_by(|a, b| a.stage_end == b.stage_end).count();
                let most = shards.map_or(tasks.len(), |shards| (shards as usize).max(stages));
                assert!(all.len() <= most, "{shards:?}: {}", all.len());
            }
        }
        assert!(distribute(&[], Some(3)).is_empty());
    }
}
