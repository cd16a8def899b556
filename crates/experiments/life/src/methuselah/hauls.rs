//! The experiment `life.methuselah`: each shard is a range of consecutive pattern numbers.

use std::sync::Arc;

use quadrille_lanes::Level;
use quadrille_life::{EngineSettings as LifeSettings, FateError, Outcome, SoupSearch, TilesError};
use quadrille_memory::Need;
use quadrille_progress::{Observer, Progress, Stopped};
use quadrille_runner::{Conclusion, Experiment, ShardContext, WorkError};

use super::job::{MethuselahJob, Source};
use super::partial::Haul;
use super::report::report;
use super::result::MethuselahResult;
use crate::soups::hauls::{MEMORY, failed};
use quadrille_runner::blocks::{IterationBlocks, length};
use quadrille_runner::need::partials;

/// The number of pattern numbers per shard if all patterns of the box are run. Only one in four to
/// eight numbers belongs to a distinct pattern.
const NUMBERS: u64 = 1 << 13;
/// The minimum number of random patterns per shard: about a second of computation.
const BLOCK: u64 = 1000;
/// A shard has at least this number of random patterns for each pattern to report. So the list of
/// the longest-lived patterns of a shard is short in comparison with the number of its patterns.
const PER_KEPT: u64 = 100;

/// All patterns of an experiment.
pub(crate) struct Hauls {
    settings: Arc<MethuselahJob>,
    seed: u64,
    life: LifeSettings,
    cut: IterationBlocks,
    /// The number of patterns in each shard.
    patterns: Vec<u64>,
}

impl Hauls {
    /// Creates the experiment. It counts the distinct patterns of the box, which takes up to a
    /// second for 21 cells.
    pub(crate) fn new(settings: Arc<MethuselahJob>, seed: u64, level: Level) -> Self {
        let (numbers, block) = match &settings.source {
            Source::Every(patterns) => (patterns.numbers(), NUMBERS),
            Source::Random { soups, .. } => (0..*soups, BLOCK.max(PER_KEPT * settings.kept as u64)),
        };
        let shards = settings.shards.unwrap_or_else(|| length(&numbers).div_ceil(block));
        let cut = IterationBlocks::new(numbers, shards);
        let patterns = (0..cut.blocks()).map(|shard| match &settings.source {
            Source::Every(patterns) => patterns.representatives(cut.block(shard)).count() as u64,
            Source::Random { .. } => length(&cut.block(shard)),
        });
        let patterns = patterns.collect();
        Self { settings, seed, life: LifeSettings::default().level(level).memory(MEMORY), cut, patterns }
    }
}

impl Experiment for Hauls {
    type Partial = Haul;
    type Stage = ();

    fn shards(&self) -> u64 {
        self.cut.blocks()
    }

    /// Returns the memory required. Each worker needs a [`SoupSearch`], which holds the cells of a
    /// pattern, and the lists of a partial result. The lists of the whole result are needed once.
    /// Patterns that grow require more.
    fn memory(&self, workers: usize) -> Need {
        let search = SoupSearch::bytes(self.settings.width.into(), self.settings.height.into());
        let lists = Haul::lists(self.settings.kept as u64);
        let searches = search.saturating_mul(workers as u64);
        Need::kept(lists).and(Need::working(searches + partials(lists, workers)))
    }

    fn work(&self, shard: u64) -> u64 {
        self.patterns[shard as usize]
    }

    fn work_unit(&self) -> &'static str {
        "patterns"
    }

    fn run_shard(&self, shard: u64, (): &(), context: &ShardContext<'_>) -> Result<Haul, WorkError> {
        let MethuselahJob { rule, generations, kept, source, .. } = &*self.settings;
        let mut search = SoupSearch::new(*rule, self.life, *generations).map_err(failed)?;
        let mut haul = Haul::default();
        for number in self.cut.block(shard) {
            if matches!(source, Source::Every(patterns) if !patterns.is_representative(number)) {
                continue;
            }
            let pattern = self.settings.pattern(self.seed, number);
            let done = Progress::done(haul.patterns);
            let outcome = match search.outcome(&pattern, &|_: &Progress| context.observe(&done)) {
                // A pattern that exceeds the memory limit of the search counts as unresolved.
                Err(FateError::Tiles(TilesError::Memory(error))) if !error.is_of_system() => Outcome::Open,
                outcome => outcome.map_err(failed)?,
            };
            haul.add(number, outcome, *kept);
        }
        haul.keep_longest(*kept);
        Ok(haul)
    }

    fn stage(&self, _: Option<&Haul>) {}

    fn merge(&self, prefix: &mut Haul, next: Haul) {
        prefix.merge(next, self.settings.kept);
    }

    fn verify(&self, whole: &Haul) -> Result<(), String> {
        let patterns: u64 = self.patterns.iter().sum();
        if whole.patterns == patterns && whole.settled + whole.grow + whole.open == patterns {
            Ok(())
        } else {
            Err(format!(
                "found {} patterns in the shards, perhaps some without an outcome; expected {patterns}, each with an outcome",
                whole.patterns
            ))
        }
    }

    fn conclude(&self, whole: &Haul, _: &dyn Observer) -> Result<Conclusion, Stopped> {
        let result = MethuselahResult::of(&self.settings, self.seed, whole);
        let generations = whole.lifespans.sums.sum;
        Ok(Conclusion::new(&result, report(&result, self.seed))
            .counting("patterns", result.patterns)
            .counting("generations", generations))
    }

    fn conclude_so_far(&self, prefix: &Haul, observer: &dyn Observer) -> Option<Conclusion> {
        // Without a random source, the patterns of a box are enumerated in order, so the first
        // shards are not a random sample of them.
        let random = matches!(self.settings.source, Source::Random { .. });
        random.then(|| self.conclude(prefix, observer).ok()).flatten()
    }
}
