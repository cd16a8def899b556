//! Whole evaluations cut into shards.
//!
//! After the first guess a game falls apart into independent parts, one a feedback. Parts differ a
//! hundredfold in size, so the large ones are sliced further, by the feedback of the second guess. A *unit*
//! is one slice of one part of one evaluation; a shard is every n-th unit.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_mastermind::{EvaluateError, Evaluation, Part, Slice, Tally};
use quadrille_memory::Need;
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::report::{compared, evaluated};
use super::result::{EvaluateResult, MastermindCompareResult};
use super::settings::{Question, Settings};

/// A part is sliced so that a slice holds about this share of all secrets: small enough to share out among
/// many threads and to lose little when killed, large enough that finding the second guess anew is rarely
/// worth a thought.
const SLICES_OF_A_WHOLE: u64 = 64;

/// Secrets from which on a slice is one class of the second guess: there a class alone takes minutes.
const LARGE: u64 = 1 << 20;

/// Evaluations side by side, as one experiment.
pub(crate) struct Evaluations {
    settings: Arc<Settings>,
    level: Level,
    /// One for each way to play, once prepared.
    opened: Vec<Evaluation>,
    /// In the order they are dealt to the shards.
    units: Vec<WorkUnit>,
}

/// One slice of one part of one evaluation.
#[derive(Debug, Clone, Copy)]
struct WorkUnit {
    evaluation: usize,
    part: usize,
    slice: Slice,
    /// About how many secrets are played in it.
    secrets: u64,
}

impl Evaluations {
    pub(crate) fn new(settings: Arc<Settings>, level: Level) -> Self {
        Self { settings, level, opened: Vec::new(), units: Vec::new() }
    }

    /// Makes the first guess of every way to play, and cuts what is to be played into units.
    fn open(&mut self, observer: &dyn Observer) -> Result<(), WorkError> {
        for contest in &self.settings.contests {
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
        self.units = Self::cut(&self.opened);
        Ok(())
    }

    fn cut(evaluations: &[Evaluation]) -> Vec<WorkUnit> {
        let mut units = Vec::new();
        for (index, evaluation) in evaluations.iter().enumerate() {
            let in_parts: u64 = evaluation.parts().iter().map(|part| part.count).sum();
            let found_at_once = evaluation.game().codewords() - in_parts;
            for (part, &Part { count, .. }) in evaluation.parts().iter().enumerate() {
                let feedbacks = evaluation.game().feedbacks() as u64;
                let of = match evaluation.game().codewords() {
                    LARGE.. if count > feedbacks => feedbacks,
                    codewords => (count * SLICES_OF_A_WHOLE / codewords).clamp(1, feedbacks),
                };
                for number in 0..of {
                    // The slices' shares of the part add up to the part; what the first guess finds counts with
                    // the first of them all.
                    let besides = if part == 0 && number == 0 { found_at_once } else { 0 };
                    let secrets = count * (number + 1) / of - count * number / of + besides;
                    let slice = Slice { number: number as usize, of: of as usize };
                    units.push(WorkUnit { evaluation: index, part, slice, secrets });
                }
            }
        }
        // First slices first: threads that begin together begin with different parts, and find different
        // second guesses.
        units.sort_by_key(|unit| unit.slice.number);
        units
    }

    /// The units of a shard: every n-th, where there are n shards.
    fn units(&self, shard: u64) -> impl Iterator<Item = WorkUnit> {
        self.units.iter().copied().skip(shard as usize).step_by(self.shards() as usize)
    }
}

impl Experiment for Evaluations {
    /// A tally for each evaluation.
    type Partial = Vec<Tally>;
    type Stage = ();

    fn prepare(&mut self, _: usize, observer: &dyn Observer) -> Result<(), WorkError> {
        self.open(&|progress: &Progress| {
            // How far it is would be mistaken for games played.
            let mut told = progress.clone();
            (told.done, told.total, told.unit) = (0, None, None);
            observer.observe(&told)
        })
    }

    fn memory(&self, workers: usize) -> Need {
        let contests = self.settings.contests.iter();
        contests.fold(Need::NONE, |all, contest| {
            all.then(Evaluation::need(contest.game, &contest.plays, workers))
        })
    }

    fn shards(&self) -> u64 {
        let units = self.units.len() as u64;
        self.settings.shards.unwrap_or(units).min(units).max(1)
    }

    fn work(&self, shard: u64) -> u64 {
        self.units(shard).map(|unit| unit.secrets).sum()
    }

    fn work_unit(&self) -> &'static str {
        "secrets"
    }

    fn is_brief(&self) -> bool {
        self.settings.is_moment()
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Vec<Tally>, WorkError> {
        let units: Vec<WorkUnit> = self.units(shard).collect();
        // A kill loses one unit of a shard, not the units before it.
        let (begun, mut tallies) = context
            .snapshot::<(usize, Vec<Tally>)>()
            .filter(|(begun, tallies)| *begun <= units.len() && tallies.len() == self.opened.len())
            .unwrap_or_else(|| (0, vec![Tally::default(); self.opened.len()]));
        let mut before: u64 = units[..begun].iter().map(|unit| unit.secrets).sum();
        for (number, unit) in units.iter().enumerate().skip(begun) {
            context.keep_snapshot(|| (number, &tallies));
            let report = |progress: &Progress| {
                context.observe(&Progress::done(before + progress.done.min(unit.secrets)))
            };
            let evaluation = &self.opened[unit.evaluation];
            let tally =
                evaluation.play_slice(unit.part, unit.slice, &report).map_err(|_| WorkError::Cancelled)?;
            tallies[unit.evaluation].merge(&tally);
            before += unit.secrets;
        }
        Ok(tallies)
    }

    fn stage(&self, _: Option<&Vec<Tally>>) {}

    fn merge(&self, prefix: &mut Vec<Tally>, next: Vec<Tally>) {
        for (tally, next) in prefix.iter_mut().zip(&next) {
            tally.merge(next);
        }
    }

    fn verify(&self, whole: &Vec<Tally>) -> Result<(), String> {
        let secrets: Vec<u64> = self.opened.iter().map(|evaluation| evaluation.game().codewords()).collect();
        let found: Vec<u64> = self.tallies(whole).iter().map(Tally::secrets).collect();
        if found == secrets {
            Ok(())
        } else {
            Err(format!("they play {found:?} secrets where the games have {secrets:?}"))
        }
    }

    fn conclude(&self, whole: &Vec<Tally>, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let (settings, tallies) = (&*self.settings, self.tallies(whole));
        let single = match settings.question {
            Question::Evaluate => EvaluateResult::of(settings, &self.opened, &tallies),
            Question::Compare => None,
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
    /// Each evaluation's tally, the opening included.
    fn tallies(&self, whole: &[Tally]) -> Vec<Tally> {
        let with_opening = |(evaluation, tally): (&Evaluation, &Tally)| {
            let mut all = evaluation.opening();
            all.merge(tally);
            all
        };
        self.opened.iter().zip(whole).map(with_opening).collect()
    }
}
