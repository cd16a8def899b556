//! Division of evaluations into shards.
//!
//! The feedback to the first guess divides the secrets of a game into independent parts. Their
//! sizes differ by a factor of a hundred, so large parts are divided further into slices, by the
//! feedback to the second guess. A *task* is one slice of one part of one evaluation; with n
//! shards, a shard is every n-th task.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_mastermind::{EvaluateError, Evaluation, EvaluationTally, PartitionClass, Slice};
use quadrille_memory::Need;
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::{EvaluationJob, EvaluationKind};
use super::report::{compared, evaluated};
use super::result::{EvaluateResult, MastermindCompareResult};

/// A slice holds about 1/64 of all secrets. This size is small enough to balance many threads and
/// to lose little when a run is killed. It is large enough that recomputing the second guess for
/// each slice costs little.
const SLICES_OF_A_WHOLE: u64 = 64;

/// In games with this many codewords or more, a slice has the secrets of a single feedback to the
/// second guess, because even these secrets take minutes.
const LARGE: u64 = 1 << 20;

/// Several evaluations as one experiment.
pub(crate) struct Evaluations {
    settings: Arc<EvaluationJob>,
    level: Level,
    /// One evaluation for each game and strategy; empty until [prepared](Experiment::prepare).
    opened: Vec<Evaluation>,
    /// The tasks in the order in which they are distributed to shards.
    tasks: Vec<SliceTask>,
}

/// One slice of one part of one evaluation.
#[derive(Debug, Clone, Copy)]
struct SliceTask {
    evaluation: usize,
    part: usize,
    slice: Slice,
    /// An estimate of the number of secrets in the slice.
    secrets: u64,
}

impl Evaluations {
    pub(crate) fn new(settings: Arc<EvaluationJob>, level: Level) -> Self {
        Self { settings, level, opened: Vec::new(), tasks: Vec::new() }
    }

    /// Computes the first guess of every evaluation, and divides the games into tasks.
    fn open(&mut self, observer: &dyn Observer) -> Result<(), WorkError> {
        for contest in &self.settings.contests {
            // All evaluations of a game share the bit planes of its guesses.
            let mut first: Option<usize> = None;
            for &play in &contest.plays {
                let evaluation = match first {
                    None => Evaluation::open(contest.game, play, self.level, observer),
                    Some(first) => self.opened[first].open_beside(play, observer),
                };
                first.get_or_insert(self.opened.len());
                self.opened.push(evaluation.map_err(|error| match error {
                    EvaluateError::Cancelled(_) => WorkError::Cancelled,
                    EvaluateError::OutOfMemory(shortage) => shortage.into(),
                    error => WorkError::failed(error),
                })?);
            }
        }
        self.tasks = Self::cut(&self.opened);
        Ok(())
    }

    fn cut(evaluations: &[Evaluation]) -> Vec<SliceTask> {
        let mut tasks = Vec::new();
        for (index, evaluation) in evaluations.iter().enumerate() {
            // The parts do not include the secret that equals the first guess.
            let in_parts: u64 = evaluation.parts().iter().map(|part| part.count).sum();
            let found_at_once = evaluation.game().codewords() - in_parts;
            for (part, &PartitionClass { count, .. }) in evaluation.parts().iter().enumerate() {
                let feedbacks = evaluation.game().feedbacks() as u64;
                let of = match evaluation.game().codewords() {
                    LARGE.. if count > feedbacks => feedbacks,
                    codewords => (count * SLICES_OF_A_WHOLE / codewords).clamp(1, feedbacks),
                };
                for number in 0..of {
                    // The estimates for the slices of a part add up to the size of the part. The
                    // first task includes the secret found by the first guess.
                    let besides = if part == 0 && number == 0 { found_at_once } else { 0 };
                    let secrets = count * (number + 1) / of - count * number / of + besides;
                    let slice = Slice { number: number as usize, of: of as usize };
                    tasks.push(SliceTask { evaluation: index, part, slice, secrets });
                }
            }
        }
        // The first slice of every part comes first, so that threads that start together work on
        // different parts and do not compute the same second guess.
        tasks.sort_by_key(|task| task.slice.number);
        tasks
    }

    /// Returns the tasks of a shard. With n shards, these are every n-th task from task number
    /// `shard` on.
    fn tasks(&self, shard: u64) -> impl Iterator<Item = SliceTask> {
        self.tasks.iter().copied().skip(shard as usize).step_by(self.shards() as usize)
    }
}

impl Experiment for Evaluations {
    /// The tally of each evaluation.
    type Partial = Vec<EvaluationTally>;
    type Stage = ();

    fn prepare(&mut self, _: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        self.open(&|progress: &Progress| {
            // Remove the counts, which would be displayed as the number of games played.
            let mut quiet = progress.clone();
            (quiet.done, quiet.total, quiet.unit) = (0, None, None);
            observer.observe(&quiet)
        })
    }

    fn memory(&self, workers: usize) -> Need {
        let contests = self.settings.contests.iter();
        contests.fold(Need::NONE, |all, contest| {
            all.then(Evaluation::need(contest.game, &contest.plays, workers))
        })
    }

    fn shards(&self) -> u64 {
        let tasks = self.tasks.len() as u64;
        self.settings.shards.unwrap_or(tasks).min(tasks).max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.tasks(shard).map(|task| task.secrets).sum()
    }

    fn work_unit(&self) -> &'static str {
        "secrets"
    }

    fn is_brief(&self) -> bool {
        self.settings.is_brief()
    }

    fn run_shard(
        &self,
        shard: u64,
        (): &(),
        context: &ShardContext<'_>,
    ) -> Result<Vec<EvaluationTally>, WorkError> {
        let tasks: Vec<SliceTask> = self.tasks(shard).collect();
        // With a snapshot after each task, a killed process loses at most one task.
        let (begun, mut tallies) = context
            .snapshot::<(usize, Vec<EvaluationTally>)>()
            .filter(|(begun, tallies)| *begun <= tasks.len() && tallies.len() == self.opened.len())
            .unwrap_or_else(|| (0, vec![EvaluationTally::default(); self.opened.len()]));
        let mut before: u64 = tasks[..begun].iter().map(|task| task.secrets).sum();
        for (number, task) in tasks.iter().enumerate().skip(begun) {
            // The snapshot before a task holds the tallies of all earlier tasks.
            context.keep_snapshot(|| (number, &tallies));
            let report = |progress: &Progress| {
                context.observe(&Progress::done(before + progress.done.min(task.secrets)))
            };
            let evaluation = &self.opened[task.evaluation];
            let tally =
                evaluation.play_slice(task.part, task.slice, &report).map_err(|_| WorkError::Cancelled)?;
            tallies[task.evaluation].merge(&tally);
            before += task.secrets;
        }
        Ok(tallies)
    }

    fn stage(&self, _: Option<&Vec<EvaluationTally>>) {}

    fn merge(&self, prefix: &mut Vec<EvaluationTally>, next: Vec<EvaluationTally>) {
        for (tally, next) in prefix.iter_mut().zip(&next) {
            tally.merge(next);
        }
    }

    fn verify(&self, whole: &Vec<EvaluationTally>) -> Result<(), String> {
        let secrets: Vec<u64> = self.opened.iter().map(|evaluation| evaluation.game().codewords()).collect();
        let found: Vec<u64> = self.tallies(whole).iter().map(EvaluationTally::secrets).collect();
        if found == secrets {
            Ok(())
        } else {
            Err(format!("the numbers of secrets are {found:?} instead of {secrets:?}"))
        }
    }

    fn conclude(&self, whole: &Vec<EvaluationTally>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let (settings, tallies) = (&*self.settings, self.tallies(whole));
        let single = match settings.question {
            EvaluationKind::Evaluate => EvaluateResult::of(settings, &self.opened, &tallies),
            EvaluationKind::Compare => None,
        };
        let conclusion = if let Some(result) = single {
            Conclusion::new(&result, evaluated(&result, settings))
        } else {
            let result = MastermindCompareResult::of(settings, &self.opened, &tallies);
            Conclusion::new(&result, compared(&result, settings))
        };
        Ok(conclusion.counting("scores", tallies.iter().map(|tally| tally.scores).sum::<u64>()))
    }
}

impl Evaluations {
    /// Returns each evaluation's tally, including the secrets that the first guess finds.
    fn tallies(&self, whole: &[EvaluationTally]) -> Vec<EvaluationTally> {
        let with_opening = |(evaluation, tally): (&Evaluation, &EvaluationTally)| {
            let mut all = evaluation.opening();
            all.merge(tally);
            all
        };
        self.opened.iter().zip(whole).map(with_opening).collect()
    }
}
